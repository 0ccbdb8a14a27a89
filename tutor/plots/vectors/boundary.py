"""What a model says over a square, as SVG: darker where class 1 is likelier, with the data's digits on top."""

import math
from collections.abc import Sequence
from itertools import pairwise

from lessons.pictures import Boundary
from tutor.plots.scale import Scale
from tutor.plots.values import label
from tutor.plots.vectors.markup import Element, box, cut, words
from tutor.plots.vectors.paper import INK, TITLE, Area, Drawn, scales, tile

FINEST = 64  # tiles along one side
DARKEST = 0.8


def draw_boundary(picture: Boundary, width: int, height: int) -> Drawn:
    """Draw the tiles as large as they fit, then the points, and the ends of both axes outside."""
    down, across = len(picture.shades), max(map(len, picture.shades), default=0)
    if not across:
        return [], height
    size = min((height - TITLE - 40) / down, (width - 60) / across)
    size = math.floor(size) or size  # whole pixels: on paper, tiles that share half of one leave a seam
    area = Area(48, TITLE + 6, 48 + size * across, TITLE + 6 + size * down)
    x, y = scales(picture.x, picture.y, area)
    drawn = shade_tiles(picture, area, min(down, FINEST), min(across, FINEST))
    look = {"fill": "none", "stroke": INK, "stroke_opacity": "0.5"}
    drawn.append(box(area.left, area.top, size * across, size * down, **look))
    return [*drawn, *digits(picture, x, y), *side_words(x, y, area)], area.bottom + 26


def digits(picture: Boundary, x: Scale, y: Scale) -> list[Element]:
    """The digit of every point that lies on the square."""
    finite = [point for point in picture.points if math.isfinite(point[0]) and math.isfinite(point[1])]
    return [
        words(x.place(at_x), y.place(at_y) + 6, digit, "middle", font_size=17, font_weight="700")
        for at_x, at_y, digit in finite
        if x.place(at_x) == x.held(at_x) and y.place(at_y) == y.held(at_y)
    ]


def shade_tiles(picture: Boundary, area: Area, down: int, across: int) -> list[Element]:
    """All tiles, row by row; neighbours of one shade are one tile, and so are rows that are the same."""
    drawn: list[Element] = []
    wide, high = (area.right - area.left) / across, (area.bottom - area.top) / down
    rows = [levels_of(picture, row, down, across) for row in range(down)]
    for first, last in runs(rows):
        levels = rows[first]
        for begin, end in runs(levels):
            left, top = area.left + begin * wide, area.top + first * high
            drawn.append(tile(left, top, (end - begin) * wide, (last - first) * high, "shade", levels[begin]))
    return drawn


def levels_of(picture: Boundary, row: int, down: int, across: int) -> list[float]:
    """How dark each tile of one row is."""
    shades = picture.shades[row * len(picture.shades) // down]
    return [level(shades[column * len(shades) // across]) for column in range(across)] if shades else []


def runs(levels: Sequence[object]) -> list[tuple[int, int]]:
    """From where to where neighbours are the same."""
    starts = [place for place in range(len(levels)) if place == 0 or levels[place] != levels[place - 1]]
    return list(pairwise([*starts, len(levels)]))


def level(share: float) -> float:
    """How dark a share is drawn, in steps of a twentieth. What is no number stays empty."""
    return 0.0 if math.isnan(share) else DARKEST * round(20 * min(max(share, 0.0), 1.0)) / 20


def side_words(x: Scale, y: Scale, area: Area) -> list[Element]:
    """The ends and the names of both axes, around the square."""
    side, floor = area.left - 6, area.bottom + 16
    return [
        words(side, area.top + 10, label(y.axis.high), "end", opacity=0.8),
        words(side, (area.top + area.bottom) / 2 + 4, cut(y.axis.name, 40), "end", opacity=0.8),
        words(side, area.bottom, label(y.axis.low), "end", opacity=0.8),
        words(area.left, floor, label(x.axis.low), opacity=0.8),
        words((area.left + area.right) / 2, floor, x.axis.name, "middle", opacity=0.8),
        words(area.right, floor, label(x.axis.high), "end", opacity=0.8),
    ]
