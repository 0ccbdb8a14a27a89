"""Grids and matrices as cells: right, wrong and held out; shades by size and sign. Told apart without any colour."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lessons.course.lesson.pictures import HELD_OUT_RIGHT, HELD_OUT_WRONG, RIGHT, WRONG, Grid, Matrix
from tutor.plots.canvas import NOTHING, Canvas, Cell, CellGrid, shortened, written

# The marks of a cell with room around it, and of one without. The second ones are ASCII.
ROOMY = {RIGHT: (" ✓ ", " + "), WRONG: (" ✗ ", " X "), HELD_OUT_RIGHT: ("[✓]", "[+]"), HELD_OUT_WRONG: ("[✗]", "[X]")}
TIGHT = {RIGHT: ("✓", "+"), WRONG: ("✗", "X"), HELD_OUT_RIGHT: ("●", "@"), HELD_OUT_WRONG: ("○", "o")}
ROLES = {RIGHT: "right", WRONG: "wrong", HELD_OUT_RIGHT: "right", HELD_OUT_WRONG: "wrong"}

POSITIVE, NEGATIVE = "░▒▓█", "·-=≡"
ASCII_POSITIVE, ASCII_NEGATIVE = ":+*#", ".-=%"
NO_NUMBER = "?"


def put_mark(canvas: Canvas, row: int, column: int, state: str, wide: int) -> None:
    """One cell, so many columns wide."""
    marks = (TIGHT if wide < 3 else ROOMY).get(state, ("·", "."))
    canvas.put(row, column, marks[not canvas.unicode].center(wide), ROLES.get(state, ""))


def put_legend(canvas: Canvas, picture: Grid, wide: int, rows: int) -> int:
    """Write which marks are of held-out cells, in the first row with room or below. Return the new number of rows."""
    if not picture.held_out:
        return rows
    signs = (TIGHT[state][not canvas.unicode] for state in (HELD_OUT_RIGHT, HELD_OUT_WRONG))
    words = f"{''.join(signs) if wide < 3 else '[ ]'} {picture.held_out}"
    for row in range(min(rows + 1, canvas.height)):
        if canvas.is_free(row, canvas.width - len(words) - 1, len(words) + 1):
            canvas.put(row, canvas.width - len(words), words, "axis")
            return max(rows, row + 1)
    return rows


GAP = 2  # columns between two groups


def draw_strip(picture: Grid, width: int, height: int, unicode: bool) -> CellGrid:
    """Draw the grid on its side, in cells as wide as fit; an empty one if it does not fit at all."""
    top = 2 if picture.groups else 1
    names = max(map(len, picture.columns), default=0) + 1
    gaps = GAP * max(0, len(picture.groups) - 1)
    cell = next((cell for cell in (3, 2, 1) if names + cell * len(picture.rows) + gaps <= width), 0)
    if not cell or not picture.rows or height < top + len(picture.columns):
        return CellGrid()
    canvas = Canvas(width, height, unicode)
    canvas.title(picture.title, 0, picture.role or "title")
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
    return canvas.grid(put_legend(canvas, picture, cell, top + len(picture.columns)))


def group_starts(picture: Grid) -> list[int]:
    """Return the number of each group's first row."""
    return [sum(count for _, count in picture.groups[:number]) for number in range(len(picture.groups))]


def groups_before(picture: Grid, row: int) -> int:
    """Count the groups that end before a row."""
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
    used = top + layout.rows + len(picture.groups) * layout.headings
    return canvas.grid(put_legend(canvas, picture, layout.cell, used))


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


def signed(value: float, most: float, unicode: bool) -> Cell:
    """Return a number's shade beside the largest one. Exact zero is blank."""
    if not math.isfinite(value):
        return NO_NUMBER, "mark"
    share = min(1.0, abs(value) / most)
    if share < NOTHING:
        return " ", ""
    level = math.ceil(4 * share) - 1
    if value > 0:
        return (POSITIVE if unicode else ASCII_POSITIVE)[level], "positive"
    return (NEGATIVE if unicode else ASCII_NEGATIVE)[level], "negative"


WIDEST_VALUE, LONGEST_NAME = 10, 16
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
    put_values(canvas, values, head, left, cell, picture)
    return canvas.grid(head + len(values))


def blocks(values: Values, down: int, across: int) -> list[list[float]]:
    """Return the largest by size of each block of numbers. What is no number counts as larger than all."""

    def largest(top: int, left: int) -> float:
        numbers = [value for row in values[top : top + down] for value in row[left : left + across]]
        return max(numbers, key=lambda value: abs(value) if math.isfinite(value) else math.inf, default=0.0)

    lefts = range(0, max(map(len, values)), across)
    return [[largest(top, left) for left in lefts] for top in range(0, len(values), down)]


def cell_width(picture: Matrix, columns: int, room: int) -> int:
    """Return a cell's columns: enough for its number or some letters of its name, else two for a square, else one."""
    if picture.numbers:
        wanted = 3 + max(len(written(value)) for row in picture.values for value in row)
    else:
        wanted = min(WIDEST_VALUE, max(map(len, picture.columns), default=0) + 1)
        wanted = min(wanted, max(2, room // columns))
    return next((size for size in (max(2, wanted), 2) if size * columns <= room), 1)


def put_column_names(canvas: Canvas, names: Sequence[str], row: int, left: int, cell: int) -> None:
    """Write each above its column: longer ones are cut to it, or told by their places; else as many as have room."""
    end = -1
    if any(len(name) >= cell for name in names[:-1]):
        if cell > 2:
            names = [name[: cell - 1] for name in names]
        elif cell == 2 and len(names) < 10 and max(map(len, names)) > 2 * cell:
            names = [str(place) for place, _ in enumerate(names, 1)]
    for number, name in enumerate(names):
        column = left + number * cell
        if name and column > end and column + min(len(name), 3) <= canvas.width:
            short = shortened(name, max(cell - 1, min(len(name), LONGEST_NAME)), canvas.unicode)
            canvas.put(row, column, short, "axis")
            end = column + len(short)


def put_values(canvas: Canvas, values: Values, top: int, left: int, cell: int, picture: Matrix) -> None:
    """Draw a shade as wide as a cell each; or one mark of it and the number."""
    largest = max((abs(value) for row in values for value in row if math.isfinite(value)), default=0.0)
    most = picture.full or largest or 1.0
    for row, line in enumerate(values, top):
        for number, value in enumerate(line):
            shade, role = signed(value, most, canvas.unicode)
            words = shade + written(value).rjust(cell - 2)
            if not picture.numbers or len(words) >= cell:
                words = shade * (cell if cell <= 2 else cell - 1)
            canvas.put(row, left + number * cell, words, role)
