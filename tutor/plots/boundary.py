"""A model's answers over a square: two hues with a neutral middle, the line of 50 % drawn, the rows on it and a key."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from lessons.course.lesson.pictures import Boundary
from tutor.plots.canvas import Canvas, CellGrid, label, shortened
from tutor.plots.scale import Scale, sound

LEVELS = 10  # an even number: a hair over and a hair under 50 % are two tints
LINE, POINT, UNIT = "line", "point", "unit"
MANY = 1 << 24  # colours
MAP = "map:"  # a role begins with it that says two colours: of the upper pixel and of the lower one
# Blue to orange, which every kind of colour vision tells apart, around the ground; white marks are legible on each.
TINTS = ("#005faf", "#005f87", "#1c4e6e", "#263e52", "#26323e", "#3e3226", "#523e1c", "#6e4a12", "#875f00", "#af5f00")
# The same in 256 colours, which have no dull ones: told to round, they would make 45 % as gaudy as 25 %.
OF_256 = (
    "#005faf", "#005f87", "#005f5f", "#3a3a3a", "#303030", "#303030", "#3a3a3a", "#5f5f00", "#875f00", "#af5f00",
)  # fmt: skip
ANSI = ("blue",) * 4 + ("black", "bright_black") + ("yellow",) * 4
TEXTURE, ASCII_TEXTURE = " ·░▒▓", " .:*#"  # from surely class 0 to surely class 1
STROKES, ASCII_STROKES = "─│╱╲", "-|/\\"
UNIT_SIGN = "+"
ROWS_0_1, ASCII_ROWS_0_1 = "○●", "01"
FEWEST, WITH_KEY, KEY_GAP = 4, 8, 2  # rows of a square; of one that leaves room for its key; columns
KEY = (("100 %", 9), ("75 %", 7), ("50 %", LINE), ("25 %", 2), ("0 %", 0))
Shares = list[list[float]]


def colours(role: str, count: int = MANY) -> tuple[str, str] | None:
    """Return the two colours that a role says, of as many as a terminal has."""
    if not role.startswith(MAP):
        return None
    white, grey, tints = "#e4e4e4", "#8a8a8a", TINTS if count > 256 else OF_256
    if count <= 16:
        white, grey, tints = "bright_white", "white", ANSI
    marks = {LINE: white, POINT: white, UNIT: grey}
    upper, lower = (marks.get(level) or tints[int(level)] for level in role.removeprefix(MAP).split(":"))
    return upper, lower


def draw_boundary(picture: Boundary, width: int, height: int, unicode: bool, colour: bool = False) -> CellGrid:
    """Draw the square as large as it fits, the ends of both axes outside, and beside it what the hues mean."""
    canvas = Canvas(width, height, unicode)
    if not picture.is_layered:
        picture = replace(picture, units=(), units_name="")
    x, y = sound(picture.x), sound(picture.y)
    name = y.name.split()
    if max(map(len, name), default=0) >= width // 3:
        name = []  # rather than a part of it
    left = min(max(map(len, (end(y.high), *name, end(y.low)))) + 1, width // 3)
    title = picture.short if picture.short and len(picture.title) > width else picture.title
    top = canvas.title(title, FEWEST + 1, picture.role or "title", kept=-1)
    key = KEY_GAP + 2 + max(map(len, (*picture.classes, KEY[0][0], picture.units_name)))
    rows, columns = fitted(picture, height - top - 1, width - left - key)
    if rows < WITH_KEY:
        rows, columns = fitted(picture, height - top - 1, width - left)
    if rows < FEWEST or columns < 2 * FEWEST:
        return CellGrid()
    square = Square(canvas, picture, top, left, rows, columns, unicode and colour)
    square.put()
    if rows >= WITH_KEY and left + columns + key <= width:
        square.put_key(left + columns + KEY_GAP)
    middle = top + (rows - len(name)) // 2  # a word a row
    for row, words in ((top, end(y.high)), *enumerate(name, middle), (top + rows - 1, end(y.low))):
        short = shortened(words, left - 1, unicode)
        canvas.put(row, left - 1 - len(short), short, "axis")
    put_ends(canvas, top + rows, left, columns, (end(x.low), x.name, end(x.high)))
    return canvas.grid(top + rows + 1)


def end(value: float) -> str:
    """Write an end of an axis in three digits: where the rows were drawn, nobody counts the others."""
    return label(float(f"{value:.3g}"))


def fitted(picture: Boundary, rows: int, columns: int) -> tuple[int, int]:
    """Return as many rows, and columns of half their height, as fit in the proportion of the shades."""
    down, across = len(picture.shades), max(map(len, picture.shades), default=0)
    if not down or not across:
        return 0, 0
    size = min(rows / down, columns / across / 2)
    return int(size * down + 1e-9), int(2 * size * across + 1e-9)


def put_ends(canvas: Canvas, row: int, left: int, width: int, words: tuple[str, str, str]) -> None:
    """Write an axis in words under the square: its low end, its name, its high end; of what is too long a part."""
    low, name, high = words
    if len(low) + len(name) + len(high) + 4 > width:
        room = width + 2 * min(left, canvas.width - left - width)  # a name may be wider than its square
        low, name, high = ("", name, "") if 1 < len(name) <= room else (low, "", high)
    if len(low) + len(high) >= width:
        low = high = ""
    canvas.put(row, left, low, "axis")
    canvas.put(row, left + width - len(high), high, "axis")
    canvas.put(row, left + (width - len(name)) // 2, name, "axis")


class Square:
    """The square of one picture in its place on a canvas."""

    def __init__(
        self, canvas: Canvas, picture: Boundary, top: int, left: int, rows: int, columns: int, fine: bool
    ) -> None:
        self.canvas, self.picture, self.fine = canvas, picture, fine
        self.top, self.left, self.rows, self.columns = top, left, rows, columns
        self.pixels = 2 if fine else 1  # in a cell, one above the other
        self.shares = between_places(picture.shades, rows * self.pixels, columns)
        self.crossed = set(self.unit_pixels())

    def put(self) -> None:
        for row in range(self.rows):
            for column in range(self.columns):
                self.put_cell(row, column)
        for row, column, number in self.points():
            role = f"{MAP}{POINT}:{self.tint(row, column)}" if self.fine else "mark"
            self.canvas.put(self.top + row // self.pixels, self.left + column, self.mark(number), role)

    def put_cell(self, row: int, column: int) -> None:
        upper, lower = (self.level(self.pixels * row + each, column) for each in (0, self.pixels - 1))
        if "?" in (upper, lower):
            sign, role = "?", "mark"
        elif self.fine:
            sign, role = "▀" if upper != lower else " ", f"{MAP}{upper}:{lower}"
        else:
            sign = self.stroke(row, column) if upper == LINE else self.texture(upper)
            role = "axis" if upper == UNIT else "shade"
        self.canvas.put(self.top + row, self.left + column, sign, role)

    def level(self, row: int, column: int) -> str:
        """Return the tint of a pixel; or that the line of 50 % runs between it and the one below or beside it."""
        share = self.shares[row][column]
        if math.isnan(share):
            return "?"
        beside, below = self.shares[row][column + 1 : column + 2], self.shares[row + 1 : row + 2]
        if any((share < 0.5) != (other < 0.5) for other in (*beside, *(each[column] for each in below))):
            return LINE
        return UNIT if (row, column) in self.crossed else self.tint(row, column)

    def unit_pixels(self) -> Iterator[tuple[int, int]]:
        """Yield the pixels between which and those beside or below them a hidden unit changes its sign."""
        x, y, rows = self.picture.x, self.picture.y, self.rows * self.pixels
        xs = [x.low + (x.high - x.low) * (place + 0.5) / self.columns for place in range(self.columns + 1)]
        ys = [y.high - (y.high - y.low) * (place + 0.5) / rows for place in range(rows + 1)]
        for a, b, c in self.picture.units:
            above = [[a * u + b * v + c > 0 for u in xs] for v in ys]
            for row, column in product(range(rows), range(self.columns)):
                is_dot = not (row if abs(a) > abs(b) else column) % 2
                if is_dot and {above[row][column + 1], above[row + 1][column]} != {above[row][column]}:
                    yield row, column

    def tint(self, row: int, column: int) -> str:
        share = self.shares[row][column]
        share = 0.5 if math.isnan(share) else min(max(share, 0.0), 1.0)
        return str(min(LEVELS - 1, int(share * LEVELS)))

    def texture(self, level: str) -> str:
        return UNIT_SIGN if level == UNIT else (TEXTURE if self.canvas.unicode else ASCII_TEXTURE)[int(level) // 2]

    def stroke(self, row: int, column: int) -> str:
        """Return the line of 50 % as a stroke that lies, stands or leans, by the way in which the shares grow."""
        down = self.near(row + 1, column) - self.near(row - 1, column)
        right = self.near(row, column + 1) - self.near(row, column - 1)
        steep = 2 * abs(right) / (abs(down) + 1e-12)  # a row is as high as two columns are wide
        lean = 2 if (down > 0) == (right > 0) else 3
        kind = 0 if steep < 0.5 else 1 if steep > 2 else lean
        return (STROKES if self.canvas.unicode else ASCII_STROKES)[kind]

    def near(self, row: int, column: int) -> float:
        rows = self.shares
        return rows[min(max(row, 0), len(rows) - 1)][min(max(column, 0), self.columns - 1)]

    def points(self) -> Iterator[tuple[int, int, str]]:
        """Yield every row of the task that lies on the square, by its pixel."""
        x = Scale(self.picture.x, 0, self.columns - 1)
        y = Scale(self.picture.y, self.rows * self.pixels - 1, 0)
        for at_x, at_y, number in self.picture.points:
            if math.isfinite(at_x) and math.isfinite(at_y):
                column, row = x.place(at_x), y.place(at_y)
                if abs(column - x.held(at_x)) < 0.5 and abs(row - y.held(at_y)) < 0.5:
                    yield round(row), round(column), number

    def mark(self, number: str) -> str:
        marks = ROWS_0_1 if self.canvas.unicode else ASCII_ROWS_0_1
        return marks[int(number)] if number in ("0", "1") else number

    def put_key(self, column: int) -> None:
        key = (*KEY, (self.picture.units_name, UNIT)) if self.picture.units else KEY
        for row, (words, level) in enumerate(key):
            line = "╱" if self.canvas.unicode else "/"
            sign = " " if self.fine else line if level == LINE else self.texture(str(level))
            role = f"{MAP}{level}:{level}" if self.fine else "shade"
            self.canvas.put(self.top + row, column, sign, role)
            self.canvas.put(self.top + row, column + 2, words, "axis")
        for row, number in enumerate(("1", "0"), len(key) + 1):
            if row < self.rows:
                self.canvas.put(self.top + row, column, self.mark(number), "title")
                self.canvas.put(self.top + row, column + 2, self.picture.classes[int(number)], "axis")


def between_places(shades: Sequence[Sequence[float]], rows: int, columns: int) -> Shares:
    """Return a share for each pixel, between the places where the model was asked: their mean by nearness."""
    wide = max(map(len, shades))
    shades = [(*row, *[math.nan] * (wide - len(row))) for row in shades]
    across = [nearest(wide, column, columns) for column in range(columns)]
    found = []
    for row in range(rows):
        above, below, down = nearest(len(shades), row, rows)
        line = [a * (1 - down) + b * down for a, b in zip(shades[above], shades[below], strict=True)]
        found.append([line[one] * (1 - part) + line[other] * part for one, other, part in across])
    return found


def nearest(places: int, pixel: int, pixels: int) -> tuple[int, int, float]:
    """Return the two places that a pixel lies between, and how far it is on its way to the second."""
    at = min(max((pixel + 0.5) * places / pixels - 0.5, 0), places - 1)
    return int(at), min(int(at) + 1, places - 1), at - int(at)
