"""How sure against how right as inline SVG: all together, and week by week."""

import math
from collections.abc import Callable, Sequence

from progress.calibration import Bin, Week
from tutor.reports.interval import wilson
from tutor.reports.markup import Markup, tag
from tutor.reports.svg_plot import line, names_at_ends, svg, words
from tutor.reports.wording import day, percent

LEFT, TOP = 64.0, 16.0
QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)
MOST_DATES = 5
LARGEST_DOT = 13

Scale = Callable[[float], float]


def calibration_plot(found: Sequence[Bin], title: str, across: str, up: str) -> Markup:
    """Said across, came true up, a dot for each bin; on the diagonal people are right as often as they say."""
    size = 300.0
    most = max((each.count for each in found), default=1)

    def x(sure: float) -> float:
        return LEFT + size * (sure - 0.45) / 0.6

    def y(share: float) -> float:
        return TOP + size * (1 - share)

    sures = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
    return svg(
        LEFT + size + 14,
        TOP + size + 56,
        title,
        *shares(y, size),
        *(words(x(sure), TOP + size + 28, percent(sure), "middle", "soft") for sure in sures),
        line(x(0.5), y(0.5), x(1), y(1), "ideal"),
        *(part for each in found for part in bin_dot(each, most, x, y)),
        words(LEFT + size / 2, TOP + size + 48, across, "middle"),
        upright(up, size),
    )


def weeks_plot(weeks: Sequence[Week], title: str, said: str, came_true: str) -> Markup:
    """Week by week, what was said and what came true: a dotted line and a full one with a dot for each week."""
    width, height = 460.0, 190.0
    first, last = weeks[0].monday, weeks[-1].monday
    span = max(1, (last - first).days)
    most = max(each.count for each in weeks)

    def y(share: float) -> float:
        return TOP + height * (1 - share)

    places = [LEFT + 16 + (width - 32) * (each.monday - first).days / span for each in weeks]
    sides = [
        ("said", said, [(x, y(each.said)) for x, each in zip(places, weeks, strict=True)]),
        ("came-true", came_true, [(x, y(each.came_true)) for x, each in zip(places, weeks, strict=True)]),
    ]
    lines = [
        tag("polyline", points=" ".join(f"{x:.1f},{level:.1f}" for x, level in points), class_=kind)
        for kind, _, points in sides
    ]
    dots = [dot(x, y(each.came_true), each.count / most) for x, each in zip(places, weeks, strict=True)]
    dates = [
        words(x, TOP + height + 18, day(each.monday), "middle", "soft")
        for x, each in zip(places, weeks, strict=True)
        if each.monday in dated(weeks)
    ]
    return svg(
        LEFT + width + 84, TOP + height + 26, title,
        *shares(y, width), *dates, *lines, *dots, *names_at_ends(sides, gap=LARGEST_DOT + 4),
    )  # fmt: skip


def dated(weeks: Sequence[Week]) -> set[object]:
    """The weeks whose date is written: the first, the last, and some between that are far enough apart."""
    chosen = [weeks[0].monday]
    apart = (weeks[-1].monday - weeks[0].monday) / MOST_DATES
    for each in weeks[1:-1]:
        if each.monday - chosen[-1] >= apart and weeks[-1].monday - each.monday >= apart:
            chosen.append(each.monday)
    return {*chosen, weeks[-1].monday}


def shares(y: Scale, width: float) -> list[Markup]:
    """A line for each quarter, with its share beside it."""
    return [
        part
        for share in QUARTERS
        for part in (
            line(LEFT, y(share), LEFT + width, y(share), "axis"),
            words(LEFT - 8, y(share) + 4, percent(share), "end", "soft"),
        )
    ]


def bin_dot(each: Bin, most: int, x: Scale, y: Scale) -> tuple[Markup, Markup]:
    """A dot, the larger the more predictions, and a whisker where the true share may lie."""
    low, high = wilson(each.came_true, each.count)
    across = x(each.said)
    return line(across, y(low), across, y(high), "whisker"), dot(across, y(each.came_true), each.count / most)


def dot(x: float, y: float, size: float) -> Markup:
    return tag(
        "circle",
        cx=f"{x:.1f}",
        cy=f"{y:.1f}",
        r=f"{4 + (LARGEST_DOT - 4) * math.sqrt(size):.1f}",
        class_="dot",
    )


def upright(said: str, height: float) -> Markup:
    """The name of the upright axis."""
    return tag(
        "text", said, transform=f"translate(12 {TOP + height / 2:g}) rotate(-90)", text_anchor="middle"
    )
