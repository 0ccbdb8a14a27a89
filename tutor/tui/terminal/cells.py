"""Cells of the screen, and the shortest text that a terminal needs to get from one look to another."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.style import Style
from textual.strip import Strip

from tutor.terminals.kinds import TerminalKind


class CellStyle(NamedTuple):
    """Attributes, foreground and background as codes. A blank has no foreground: any will do."""

    attributes: str = ""
    foreground: str = "39"
    background: str = "49"


Cell = tuple[str, CellStyle]

PLAIN = CellStyle()
UNKNOWN: Cell = ("", CellStyle("?"))
SEEN_ON_BLANKS = frozenset({"4", "7", "9", "21", "53"})  # underlined, reversed, struck through, overlined
ENDS = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "9": "29", "21": "24", "53": "55"}


def cells(strip: Strip, system: ColorSystem | None) -> list[Cell]:
    """Return one cell a column; a wide character is a cell and an empty one after it."""
    row: list[Cell] = []
    for text, style, control in strip:
        if control:
            continue
        look = look_of(style, system) if style else PLAIN
        if cell_len(text) != len(text):
            row += wide_cells(text, look)
        elif text.isspace():
            row += [(" ", blank(look))] * len(text)
        else:
            row += [(character, look if character != " " else blank(look)) for character in text]
    return row


def wide_cells(text: str, look: CellStyle) -> list[Cell]:
    """Cut characters into cells: one that takes no column belongs to the one before."""
    row: list[Cell] = []
    for character in text:
        width = cell_len(character)
        if width:
            row += [(character, look), *([("", look)] * (width - 1))]
        elif row:
            row[-1] = (row[-1][0] + character, look)
    return row


@lru_cache(4096)
def look_of(style: Style, system: ColorSystem | None) -> CellStyle:
    attributes = Strip.render_ansi(style.without_color, ColorSystem.STANDARD)  # bold, dim, reverse, underline
    if attributes and system is None:  # a VT100 ends attributes only all at once
        attributes = f"0;{attributes}"
    return CellStyle(attributes, codes(style.color, system, True), codes(style.bgcolor, system, False))


def codes(colour: Color | None, system: ColorSystem | None, foreground: bool) -> str:
    if colour is None or system is None:
        return "39" if foreground else "49"
    return ";".join(colour.downgrade(system).get_ansi_codes(foreground))


@lru_cache(4096)
def blank(look: CellStyle) -> CellStyle:
    """Return the look of a space, without the parts that do not show on one."""
    return look if seen_on_blanks(look) else CellStyle("", "", look.background)


def seen_on_blanks(look: CellStyle) -> bool:
    return not SEEN_ON_BLANKS.isdisjoint(look.attributes.split(";"))


@lru_cache(4096)
def arrived(old: CellStyle, new: CellStyle) -> CellStyle:
    """Return the terminal's look after the change: a blank leaves foreground and bold as they were."""
    if new.foreground:
        return new
    attributes = "" if seen_on_blanks(old) else old.attributes
    return CellStyle(attributes, old.foreground, new.background)


@lru_cache(4096)
def change(old: CellStyle, new: CellStyle) -> str:
    """Return the shortest codes from one look to another."""
    new = arrived(old, new)
    step = difference(old, new)
    if step == "":
        return ""
    return f"\x1b[{min((way for way in (step, afresh(new)) if way is not None), key=len)}m"


def difference(old: CellStyle, new: CellStyle) -> str | None:
    """Return the codes for what differs, attributes ended one by one; None where one of them cannot be."""
    had, wanted = (set(look.attributes.split(";")) - {""} for look in (old, new))
    if not had <= ENDS.keys():
        return None
    ended = {ENDS[code] for code in had - wanted}
    begun = [code for code in wanted if code not in had or ENDS.get(code) in ended]
    colours = [code for code, before in zip(new[1:3], old[1:3], strict=True) if code != before]
    return ";".join([*sorted(ended), *sorted(begun), *colours])


def afresh(new: CellStyle) -> str:
    """Return the codes for all that is wanted, after a reset."""
    colours = [code for code, none in zip(new[1:3], PLAIN[1:3], strict=True) if code != none]
    wanted = [code for code in (new.attributes, *colours) if code]
    return ";".join(["0", *wanted]) if wanted else ""


FEWEST = 4  # blanks at the end of a line that are erased rather than written
MANY = 11  # and inside of one, where the cursor has to jump over them


