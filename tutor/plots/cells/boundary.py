"""What a model says over a square, as cells: two columns each, and the data's digits on top."""

import math

from lessons.pictures import Boundary
from tutor.plots.cells.canvas import Canvas, CellGrid, shortened
from tutor.plots.cells.shades import share
from tutor.plots.scale import Scale, sound
from tutor.plots.values import label

FEWEST, WIDE = 4, 2


def draw_boundary(picture: Boundary, width: int, height: int, unicode: bool) -> CellGrid:
    """Draw the shades as large as they fit, then the points, and the ends of both axes outside."""
    canvas = Canvas(width, height, unicode)
    x, y = sound(picture.x), sound(picture.y)
    sides = [end(y.high), y.name, end(y.low)]
    left = min(max(map(len, sides)) + 1, width // 3)
    top = canvas.title(picture.title, FEWEST + 1, picture.role or "title")
    rows, columns = fitted(picture, height - top - 1, (width - left) // WIDE)
    if rows < FEWEST or columns < FEWEST:
        return CellGrid()
    put_shades(canvas, picture, top, left, rows, columns)
    put_points(canvas, picture, Scale(x, left, left + WIDE * columns - 1), Scale(y, top + rows - 1, top))
    for row, words in zip((top, top + rows // 2, top + rows - 1), sides, strict=True):
        short = shortened(words, left - 1, unicode)
        canvas.put(row, left - 1 - len(short), short, "axis")
    put_ends(canvas, top + rows, left, WIDE * columns, (end(x.low), x.name, end(x.high)))
    return canvas.grid(top + rows + 1)


def end(value: float) -> str:
    """Write an end of an axis in three digits: where the rows were drawn, nobody counts the others."""
    return label(float(f"{value:.3g}"))


def fitted(picture: Boundary, rows: int, columns: int) -> tuple[int, int]:
    """As many rows and columns as fit, in the proportion that the shades have."""
    down, across = len(picture.shades), max(map(len, picture.shades), default=0)
    if not down or not across:
        return 0, 0
    size = min(rows / down, columns / across)
    return int(size * down + 1e-9), int(size * across + 1e-9)


def put_shades(canvas: Canvas, picture: Boundary, top: int, left: int, rows: int, columns: int) -> None:
    for row in range(rows):
        shades = picture.shades[int((row + 0.5) * len(picture.shades) / rows)]
        for column in range(columns if shades else 0):
            shade, role = share(shades[int((column + 0.5) * len(shades) / columns)], canvas.unicode)
            canvas.put(top + row, left + WIDE * column, shade * WIDE, role)


def put_points(canvas: Canvas, picture: Boundary, x: Scale, y: Scale) -> None:
    """Every point that lies on the square: its digit, as wide as a cell, in the cell that holds it."""
    for at_x, at_y, digit in picture.points:
        if not (math.isfinite(at_x) and math.isfinite(at_y)):
            continue
        column, row = x.place(at_x), y.place(at_y)
        if abs(column - x.held(at_x)) < 0.5 and abs(row - y.held(at_y)) < 0.5:
            begin = int(x.start) + int(column - x.start) // WIDE * WIDE
            canvas.put(round(row), begin, (digit * WIDE)[:WIDE], "mark")


def put_ends(canvas: Canvas, row: int, left: int, width: int, words: tuple[str, str, str]) -> None:
    """An axis in words under the square: its low end, its name where there is room, its high end."""
    low, name, high = words
    canvas.put(row, left, low, "axis")
    canvas.put(row, left + width - len(high), high, "axis")
    if len(low) + len(name) + len(high) + 4 <= width:
        canvas.put(row, left + (width - len(name)) // 2, name, "axis")
