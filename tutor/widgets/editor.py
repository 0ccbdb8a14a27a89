"""A text box that takes keys in the order they were typed."""

from textual import events
from textual.strip import Strip
from textual.widgets import TextArea


class Editor(TextArea):
    """Textual sends keys that are bound, such as backspace, round by the app, and letters typed just after overtake
    them. Over a slow line keys come in bursts: here the box's own bindings act at once."""

    async def _on_key(self, event: events.Key) -> None:
        own = TextArea._merged_bindings.key_to_bindings if TextArea._merged_bindings else {}
        if event.key in own:
            event.stop()
            event.prevent_default()
            await self.run_action(own[event.key][0].action)
        else:
            await super()._on_key(event)

    def render_line(self, y: int) -> Strip:
        """Nothing, once the box has been taken away: its styles are gone, and a last frame may still ask for it."""
        return super().render_line(y) if self._component_styles else Strip.blank(self.size.width)
