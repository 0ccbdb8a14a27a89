"""An app at the end of a line: its driver, what was typed before it was there, and what becomes of it at the end."""

import asyncio
import errno
import os
import sys
import threading
from typing import Any

from rich.console import RenderableType
from textual.driver import Driver
from textual.screen import Screen
from textual.scrollbar import ScrollBar

from tutor.exits import call_when_ended
from tutor.kiosk import is_kiosk, never_stop
from tutor.terminals.characters import speaks_unicode
from tutor.tui.steady import SteadyApp
from tutor.tui.textual_private import ChopsUpdate, LayoutUpdate, driver_of, is_seen
from tutor.tui.widgets.lists import WholeScrollBar

PATIENCE_S = 6.0  # that the end may take: the last answers and bytes have five of them


def can_be_stopped() -> bool:
    """Return True if a shell started us as a job of its own; without one, nobody could bring us back."""
    if is_kiosk() or not hasattr(os, "getpgid"):
        return False
    parent = os.getppid()
    try:
        is_job = os.getpgid(parent) != os.getpgid(0) == os.getpid()
        return is_job and os.getsid(parent) == os.getsid(0)
    except OSError:  # the parent has ended, or is not ours to ask about
        return False


def own_driver() -> type[Driver] | None:
    """Return the driver for this terminal; None where another is asked for, or where Textual's own has to do."""
    if os.environ.get("TEXTUAL_DRIVER") or sys.platform == "win32" or LayoutUpdate is None:
        return None
    from tutor.tui.terminal.driver import LineDriver

    return LineDriver


class TerminalApp(SteadyApp):
    """An app at the end of a line; it knows its terminal, and no lesson."""

    BINDINGS = [("ctrl+l", "redraw"), ("ctrl+z", "suspend_process")]

    def __init__(self, colours: int) -> None:
        super().__init__(driver_class=own_driver())
        self.no_color = self.console.no_color = not colours
        self.typed_before = b""  # while the terminal was asked what it is
        if not speaks_unicode(sys.__stderr__):
            ScrollBar.renderer = WholeScrollBar

    def take_terminal(self) -> None:
        """Once there is a driver: what may come of signals, errors and early keys."""
        self.listen_for_errors()
        if is_kiosk():
            never_stop()  # Textual has put handlers of its own there
        if self.typed_before and (hear := getattr(driver_of(self), "hear_again", None)):
            self.call_after_refresh(hear, self.typed_before)
        self.leave_on_hangup()

    def leave(self) -> None:
        """Keep what is half done, and go."""

    def exit(self, result: None = None, return_code: int = 0, message: Any = None) -> None:
        super().exit(result, return_code, message)
        if hasattr(driver_of(self), "show"):
            watchdog = threading.Timer(PATIENCE_S, os._exit, [return_code])  # for a thread that does not return
            watchdog.daemon = True
            watchdog.start()

    def is_line_gone(self) -> bool:
        """Return True if nobody is at the other end any more."""
        try:
            os.get_terminal_size(sys.__stdin__.fileno() if sys.__stdin__ else -1)
        except (ValueError, OSError) as error:  # no terminal at all, as in a test
            return getattr(error, "errno", None) == errno.EIO
        return False

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        show = getattr(driver_of(self), "show", None)
        if show is None or not (renderable is None or isinstance(renderable, (ChopsUpdate, LayoutUpdate))):
            super()._display(screen, renderable)
        elif is_seen(self, renderable):
            show(renderable, self.console, self.screen.outer_size.clamp_offset(self.cursor_position))

    @property
    def line_is_slow(self) -> bool:
        """Return True if the line to the terminal is so slow that it is told, and pictures come less often."""
        return bool(getattr(driver_of(self), "slow", False))

    def action_redraw(self) -> None:
        """Paint everything again, where something else has written over it."""
        if redraw := getattr(driver_of(self), "redraw", None):
            redraw()

    def leave_on_hangup(self) -> None:
        """End the app as q does on a polite kill (SIGTERM) or a dropped line (SIGHUP): everything is saved."""
        call_when_ended(asyncio.get_running_loop(), self.leave, "SIGTERM", "SIGHUP")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nobody stops where there is no shell to take over."""
        return can_be_stopped() if action == "suspend_process" else super().check_action(action, parameters)

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Open an address in a browser, but not in a kiosk."""
        if not is_kiosk():
            super().open_url(url, new_tab=new_tab)
