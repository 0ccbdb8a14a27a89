"""The command palette as a screen of the tutor."""

from textual.app import ComposeResult
from textual.command import CommandList, CommandPalette

from tutor.tui.screens.covered import Covered
from tutor.tui.widgets.marked import MarkedList


class MarkedCommands(CommandList, MarkedList, can_focus=False):
    """Textual's own list, with a mark before the command under the cursor."""


class Palette(CommandPalette, Covered[None]):
    """Textual's own, which says so where the window is too small for it."""

    def compose(self) -> ComposeResult:
        """The same widgets, in the same boxes, but for the list."""
        for widget in super().compose():
            yield MarkedCommands() if type(widget) is CommandList else widget
