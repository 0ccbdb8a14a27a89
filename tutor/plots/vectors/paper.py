"""What all drawings share: the page with its words for whoever does not see it, axes, legend and colours."""

from collections.abc import Sequence
from dataclasses import dataclass

from lessons.pictures import Axis
from tutor.plots.scale import Scale, ticks
from tutor.plots.strokes import DISC, POINTS, stroke
from tutor.plots.values import label
from tutor.plots.vectors.markup import Element, box, cut, line, tag, words

FONT = 'system-ui, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif'
INK = "currentColor"  # of the page around it: dark on light, light on dark
# Each is seen on white and on black, and no two are told apart by their hue alone: see strokes.py.
COLOURS = {
    "healthy": "#2f83d6",
    "broken": "#d9720b",
    "arm-1": "#2f83d6",
    "arm-2": "#d9720b",
    "arm-3": "#2a9a63",
    "arm-4": "#a862cc",
    "arm-5": "#d4508c",
    "arm-6": "#a08600",
    "shade": "#2f83d6",
    "positive": "#2f83d6",
    "negative": "#d9720b",
    "right": "#2a9a63",
    "wrong": "#d9720b",
}
Drawn = tuple[list[Element], float]  # what is on a page, and how much of its height is used
LETTER, LINE = 6.8, 18.0  # about how wide a letter is, and how high a line
TITLE = 26.0


@dataclass(frozen=True)
class Area:
    """Where the data stands on the page."""

    left: float
    top: float
    right: float
    bottom: float


def colour(role: str) -> str:
    return COLOURS.get(role, INK)


def page(title: str, says: str, width: float, height: float, drawn: Sequence[Element]) -> Element:
    """An SVG that a screen reader reads as an image, by its title and what it says."""
    heading = [words(8, 18, cut(title, width - 16, 7.6), font_size=14, font_weight="600")] if title else []
    return tag(
        "svg",
        *(tag("title", title), tag("desc", says)),
        *heading,
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=width,
        height=height,
        role="img",
        fill=INK,
        font_family=FONT,
        font_size=12,
    )


def scales(x: Axis, y: Axis, area: Area) -> tuple[Scale, Scale]:
    return Scale(x, area.left, area.right), Scale(y, area.bottom, area.top)


def axes(x: Scale, y: Scale, area: Area) -> list[Element]:
    """A soft line and a value at each tick, the frame's two sides, and both names."""
    drawn = [*side_ticks(y, area), *lower_ticks(x, area)]
    drawn.append(
        tag("path", d=f"M{area.left:g} {area.top:g}V{area.bottom:g}H{area.right:g}", fill="none", stroke=INK)
    )
    drawn.append(words(8, area.top - 10, y.axis.name, opacity=0.8))
    drawn.append(words(area.right, area.bottom + 34, x.axis.name, "end", opacity=0.8))
    return drawn


def side_ticks(y: Scale, area: Area) -> list[Element]:
    drawn = []
    for value in ticks(y.axis, max(2, int((area.bottom - area.top) / 45))):
        place = y.place(value)
        drawn.append(line(area.left, place, area.right, place, stroke=INK, stroke_opacity=0.15))
        drawn.append(words(area.left - 6, place + 4, label(value), "end", opacity=0.8))
    return drawn


def lower_ticks(x: Scale, area: Area, lines: bool = False) -> list[Element]:
    drawn = []
    for value in ticks(x.axis, max(2, int((area.right - area.left) / 80))):
        place = x.place(value)
        top = area.top if lines else area.bottom
        drawn.append(
            line(place, top, place, area.bottom + 4, stroke=INK, stroke_opacity=0.15 if lines else 1.0)
        )
        drawn.append(words(place, area.bottom + 17, label(value), "middle", opacity=0.8))
    return drawn


def legend(entries: Sequence[tuple[str, str]], width: float, top: float) -> tuple[list[Element], float]:
    """Every (name, role) with a piece of its line, in as many rows as needed; and where the last one ends."""
    drawn: list[Element] = []
    x = 8.0
    for name, role in entries:
        wide = 34 + LETTER * len(name)
        if x > 8 and x + wide > width - 8:
            x, top = 8.0, top + LINE
        drawn += [*sample(x, top + 8, role), words(x + 28, top + 12, cut(name, width - x - 36))]
        x += wide + 14
    return drawn, top + LINE if entries else top


def sample(x: float, y: float, role: str) -> list[Element]:
    """A short piece of a role's line, with its mark."""
    if stroke(role).kind == POINTS:
        return [mark(x + 11, y, role)]
    drawn = [
        line(x, y, x + 22, y, stroke=colour(role), stroke_width=2, stroke_dasharray=stroke(role).dash or None)
    ]
    return [*drawn, mark(x + 11, y, role)] if stroke(role).shape else drawn


def mark(x: float, y: float, role: str) -> Element:
    """A role's own shape; a disc where it has none."""
    how = stroke(role)
    filled = how.kind == POINTS or not how.shape
    return tag(
        "path",
        d=how.shape or DISC,
        transform=f"translate({x:.1f} {y:.1f})",
        fill=colour(role) if filled else "none",
        stroke=colour(role),
        stroke_width=1.6,
    )


def tile(x: float, y: float, width: float, height: float, role: str, opacity: float) -> Element:
    return box(
        x, y, width, height, fill=colour(role), fill_opacity=f"{opacity:.2f}", shape_rendering="crispEdges"
    )
