"""The plane that data is drawn on, with its axes, ticks and names; and scatters of named places."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from lessons.course.lesson.pictures import Axis, Point, Scatter
from tutor.plots.canvas import Canvas, CellGrid, label, shortened, stroke
from tutor.plots.scale import Scale, sound, ticks
from tutor.plots.sheet import Sheet, dots_in_cell

Entry = tuple[tuple[str, str], ...]  # words that stay together, each with its role

FEWEST_COLUMNS, FEWEST_ROWS = 8, 2
TALL = 12  # rows from which the title and the axis's name have rows of their own
GAP = 3
MOST_LONGER = 1.25  # times the decades of an axis


@dataclass(frozen=True)
class Plane:
    """A sheet on a canvas, its first cell at `top` and `left`, with a scale in dots along each side."""

    canvas: Canvas
    sheet: Sheet
    top: int
    left: int
    x: Scale
    y: Scale

    def column(self, x: float) -> int:
        """Return the plane's column for a value; for one outside of the plane, a column outside."""
        return round(self.x.place(x)) // self.sheet.across

    def row(self, y: float) -> int:
        return round(self.y.place(y)) // self.sheet.up

    def put(self, row: int, column: int, words: str, role: str) -> None:
        self.canvas.put(self.top + row, self.left + column, words, role)

    def stamp(self) -> None:
        """Put what the sheet holds on the canvas, and the lower axis's name: words come over it."""
        self.canvas.stamp(self.top, 0, self.sheet.cells())
        name = shortened(self.x.axis.name, self.sheet.columns, self.canvas.unicode)
        self.canvas.put(self.canvas.height - 1, self.canvas.width - len(name), name, "axis")


