"""The command palette as a screen of the tutor."""

from textual.command import CommandPalette

from tutor.tui.screens.covered import Covered


class Palette(CommandPalette, Covered[None]):
    """Textual's own, which says so where the window is too small for it."""
