"""Matrices as cells: shades by size and sign, each level a character of its own."""

import math
from collections.abc import Sequence

from lessons.course.pictures import Matrix
from tutor.plots.canvas import NOTHING, Canvas, Cell, CellGrid, shortened, written

POSITIVE, NEGATIVE = "░▒▓█", "·-=≡"
ASCII_POSITIVE, ASCII_NEGATIVE = ":+*#", ".-=%"
NO_NUMBER = "?"


def signed(value: float, most: float, unicode: bool) -> Cell:
    """Return a number's shade beside the largest one. Exact zero is blank."""
    if not math.isfinite(value):
        return NO_NUMBER, "mark"
    share = abs(value) / most
    if share < NOTHING:
        return " ", ""
    level = min(3, math.ceil(4 * share) - 1)
    if value > 0:
        return (POSITIVE if unicode else ASCII_POSITIVE)[level], "positive"
    return (NEGATIVE if unicode else ASCII_NEGATIVE)[level], "negative"


WIDEST, LONGEST_NAME = 10, 16
Values = Sequence[Sequence[float]]


def draw_matrix(picture: Matrix, width: int, height: int, unicode: bool) -> CellGrid:
    """Draw all of it. Where there are more numbers than cells, the largest of a block stands for the block."""
    canvas = Canvas(width, height, unicode)
    names = min(max(map(len, picture.rows), default=0), width // 3, LONGEST_NAME)
    left = names + 1 if names else 0
    wide, high = max(map(len, picture.values), default=0), len(picture.values)
    if not wide or width - left < min(wide, 4):
        return CellGrid()
    named = int(any(picture.columns) and height > high)
    head = canvas.title(picture.title, high + named) + named
    down, across = -(-high // (height - head)), -(-wide // (width - left))
    values = blocks(picture.values, down, across)
    cell = cell_width(picture, len(values[0]), width - left)
    if named:
        put_column_names(canvas, picture.columns[::across], head - 1, left, cell)
    for row, name in enumerate(picture.rows[::down][: len(values)], head):
        canvas.put(row, 0, shortened(name, names, unicode), "axis")
    put_values(canvas, values, head, left, cell, picture.numbers)
    return canvas.grid(head + len(values))


def blocks(values: Values, down: int, across: int) -> list[list[float]]:
    """Return the largest by size of each block of numbers. What is no number counts as larger than all."""

    def largest(top: int, left: int) -> float:
        numbers = [value for row in values[top : top + down] for value in row[left : left + across]]
        return max(numbers, key=lambda value: abs(value) if math.isfinite(value) else math.inf, default=0.0)

    lefts = range(0, max(map(len, values)), across)
    return [[largest(top, left) for left in lefts] for top in range(0, len(values), down)]


def cell_width(picture: Matrix, columns: int, room: int) -> int:
    """Columns a number: for the number, or for the column's name, or two, so that a cell is square; or one."""
    if picture.numbers:
        wanted = 3 + max(len(written(value)) for row in picture.values for value in row)
    else:
        wanted = min(WIDEST, max(map(len, picture.columns), default=0) + 1)
    return next((size for size in (max(2, wanted), 2) if size * columns <= room), 1)


def put_column_names(canvas: Canvas, names: Sequence[str], row: int, left: int, cell: int) -> None:
    """Above its column each; where they are longer than that, as many as have room."""
    end = -1
    for number, name in enumerate(names):
        column = left + number * cell
        if name and column > end and column + min(len(name), 3) <= canvas.width:
            short = shortened(name, max(cell - 1, min(len(name), LONGEST_NAME)), canvas.unicode)
            canvas.put(row, column, short, "axis")
            end = column + len(short)


def put_values(canvas: Canvas, values: Values, top: int, left: int, cell: int, numbers: bool) -> None:
    """Draw a shade as wide as a cell each; or one mark of it and the number."""
    most = max((abs(value) for row in values for value in row if math.isfinite(value)), default=0.0) or 1.0
    for row, line in enumerate(values, top):
        for number, value in enumerate(line):
            shade, role = signed(value, most, canvas.unicode)
            words = shade + written(value).rjust(cell - 2)
            if not numbers or len(words) >= cell:
                words = shade * (cell if cell <= 2 else cell - 1)
            canvas.put(row, left + number * cell, words, role)
