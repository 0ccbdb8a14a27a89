"""The plane that data is drawn on, with its axes, ticks and names around it: shared by curves and scatters."""

from collections.abc import Sequence
from dataclasses import dataclass

from lessons.pictures import Axis
from tutor.plots.cells.canvas import Canvas, shortened
from tutor.plots.scale import Scale, ticks
from tutor.plots.sheet import Sheet, Tick
from tutor.plots.values import label

Entry = tuple[tuple[str, str], ...]  # words that stay together, each with its role

FEWEST_COLUMNS, FEWEST_ROWS = 8, 2
TALL = 12  # rows from which the title and the axis's name have rows of their own
GAP = 3


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
        """Which of the plane's columns holds a value; a column outside, where it lies outside."""
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
    across = labelled(plane.x, ticks(x, max(2, columns // 10)))
    end = sheet.size[0] - sheet.across * beside
    sheet.ticks([tick for tick in across if tick[0] <= end], labelled(plane.y, up))
    return plane


def labelled(scale: Scale, values: Sequence[float]) -> list[Tick]:
    return [(scale.place(value), label(value)) for value in values]


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
