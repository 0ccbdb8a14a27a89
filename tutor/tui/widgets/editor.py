"""Editors: many lines, whose keys act in their order; and one for Python, coloured and indented as Python is."""

import re
from functools import lru_cache
from typing import NamedTuple

from rich.style import Style as RichStyle
from rich.text import Text
from textual import events
from textual.geometry import Offset, Region, Size, Spacing
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.style import Style
from textual.widgets import TextArea
from textual.widgets.text_area import Location

from tutor.tui.textual_private import has_styles
from tutor.tui.widgets.lists import act_at_once
from tutor.tui.widgets.python_colours import python

MARGIN_COLUMNS = 3  # from the cursor on, that are seen
MARGIN_ROWS = 2  # that are seen above and below the cursor


class Editor(TextArea):
    """Many lines. Escape always leads out."""

    cursor_blink = reactive(False, init=False)
    line_to_show = 0  # from 1; 0: none

    class Exited(Message):
        """The learner wants out of the box."""

    def on_resize(self) -> None:
        """As soon as there is room: the cursor at the end of the line to show, unless it would scroll away sideways."""
        if self.line_to_show and self.size.height:
            line = min(self.line_to_show, self.document.line_count) - 1
            self.line_to_show = 0
            self.scroll_to(0, max(0, line - self.size.height // 2), animate=False, immediate=True)
            end = len(self.document.get_line(line))
            self.move_cursor((line, end if end < self.size.width - self.gutter_width - MARGIN_COLUMNS else 0))
            self.refresh()

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            event.stop()
            event.prevent_default()
            self.post_message(self.Exited())
        elif not await act_at_once(self, event):
            await super()._on_key(event)

    @property
    def is_cursor_in_text(self) -> bool:
        """Return True if there is such a line: halfway through an undo, the cursor may still be below the last one."""
        return self.cursor_location[0] < self.document.line_count

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        """Scroll to the cursor. Textual asks for it in the middle of an undo that changes the scroll bar, too."""
        return super().scroll_cursor_visible(center, animate) if self.is_cursor_in_text else Offset()

    def replace_all(self, text: str) -> None:
        """Put another text in its place, so that undoing brings the old one back."""
        self.replace(text, (0, 0), self.document.end)

    def render_line(self, y: int) -> Strip:
        """Draw a line; a blank one while the text is still on its way to the line to show."""
        seen = has_styles(self) and not self.line_to_show
        return super().render_line(y) if seen else Strip.blank(self.size.width)


class CodeEditor(Editor):
    """Enter keeps the indentation, Tab and Shift+Tab change it, and Backspace takes a step of it back."""

    def __init__(self, text: str, id: str | None = None) -> None:
        super().__init__(text, id=id, show_line_numbers=True, tab_behavior="indent", soft_wrap=True)
        self.highlight_cursor_line = False  # it would take the colours of that line away
        self.centred: tuple[Size, Location] = Size(0, 0), (0, 0)  # in which window, and where the cursor was
        self.quotes: tuple[str, list[str]] = ("", [""])  # of a text: what is open where each line begins
        self.styles_known: dict[tuple[str, str], RichStyle] = {}  # by theme and name

    async def _on_key(self, event: events.Key) -> None:
        doing = {"enter": self.break_line, "shift+tab": self.dedent}.get(event.key)
        if event.key == "tab" and len(self.rows()) > 1:
            doing = self.indent
        if doing is None or self.read_only:
            await super()._on_key(event)
            return
        event.stop()
        event.prevent_default()
        doing()

    def break_line(self) -> None:
        """Begin a line, indented as the one above it; one step more after a colon."""
        start, end = sorted(self.selection)
        before = self.document.get_line(start[0])[: start[1]]
        inward = self.indent_width if before.rstrip().endswith(":") else 0
        self.replace("\n" + " " * (indentation(before) + inward), start, end, maintain_selection_offset=False)

    def indent(self) -> None:
        """Move each line that is selected to the right."""
        for row in self.rows():
            if self.document.get_line(row).strip():
                self.insert(" " * self.indent_width, (row, 0))

    def dedent(self) -> None:
        """One step back, of this line or of each that is selected."""
        for row in self.rows():
            wide = indentation(self.document.get_line(row))
            if wide:
                self.delete((row, 0), (row, (wide - 1) % self.indent_width + 1))

    def rows(self) -> range:
        first, last = sorted(self.selection)
        return range(first[0], last[0] + 1)

    def action_delete_left(self) -> None:
        """Take back a letter; in the indentation, a step of it."""
        row, column = self.cursor_location
        before = self.document.get_line(row)[:column]
        if not self.selection.is_empty or not before or before.strip(" "):
            super().action_delete_left()
            return
        self.delete((row, (column - 1) // self.indent_width * self.indent_width), (row, column))

    def on_resize(self) -> None:
        """In another window the cursor goes to the middle; else it stays in view, where there is less room."""
        centred = self.app.size, self.cursor_location
        center = centred[0] != self.centred[0] or centred[1] == self.centred[1]  # or it has not moved since
        self.centred = centred if center else self.centred
        self.call_after_refresh(self.come_into_view, center)

    def come_into_view(self, center: bool) -> None:
        if center:
            row = self.wrapped_document.location_to_offset(self.cursor_location).y
            self.scroll_to(y=max(0, row - self.size.height // 2), animate=False, immediate=True)
        self.scroll_cursor_visible()

    def go_to_line(self, number: int) -> None:
        """Go to the end of a line, counted from 1; of the last one if the text is shorter."""
        row = min(number, self.document.line_count) - 1
        self.move_cursor((row, len(self.document.get_line(row))))

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        """Scroll to the cursor, and to the lines around it."""
        scrolled = super().scroll_cursor_visible(center, animate)
        margin = min(MARGIN_ROWS, max(0, self.size.height - 1) // 2)
        if center or not margin or not self.is_cursor_in_text:
            return scrolled
        x, y = self.wrapped_document.location_to_offset(self.cursor_location)
        around = Region(x, max(0, y - margin), MARGIN_COLUMNS, 2 * margin + 1)
        return self.scroll_to_region(around, spacing=Spacing(right=self.gutter_width), animate=animate, force=True)

    def get_line(self, line_index: int) -> Text:
        line = super().get_line(line_index)
        text, opened = self.text, self.quotes[1]
        if text != self.quotes[0]:
            opened = open_quotes(text)
            self.quotes = text, opened
        for start, end, style in coloured(line.plain, opened[min(line_index, len(opened) - 1)]):
            line.stylize(self.style_named(style), start, end)
        return line

    def style_named(self, name: str) -> RichStyle:
        """Return a style of the theme, without a background: that is the editor's own."""
        key = self.app.theme, name
        if key not in self.styles_known:
            named = Style.parse(name, self.app.theme_variables)
            found = (self.visual_style + named).rich_style
            self.styles_known[key] = RichStyle(
                color=found.color, bold=found.bold, italic=found.italic, underline=found.underline
            )
        return self.styles_known[key]


def indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


# Python in colours, line by line: a key pressed in a long file colours the lines on the screen, and no others.
STRINGS = re.compile(r'"""|\'\'\'|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|#[^\n]*|\n')
QUOTES = ('"""', "'''")
MAX_LINES_KEPT = 4096


class Coloured(NamedTuple):
    """A part of a line, and how Textual writes its style, such as `$text-accent`."""

    start: int
    end: int
    style: str


def open_quotes(text: str) -> list[str]:
    """Return for each line the three quotes that are open where it begins, or `""`."""
    opened, found = "", [""]
    for match in STRINGS.finditer(text):
        part = match[0]
        if part == "\n":
            found.append(opened)
        elif part in QUOTES and opened in ("", part):
            opened = "" if opened else part
        elif opened and part.find(opened) >= 0:  # a string or a remark only to those who read it alone
            opened = ""
    return found


@lru_cache(MAX_LINES_KEPT)
def coloured(line: str, opened: str = "") -> tuple[Coloured, ...]:
    """Return the parts of a line that have a colour; `opened` are the quotes that it begins in."""
    before = f"{opened}\n" if opened else ""
    content = python(before + line)
    shift = len(before)
    spans = (Coloured(span.start - shift, span.end - shift, str(span.style)) for span in content.spans)
    return tuple(Coloured(max(0, start), min(end, len(line)), style) for start, end, style in spans if end > 0)
