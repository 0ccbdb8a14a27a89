"""Send only the cells that differ between the shown and the wanted screen.

Textual 8.2 sends every line that changed from its widget's left edge, and all colours of every piece of it. Here
colours are sent where they change, and lines that moved are moved by the terminal itself. Cells that were wanted only
for a moment are never sent.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.color import ColorSystem

from tutor.terminals.kinds import TerminalKind
from tutor.tui.terminal.cells import FEWEST, UNKNOWN, Cell, CellStyle, CellWriter, blank, cells
from tutor.tui.textual_private import ChopsUpdate

NEAR = 4  # cells: across so few, writing what stands there already is no longer than a jump
MANY = 6  # lines that differ before it is asked whether they have only moved
MIN_MOVED = 3  # lines with words that must have moved
MARGIN = 4  # columns at the right that need not have moved: a scroll bar

Row = Sequence[Cell]


class ScreenGrid:
    """The screen as it is wanted and as it is shown, row by row."""

    def __init__(self, width: int, height: int, kind: TerminalKind) -> None:
        self.width, self.height = width, height
        self.writer = CellWriter(width, kind)
        self.wanted: list[list[Cell]] = [[UNKNOWN] * width for _ in range(height)]
        self.shown: list[list[Cell]] = [[UNKNOWN] * width for _ in range(height)]
        self.changed: dict[int, int] = {}  # lines that may differ: the number of the update that asked last
        self.updates = 0
        self.is_known = False  # whether it is known what the terminal shows

    def forget(self) -> None:
        """Forget what is shown: the terminal may show anything."""
        self.is_known = False
        self.shown = [[UNKNOWN] * self.width for _ in range(self.height)]
        self.changed = dict.fromkeys(range(self.height), self.updates)

    def take(self, update: Any, system: ColorSystem | None) -> None:
        self.updates += 1
        if not isinstance(update, ChopsUpdate):
            for y, strips in enumerate(update.strips, update.region.y):
                self.want(update.region.x, y, [cell for strip in strips for cell in cells(strip, system)])
            return
        for y, left, right in update.spans:
            for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                if strip is not None and x < right and end > left:
                    start = max(x, left)
                    self.want(start, y, cells(strip.crop(start - x, min(end, right) - x), system))

    def want(self, x: int, y: int, new: list[Cell]) -> None:
        """Want these cells somewhere; what is outside of the screen is left out."""
        if 0 <= y < self.height:
            self.wanted[y][x : x + len(new)] = new[: max(0, self.width - x)]
            self.changed[y] = self.updates

    @property
    def is_shown(self) -> bool:
        return not self.changed

    def frame(self, room: int, cursor: tuple[int, int] = (0, 0)) -> str:
        """Return the next text to send, of about as many bytes at most; what was asked for last comes first."""
        if not self.is_known:
            self.begin_anew()
        elif len(self.changed) >= MANY:
            self.scroll()
        lines = sorted(self.changed, key=lambda line: (-self.changed[line], line))
        for y, row in [*((y, self.without_bar(y)) for y in lines), *((y, self.wanted[y]) for y in lines)]:
            if self.send_line(y, row, room) and row is self.wanted[y]:
                self.changed.pop(y, None)
            if self.writer.length >= room:
                break
        if cursor != (0, 0) and self.writer.length:  # braille displays and magnifiers follow it
            self.writer.move(*cursor)
        return self.writer.taken()

    def begin_anew(self) -> None:
        """Empty the terminal, in the colour that most of it will have."""
        backgrounds = Counter(look.background for row in self.wanted for text, look in row if text == " ")
        background = backgrounds.most_common(1)[0][0] if backgrounds else "49"
        self.writer.begin_anew(background)
        after = (" ", blank(CellStyle("", "", background if self.writer.kind.erases_in_colour else "49")))
        self.shown = [[after] * self.width for _ in range(self.height)]
        self.is_known = True

    def scroll(self) -> None:
        """Let the terminal move what has only moved; what comes in is empty."""
        scroll = scroll_between(self.shown, self.wanted)
        if not scroll:
            return
        self.writer.scroll(*scroll)
        incoming = [UNKNOWN] * self.width  # terminals differ in what comes in
        self.shown = [list(row) for row in moved_rows(list(self.shown), scroll, incoming)]
        for y in range(scroll.top, scroll.bottom + 1):
            self.changed.setdefault(y, self.updates)

    def without_bar(self, y: int) -> list[Cell]:
        """Return a line as it would be without its piece of a scroll bar: the bar is sent at last, in one look."""
        row, shown = self.wanted[y], self.shown[y]
        (before, look), (piece, own) = row[-2:] if len(row) > 1 else (UNKNOWN, UNKNOWN)
        if before != " " or row[-1] == shown[-1]:
            return row
        bare = [*row[:-1], row[-2]]
        blanks = slice(first_blank(bare), -1)
        is_erased = len(row) - blanks.start >= FEWEST and row[blanks] != shown[blanks]  # with what was there of a bar
        if not is_erased and shown[-1] is not UNKNOWN:
            return [*row[:-1], shown[-1]]
        return bare if piece and own != look else row

    def send_line(self, y: int, wanted: list[Cell], room: int) -> bool:
        """Send the cells of a line that differ; False where there was no room for all of them."""
        shown = self.shown[y]
        spans, end = differing(shown, wanted), first_blank(wanted)
        if spans and spans[-1][1] - end >= FEWEST:  # only blanks follow: they are erased at once
            first = next(first for first, last in spans if last > end)
            spans = [*(span for span in spans if span[1] <= end), (first, self.width)]
        for first, last in spans:
            if self.writer.length >= room:
                return False
            first = self.writer.begin_of(first, y, wanted)
            self.writer.write(first, y, wanted[first:last])
            shown[first:last] = wanted[first:last]
        return True


def first_blank(row: list[Cell]) -> int:
    """Return the first column of the equal blanks at the end of a line."""
    x = len(row)
    while x and row[x - 1][0] == " " and row[x - 1] == row[-1]:
        x -= 1
    return x


def differing(old: list[Cell], new: list[Cell]) -> list[tuple[int, int]]:
    """Return from where to where the cells differ; runs that are near each other are one."""
    if old == new:
        return []
    runs: list[tuple[int, int]] = []
    for x, cell in enumerate(new):
        if cell == old[x] or cell is UNKNOWN:
            continue
        first = x
        while first and not new[first][0]:  # the later half of something wide: from its beginning
            first -= 1
        if runs and first <= runs[-1][1] + NEAR and UNKNOWN not in new[runs[-1][1] : first]:
            runs[-1] = (runs[-1][0], x + 1)
        else:
            runs.append((first, x + 1))
    return runs


class Scroll(NamedTuple):
    """Lines from top to bottom move up by so many, or down where it is negative."""

    top: int
    bottom: int
    by: int


def scroll_between(shown: Sequence[Row], wanted: Sequence[Row]) -> Scroll | None:
    """Return the scroll from the shown rows to the wanted ones; None if it would save no line."""
    places: dict[tuple[Cell, ...], int] = {}
    for y, row in enumerate(shown):
        if has_words(row):
            places.setdefault(key_of(row), y)
    moved = [
        (y, places[key_of(row)])
        for y, row in enumerate(wanted)
        if has_words(row) and key_of(row) in places and key_of(shown[y]) != key_of(row)
    ]
    steps = Counter(before - y for y, before in moved)
    if not steps:
        return None
    by, count = steps.most_common(1)[0]
    if count < MIN_MOVED:
        return None
    rows = [y for y, before in moved if before - y == by]
    top, bottom = min(rows[0], rows[0] + by), max(rows[-1], rows[-1] + by)
    return Scroll(top, bottom, by) if saves(shown, wanted, Scroll(top, bottom, by)) else None


def saves(shown: Sequence[Row], wanted: Sequence[Row], scroll: Scroll) -> bool:
    """Return True if fewer lines differ after it than before."""
    after = moved_rows(list(shown), scroll, ())
    lines = range(scroll.top, scroll.bottom + 1)
    still = sum(key_of(after[y]) != key_of(wanted[y]) for y in lines)
    return still + 1 < sum(key_of(shown[y]) != key_of(wanted[y]) for y in lines)


def moved_rows(rows: list[Row], scroll: Scroll, incoming: Row) -> list[Row]:
    """Return the rows after a scroll, with an incoming row in each line that was emptied."""
    inside = rows[scroll.top : scroll.bottom + 1]
    count = min(abs(scroll.by), len(inside))
    empty: list[Row] = [incoming] * count
    moved = inside[count:] + empty if scroll.by > 0 else empty + inside[: len(inside) - count]
    return [*rows[: scroll.top], *moved, *rows[scroll.bottom + 1 :]]


def key_of(row: Row) -> tuple[Cell, ...]:
    return tuple(row[:-MARGIN])


def has_words(row: Row) -> bool:
    return any(text not in (" ", "") for text, _ in row[:-MARGIN])
