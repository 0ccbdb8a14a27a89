"""Frames: whatever stood on a terminal, and however little is sent at a time, in the end it shows what is wanted."""

from types import SimpleNamespace

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

from tutor.terminals.kinds import TerminalKind
from tutor.tui.terminal.cells import PLAIN, arrived, change, look_of, pieces
from tutor.tui.terminal.grid import ScreenGrid

WIDTH, HEIGHT = 24, 9
ALL = TerminalKind(erases_in_colour=True, erases_characters=True)
STYLES = [
    Style(), Style(bold=True), Style(reverse=True, color="red"), Style(color="red", bgcolor="blue"),
    Style(bgcolor="blue"), Style(underline=True), Style(dim=True, italic=True, bgcolor="blue"),
]  # fmt: skip
PIECES = some.tuples(some.text(alphabet="ab  ·⣀中", max_size=9), some.sampled_from(STYLES))
LINES = some.lists(PIECES, max_size=4)
SCREENS = some.lists(LINES, min_size=HEIGHT, max_size=HEIGHT)


def strip_of(pieces: list[tuple[str, Style]]) -> Strip:
    return Strip([Segment(text, style) for text, style in pieces]).adjust_cell_length(WIDTH, Style(bgcolor="blue"))


def layout(screen: list[list[tuple[str, Style]]]) -> SimpleNamespace:
    """As Textual hands over a screen that was laid out."""
    return SimpleNamespace(strips=[[strip_of(line)] for line in screen], region=Region(0, 0, WIDTH, HEIGHT))


def painted(update: SimpleNamespace) -> list[tuple[object, ...]]:
    """A screen that was painted whole, from nothing, on a terminal of its own."""
    console = Console(color_system="256", force_terminal=True)
    rows = ["".join(Strip([segment]).render(console) for segment in strip) for (strip,) in update.strips]
    return on_terminal([f"\x1b[{y}H{codes}" for y, codes in enumerate(rows, 1)])


class Erasing(pyte.Screen):
    """A terminal on which what is erased takes the background, as terminfo calls `bce`; or none of it does."""

    takes_colour = True

    def erase_in_display(self, how: int = 0, *_: object, **__: object) -> None:
        for y in range(self.lines):
            self.erase_cells(y, 0, self.columns)

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:
        self.erase_cells(self.cursor.y, min(self.cursor.x, self.columns - 1), self.columns)

    def erase_characters(self, count: int | None = None) -> None:
        self.erase_cells(self.cursor.y, self.cursor.x, self.cursor.x + (count or 1))

    def erase_cells(self, y: int, first: int, last: int) -> None:
        background = self.cursor.attrs.bg if self.takes_colour else "default"
        for x in range(first, min(last, self.columns)):
            self.buffer[y][x] = self.default_char._replace(bg=background)


def on_terminal(texts: list[str], takes_colour: bool = True) -> list[tuple[object, ...]]:
    screen = Erasing(WIDTH, HEIGHT)
    screen.takes_colour = takes_colour
    screen.reset_mode(7, private=True)  # lines do not wrap
    stream = pyte.Stream(screen)
    for text in texts:
        stream.feed(text)
    return seen(screen)


def seen(screen: pyte.Screen) -> list[tuple[object, ...]]:
    """Return what can be told apart on it: a blank has no foreground, and is neither bold nor italic."""
    found = []
    for y in range(HEIGHT):
        for x in range(WIDTH):
            cell = screen.buffer[y][x]
            shows = cell.data != " " or cell.underscore or cell.reverse
            look = (cell.fg, cell.bold, cell.italics) if shows else ()
            found.append((cell.data, cell.bg, cell.underscore, cell.reverse, look))
    return found


@given(some.lists(SCREENS, min_size=1, max_size=4), some.integers(20, 400), some.booleans(), some.booleans())
@settings(max_examples=60, deadline=None)
def test_a_terminal_shows_what_was_wanted_last(screens, room, erases, alone) -> None:  # type: ignore[no-untyped-def]
    """Each frame has little more than there is room for, and what stands there already is not sent again."""
    grid, sent = ScreenGrid(WIDTH, HEIGHT, TerminalKind(erases_in_colour=erases, erases_characters=alone)), []
    for screen in screens:
        grid.take(layout(screen), ColorSystem.EIGHT_BIT)
        sent.append(grid.frame(room))  # and the next is wanted before all of it is there
    while not grid.is_shown:
        sent.append(grid.frame(room))
    assert max(len(frame.encode()) for frame in sent) <= room + 300
    assert on_terminal(sent, erases) == painted(layout(screens[-1]))
    grid.take(layout(screens[-1]), ColorSystem.EIGHT_BIT)
    assert grid.frame(1 << 16) == ""


