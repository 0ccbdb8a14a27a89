"""The line between the app and its terminal. `TerminalApp` is all that others need of it."""

from tutor.tui.terminal.app import TerminalApp

__all__ = ["TerminalApp"]
