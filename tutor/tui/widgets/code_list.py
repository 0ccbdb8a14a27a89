"""A file of the source, a row a line, with a cursor that keeps some rows between itself and the edge."""

import sys
from collections.abc import Callable, Iterator

from textual.content import Content
from textual.geometry import Region
from textual.widgets.option_list import Option

from tutor.terminals.characters import typed_formulas
from tutor.tui.textual_private import row_of
from tutor.tui.widgets.lists import FilterBox, SearchedList
from tutor.tui.widgets.picture import speaks_unicode
from tutor.tui.widgets.python_colours import python

MARGIN_ROWS = 3  # that stay in sight above and below the cursor
SCROLLBAR_COLUMNS = 1
NUMBER_COLUMNS = 4  # of a line's number, and the blank after it


class CodeList(SearchedList):
    """Lines to walk through. A click moves the cursor; Enter, or a click on the line under it, chooses that line."""

    MARKED = 3  # the blank after the number
    BINDINGS = [("j", "cursor_down"), ("k", "cursor_up"), ("space", "page_down"), ("g", "first"), ("G", "last")]

    def __init__(self, id: str, open_box: Callable[[], FilterBox], can_choose: bool) -> None:
        super().__init__(id, open_box)
        self.can_choose = can_choose
        self.lines: tuple[Content, ...] = ()  # with their numbers
        self.columns = 0  # into which they are folded; before the first layout none

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
        self.lines = tuple(numbered(code))
        self.columns = self.size.width - SCROLLBAR_COLUMNS
        self.set_options(Option(folded(line, self.columns)) for line in self.lines)
        self.highlighted = min(max(1, line), self.option_count) - 1 if self.option_count else None
        self.call_after_refresh(self.centre)

    def on_resize(self) -> None:
        """Fold the lines that do not fit into the columns that there are now, or did not before."""
        least = min(self.columns, self.size.width - SCROLLBAR_COLUMNS)
        self.columns = self.size.width - SCROLLBAR_COLUMNS
        for number, line in enumerate(self.lines):
            if line.cell_length > least:
                self.replace_option_prompt_at_index(number, folded(line, self.columns))

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


def folded(line: Content, columns: int) -> Content:
    """Return a numbered line in as many rows as it needs; further rows begin below its first word, with a mark."""
    words = line.plain
    begins = len(words) - len(words[NUMBER_COLUMNS:].lstrip())
    mark = f"{' ' * min(begins, columns // 2)}{'↪' if speaks_unicode() else '>'} "
    cuts, room = [0], columns
    while columns > len(mark) and len(words) - cuts[-1] > room:
        blank = words.rfind(" ", cuts[-1] + begins + 1, cuts[-1] + room)
        cuts.append(blank + 1 if blank > 0 else cuts[-1] + room)
        begins, room = 0, columns - len(mark)
    first, *others = line.divide(cuts[1:]) if cuts[1:] else [line]
    return Content("\n").join([first, *(Content.assemble((mark, "$muted"), other) for other in others)])