def test_what_is_forgotten_is_sent_again():
    grid = ScreenGrid(WIDTH, HEIGHT, ALL)
    screen = [[(f"line {y}", Style())] for y in range(HEIGHT)]
    grid.take(layout(screen), ColorSystem.EIGHT_BIT)
    grid.frame(1 << 16)
    grid.forget()
    assert on_terminal(["\x1b[1Hnoise", grid.frame(1 << 16)]) == painted(layout(screen))


def words(lines: list[str]) -> SimpleNamespace:
    return layout([[(line, Style(bgcolor="blue"))] for line in lines])


@pytest.mark.parametrize("by", [1, 2, -1, -3])
def test_lines_that_only_moved_are_moved_by_the_terminal(by):
    lines = [f"line number {number} of many" for number in range(30)]
    grid = ScreenGrid(WIDTH, HEIGHT, ALL)
    grid.take(words(lines[10 : 10 + HEIGHT]), ColorSystem.EIGHT_BIT)
    sent = [grid.frame(1 << 16)]
    after = words(lines[10 + by : 10 + by + HEIGHT])
    grid.take(after, ColorSystem.EIGHT_BIT)
    sent.append(grid.frame(1 << 16))
    assert on_terminal(sent) == painted(after)
    assert len(sent[1]) < len(sent[0]) * (abs(by) + 1) / HEIGHT


def test_of_a_row_only_the_letters_that_differ_are_sent():
    before, after = (words([line] * HEIGHT) for line in ("number 1 of the many: 1", "number 2 of the many: 2"))
    grid, sent = ScreenGrid(WIDTH, HEIGHT, ALL), []
    for each in (before, after):
        grid.take(each, ColorSystem.EIGHT_BIT)
        sent.append(grid.frame(1 << 16))
    assert on_terminal(sent) == painted(after)
    assert len(sent[1]) < len(sent[0]) * 3 / 4


def test_words_that_go_at_the_end_of_a_row_go_at_once_whatever_was_between_them():
    before, after = (words([line] * HEIGHT) for line in ("so         and         so", "so"))
    grid, sent = ScreenGrid(WIDTH, HEIGHT, ALL), []
    for each in (before, after):
        grid.take(each, ColorSystem.EIGHT_BIT)
        sent.append(grid.frame(1 << 16))
    assert on_terminal(sent) == painted(after)
    assert sent[1].count("\x1b[K") == HEIGHT
    assert " " not in sent[1]


def test_a_scroll_bar_beside_what_is_another_is_sent_down_its_column_in_one_look():
    piece, box = Style(color="red", reverse=True), Style(bgcolor="blue")

    def page(letter: str, bar: range) -> SimpleNamespace:
        row = f"  {letter * 19}  "
        return layout([[(row, box), (" ", piece if y in bar else box)] for y in range(HEIGHT)])

    grid, sent = ScreenGrid(WIDTH, HEIGHT, ALL), []
    for each in (page("a", range(4)), page("b", range(4, 9))):
        grid.take(each, ColorSystem.EIGHT_BIT)
        sent.append(grid.frame(1 << 16))
    assert on_terminal(sent) == painted(page("b", range(4, 9)))
    assert sent[1].count(f"\x1b[{HEIGHT};{WIDTH}H") == 0  # no jump, but one line down
    assert sent[1].count("\x1b[B") == HEIGHT - 1
    assert sent[1].count("m") <= 4  # two looks of the bar, and what they are taken back by
    assert sent[1].count("\r\n  b") == HEIGHT - 1  # the margin is shorter than a jump over it


def test_blanks_at_the_end_of_a_row_are_a_piece_that_can_be_erased():
    assert pieces([(letter, PLAIN) for letter in "ab" + " " * 20]) == [(0, 2, False), (2, 22, True)]


LOOKS = [look_of(style, ColorSystem.EIGHT_BIT) for style in STYLES]


@pytest.mark.parametrize("old", LOOKS)
@pytest.mark.parametrize("new", LOOKS)
def test_a_change_of_look_ends_in_that_look(old, new):
    sent = [change(PLAIN, old), "x", change(arrived(PLAIN, old), new), "y\x1b[H"]
    alone = [change(PLAIN, new), "xy\x1b[H"]
    assert on_terminal(sent)[1] == on_terminal(alone)[1]
