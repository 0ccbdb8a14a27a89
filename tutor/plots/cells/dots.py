"""Dots finer than cells: two by four in each, as braille; or one in each, where there is only ASCII."""

from collections.abc import Iterable, Iterator, Sequence

from tutor.plots.cells.canvas import Canvas
from tutor.plots.pieces import Place

BRAILLE = 0x2800
BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # of a braille cell: four rows of two dots

Dot = tuple[int, int]


class Dots:
    """A layer of dots over the plane's cells. Stamped on a canvas, it covers what was there."""

    def __init__(self, columns: int, rows: int, unicode: bool) -> None:
        self.columns, self.rows, self.unicode = columns, rows, unicode
        self.across, self.up = (2, 4) if unicode else (1, 1)
        self.bits = [0] * (columns * rows)

    def put(self, dots: Iterable[Dot]) -> None:
        across, up, columns, bits = self.across, self.up, self.columns, self.bits
        for x, y in dots:
            bits[y // up * columns + x // across] |= BITS[y % up][x % across]

    def stamp(self, canvas: Canvas, top: int, left: int, sign: str, role: str) -> None:
        """Draw every cell that has a dot: in braille, or as the role's sign in ASCII."""
        for place, bits in enumerate(self.bits):
            if bits:
                row, column = divmod(place, self.columns)
                canvas.rows[top + row][left + column] = (chr(BRAILLE + bits) if self.unicode else sign, role)


def way(piece: Sequence[Place]) -> Iterator[Dot]:
    """Every dot along a piece of a line, none twice in a row."""
    x, y = round(piece[0][0]), round(piece[0][1])
    yield x, y
    for place in piece[1:]:
        to_x, to_y = round(place[0]), round(place[1])
        if to_x != x or to_y != y:
            yield from straight(x, y, to_x, to_y)
            x, y = to_x, to_y


def straight(x: int, y: int, to_x: int, to_y: int) -> Iterator[Dot]:
    """The dots from one to another, the first one left out."""
    right, down = to_x - x, to_y - y
    steps = max(abs(right), abs(down))
    for step in range(1, steps + 1):
        yield x + (2 * right * step + steps) // (2 * steps), y + (2 * down * step + steps) // (2 * steps)
