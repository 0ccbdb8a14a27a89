"""A task that is a grid, as cells: right or wrong, and what was held out, told apart without any colour."""

from collections.abc import Iterator
from dataclasses import dataclass

from lessons.course.pictures import HELD_OUT_RIGHT, HELD_OUT_WRONG, RIGHT, WRONG, Grid
from tutor.plots.canvas import Canvas, CellGrid

# The marks of a cell with room around it, and of one without. The second ones are ASCII.
ROOMY = {RIGHT: (" ✓ ", " + "), WRONG: (" ✗ ", " X "), HELD_OUT_RIGHT: ("[✓]", "[+]"), HELD_OUT_WRONG: ("[✗]", "[X]")}
TIGHT = {RIGHT: ("✓", "+"), WRONG: ("✗", "X"), HELD_OUT_RIGHT: ("●", "@"), HELD_OUT_WRONG: ("○", "o")}
ROLES = {RIGHT: "right", WRONG: "wrong", HELD_OUT_RIGHT: "right", HELD_OUT_WRONG: "wrong"}


def put_mark(canvas: Canvas, row: int, column: int, state: str, wide: int) -> None:
    """One cell, so many columns wide."""
    marks = (TIGHT if wide < 3 else ROOMY).get(state, ("·", "."))
    canvas.put(row, column, marks[not canvas.unicode].center(wide), ROLES.get(state, ""))


def put_legend(canvas: Canvas, picture: Grid, wide: int, rows: int = 1) -> None:
    """At the end of the first of some rows with room for it: which marks are of cells that were held out."""
    if not picture.held_out:
        return
    signs = (TIGHT[state][not canvas.unicode] for state in (HELD_OUT_RIGHT, HELD_OUT_WRONG))
    words = f"{''.join(signs) if wide < 3 else '[ ]'} {picture.held_out}"
    for row in range(rows):
        if canvas.is_free(row, canvas.width - len(words) - 1, len(words) + 1):
            canvas.put(row, canvas.width - len(words), words, "axis")
            return


GAP = 2  # columns between two groups


def draw_strip(picture: Grid, width: int, height: int, unicode: bool) -> CellGrid:
    """Draw the grid on its side, in cells as wide as fit; nothing where it does not fit at all."""
    top = 2 if picture.groups else 1
    names = max(map(len, picture.columns), default=0) + 1
    gaps = GAP * max(0, len(picture.groups) - 1)
    cell = next((cell for cell in (3, 2, 1) if names + cell * len(picture.rows) + gaps <= width), 0)
    if not cell or not picture.rows or height < top + len(picture.columns):
        return CellGrid()
    canvas = Canvas(width, height, unicode)
    canvas.put(0, 0, picture.title, picture.role or "title")
    for number, ((group, _), start) in enumerate(zip(picture.groups, group_starts(picture), strict=True)):
        place = min(names + cell * start + GAP * number, width - len(group))
        if canvas.is_free(1, place - 1, len(group) + 1):
            canvas.put(1, place, group, "axis")
    for line, column in enumerate(picture.columns, top):
        canvas.put(line, 0, column, "axis")
    for number in range(len(picture.rows)):
        place = names + cell * number + GAP * groups_before(picture, number)
        states = picture.cells[number] if number < len(picture.cells) else ()
        for line in range(len(picture.columns)):
            put_mark(canvas, top + line, place, states[line] if line < len(states) else "", cell)
    put_legend(canvas, picture, cell, top + len(picture.columns))
    return canvas.grid(top + len(picture.columns))


def group_starts(picture: Grid) -> list[int]:
    """Return the number of each group's first row."""
    return [sum(count for _, count in picture.groups[:number]) for number in range(len(picture.groups))]


def groups_before(picture: Grid, row: int) -> int:
    """Return how many groups end before a row."""
    return sum(row >= start for start in group_starts(picture)[1:])


WIDEST, SHORT = 6, 4  # columns of a cell at most, and of a name where there is little room


@dataclass(frozen=True)
class Layout:
    """Widths of a name, a cell and a whole part; the number of rows of a part, and of parts."""

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
    for part in range(layout.parts):
        put_columns(canvas, picture, top - 1, part * layout.step, layout)
    if layout.headings:
        for number, ((name, _), start) in enumerate(zip(picture.groups, group_starts(picture), strict=True)):
            canvas.put(top + start + number, 0, name, "axis")
    for number, row in enumerate(picture.rows[: layout.rows * layout.parts]):
        part, place = divmod(number, layout.rows)
        place += 1 + groups_before(picture, number) if layout.headings else 0
        canvas.put(top + place, part * layout.step, row[: layout.name])
        states = picture.cells[number] if number < len(picture.cells) else ()
        for across, state in enumerate(states[: len(picture.columns)]):
            left = part * layout.step + layout.name + 1 + across * layout.cell
            put_mark(canvas, top + place, left, state, layout.cell)
    hidden = len(picture.rows) - layout.rows * layout.parts
    if hidden > 0:
        more = f"{'…' if unicode else '...'} +{hidden + 1}".ljust(layout.step)
        canvas.put(top + layout.rows - 1, (layout.parts - 1) * layout.step, more)
    put_legend(canvas, picture, layout.cell, top + layout.rows)
    return canvas.grid(top + layout.rows + len(picture.groups) * layout.headings)


def layouts(picture: Grid, width: int, height: int) -> Iterator[Layout]:
    """Yield every layout that shows all, the best legible first; then one that shows as much as there is room for."""
    count, across = len(picture.rows), len(picture.columns)
    long = max(map(len, picture.rows), default=0)
    wide = max(3, min(WIDEST, 1 + max(map(len, picture.columns), default=0)))
    step = parts = 0
    if picture.groups and across and count + len(picture.groups) <= height and long + 1 + wide * across <= width:
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


def put_columns(canvas: Canvas, picture: Grid, row: int, left: int, layout: Layout) -> None:
    for number, name in enumerate(picture.columns):
        words = name[: max(1, layout.cell - 1)].center(layout.cell)  # a blank parts it from the next
        canvas.put(row, left + layout.name + 1 + number * layout.cell, words, "axis")
