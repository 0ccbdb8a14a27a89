"""An editor for Python: coloured, indented as Python is, and with the lines around the cursor in view."""

from rich.style import Style as RichStyle
from rich.text import Text
from textual import events
from textual.geometry import Offset, Region, Size, Spacing
from textual.style import Style
from textual.widgets.text_area import Location

from tutor.tui.widgets.editor import Editor
from tutor.tui.widgets.python_colours import coloured, open_quotes

MARGIN = 2  # lines that are seen above and below the cursor


class CodeEditor(Editor):
    """Enter keeps the indentation, Tab and Shift+Tab change it, and Backspace takes a step of it back."""

    def __init__(self, text: str, id: str | None = None) -> None:
        super().__init__(text, id=id, show_line_numbers=True, tab_behavior="indent", soft_wrap=False)
        self.cursor_blink = False
        self.highlight_cursor_line = False  # it would take the colours of that line away
        self.centred: tuple[Size, Location] = Size(0, 0), (0, 0)  # in which window, and where the cursor was
        self.quotes: tuple[str, list[str]] = ("", [""])  # of a text: what is open where each line begins
        self.styles_known: dict[tuple[str, str], RichStyle] = {}  # by theme and name

    # ---- keys --------------------------------------------------------------

    async def _on_key(self, event: events.Key) -> None:
        doing = {"enter": self.break_line, "tab": self.indent, "shift+tab": self.dedent}.get(event.key)
        if doing is None or self.read_only:
            await super()._on_key(event)
            return
        event.stop()
        event.prevent_default()
        doing()

    def break_line(self) -> None:
        """A new line, indented as the one above it; one step more after a colon."""
        start, end = sorted(self.selection)
        before = self.document.get_line(start[0])[: start[1]]
        inward = self.indent_width if before.rstrip().endswith(":") else 0
        self.replace("\n" + " " * (indentation(before) + inward), start, end, maintain_selection_offset=False)

    def indent(self) -> None:
        """To the next stop; of several lines that are selected, each."""
        if self.selection.start[0] != self.selection.end[0]:
            for row in self.rows():
                if self.document.get_line(row).strip():
                    self.insert(" " * self.indent_width, (row, 0))
            return
        start, end = sorted(self.selection)
        wide = self.indent_width - start[1] % self.indent_width
        self.replace(" " * wide, start, end, maintain_selection_offset=False)

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

    # ---- what is seen ------------------------------------------------------

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
        """The end of a line, counted from 1; of the last one where there is none."""
        row = min(number, self.document.line_count) - 1
        self.move_cursor((row, len(self.document.get_line(row))))

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        """Scroll to the cursor, and to the lines around it."""
        scrolled = super().scroll_cursor_visible(center, animate)
        margin = min(MARGIN, max(0, self.size.height - 1) // 2)
        if center or not margin or not self.is_cursor_in_text:
            return scrolled
        x, y = self.wrapped_document.location_to_offset(self.cursor_location)
        around = Region(x, max(0, y - margin), 3, 2 * margin + 1)
        return self.scroll_to_region(
            around, spacing=Spacing(right=self.gutter_width), animate=animate, force=True
        )

    def get_line(self, line_index: int) -> Text:
        """A line in colours."""
        line = super().get_line(line_index)
        text, opened = self.text, self.quotes[1]
        if text != self.quotes[0]:
            opened = open_quotes(text)
            self.quotes = text, opened
        for start, end, style in coloured(line.plain, opened[min(line_index, len(opened) - 1)]):
            line.stylize(self.style_named(style), start, end)
        return line

    def style_named(self, name: str) -> RichStyle:
        """A style of the theme, without a background: that is the editor's own."""
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
