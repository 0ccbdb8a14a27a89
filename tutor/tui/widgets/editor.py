"""Boxes for text that take keys in the order in which they were typed.

Textual sends keys that are bound, such as backspace, round by the app, and letters typed just after overtake them. Over
a slow line keys come in bursts: here a box's own bindings act at once.
"""

from textual import events
from textual.geometry import Offset
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, TextArea

from tutor.tui.textual_private import has_styles, own_bindings


async def act_at_once(box: Widget, kind: type[Input | TextArea], event: events.Key) -> bool:
    """Do what the key is bound to in this kind of box; False where it is not bound."""
    own = own_bindings(kind)
    if event.key not in own:
        return False
    event.stop()
    event.prevent_default()
    await box.run_action(own[event.key][0].action)
    return True


class Editor(TextArea):
    """Many lines. Escape always leads out."""

    line_to_show = 0  # from 1; 0: none

    class Left(Message):
        """The learner wants out of the box."""

    def on_resize(self) -> None:
        """As soon as there is room: the cursor in the line to show, with its surroundings in view.

        It goes to the end of the line, but not where the lines would scroll away sideways for it.
        """
        if self.line_to_show and self.size.height:
            line = min(self.line_to_show, self.document.line_count) - 1
            self.line_to_show = 0
            self.scroll_to(0, max(0, line - self.size.height // 2), animate=False, immediate=True)
            end = len(self.document.get_line(line))
            self.move_cursor((line, end if end < self.size.width - self.gutter_width else 0))
            self.refresh()

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            event.stop()
            event.prevent_default()
            self.post_message(self.Left())
        elif not await act_at_once(self, TextArea, event):
            await super()._on_key(event)

    @property
    def is_cursor_in_text(self) -> bool:
        """Whether there is such a line: halfway through an undo, the cursor may still be below the last one."""
        return self.cursor_location[0] < self.document.line_count

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        """Scroll to the cursor. Textual asks for it in the middle of an undo that changes the scroll bar, too."""
        return super().scroll_cursor_visible(center, animate) if self.is_cursor_in_text else Offset()

    def replace_all(self, text: str) -> None:
        """Put another text in its place, so that undoing brings the old one back."""
        self.replace(text, (0, 0), self.document.end)

    def render_line(self, y: int) -> Strip:
        """A line; nothing of the top of the text while it is still on its way to the line to show."""
        seen = has_styles(self) and not self.line_to_show
        return super().render_line(y) if seen else Strip.blank(self.size.width)


class LineEditor(Input):
    """One line."""

    async def _on_key(self, event: events.Key) -> None:
        if not await act_at_once(self, Input, event):
            await super()._on_key(event)

    def render_line(self, y: int) -> Strip:
        return super().render_line(y) if has_styles(self) else Strip.blank(self.size.width)
