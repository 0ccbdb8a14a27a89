"""Lists whose chosen row carries a mark, seen in any number of colours and in none; and the box that narrows one."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from rich.table import Table
from rich.text import Text
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.scrollbar import ScrollBarRender
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from tutor.tui.textual_private import has_styles, own_bindings, row_of

MARK = "▸"
MOVES = {"up": "cursor_up", "down": "cursor_down", "pageup": "page_up", "pagedown": "page_down"}
MAX_LETTERS = 60  # that are searched for
PAUSE_S = 1.5  # after which a digit begins anew


class MarkedList(OptionList):
    """One cell of every row is free; that of the row under the cursor has the mark."""

    MARKED = 0  # which cell

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        row = self.highlighted
        if row is None or self.scroll_offset.y + y != row_of(self, row):
            return strip
        return marked(strip, self.MARKED, reverse=self.app.no_color)

    def action_page_up(self) -> None:
        if self.has_pages:
            super().action_page_up()

    def action_page_down(self) -> None:
        if self.has_pages:
            super().action_page_down()

    @property
    def has_pages(self) -> bool:
        """Return True unless the window left no room: Textual does not know then on which line an option begins."""
        return bool(self.scrollable_content_region)


class NumberedList(MarkedList, inherit_bindings=False):
    """Answers with their numbers: a digit, or two in a row, moves the cursor to its row, and Enter takes it.

    The keys that leaf by pages are for what is read around it.
    """

    BINDINGS = [("up", "cursor_up"), ("down", "cursor_down"), ("home", "first"), ("end", "last"), ("enter", "select")]

    typed, typed_at = "", 0.0  # the digit before, where a second one may follow; and when

    def on_resize(self) -> None:
        """Keep the chosen row in view where there is less room."""
        self.call_after_refresh(self.scroll_to_highlight)

    def on_key(self, event: events.Key) -> None:
        begun = self.typed if event.time - self.typed_at < PAUSE_S else ""
        numbers = (each for each in (begun + event.key, event.key) if each.isdecimal())
        fits = [number for number in numbers if 0 < int(number) <= self.option_count]
        self.typed, self.typed_at = event.key if fits else "", event.time
        if fits:
            event.stop()
            event.prevent_default()
            self.highlighted = int(fits[0]) - 1

    @staticmethod
    def rows(words: Iterable[str]) -> list[Option]:
        return [Option(hanging(f"{number} ", each)) for number, each in enumerate(words, 1)]


def hanging(mark: str, words: str) -> Table:
    """Return words whose further lines begin below their first word."""
    row = Table.grid()
    row.add_row(Text(mark), Text(words))
    return row


def marked(strip: Strip, cell: int, reverse: bool) -> Strip:
    """Return the same cells, with the mark in one of them; reversed where there is no colour for them."""
    own = next((segment.style for segment in strip.crop(cell) if segment.text), None) or Style()
    segments = [*strip.crop(0, cell), Segment(MARK, own + Style(bold=True)), *strip.crop(cell + 1)]
    return Strip(Segment.apply_style(segments, post_style=Style(reverse=True)) if reverse else segments)


async def act_at_once(box: Widget, event: events.Key) -> bool:
    """Do what a key is bound to in a box; False where it is not bound.

    Textual sends keys that are bound, such as backspace, round by the app, and letters typed just after overtake them.
    Over a slow line keys come in bursts: here a box's own bindings act in the order in which they were typed.
    """
    own = own_bindings(type(box))
    if event.key not in own:
        return False
    event.stop()
    event.prevent_default()
    await box.run_action(own[event.key][0].action)
    return True


class LineEditor(Input):
    """One line."""

    cursor_blink = reactive(False, init=False)

    async def _on_key(self, event: events.Key) -> None:
        if not await act_at_once(self, event):
            await super()._on_key(event)

    def render_line(self, y: int) -> Strip:
        return super().render_line(y) if has_styles(self) else Strip.blank(self.size.width)


class FilterBox(LineEditor):
    """One line of letters that narrow a list beside it, in which the arrow keys move: no move overtakes a letter."""

    BINDINGS = [(key, f"move('{how}')") for key, how in MOVES.items()]

    @dataclass
    class CursorMoved(Message):
        """The learner wants another row of the list."""

        how: str

        def move(self, table: OptionList) -> None:
            getattr(table, f"action_{self.how}")()

    def __init__(self, id: str, placeholder: str) -> None:
        super().__init__(id=id, placeholder=placeholder, max_length=MAX_LETTERS)

    @property
    def letters(self) -> str:
        """Return the letters to search for; a first slash only opened the box."""
        return self.value.strip().removeprefix("/")

    def action_move(self, how: str) -> None:
        self.post_message(self.CursorMoved(how))


class SearchedList(MarkedList):
    """A list that a box of letters narrows: from `/` on every key is for the box, however fast it comes."""

    box: FilterBox | None = None  # while one searches
    was_clicked = False  # the row under the cursor, once

    def __init__(self, id: str, open_box: Callable[[], FilterBox]) -> None:
        super().__init__(id=id)
        self.open_box = open_box

    def on_key(self, event: events.Key) -> None:
        """Keys that came here before the box had the focus go on to it, in their order."""
        if self.box is not None:
            event.stop()
            event.prevent_default()
            self.box.post_message(events.Key(event.key, event.character))
        elif event.key == "slash":
            event.stop()
            self.search()

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on a row at the first click; another one chooses it."""
        event.prevent_default()
        row = event.style.meta.get("option")
        if row is None or self.options[row].disabled:
            return
        if row == self.highlighted:
            self.action_select()
        else:
            self.highlighted, self.was_clicked = row, True

    def watch_highlighted(self, highlighted: int | None) -> None:
        super().watch_highlighted(highlighted)
        self.was_clicked = False

    def search(self) -> None:
        self.box = self.open_box()
        self.call_later(self.screen.set_focus, self.box)


class WholeScrollBar(ScrollBarRender):
    """A scroll bar in whole cells, for terminals that lack the eighths of a block."""

    VERTICAL_BARS = HORIZONTAL_BARS = [" "]