class CellWriter:
    """Writes cells, and remembers where the cursor stands and what look it writes in, from frame to frame."""

    def __init__(self, width: int, kind: TerminalKind) -> None:
        self.width, self.kind = width, kind
        self.look = PLAIN
        self.cursor: tuple[int, int] | None = None  # not known
        self.at_edge: int | None = None  # the line whose last column was written last
        self.parts: list[str] = []
        self.length = 0

    def add(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text) if text.isascii() else len(text.encode("utf-8", "replace"))

    def taken(self) -> str:
        """Return the text so far; the next begins empty."""
        text = "".join(self.parts)
        self.parts, self.length = [], 0
        return text

    def begin_anew(self, background: str) -> None:
        """Start on an empty screen; where the terminal can, in this colour."""
        self.look = PLAIN
        self.add("\x1b[m")
        if self.kind.erases_in_colour:
            self.wear(CellStyle("", "", background))
        self.add("\x1b[H\x1b[2J")
        self.cursor = (0, 0)

    def begin_of(self, x: int, y: int, row: Sequence[Cell]) -> int:
        """Return 0 where blanks of a row's margin can be written as they are: that is shorter than a jump over them."""
        is_next = x < FEWEST and self.cursor is not None and self.cursor[1] == y - 1
        return 0 if is_next and all(text == " " and not change(self.look, look) for text, look in row[:x]) else x

    def write(self, x: int, y: int, row: Sequence[Cell]) -> None:
        """Write cells from a place on; many blanks in a row are erased rather than written."""
        for first, last, blank in pieces(row):
            if blank and self.can_erase(row[first], last - first, x + last == self.width):
                self.erase(x + first, y, row[first], last - first)
            else:
                self.put(x + first, y, row[first:last])

    def put(self, x: int, y: int, row: Sequence[Cell]) -> None:
        self.move(x, y)
        for text, look in row:
            if look is not self.look:
                self.wear(look)
            self.add(text)
        end = x + len(row)
        self.cursor = (end, y) if end < self.width else None  # in the last column terminals differ
        self.at_edge = y if end == self.width else None

    def can_erase(self, cell: Cell, count: int, to_the_end: bool) -> bool:
        """Return True if erasing is allowed, and shorter. Some terminals erase without the background."""
        look = cell[1]
        if look.foreground or not (self.kind.erases_in_colour or look.background == "49"):
            return False
        return count >= FEWEST if to_the_end else self.kind.erases_characters and count >= MANY

    def erase(self, x: int, y: int, cell: Cell, count: int) -> None:
        self.move(x, y)
        self.wear(cell[1])
        self.add("\x1b[K" if x + count == self.width else f"\x1b[{count}X")

    def wear(self, look: CellStyle) -> None:
        if codes := change(self.look, look):
            self.add(codes)
        self.look = arrived(self.look, look)

    def move(self, x: int, y: int) -> None:
        if self.cursor == (x, y):
            return
        self.add(min(self.ways(x, y), key=len))
        self.cursor = (x, y)

    def ways(self, x: int, y: int) -> list[str]:
        ways = [f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H"]
        if self.cursor and self.cursor[1] == y and x > self.cursor[0]:
            across = x - self.cursor[0]
            ways.append(f"\x1b[{across}C" if across > 1 else "\x1b[C")
        if self.cursor and x == 0 and 0 < y - self.cursor[1] < 4:
            ways.append("\r" + "\n" * (y - self.cursor[1]))
        if self.at_edge == y - 1 and not self.cursor and x == self.width - 1:  # where no line wraps
            ways.append("\x1b[B")
        return ways

    def scroll(self, top: int, bottom: int, by: int) -> None:
        """Let the terminal move these lines: up where `by` is positive. What comes in is empty, in the look worn."""
        self.add(f"\x1b[{top + 1};{bottom + 1}r")
        self.add(f"\x1b[{(bottom if by > 0 else top) + 1}H")
        self.add("\n" * by if by > 0 else "\x1bM" * -by)
        self.add("\x1b[r")
        self.cursor = (0, 0)


def pieces(row: Sequence[Cell]) -> list[tuple[int, int, bool]]:
    """Return from where to where there are equal blanks, and where there are words between them."""
    runs: list[tuple[int, int, bool]] = []
    begun = 0
    for first, last in [*blank_runs(row), (len(row), len(row))]:
        runs += [(begun, first, False)] if first > begun else []
        runs += [(first, last, True)] if last > first else []
        begun = last
    return runs


def blank_runs(row: Sequence[Cell]) -> list[tuple[int, int]]:
    """Return runs of equal blanks that may be worth erasing."""
    runs, first = [], 0
    for x in range(1, len(row) + 1):
        if x < len(row) and row[x] == row[first]:
            continue
        if row[first][0] == " " and x - first >= FEWEST:
            runs.append((first, x))
        first = x
    return runs