def open_plane(canvas: Canvas, title: str, x: Axis, y: Axis, legend: Sequence[Entry] = ()) -> Plane | None:
    """Draw title, legend and axes; what is left is the plane. None where too little would be left."""
    head = header(((title, "title"),), ((y.name, "axis"),), legend, canvas)
    foot = 3 if x.name and canvas.height >= TALL else 2
    rows = canvas.height - len(head) - foot
    y = with_even_decades(y, rows - 1 / dots_in_cell(canvas.unicode)[1])
    up = ticks(y, max(min(rows // 2 + 1, 5), rows // 3 + 1)) if rows >= FEWEST_ROWS else ()
    left = max((len(label(tick)) for tick in up), default=0) + 1
    columns = canvas.width - left
    if rows < FEWEST_ROWS or columns < FEWEST_COLUMNS:
        return None
    for row, entries in enumerate(head):
        write_row(canvas, row, entries)
    sheet = Sheet(columns, rows, canvas.unicode)
    plane = Plane(canvas, sheet, len(head), left, Scale(x, 0, sheet.size[0]), Scale(y, sheet.size[1], 0))
    beside = len(x.name) + GAP if foot == 2 and x.name else 0  # columns that the axis's name takes of its row
    end = sheet.size[0] - sheet.across * beside
    across = [(plane.x.place(value), label(value)) for value in ticks(x, max(2, columns // 10))]
    down = [(plane.y.place(value), label(value)) for value in up]
    sheet.ticks([tick for tick in across if tick[0] <= end], down)
    return plane


def with_even_decades(axis: Axis, rows: float) -> Axis:
    """Lengthen a logarithmic axis downwards, so that each decade takes the same rows; not where that would empty it."""
    axis = sound(axis)
    decades = math.log10(axis.high / axis.low) if axis.log else 0.0
    if not 0 < decades <= rows:
        return axis
    even = rows / math.floor(rows / decades)
    return replace(axis, low=axis.high / 10**even) if even <= MOST_LONGER * decades else axis


def header(title: Entry, side: Entry, legend: Sequence[Entry], canvas: Canvas) -> list[list[Entry]]:
    """Arrange the title, the vertical axis's name and the legend. A low plot has room for one row, at most two."""
    if canvas.height >= TALL:
        titled = [[title]] if length(title) else []
        return titled + flowed([side, *legend], canvas.width)[: canvas.height // 4]
    for entries in ([title, side, *legend], [side, *legend]):
        rows = flowed(entries, canvas.width)
        if len(rows) < 2:
            return rows
    return flowed(legend, canvas.width)[: max(1, (canvas.height + 1) // 4)]


def flowed(entries: Sequence[Entry], width: int) -> list[list[Entry]]:
    """Return entries in as few rows as hold them."""
    rows: list[list[Entry]] = []
    end = width + 1
    for entry in filter(length, entries):
        if end + GAP + length(entry) > width:
            rows.append([])
            end = -GAP
        rows[-1].append(entry)
        end += GAP + length(entry)
    return rows


def length(entry: Entry) -> int:
    return sum(len(words) for words, _ in entry)


def write_row(canvas: Canvas, row: int, entries: Sequence[Entry]) -> None:
    column = 0
    for entry in entries:
        for words, role in entry:
            canvas.put(row, column, shortened(words, canvas.width - column, canvas.unicode), role)
            column += len(words)
        column += GAP


ROWS_OFF, COLUMNS_OFF = 3, 10  # how far from its dot a word may stand


def draw_scatter(picture: Scatter, width: int, height: int, unicode: bool) -> CellGrid:
    """Draw a dot or an arrow for every point, and over the dots the words that have room."""
    canvas = Canvas(width, height, unicode)
    plane = open_plane(canvas, picture.title, picture.x, picture.y)
    if plane is None:
        return CellGrid()
    plane.stamp()
    placed = [point for point in picture.points if math.isfinite(point.x) and math.isfinite(point.y)]
    columns, rows = range(plane.sheet.columns), range(plane.sheet.rows)
    inside = [point for point in placed if plane.column(point.x) in columns and plane.row(point.y) in rows]
    for point in placed:
        if point not in inside:
            put_arrow(plane, point)
    for point in inside:
        dot = stroke(point.role).sign(unicode) if point.role else "●" if unicode else "*"
        plane.put(plane.row(point.y), plane.column(point.x), dot, point.role)
    crowded = [point for point in inside if not put_word(plane, point)]
    for point in crowded:
        put_near(plane, point)
    if lost := [point.name for point in picture.points if point not in placed]:
        plane.put(0, 1, shortened(f"NaN: {', '.join(lost)}", plane.sheet.columns - 1, unicode), "mark")
    return canvas.grid()


def put_word(plane: Plane, point: Point) -> bool:
    """Write the word over its dot, or beginning or ending there, if it covers no other; return False if it does."""
    column, row, length = plane.column(point.x), plane.row(point.y), len(point.name)
    for start in (column - length // 2, column, column - length + 1):
        if length and covered(plane, row, start, length) == [column]:
            plane.put(row, start, point.name, point.role)
            return True
    return False


def put_near(plane: Plane, point: Point) -> None:
    """Write the word as near to its dot as it has room: within a few rows, and not far beside it."""
    column, row, length = plane.column(point.x), plane.row(point.y), len(point.name)
    middle = column - length // 2
    places = [(up, aside) for up in range(-ROWS_OFF, ROWS_OFF + 1) for aside in range(-COLUMNS_OFF, COLUMNS_OFF + 1)]
    for up, aside in sorted(places, key=lambda place: (2 * abs(place[0]) + abs(place[1]), place)):
        if length and covered(plane, row + up, middle + aside, length) == []:
            plane.put(row + up, middle + aside, point.name, point.role)
            return


def covered(plane: Plane, row: int, start: int, length: int) -> list[int] | None:
    """Return the columns that a word with a blank on both sides would cover; None where it leaves the plane."""
    if not (0 <= row < plane.sheet.rows and start >= 0 and start + length <= plane.sheet.columns):
        return None
    first, last = max(0, start - 1), min(plane.sheet.columns, start + length + 1)
    cells = plane.canvas.rows[plane.top + row][plane.left + first : plane.left + last]
    return [column for column, (character, _) in enumerate(cells, first) if character != " "]


def put_arrow(plane: Plane, point: Point) -> None:
    """Draw an arrow at the edge, towards a place outside."""
    column, row = plane.column(point.x), plane.row(point.y)
    signs = "◀▶▲▼" if plane.canvas.unicode else "<>^v"
    sign = signs[2 + (row > 0)] if not 0 <= row < plane.sheet.rows else signs[column > 0]
    plane.put(min(max(row, 0), plane.sheet.rows - 1), min(max(column, 0), plane.sheet.columns - 1), sign, point.role)
