"""The line between the app and its terminal: what stands there, what is sent, what is on its way, and keys.

`LineDriver` is all that others need of it.
"""

from tutor.tui.terminal.driver import LineDriver

__all__ = ["LineDriver"]
