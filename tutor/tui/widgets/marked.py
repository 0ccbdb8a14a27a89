"""Lists whose chosen row carries a mark: it is seen in any number of colours, and in none."""

from rich.segment import Segment
from rich.style import Style
from textual.scrollbar import ScrollBarRender
from textual.strip import Strip
from textual.widgets import OptionList

from tutor.tui.textual_private import row_of

MARK = "▸"


class MarkedList(OptionList):
    """The first cell of every row is free; that of the row under the cursor has the mark."""

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        row = self.highlighted
        if row is None or self.scroll_offset.y + y != row_of(self, row):
            return strip
        return marked(strip)


def marked(strip: Strip) -> Strip:
    """The same cells, with the mark in the first one."""
    first = next((segment.style for segment in strip if segment.text), None) or Style()
    mark = Segment(MARK, first + Style(bold=True))
    return Strip([mark, *strip.crop(1)])


class WholeScrollBar(ScrollBarRender):
    """A scroll bar in whole cells, for terminals that lack the eighths of a block."""

    VERTICAL_BARS = HORIZONTAL_BARS = [" "]
