"""The plane that data is drawn on, with its axes, ticks and names around it: shared by curves and scatters."""

from collections.abc import Sequence
from dataclasses import dataclass

from lessons.pictures import Axis
from tutor.plots.cells.canvas import Canvas, shortened
from tutor.plots.cells.dots import Dots
from tutor.plots.scale import Scale, ticks
from tutor.plots.values import label

Entry = tuple[tuple[str, str], ...]  # words that stay together, each with its role

FEWEST_COLUMNS, FEWEST_ROWS, TALL = (
    8,
    2,
    12,
)  # from TALL rows on, the title and the axis's name have rows of their own
GAP = 3


@dataclass(frozen=True)
class Plane:
    """Cells of a canvas, from `top` and `left` on, with a scale in dots along each side."""

    canvas: Canvas
    top: int
    left: int
    columns: int
    rows: int
    x: Scale
    y: Scale

    def dots(self) -> Dots:
        return Dots(self.columns, self.rows, self.canvas.unicode)

    @property
    def size(self) -> tuple[int, int]:
        """The last dot across and the last dot down."""
        across, up = dots_a_cell(self.canvas.unicode)
        return across * self.columns - 1, up * self.rows - 1

    def column(self, x: float) -> int:
        """Which of the plane's columns holds a value; a column outside, where it lies outside."""
        return round(self.x.place(x)) // dots_a_cell(self.canvas.unicode)[0]

    def row(self, y: float) -> int:
        return round(self.y.place(y)) // dots_a_cell(self.canvas.unicode)[1]

    def put(self, row: int, column: int, words: str, role: str) -> None:
        self.canvas.put(self.top + row, self.left + column, words, role)


def dots_a_cell(unicode: bool) -> tuple[int, int]:
    return (2, 4) if unicode else (1, 1)


def open_plane(canvas: Canvas, title: str, x: Axis, y: Axis, legend: Sequence[Entry] = ()) -> Plane | None:
    """Draw title, legend and axes; what is left is the plane. None where too little would be left."""
    head = header(((title, "title"),), ((y.name, "axis"),), legend, canvas)
    foot = 3 if x.name and canvas.height >= TALL else 2
    rows = canvas.height - len(head) - foot
    up = ticks(y, max(2, rows // 3 + 1)) if rows >= FEWEST_ROWS else ()
    left = max((len(label(tick)) for tick in up), default=0) + 1
    columns = canvas.width - left
    if rows < FEWEST_ROWS or columns < FEWEST_COLUMNS:
        return None
    across, deep = dots_a_cell(canvas.unicode)
    scales = Scale(x, 0, across * columns - 1), Scale(y, deep * rows - 1, 0)
    plane = Plane(canvas, len(head), left, columns, rows, *scales)
    for row, entries in enumerate(head):
        write_row(canvas, row, entries)
    draw_left_axis(plane, up)
    draw_lower_axis(plane, ticks(x, max(2, columns // 10)))
    return plane


def header(title: Entry, side: Entry, legend: Sequence[Entry], canvas: Canvas) -> list[list[Entry]]:
    """Arrange the title, the vertical axis's name and the legend. A low plot has room for one row, at most two."""
    if canvas.height >= TALL:
        titled = [[title]] if length(title) else []
        return titled + flowed([side, *legend], canvas.width)[: canvas.height // 5]
    for entries in ([title, side, *legend], [side, *legend]):
        rows = flowed(entries, canvas.width)
        if len(rows) < 2:
            return rows
    return flowed(legend, canvas.width)[: max(1, canvas.height // 4)]


def flowed(entries: Sequence[Entry], width: int) -> list[list[Entry]]:
    """Entries in as few rows as hold them."""
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


def draw_left_axis(plane: Plane, values: Sequence[float]) -> None:
    side, tick = "│┤" if plane.canvas.unicode else "|+"
    for row in range(plane.rows):
        plane.put(row, -1, side, "axis")
    for value in values:
        words = label(value) + tick
        plane.put(plane.row(value), -len(words), words, "axis")


def draw_lower_axis(plane: Plane, values: Sequence[float]) -> None:
    """The floor of the plane, its ticks, and the axis's name at the right: under the ticks, or beside them."""
    canvas, name = plane.canvas, plane.x.axis.name
    corner, floor, tick = "└─┬" if canvas.unicode else "+-+"
    plane.put(plane.rows, -1, corner + floor * plane.columns, "axis")
    name = shortened(name, plane.columns, canvas.unicode)
    canvas.put(canvas.height - 1, canvas.width - len(name), name, "axis")
    for value in values:
        column, words = plane.left + plane.column(value), label(value)
        place = min(column - (len(words) - 1) // 2, canvas.width - len(words))
        canvas.put(plane.top + plane.rows, column, tick, "axis")
        room = len(words) + (place > 0) + (place + len(words) < canvas.width)  # a blank on either side
        if canvas.is_free(plane.top + plane.rows + 1, max(0, place - 1), room):
            canvas.put(plane.top + plane.rows + 1, place, words, "axis")
