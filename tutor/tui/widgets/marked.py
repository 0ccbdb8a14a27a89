"""Lists whose chosen row carries a mark: it is seen in any number of colours, and in none."""

from collections.abc import Callable

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.scrollbar import ScrollBarRender
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList

from tutor.tui.textual_private import row_of

MARK = "▸"


class MarkedList(OptionList):
    """One cell of every row is free; that of the row under the cursor has the mark."""

    MARKED = 0  # which cell

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        row = self.highlighted
        if row is None or self.scroll_offset.y + y != row_of(self, row):
            return strip
        return marked(strip, self.MARKED, reverse=self.app.no_color)


class SearchedList(MarkedList):
    """A list that a box of letters narrows: from `/` on every key is for the box, however fast it comes."""

    open_box: Callable[[], Widget]  # by whoever shows both
    box: Widget | None = None  # while one searches

    def on_key(self, event: events.Key) -> None:
        """Keys that came here before the box had the focus go on to it, in their order."""
        if self.box is not None:
            event.stop()
            event.prevent_default()
            self.box.post_message(events.Key(event.key, event.character))
        elif event.key == "slash":
            event.stop()
            self.search()

    def search(self) -> None:
        self.box = self.open_box()
        self.call_later(self.screen.set_focus, self.box)


def marked(strip: Strip, cell: int, reverse: bool) -> Strip:
    """The same cells, with the mark in one of them; reversed where there is no colour for them."""
    own = next((segment.style for segment in strip.crop(cell) if segment.text), None) or Style()
    segments = [*strip.crop(0, cell), Segment(MARK, own + Style(bold=True)), *strip.crop(cell + 1)]
    return Strip(Segment.apply_style(segments, post_style=Style(reverse=True)) if reverse else segments)


class WholeScrollBar(ScrollBarRender):
    """A scroll bar in whole cells, for terminals that lack the eighths of a block."""

    VERTICAL_BARS = HORIZONTAL_BARS = [" "]
