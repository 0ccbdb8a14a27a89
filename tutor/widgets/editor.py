"""Boxes for text that take keys in the order in which they were typed.

Textual sends keys that are bound, such as backspace, round by the app, and letters typed just after overtake them. Over
a slow line keys come in bursts: here a box's own bindings act at once.
"""

from textual import events
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, TextArea


async def act_at_once(box: Widget, kind: type[Input | TextArea], event: events.Key) -> bool:
    """Do what the key is bound to in this kind of box; False where it is not bound."""
    own = kind._merged_bindings.key_to_bindings if kind._merged_bindings else {}
    if event.key not in own:
        return False
    event.stop()
    event.prevent_default()
    await box.run_action(own[event.key][0].action)
    return True


class Editor(TextArea):
    """Many lines."""

    async def _on_key(self, event: events.Key) -> None:
        if not await act_at_once(self, TextArea, event):
            await super()._on_key(event)

    def render_line(self, y: int) -> Strip:
        """Nothing, once the box has been taken away: its styles are gone, and a last frame may still ask for it."""
        return super().render_line(y) if self._component_styles else Strip.blank(self.size.width)


class LineEditor(Input):
    """One line."""

    async def _on_key(self, event: events.Key) -> None:
        if not await act_at_once(self, Input, event):
            await super()._on_key(event)

    def render_line(self, y: int) -> Strip:
        """Nothing, once the box has been taken away."""
        return super().render_line(y) if self._component_styles else Strip.blank(self.size.width)
