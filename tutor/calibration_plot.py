"""How sure against how right, in cells: a dot for each stretch of confidence, and bars. Numbers in, a Picture out.

Nothing rests on colour: the number beside a dot says how many predictions it stands for, the upright line where the
true share may lie, and the dotted line is where one is right as often as one says.
"""

from collections.abc import Sequence

from progress.calibration import Bin
from tutor.plot import Cell, Picture

LEFT, RIGHT, FOOT = 7, 4, 2  # cells for the shares, for the number beside the last dot, and for what was said
FEWEST_ROWS, MOST_ROWS = 5, 21
LOWEST, HIGHEST = 0.5, 1.0
BAR, ASCII_BAR = ("━", "·", "│"), ("=", ".", "|")  # what came true, what did not, what was said

Whiskers = Sequence[tuple[float, float]]


class Canvas:
    """Cells to draw on, all blank at first. What falls outside is left out."""

    def __init__(self, width: int, height: int) -> None:
        self.rows: list[list[Cell]] = [[(" ", "")] * width for _ in range(height)]

    def put(self, row: int, column: int, words: str, role: str) -> None:
        for place, character in enumerate(words, column):
            if 0 <= row < len(self.rows) and 0 <= place < len(self.rows[row]):
                self.rows[row][place] = (character, role)

    def is_free(self, row: int, column: int, length: int) -> bool:
        """Whether words may stand here: within the canvas, over nothing but the dotted line."""
        cells = self.rows[row][max(column, 0) : column + length]
        return column >= LEFT and len(cells) == length and all(role in ("", "ideal") for _, role in cells)

    def picture(self) -> Picture:
        return Picture(tuple(map(tuple, self.rows)))


class Plane:
    """Where a confidence and a share stand among the cells. Shares are marked at each quarter of the rows."""

    def __init__(self, width: int, height: int) -> None:
        quarters = (min(height - FOOT, MOST_ROWS) - 1) // 4
        self.rows = max(FEWEST_ROWS, 4 * quarters + 1)
        self.columns = max(11, width - LEFT - RIGHT)

    def column(self, said: float) -> int:
        return LEFT + round((self.columns - 1) * (said - LOWEST) / (HIGHEST - LOWEST))

    def row(self, share: float) -> int:
        return round((self.rows - 1) * (1 - share))


def draw_calibration(
    bins: Sequence[Bin], whiskers: Whiskers, width: int, height: int, unicode: bool = True
) -> Picture:
    """What was said across, what came true up; `whiskers` says for each bin how far its share can be trusted."""
    plane = Plane(width, height)
    canvas = Canvas(LEFT + plane.columns + RIGHT, plane.rows + FOOT)
    draw_axes(canvas, plane, unicode)
    for column in range(LEFT, LEFT + plane.columns, 2):
        share = LOWEST + (HIGHEST - LOWEST) * (column - LEFT) / (plane.columns - 1)
        canvas.put(plane.row(share), column, "·" if unicode else ".", "ideal")
    for each, (low, high) in zip(bins, whiskers, strict=True):
        for row in range(plane.row(high), plane.row(low) + 1):
            canvas.put(row, plane.column(each.said), "│" if unicode else "|", "band")
    for each in bins:
        canvas.put(plane.row(each.came_true), plane.column(each.said), "●" if unicode else "o", "mark")
    for each in bins:
        name_dot(canvas, plane.row(each.came_true), plane.column(each.said), str(each.count))
    return canvas.picture()


def draw_axes(canvas: Canvas, plane: Plane, unicode: bool) -> None:
    side, corner, floor, tick = "│└─┴" if unicode else "|+-+"
    for row in range(plane.rows):
        canvas.put(row, LEFT - 1, side, "axis")
    for quarter in range(5):
        words = f"{25 * quarter:>3} % {'┤' if unicode else '+'}"
        canvas.put(plane.row(quarter / 4), 0, words, "axis")
    canvas.put(plane.rows, LEFT - 1, corner + floor * plane.columns, "axis")
    for tenth in range(5, 11):
        column = plane.column(tenth / 10)
        canvas.put(plane.rows, column, tick, "axis")
        canvas.put(plane.rows + 1, column - 1, f"{10 * tenth}{' %' if tenth == 10 else ''}", "axis")


def name_dot(canvas: Canvas, row: int, column: int, words: str) -> None:
    """How many it stands for, right of the dot; left of it, or a row further, where that is taken."""
    left = column - len(words)
    for place, start in ((row, column + 1), (row, left), (row - 1, column + 1), (row + 1, column + 1)):
        if 0 <= place < len(canvas.rows) - FOOT and canvas.is_free(place, start, len(words)):
            canvas.put(place, start, words, "count")
            return


def share_bar(came_true: float, said: float, cells: int, unicode: bool = True) -> str:
    """How much came true as a bar, and a mark where it should have ended."""
    full, rest, mark = BAR if unicode else ASCII_BAR
    drawn = [full if place < round(cells * came_true) else rest for place in range(cells)]
    drawn[min(cells - 1, round(cells * said))] = mark
    return "".join(drawn)
