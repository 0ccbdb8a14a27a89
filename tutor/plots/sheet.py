"""Draws lines, marks and axes with plotext, as the only module that knows it: places in, cells with roles out.

Raw values would hang plotext (1e12 with limits set), and its own ticks fall on 33.2 and, on a log axis, on 1.74. So a
sheet speaks in places alone: dots of its plane from the upper left corner on, and ticks that come with their words.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tutor.plots.canvas import ROLES
from tutor.plots.scale import Dot, Place, pieces

Cell = tuple[str, str]
Tick = tuple[float, str]  # a place along an axis, and the words there
CODES = {role: code for code, role in enumerate(("", *ROLES), 16)}  # a colour of plotext's stands for a role
NAMED = {code: role for role, code in CODES.items()}
PLAIN = str.maketrans("└─┬│┤", "+-+|+")


def dots_in_cell(unicode: bool) -> tuple[int, int]:
    """Return how many dots a cell has across, and up."""
    return (2, 4) if unicode else (1, 1)


class Sheet:
    """A plane of so many cells. What is drawn later covers what is there."""

    def __init__(self, columns: int, rows: int, unicode: bool, axes: bool = True) -> None:
        self.columns, self.rows, self.unicode, self.axes = columns, rows, unicode, axes
        self.across, self.up = dots_in_cell(unicode)
        self.size = self.across * columns - 1, self.up * rows - 1  # the last dot across, and down
        self.figure = new_figure()
        self.figure.clear_color()
        self.figure.ticks_color(CODES["axis"])
        self.figure.xaxes(axes, False)
        self.figure.yaxes(axes, False)
        self.figure.xlim(0, self.size[0] or 1)
        self.figure.ylim(0, self.size[1] or 1)
        self.ticks((), ())

    def line(self, places: Iterable[Place | None], role: str, sign: str) -> None:
        """Draw a line through places, and no part of it that leaves the plane; in ASCII it is made of signs."""
        finite = (place if place and all(map(math.isfinite, place)) else None for place in places)
        for piece in pieces(finite, *self.size):
            self.draw(self.figure.plot, piece, role, "braille" if self.unicode else sign)

    def dots(self, dots: Iterable[Dot], role: str, sign: str) -> None:
        self.draw(self.figure.scatter, dots, role, "braille" if self.unicode else sign)

    def signs(self, cells: Iterable[Dot], role: str, sign: str) -> None:
        """Put a sign into each of these cells, counted from 0."""
        inside = ((x, y) for x, y in cells if 0 <= x < self.columns and 0 <= y < self.rows)
        self.draw(self.figure.scatter, (self.middle(*cell) for cell in inside), role, sign)

    def upright(self, column: int, role: str) -> None:
        """Draw a line through all rows."""
        self.signs(((column, row) for row in range(self.rows)), role, "│" if self.unicode else "|")

    def ticks(self, across: Sequence[Tick], down: Sequence[Tick] = ()) -> None:
        """Name places along the lower axis, as far as there is room, and along the left one."""
        self.left = max((len(words) for _, words in down), default=0)  # columns that words take, and rows
        self.below = int(bool(across))
        below = [self.middle(int(place + 0.5) // self.across, 0)[0] for place, _ in across]
        beside = [self.middle(0, int(place + 0.5) // self.up)[1] for place, _ in down]
        self.figure.xticks(below, [words for _, words in across])
        self.figure.yticks([self.size[1] - place for place in beside], [words.rjust(self.left) for _, words in down])

    def middle(self, column: int, row: int) -> Place:
        """Return the place that plotext rounds into a cell: it counts cells otherwise than dots."""
        width, height = self.size
        return column * width / max(1, self.columns - 1), row * height / max(1, self.rows - 1)

    def draw(self, how: Callable[..., None], places: Iterable[Place], role: str, marker: str) -> None:
        """Hand places to plotext, held on the plane however they were rounded."""
        width, height = self.size
        held = [(min(max(x, 0.0), width), height - min(max(y, 0.0), height)) for x, y in places]
        if held:
            xs, ys = zip(*held, strict=True)
            how(xs, ys, marker=marker, color=CODES.get(role, CODES[""]))

    def cells(self) -> list[list[Cell]]:
        """Return the rows of the plane with its axes around it."""
        frame = int(self.axes)
        size = self.left + frame + self.columns, self.rows + frame + self.below
        self.figure._limit_size(False, False)
        self.figure._set_size(*size)
        self.figure.build()
        drawn = self.figure.monitor.matrix
        rows = zip(reversed(drawn.marker), reversed(drawn.fullground), strict=True)
        return [
            [(self.printed(sign), NAMED.get(code, "") if sign != " " else "") for sign, code in zip(*row, strict=True)]
            for row in rows
        ]

    def printed(self, sign: str) -> str:
        return sign if self.unicode else sign.translate(PLAIN)


def new_figure() -> Any:
    from plotext._figure import _figure_class  # takes 60 ms: see `make_ready`

    return _figure_class()


def make_ready() -> None:
    """Import plotext: whoever must not wait for it calls this in a thread, before the first picture."""
    new_figure()
