"""Cells to draw on: each has a character, and the role of whatever drew it. No colour; whoever shows it picks that."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

Cell = tuple[str, str]
BLANK: Cell = (" ", "")
PLAIN = str.maketrans("×·•…→←↑↓−–—‘’“”≤≥≈∇ß", "x.*.><^v---''\"\"<>~ds")


@dataclass(frozen=True)
class CellGrid:
    """Rows of cells, all of the same length."""

    rows: tuple[tuple[Cell, ...], ...] = ()

    def text(self) -> str:
        """The drawing without any colour."""
        return "\n".join("".join(character for character, _ in row).rstrip() for row in self.rows)


class Canvas:
    """Blank cells at first. What falls outside is left out; without Unicode, words lose their accents."""

    def __init__(self, width: int, height: int, unicode: bool = True) -> None:
        self.width, self.height, self.unicode = width, height, unicode
        self.rows: list[list[Cell]] = [[BLANK] * width for _ in range(height)]

    def put(self, row: int, column: int, words: str, role: str = "") -> None:
        """Write words from a cell on, to the right."""
        if 0 <= row < self.height:
            for place, character in enumerate(printed(words, self.unicode), column):
                if 0 <= place < self.width:
                    self.rows[row][place] = (character, role)

    def stamp(self, top: int, left: int, rows: Sequence[Sequence[Cell]]) -> None:
        """Put rows of cells from a cell on, blank ones too."""
        for row, cells in zip(self.rows[top:], rows, strict=False):
            row[left : left + len(cells)] = cells[: self.width - left]

    def title(self, words: str, below: int, role: str = "title") -> int:
        """Write a title in the first row, where so many rows have room below it. Tells how many rows it took."""
        if not words or self.height <= below:
            return 0
        self.put(0, 0, shortened(words, self.width, self.unicode), role)
        return 1

    def is_free(self, row: int, column: int, length: int) -> bool:
        """Whether words may stand here: on the canvas, and over nothing else."""
        if not (0 <= row < self.height and 0 <= column <= self.width - length):
            return False
        return all(character == " " for character, _ in self.rows[row][column : column + length])

    def grid(self, height: int | None = None) -> CellGrid:
        """Freeze it, all of it or its first rows."""
        return CellGrid(tuple(map(tuple, self.rows[:height])))


def printed(words: str, unicode: bool) -> str:
    """Words in characters that fill one cell each; in ASCII where that is all there is."""
    if words.isascii() and words.isprintable():
        return words
    if not unicode:
        return "".join(map(plain, unicodedata.normalize("NFC", words)))
    return "".join(map(narrow, unicodedata.normalize("NFC", words)))


def plain(character: str) -> str:
    first = unicodedata.normalize("NFKD", character.translate(PLAIN))[0]
    return first if first.isascii() and first.isprintable() else "?"


def narrow(character: str) -> str:
    """A character that would fill two cells, or none, stands as a question mark."""
    wide = unicodedata.east_asian_width(character) in "WF" or unicodedata.combining(character)
    return "?" if wide or not character.isprintable() else character


def shortened(words: str, length: int, unicode: bool) -> str:
    """Words in so many cells at most. What was cut off is seen by its mark."""
    if len(words) <= length:
        return words
    return words[: max(0, length - 1)] + ("…" if unicode else "~")[:length]
