"""A file of the source, a row a line, with a cursor that keeps some rows between itself and the edge."""

import sys
from collections.abc import Callable, Iterator

from textual.content import Content
from textual.geometry import Region
from textual.widgets.option_list import Option

from tutor.terminals.characters import typed_formulas
from tutor.tui.textual_private import row_of
from tutor.tui.widgets.lists import FilterBox, SearchedList
from tutor.tui.widgets.python_colours import python

MARGIN_ROWS = 3  # that stay in sight above and below the cursor


class CodeList(SearchedList):
    """Lines to walk through. A click moves the cursor; Enter, or a click on the line under it, chooses that line."""

    MARKED = 3  # the blank after the number
    BINDINGS = [("j", "cursor_down"), ("k", "cursor_up"), ("space", "page_down"), ("g", "first"), ("G", "last")]

    def __init__(self, id: str, open_box: Callable[[], FilterBox], can_choose: bool) -> None:
        super().__init__(id, open_box)
        self.can_choose = can_choose

    def on_focus(self) -> None:
        """Nobody searches any more."""
        self.box = None

    def action_select(self) -> None:
        if self.can_choose:
            super().action_select()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Return False for Enter in a list that is only read."""
        return self.can_choose or action != "select"

    def show(self, code: str, line: int) -> None:
        """Show a text, with the cursor on a line a third of the way down."""
        self.set_options(Option(content) for content in numbered(code))
        self.highlighted = min(max(1, line), self.option_count) - 1 if self.option_count else None
        self.call_after_refresh(self.centre)

    @property
    def line(self) -> int:
        """The line under the cursor, from 1."""
        return (self.highlighted or 0) + 1

    @property
    def rows(self) -> int:
        return max(1, self.scrollable_content_region.height)

    def centre(self) -> None:
        if self.is_attached:
            top = max(0, row_of(self, self.line - 1) - self.rows // 3)
            self.scroll_to(y=top, animate=False, immediate=True)

    def scroll_to_highlight(self, top: bool = False) -> None:
        super().scroll_to_highlight(top)
        if self.highlighted is None or not self.is_mounted:
            return
        margin = min(MARGIN_ROWS, (self.rows - 1) // 2)
        around = Region(0, max(0, row_of(self, self.highlighted) - margin), 1, 1 + 2 * margin)
        self.scroll_to_region(around, force=True, animate=False, immediate=True, x_axis=False)

    def action_cursor_down(self) -> None:
        if self.line < self.option_count:  # not from the last line to the first
            super().action_cursor_down()

    def action_cursor_up(self) -> None:
        if self.line > 1:
            super().action_cursor_up()

    def action_page_down(self) -> None:
        self.move_page(1)

    def action_page_up(self) -> None:
        self.move_page(-1)

    def move_page(self, pages: int) -> None:
        """Scroll by most of a page at once, as a slow line can carry it; the cursor keeps its place on the screen."""
        if self.option_count:
            rows = pages * max(1, 3 * self.rows // 4)
            self.scroll_relative(y=rows, animate=False, immediate=True, force=True)
            self.highlighted = min(max(0, (self.highlighted or 0) + rows), self.option_count - 1)


def numbered(code: str) -> Iterator[Content]:
    """Yield each line with its number, coloured as Python."""
    lines = python(typed_formulas(code, sys.__stderr__)).split("\n", allow_blank=True)
    for number, line in enumerate(lines, 1):
        yield Content.assemble((f"{number:>3} ", "$muted"), line)
