"""Matrices as SVG: a tile a number, as dark as the number is large; a negative one has a bar across."""

import math

from lessons.pictures import Matrix
from tutor.plots.values import NOTHING, largest, written
from tutor.plots.vectors.markup import Element, box, cut, line, words
from tutor.plots.vectors.paper import INK, LETTER, TITLE, Area, Drawn, tile

WIDEST, HIGHEST = 72.0, 36.0  # pixels a number


def draw_matrix(picture: Matrix, width: int, height: int) -> Drawn:
    """Draw the tiles, the names around them, and the numbers where they are wanted and fit."""
    wide, high = max(map(len, picture.values), default=0), len(picture.values)
    if not wide:
        return [], height
    left = 14 + min(width / 3, LETTER * max(map(len, picture.rows), default=0))
    top = TITLE + (20 if any(picture.columns) else 4)
    across, down = min(WIDEST, (width - left - 12) / wide), min(HIGHEST, (height - top - 12) / high)
    if not picture.numbers:
        across = down = min(across, down)
    area = Area(left, top, left + wide * across, top + high * down)
    drawn = row_names(picture, area, down) + column_names(picture, area, across)
    most = largest(picture.values)
    for row, numbers in enumerate(picture.values):
        for column, value in enumerate(numbers):
            place = Area(
                left + column * across, top + row * down, left + (column + 1) * across, top + (row + 1) * down
            )
            drawn += number_tile(value, abs(value) / most, place, picture.numbers)
    frame = box(left, top, wide * across, high * down, fill="none", stroke=INK, stroke_opacity="0.4")
    return [*drawn, frame], area.bottom + 12


def row_names(picture: Matrix, area: Area, down: float) -> list[Element]:
    """Before its row each; where rows are low, as many as have room."""
    named = list(enumerate(picture.rows[: len(picture.values)]))[:: math.ceil(13 / down)]
    return [
        words(area.left - 6, area.top + (row + 0.5) * down + 4, cut(name, area.left - 12), "end")
        for row, name in named
    ]


def column_names(picture: Matrix, area: Area, across: float) -> list[Element]:
    """Above its column each; where columns are narrow, as many as have room."""
    drawn: list[Element] = []
    free = -math.inf
    for column, name in enumerate(picture.columns[: round((area.right - area.left) / across)]):
        middle, half = area.left + (column + 0.5) * across, LETTER * len(name) / 2
        if name and middle - half > free:
            drawn.append(words(middle, area.top - 6, name, "middle"))
            free = middle + half + 4
    return drawn


def number_tile(value: float, share: float, area: Area, numbers: bool) -> list[Element]:
    """A tile for one number: its shade, and the number itself, or a bar that says that it is negative."""
    wide, middle, centre = area.right - area.left, (area.top + area.bottom) / 2, (area.left + area.right) / 2
    if not math.isfinite(value):
        return [words(centre, middle + 4, written(value), "middle", font_size=10)]
    drawn = []
    if share >= NOTHING:
        role = "positive" if value > 0 else "negative"
        drawn.append(tile(area.left, area.top, wide, area.bottom - area.top, role, 0.1 + 0.75 * share))
    if numbers and wide >= LETTER * len(written(value)) and area.bottom - area.top >= 13:
        drawn.append(words(centre, middle + 4, written(value), "middle"))
    elif value < 0 and share >= NOTHING:
        drawn.append(line(area.left + wide / 4, middle, area.right - wide / 4, middle, stroke=INK))
    return drawn
