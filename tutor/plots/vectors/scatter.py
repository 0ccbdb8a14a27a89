"""Named places as SVG: a dot each, and its name beside it where no other name stands."""

import math

from lessons.pictures import Point, Scatter
from tutor.plots.vectors.markup import Element, words
from tutor.plots.vectors.paper import LETTER, TITLE, Area, Drawn, axes, colour, mark, scales

Box = tuple[float, float, float, float]


def draw_scatter(picture: Scatter, width: int, height: int) -> Drawn:
    """Draw the axes, every dot within them, and as many names as have room."""
    area = Area(58, TITLE + 24, width - 20, height - 42)
    x, y = scales(picture.x, picture.y, area)
    drawn = axes(x, y, area)
    finite = [point for point in picture.points if math.isfinite(point.x) and math.isfinite(point.y)]
    placed = [(point, x.place(point.x), y.place(point.y)) for point in finite]
    inside = [
        each for each in placed if area.left <= each[1] <= area.right and area.top <= each[2] <= area.bottom
    ]
    drawn += [mark(across, down, point.role) for point, across, down in inside]
    taken: list[Box] = [(across - 4, down - 4, across + 4, down + 4) for _, across, down in inside]
    for point, across, down in inside:
        drawn += name(point, across, down, taken, area)
    missing = [point.name for point in picture.points if point not in finite]
    if missing:
        drawn.append(words(area.left + 6, area.top + 12, f"NaN: {', '.join(missing)}"))
    return drawn, height


def name(point: Point, x: float, y: float, taken: list[Box], area: Area) -> list[Element]:
    """A point's name right of it, left of it, above or below; none where all these are taken."""
    wide = LETTER * len(point.name)
    for left, middle in ((x + 6, y), (x - 6 - wide, y), (x - wide / 2, y - 12), (x - wide / 2, y + 12)):
        around = (left, middle - 6, left + wide, middle + 6)
        if (
            area.left <= left
            and left + wide <= area.right
            and not any(meet(around, other) for other in taken)
        ):
            taken.append(around)
            return [words(left, middle + 4, point.name, fill=colour(point.role))]
    return []


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
