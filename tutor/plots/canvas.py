"""Cells to draw on, each a character and the role of what drew it; and strokes that tell roles apart."""

import math
import textwrap
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from lessons.course.lesson.pictures import Bar

LINE, DASHES, MARKS, DOTTED, POINTS = "line", "dashes", "marks", "dotted", "points"


@dataclass(frozen=True)
class Stroke:
    """The style of one role's curve: as a line, in dashes, as a line with marks on it, in marks alone, or as points."""

    kind: str
    mark: str
    ascii: str

    def sample(self, unicode: bool) -> str:
        """Return the sample of this stroke for the legend."""
        if not unicode:
            return self.ascii * (2 if self.kind in (LINE, DASHES) else 1)
        return {LINE: "⠒⠒", DASHES: "⠒ ⠒", MARKS: f"⠒{self.mark}⠒"}.get(self.kind, self.mark)

    def sign(self, unicode: bool) -> str:
        return self.mark if unicode else self.ascii


STROKES = {
    "healthy": Stroke(LINE, "●", "*"),
    "broken": Stroke(MARKS, "×", "x"),
    "arm-1": Stroke(LINE, "●", "*"),
    "arm-2": Stroke(MARKS, "×", "x"),
    "arm-3": Stroke(MARKS, "o", "o"),
    "arm-4": Stroke(DASHES, "◆", "="),
    "arm-5": Stroke(MARKS, "+", "+"),
    "arm-6": Stroke(MARKS, "#", "#"),
    "mark": Stroke(POINTS, "●", "@"),
    "ideal": Stroke(DOTTED, "·", "."),
}
ARMS = tuple(STROKES)[:-2]
# Every role that a cell may have, for whoever picks colours. An arm's seeds and its band are its faint role.
ROLES = (
    *(role for arm in ARMS for role in (arm, f"{arm}-faint")),
    *("mark", "ideal", "title", "axis", "shade", "positive", "negative", "right", "wrong"),
)


def stroke(role: str) -> Stroke:
    """Return a role's stroke; a line if the role has no stroke of its own."""
    return STROKES.get(role, STROKES["healthy"])


def faint(role: str) -> str:
    return f"{role}-faint"


NOTHING = 1e-6  # of the largest: what is smaller is zero but for rounding


def label(value: float) -> str:
    """Write a tick's value as short as it goes: 0.5, 300, 1e-5."""
    digits, exponent, power = f"{value or 0.0:g}".partition("e")
    return f"{digits}e{int(power)}" if exponent else digits


def written(value: float) -> str:
    """Write a matrix's number in two digits, without a minus before zero."""
    if math.isnan(value):
        return "NaN"
    return f"{value:.0e}" if 1000 <= abs(value) < math.inf else f"{value or 0.0:.2g}"


def said(bar: Bar) -> str:
    """Write a bar's value as people say it, or in three digits."""
    return bar.words or ("NaN" if math.isnan(bar.value) else f"{bar.value:.3g}")


Cell = tuple[str, str]
BLANK: Cell = (" ", "")
PLAIN = str.maketrans("×·•…→←↑↓−–—‘’“”≤≥≈∇ß", "x.*.><^v---''\"\"<>~ds")


@dataclass(frozen=True)
class CellGrid:
    """Rows of cells, all of the same length."""

    rows: tuple[tuple[Cell, ...], ...] = ()

    def text(self) -> str:
        return "\n".join("".join(character for character, _ in row).rstrip() for row in self.rows)


class Canvas:
    """Blank cells at first. What falls outside is left out; without Unicode, words lose their accents."""

    def __init__(self, width: int, height: int, unicode: bool = True) -> None:
        self.width, self.height, self.unicode = width, height, unicode
        self.rows: list[list[Cell]] = [[BLANK] * width for _ in range(height)]

    def put(self, row: int, column: int, words: str, role: str = "") -> None:
        if 0 <= row < self.height:
            for place, character in enumerate(printed(words, self.unicode), column):
                if 0 <= place < self.width:
                    self.rows[row][place] = (character, role)

    def stamp(self, top: int, left: int, rows: Sequence[Sequence[Cell]]) -> None:
        """Put rows of cells from a cell on, blank ones too."""
        for row, cells in zip(self.rows[top:], rows, strict=False):
            row[left : left + len(cells)] = cells[: self.width - left]

    def title(self, words: str, below: int, role: str = "title", kept: int = 0, most: int = 1) -> int:
        """Write a title in the first row, or several, where so many have room below it; of a long one a part is kept.

        Tells how many rows it took.
        """
        if not words or self.height <= below:
            return 0
        words = words if len(words) <= self.width else words.split(" · ")[kept]
        room, rows = min(most, self.height - below), textwrap.wrap(words, self.width) or [words]
        if len(rows) > room:
            rows[room - 1 :] = [" ".join(rows[room - 1 :])]
        for row, each in enumerate(rows):
            self.put(row, 0, shortened(each, self.width, self.unicode), role)
        return len(rows)

    def is_free(self, row: int, column: int, length: int) -> bool:
        """Return True if words may stand here: on the canvas, and over blank cells."""
        if not (0 <= row < self.height and 0 <= column <= self.width - length):
            return False
        return all(character == " " for character, _ in self.rows[row][column : column + length])

    def grid(self, height: int | None = None) -> CellGrid:
        """Freeze it, all of it or its first rows."""
        return CellGrid(tuple(map(tuple, self.rows[:height])))


def printed(words: str, unicode: bool) -> str:
    """Return words in characters that fill one cell each; in ASCII where that is all there is."""
    if words.isascii() and words.isprintable():
        return words
    return "".join(map(narrow if unicode else plain, unicodedata.normalize("NFC", words)))


def plain(character: str) -> str:
    first = unicodedata.normalize("NFKD", character.translate(PLAIN))[0]
    return first if first.isascii() and first.isprintable() else "?"


def narrow(character: str) -> str:
    """Return a question mark for a character that would fill two cells or no cell."""
    wide = unicodedata.east_asian_width(character) in "WF" or unicodedata.combining(character)
    return "?" if wide or not character.isprintable() else character


def shortened(words: str, length: int, unicode: bool) -> str:
    """Return words in so many cells at most. What was cut off is seen by its mark."""
    if len(words) <= length:
        return words
    return words[: max(0, length - 1)] + ("…" if unicode else "~")[:length]
