"""Plots as inline SVG: bars and loss curves. Numbers in, markup out; the style in plot.css has the colours."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tutor.reports.markup import Markup, tag

POINTS = 150  # the most that one curve is drawn with


@dataclass(frozen=True)
class Bar:
    """One row: a name, how many, and how many of these are shown striped."""

    name: str
    count: int
    striped: int = 0


@dataclass(frozen=True)
class LossCurves:
    """Two losses, one value a step, and what the lines are called."""

    healthy: Sequence[float]
    broken: Sequence[float]
    healthy_name: str
    broken_name: str


def svg(width: float, height: float, title: str, *content: str) -> Markup:
    size = {"width": f"{width:g}", "height": f"{height:g}", "viewBox": f"0 0 {width:g} {height:g}"}
    return tag("svg", tag("title", title), *content, role="img", **size)


def words(x: float, y: float, said: str, anchor: str = "start", class_: str | None = None) -> Markup:
    return tag("text", said, x=f"{x:.1f}", y=f"{y:.1f}", text_anchor=anchor, class_=class_)


def line(x1: float, y1: float, x2: float, y2: float, class_: str) -> Markup:
    return tag("line", x1=f"{x1:.1f}", y1=f"{y1:.1f}", x2=f"{x2:.1f}", y2=f"{y2:.1f}", class_=class_)


def bars(rows: Sequence[Bar], title: str, longest: int, width: int = 420, names: int = 84) -> Markup:
    """Horizontal bars with their counts. `longest` is the count that fills the width."""
    height, room = 22, width - names - 44
    drawn: list[Markup] = []
    for number, row in enumerate(rows):
        top = number * height
        length = room * row.count / max(longest, 1)
        striped = room * row.striped / max(longest, 1)
        drawn += [
            words(names - 10, top + 15, row.name, "end", None if row.count else "soft"),
            rectangle(names, top + 4, length - striped, "bar"),
            *stripes(names + length - striped, top + 4, striped),
            words(names + max(length, 0) + 7, top + 15, str(row.count), class_=None if row.count else "soft"),
        ]
    return svg(width, len(rows) * height + 2, title, *drawn)


def rectangle(x: float, y: float, width: float, class_: str, height: float = 14) -> Markup:
    size = {"width": f"{max(width, 0):.1f}", "height": f"{height:g}"}
    return tag("rect", x=f"{x:.1f}", y=f"{y:.1f}", class_=class_, **size)


def stripes(x: float, y: float, width: float) -> list[Markup]:
    """A soft bar with upright stripes, so that it differs from a full one without its colour."""
    if width <= 0:
        return []
    upright = [
        rectangle(x + 4 * n + 1, y, 1.3, "bar") for n in range(int((width - 1) // 4) + 1) if 4 * n + 2 < width
    ]
    return [rectangle(x, y, width, "bar-soft"), *upright]


def curves_plot(curves: LossCurves, title: str, across: str, up: str) -> Markup:
    """Both losses on a log scale; each line is named at its end, and the broken one is dashed."""
    width, height, left, top = 400.0, 190.0, 68.0, 10.0
    steps = max(len(curves.healthy), len(curves.broken), 2)
    low, high = loss_range([*curves.healthy, *curves.broken])

    def x(step: float) -> float:
        return left + width * step / (steps - 1)

    def y(loss: float) -> float:
        loss = min(max(loss, low), high)
        return top + height * math.log10(high / loss) / math.log10(high / low)

    grid: list[Markup] = []
    for power in range(round(math.log10(low)), round(math.log10(high)) + 1):
        level = y(10.0**power)
        grid += [
            line(left, level, left + width, level, "axis"),
            words(left - 8, level + 4, f"{10.0**power:g}", "end", "soft"),
        ]
    for quarter in range(5):
        step = round((steps - 1) * quarter / 4)
        grid.append(words(x(step), top + height + 17, str(step + 1), "middle", "soft"))
    sides = [
        (kind, name, [(x(step), y(loss)) for step, loss in thinned(values) if math.isfinite(loss)])
        for kind, name, values in (
            ("healthy", curves.healthy_name, curves.healthy),
            ("broken", curves.broken_name, curves.broken),
        )
    ]
    drawn = [
        tag("polyline", points=" ".join(f"{each:.1f},{level:.1f}" for each, level in points), class_=kind)
        for kind, _, points in sides
    ]
    labels = (
        words(left + width / 2, top + height + 34, across, "middle"),
        tag("text", up, transform=f"translate(12 {top + height / 2:g}) rotate(-90)", text_anchor="middle"),
    )
    return svg(left + width + 74, top + height + 42, title, *grid, *drawn, *names_at_ends(sides), *labels)


def names_at_ends(
    sides: Sequence[tuple[str, str, Sequence[tuple[float, float]]]], gap: float = 6
) -> list[Markup]:
    """The name of each line at its end, moved apart where two lines end together."""
    ends = sorted((points[-1][1], points[-1][0], kind, name) for kind, name, points in sides if points)
    named: list[Markup] = []
    free = -math.inf
    for level, end, kind, name in ends:
        level = max(level, free)
        free = level + 14
        named.append(words(end + gap, level + 4, name, class_=f"{kind}-word"))
    return named


def loss_range(values: Sequence[float]) -> tuple[float, float]:
    """Whole powers of ten around the losses, and at least two of them."""
    finite = [value for value in values if math.isfinite(value) and value > 0] or [0.1, 1.0]
    low, high = math.floor(math.log10(min(finite))), math.ceil(math.log10(max(finite)))
    return 10.0 ** max(low, -6), 10.0 ** min(max(high, low + 1), 6)


def thinned(values: Sequence[float]) -> list[tuple[int, float]]:
    """The curve with at most POINTS points, the first and the last among them."""
    last = len(values) - 1
    if last < POINTS:
        return list(enumerate(values))
    places = sorted({round(last * n / (POINTS - 1)) for n in range(POINTS)})
    return [(place, values[place]) for place in places]
