"""Bars and histograms as SVG: lying bars with whiskers, and standing bars, a series beside the other in each bin."""

import math

from lessons.pictures import Bar, Bars, Histogram
from tutor.plots.scale import Scale
from tutor.plots.values import label, said, spread
from tutor.plots.vectors.markup import Element, box, cut, line, tag, words
from tutor.plots.vectors.paper import INK, LETTER, TITLE, Area, Drawn, colour, lower_ticks

FILLS = (0.9, 0.35, 0.6, 0.15)  # how full a series' bars are: the next one beside differs without its colour


def draw_bars(picture: Bars, width: int, height: int) -> Drawn:
    """Draw a row a bar, with its name before it and its value in words after the name."""
    names = [cut(bar.name, width / 3) for bar in picture.bars]
    values = [said(bar) for bar in picture.bars]
    left = 24 + LETTER * (max(map(len, names), default=0) + max(map(len, values), default=0))
    each = min(34.0, (height - TITLE - 46) / max(1, len(picture.bars)))
    area = Area(min(left, width * 0.75), TITLE + 4, width - 16, TITLE + 8 + each * len(picture.bars))
    scale = Scale(picture.axis, area.left, area.right)
    drawn = lower_ticks(scale, area, lines=True)
    for number, bar in enumerate(picture.bars):
        middle = area.top + each * (number + 0.5)
        drawn.append(words(8, middle + 4, names[number]))
        drawn.append(words(area.left - 8, middle + 4, values[number], "end", opacity=0.8))
        drawn += lying(bar, scale, middle, min(18.0, each * 0.7))
    drawn.append(words(area.right, area.bottom + 34, picture.axis.name, "end", opacity=0.8))
    return drawn, area.bottom + 42


def lying(bar: Bar, scale: Scale, middle: float, thick: float) -> list[Element]:
    """A bar from zero to its value, its whiskers, and an arrow where it reaches beyond the axis."""
    zero = scale.start if scale.axis.log else scale.held(0)
    drawn = [line(zero, middle - thick, zero, middle + thick, stroke=INK)]
    if not math.isfinite(bar.value):
        return drawn
    place, end = scale.place(bar.value), scale.held(bar.value)
    length, left = abs(end - zero), min(end, zero)
    drawn.append(box(left, middle - thick / 2, length, thick, fill=colour(bar.role), fill_opacity="0.8"))
    around = spread(bar)
    if around:
        drawn.append(whisker(scale.held(around[0]), scale.held(around[1]), middle))
    if abs(place - end) > 1:
        shape = "M0-5L8 0L0 5Z" if place > end else "M0-5L-8 0L0 5Z"
        drawn.append(tag("path", d=shape, transform=f"translate({end:.1f} {middle:.1f})"))
    return drawn


def whisker(low: float, high: float, middle: float) -> Element:
    ends = "".join(f"M{place:.1f} {middle - 5:.1f}v10" for place in (low, high))
    return tag(
        "path", d=f"M{low:.1f} {middle:.1f}H{high:.1f}{ends}", fill="none", stroke=INK, stroke_width=1.5
    )


def draw_histogram(picture: Histogram, width: int, height: int) -> Drawn:
    """Draw a bar a bin and series, all on one scale, and the edges' values under the bins' edges."""
    bins = max(1, len(picture.edges) - 1)
    drawn, top = series_names(picture, width)
    area = Area(24, top + 18, width - 24, height - 30)
    slot = (area.right - area.left) / bins
    most = max((max(counts, default=0) for counts in picture.counts.values()), default=0) or 1
    for number, (name, counts) in enumerate(picture.counts.items()):
        wide = 0.86 * slot / len(picture.counts)
        for place, count in enumerate(counts[:bins]):
            x = area.left + slot * (place + 0.07) + number * wide
            tall = (area.bottom - area.top) * count / most
            drawn += standing(x, area.bottom, wide, tall, count, picture.roles.get(name, ""), number)
    drawn.append(line(area.left, area.bottom, area.right, area.bottom, stroke=INK))
    return drawn + edge_names(picture, area, slot), height


def series_names(picture: Histogram, width: float) -> tuple[list[Element], float]:
    """A small bar and a name for each series; and where they end."""
    drawn: list[Element] = []
    x = 8.0
    for number, name in enumerate(picture.counts):
        drawn.append(box(x, TITLE + 3, 18, 11, **look(picture.roles.get(name, ""), number)))
        drawn.append(words(x + 24, TITLE + 13, cut(name, width - x - 30)))
        x += 40 + LETTER * len(name)
    return drawn, TITLE + 18


def look(role: str, number: int) -> dict[str, str]:
    return {"fill": colour(role), "stroke": colour(role), "fill_opacity": str(FILLS[number % len(FILLS)])}


def standing(
    x: float, floor: float, wide: float, tall: float, count: int, role: str, number: int
) -> list[Element]:
    """A bar and its count. Whatever is there is seen, however small; nothing is a dot on the floor."""
    if count <= 0:
        return [tag("circle", cx=x + wide / 2, cy=floor - 4, r=1.5, fill_opacity="0.6")]
    drawn = [box(x, floor - max(tall, 1.5), wide, max(tall, 1.5), **look(role, number))]
    if wide >= LETTER * len(str(count)):
        drawn.append(
            words(x + wide / 2, floor - max(tall, 1.5) - 4, str(count), "middle", font_size=11, opacity=0.8)
        )
    return drawn


def edge_names(picture: Histogram, area: Area, slot: float) -> list[Element]:
    """The value of every edge that has room; one value in the middle, where a bin holds no other."""
    drawn: list[Element] = []
    free = -math.inf
    for number, edge in enumerate(picture.edges):
        before, after = picture.edges[number - 1 : number], picture.edges[number + 1 : number + 2]
        shift = 0.5 * ((after == (edge,)) - (before == (edge,)))
        place = area.left + slot * (number + shift)
        if place - LETTER * len(label(edge)) / 2 > free:
            drawn.append(words(place, area.bottom + 16, label(edge), "middle", opacity=0.8))
            free = place + LETTER * len(label(edge)) / 2 + 4
    return drawn
