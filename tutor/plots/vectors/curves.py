"""Curves as SVG: every seed faint behind, the band, and the line with its own dash and marks over it."""

import math
from collections.abc import Sequence

from lessons.pictures import Curve, Curves
from tutor.plots.pieces import Place, lost, pieces, places
from tutor.plots.scale import Scale
from tutor.plots.strokes import MARKS, POINTS, numbered, stroke
from tutor.plots.vectors.markup import Element, tag, words
from tutor.plots.vectors.paper import TITLE, Area, Drawn, axes, colour, legend, mark, scales

BETWEEN_MARKS = 56.0
MOST_FAINT, MOST_POINTS = 60, 600  # the points that one seed and one line are drawn with
BETWEEN_ARROWS = 40.0


def draw_curves(picture: Curves, width: int, height: int) -> Drawn:
    """Draw the legend, the axes, and all curves in three layers: seeds and bands, lines, words."""
    named = [(curve.name, curve.role) for curve in picture.curves if curve.name]
    names, top = legend(named, width, TITLE)
    area = Area(58, top + 24, width - 20, height - 42)
    x, y = scales(picture.x, picture.y, area)
    drawn = [*names, *axes(x, y, area)]
    for curve in picture.curves:
        drawn += behind(curve, x, y, area)
    for curve, number in zip(picture.curves, numbered([curve.role for curve in picture.curves]), strict=True):
        drawn += over(curve, x, y, area, number)
    for curve in picture.curves:
        drawn += [*outside(curve, x, y, area), *last_words(curve, x, y, area)]
    return drawn, height


def cut_pieces(line: Sequence[Place | None], area: Area) -> list[list[Place]]:
    """The pieces of a line that lie in the area."""
    left, top = area.left, area.top
    moved = [place and (place[0] - left, place[1] - top) for place in line]
    found = pieces(moved, area.right - left, area.bottom - top)
    return [[(x + left, y + top) for x, y in piece] for piece in found]


def thinned(values: Sequence[float], most: int) -> slice:
    return slice(None, None, max(1, len(values) // most))


def track(found: Sequence[Sequence[Place]]) -> str:
    """Pieces of a line as the data of one path."""
    return "".join("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in piece) for piece in found if len(piece) > 1)


def behind(curve: Curve, x: Scale, y: Scale, area: Area) -> list[Element]:
    """Every seed as a thin line, and the band as a soft field."""
    drawn = [
        tag("path", d=band, fill=colour(curve.role), fill_opacity="0.18") for band in bands(curve, x, y, area)
    ]
    few = thinned(curve.x, MOST_FAINT)
    seeds = [track(cut_pieces(places(x, y, curve.x[few], ys[few]), area)) for ys in curve.faint]
    if any(seeds):
        shape = "".join(seeds)
        drawn.append(tag("path", d=shape, fill="none", stroke=colour(curve.role), stroke_opacity="0.25"))
    return drawn


def bands(curve: Curve, x: Scale, y: Scale, area: Area) -> list[str]:
    """The outline of the band: along its high side, and back along its low side."""
    few = thinned(curve.x, MOST_POINTS)
    low, high = (places(x, y, curve.x[few], side[few]) for side in (curve.low, curve.high))
    both = [(up, down) for up, down in zip(high, low, strict=False) if up and down]
    around = [up for up, _ in both] + [down for _, down in reversed(both)]
    held = [(min(max(a, area.left), area.right), min(max(b, area.top), area.bottom)) for a, b in around]
    return [track([held]) + "Z"] if held else []


def over(curve: Curve, x: Scale, y: Scale, area: Area, number: int) -> list[Element]:
    """The line itself, and its marks at even distances, or at every point where there are few."""
    how, few = stroke(curve.role), thinned(curve.x, MOST_POINTS)
    line = places(x, y, curve.x[few], curve.y[few])
    if how.kind == POINTS:
        return [mark(*piece[0], curve.role) for place in line for piece in cut_pieces([place], area)]
    found = cut_pieces(line, area)
    drawn = [mark(*piece[0], curve.role) for piece in found if len(piece) == 1]
    if track(found):
        drawn.append(line_path(found, curve.role))
    if how.kind == MARKS and how.shape:
        drawn += [mark(*place, curve.role) for place in spaced(found, 14.0 * number)]
    return drawn


def line_path(found: Sequence[Sequence[Place]], role: str) -> Element:
    return tag(
        "path",
        d=track(found),
        fill="none",
        stroke=colour(role),
        stroke_width=2,
        stroke_linejoin="round",
        stroke_dasharray=stroke(role).dash or None,
    )


def spaced(found: Sequence[Sequence[Place]], first: float) -> list[Place]:
    """Places along the pieces, about as far from each other across; those of another curve start elsewhere."""
    kept: list[Place] = []
    free = -math.inf
    for piece in found:
        for place in piece:
            if place[0] >= free:
                kept.append(place)
                free = place[0] + BETWEEN_MARKS + (first if len(kept) == 1 else 0)
    return kept


def outside(curve: Curve, x: Scale, y: Scale, area: Area) -> list[Element]:
    """Arrows at the edge that the curve is beyond."""
    drawn: list[Element] = []
    free = {True: -math.inf, False: -math.inf}
    for place in places(x, y, curve.x, curve.y):
        if place is None or area.top <= place[1] <= area.bottom or not area.left <= place[0] <= area.right:
            continue
        above = place[1] < area.top
        if place[0] >= free[above]:
            free[above] = place[0] + BETWEEN_ARROWS
            shape = "M-4 8L0 0L4 8Z" if above else "M-4-8L0 0L4-8Z"
            where = f"translate({place[0]:.1f} {area.top if above else area.bottom:.1f})"
            drawn.append(tag("path", d=shape, transform=where, fill=colour(curve.role)))
    return drawn


def last_words(curve: Curve, x: Scale, y: Scale, area: Area) -> list[Element]:
    """NaN or inf, in words, where the curve stops being a number."""
    found = lost(curve)
    if found is None or not math.isfinite(found[0]):
        return []
    at, before, word = found
    level = area.top if before is None else y.place(before)
    across = min(max(x.place(at), area.left) + 6, area.right - 26)
    return [words(across, min(max(level, area.top + 12), area.bottom - 4), word, fill=colour(curve.role))]
