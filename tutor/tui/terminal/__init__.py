"""The line between the app and its terminal: what stands there, what is sent, what is on its way, and keys.

`TerminalApp` is all that others need of it.
"""

from tutor.tui.terminal.app import TerminalApp

__all__ = ["TerminalApp"]
