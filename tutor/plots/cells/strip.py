"""A long grid laid on its side, where there is little height: a line a column, a cell or so a row, a gap a group."""

from collections.abc import Iterator

from lessons.pictures import Grid
from tutor.plots.cells.canvas import Canvas, CellGrid
from tutor.plots.cells.tiles import put_legend, put_mark

GAP = 2  # columns between two groups


def draw_strip(picture: Grid, width: int, height: int, unicode: bool) -> CellGrid:
    """Draw the grid on its side, in cells as wide as fit; nothing where it does not fit at all."""
    headings = 1 if picture.groups else 0
    names = max(map(len, picture.columns), default=0) + 1
    cell = next((cell for cell in (3, 2, 1) if names + length(picture, cell) <= width), 0)
    if not cell or not picture.rows or height < 1 + headings + len(picture.columns):
        return CellGrid()
    canvas = Canvas(width, height, unicode)
    canvas.put(0, 0, picture.title, picture.role or "title")
    put_legend(canvas, picture, cell)
    for group, start in headed(picture, cell):
        place = min(names + start, width - len(group))
        if canvas.is_free(1, place - 1, len(group) + 1):
            canvas.put(1, place, group, "axis")
    for line, column in enumerate(picture.columns):
        canvas.put(1 + headings + line, 0, column, "axis")
        for number, place in enumerate(places(picture, cell)):
            states = picture.cells[number] if number < len(picture.cells) else ()
            state = states[line] if line < len(states) else ""
            put_mark(canvas, 1 + headings + line, names + place, state, cell)
    return canvas.grid(1 + headings + len(picture.columns))


def length(picture: Grid, cell: int) -> int:
    """How many columns all rows take beside each other, with the gaps between their groups."""
    return cell * len(picture.rows) + GAP * max(0, len(picture.groups) - 1)


def places(picture: Grid, cell: int) -> Iterator[int]:
    """Where each row of the grid stands."""
    ends = group_ends(picture)
    for number in range(len(picture.rows)):
        yield cell * number + GAP * sum(number >= end for end in ends[:-1])


def headed(picture: Grid, cell: int) -> Iterator[tuple[str, int]]:
    """Each group: its name, and where it begins."""
    for number, ((name, count), end) in enumerate(zip(picture.groups, group_ends(picture), strict=True)):
        yield name, cell * (end - count) + GAP * number


def group_ends(picture: Grid) -> list[int]:
    """After which row each group ends."""
    return [sum(count for _, count in picture.groups[: number + 1]) for number in range(len(picture.groups))]
