"""A task that is a grid, as cells: right or wrong, and what was held out in brackets; side by side where it is long."""

from collections.abc import Iterator
from dataclasses import dataclass

from lessons.pictures import Grid
from tutor.plots.cells.canvas import Canvas, CellGrid
from tutor.plots.cells.strip import draw_strip, group_ends
from tutor.plots.cells.tiles import put_legend, put_mark

WIDEST, SHORT = 6, 4  # columns of a cell at most, and of a name where there is little room


@dataclass(frozen=True)
class Layout:
    """How wide a name, a cell and a whole part are; how many rows a part has, and how many parts there are."""

    name: int
    cell: int
    step: int
    rows: int
    parts: int
    headings: bool = False  # each group has its name above it


def draw_grid(picture: Grid, width: int, height: int, unicode: bool) -> CellGrid:
    """Draw the grid with all its names; where they have no room on its side, or in as many parts as it takes."""
    canvas = Canvas(width, height, unicode)
    top = canvas.title(picture.title, 4, picture.role or "title") + 1
    layout = next(layouts(picture, width, height - top), None)
    if layout is None or layout.cell < 3:
        strip = draw_strip(picture, width, height, unicode)
        if strip.rows or layout is None:
            return strip
    if top > 1:
        put_legend(canvas, picture, layout.cell)
    for part in range(layout.parts):
        put_columns(canvas, picture, top - 1, part * layout.step, layout)
    if layout.headings:
        put_headings(canvas, picture, top)
    for number, row in enumerate(picture.rows[: layout.rows * layout.parts]):
        part, place = divmod(number, layout.rows)
        place += headings_above(picture, number) if layout.headings else 0
        canvas.put(top + place, part * layout.step, row[: layout.name])
        put_cells(canvas, picture, number, top + place, part * layout.step + layout.name + 1, layout)
    hidden = len(picture.rows) - layout.rows * layout.parts
    if hidden > 0:
        more = f"{'…' if unicode else '...'} +{hidden + 1}".ljust(layout.step)
        canvas.put(top + layout.rows - 1, (layout.parts - 1) * layout.step, more)
    return canvas.grid(top + layout.rows + len(picture.groups) * layout.headings)


def layouts(picture: Grid, width: int, height: int) -> Iterator[Layout]:
    """Every layout that shows all, the best legible first; then one that shows as much as there is room for."""
    count, across = len(picture.rows), len(picture.columns)
    long = max(map(len, picture.rows), default=0)
    wide = max(3, min(WIDEST, 1 + max(map(len, picture.columns), default=0)))
    step = parts = 0
    if (
        picture.groups
        and across
        and count + len(picture.groups) <= height
        and long + 1 + wide * across <= width
    ):
        yield Layout(long, wide, long + 1 + wide * across, count, 1, headings=True)
    for name, cell in ((long, wide), (long, 3), (long, 1), (min(long, SHORT), 1)):
        gap = 3 if cell > 1 else 2
        step = name + 1 + cell * across + gap
        parts = (width + gap) // step
        enough = -(-count // max(1, height))
        if count and across and height > 0 and enough <= parts:
            yield Layout(name, cell, step, -(-count // enough), enough)
    if count and across and height > 0 and parts:
        yield Layout(min(long, SHORT), 1, step, height, parts)


def headings_above(picture: Grid, number: int) -> int:
    """How many names of groups stand above a row."""
    return 1 + sum(number >= end for end in group_ends(picture)[:-1])


def put_headings(canvas: Canvas, picture: Grid, top: int) -> None:
    for number, ((name, count), end) in enumerate(zip(picture.groups, group_ends(picture), strict=True)):
        canvas.put(top + end - count + number, 0, name, "axis")


def put_columns(canvas: Canvas, picture: Grid, row: int, left: int, layout: Layout) -> None:
    for number, name in enumerate(picture.columns):
        words = name[: max(1, layout.cell - 1)].center(layout.cell)  # a blank parts it from the next
        canvas.put(row, left + layout.name + 1 + number * layout.cell, words, "axis")


def put_cells(canvas: Canvas, picture: Grid, number: int, row: int, left: int, layout: Layout) -> None:
    cells = picture.cells[number] if number < len(picture.cells) else ()
    for place, state in enumerate(cells[: len(picture.columns)]):
        put_mark(canvas, row, left + place * layout.cell, state, layout.cell)
