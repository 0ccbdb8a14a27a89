"""An app that is not brought down: late calls do nothing, small windows take no keys, any error ends politely.

Keys, messages and timers may find that their widget went meanwhile. Textual calls them all in one function; here is
what it asks about an error of theirs. Whatever else goes wrong there is a fault of ours: it is reported, and in tests
nothing is forgiven at all.
"""

import asyncio
import os
import threading
from traceback import walk_tb
from typing import Any

from rich.console import Console
from textual import events
from textual.app import App, ScreenError
from textual.css.query import NoMatches
from textual.dom import DOMNode, NoScreen
from textual.message_pump import CallbackError
from textual.widget import AwaitMount, MountError, Widget
from textual.worker import WorkerFailed

from tutor.exits import FAILED
from tutor.tui.textual_private import (
    NoActiveAppError,
    end_with,
    forgive,
    is_going,
    mend_lines,
    mend_timers,
    mend_toasts,
)

SMALLEST = (60, 16)  # columns and rows of a window
BREAKPOINTS = [(120, "-wide"), (160, "-widest")]  # columns from which a screen has two panes, and three
MISSED = (NoMatches, MountError, NoScreen, ScreenError, NoActiveAppError)  # said of a widget that has gone
TRIPPED = (AttributeError, LookupError)  # what whoever still holds one trips over
STRICT = "LYNX_TUTOR_STRICT"  # in tests: nothing is forgiven


def is_small(width: int, height: int) -> bool:
    """Return True if a window of this size is too small for any page."""
    return width < SMALLEST[0] or height < SMALLEST[1]


def is_whole(node: DOMNode) -> bool:
    """Return True if a widget has all its parts. While they are made anew it is locked."""
    if not isinstance(node, Widget):
        return not is_going(node)
    begun = node.is_mounted or bool(node.children)
    return begun and not node.lock.is_locked and not is_gone(node)


def is_gone(node: DOMNode) -> bool:
    """Return True if a widget is no longer on the screen, or the app is ending."""
    return is_going(node) or (isinstance(node, Widget) and not node.is_attached)


def is_late(error: BaseException) -> bool:
    """Return True if an error only says that a widget has gone, or is not whole yet."""
    return isinstance(cause_of(error), MISSED) and not all(map(is_whole, asked_in(error)))


def is_forgiven(error: BaseException) -> bool:
    """Return True if the session may go on. A fault of ours in a widget that has gone is reported first."""
    if os.environ.get(STRICT):
        return False
    if is_late(error):
        return True
    gone = [node for node in asked_in(error) if is_gone(node)]
    if gone and isinstance(cause_of(error), TRIPPED):
        getattr(gone[0].app, "report", print)(cause_of(error))
        return True
    return False


def asked_in(error: BaseException) -> list[DOMNode]:
    """Return the widgets whose methods an error went through."""
    frames = (frame for frame, _ in walk_tb(cause_of(error).__traceback__))
    return [node for frame in frames if isinstance(node := frame.f_locals.get("self"), DOMNode)]


def cause_of(error: BaseException) -> BaseException:
    """Return the error that a worker or a timer failed of."""
    if isinstance(error, WorkerFailed):
        return error.error
    if isinstance(error, CallbackError) and error.__context__:
        return error.__context__
    return error


forgive(is_forgiven)
mend_lines()
mend_toasts()
mend_timers()


class SteadyApp(App[None]):
    """The last resort: what keeps drafts and gives the terminal back, whatever went wrong."""

    ended_by: BaseException | None = None  # the first error that nobody expected

    def keep_drafts(self) -> None:
        """Keep what is half done on every screen."""

    def close_sessions(self) -> None:
        """Let what is open be opened elsewhere."""

    def report(self, error: BaseException) -> None:
        """Write down an error that does not end the app."""

    def _handle_exception(self, error: Exception) -> None:
        """Textual hands over every error of handlers, timers, workers and frames."""
        if not is_forgiven(error):
            self.end_politely(cause_of(error))

    def panic(self, *renderables: Any) -> None:
        """Textual's reader of keys has failed: its error is in what it wants to show."""
        self.end_politely(RuntimeError(*map(as_words, renderables)))

    def end_politely(self, error: BaseException) -> None:
        """Keep drafts and end with a failure; whoever started the app says so, once the terminal is given back."""
        if self.ended_by is None:
            self.ended_by = error
            try:
                self.keep_drafts()
                self.close_sessions()  # or the next start would open the page that this one ended on
            except Exception as another:  # what cannot be kept now must not keep the rest from ending
                error.add_note(f"keeping drafts failed, too: {another!r}")
        end_with(self, error, FAILED)

    def listen_for_errors(self) -> None:
        """Those of tasks and threads, which no handler sees."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self.task_failed)
        threading.excepthook = lambda failure: self.thread_failed(loop, failure)

    def task_failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if isinstance(error := context.get("exception"), Exception):
            self._handle_exception(error)

    def thread_failed(self, loop: asyncio.AbstractEventLoop, failure: threading.ExceptHookArgs) -> None:
        if isinstance(failure.exc_value, Exception) and not loop.is_closed():
            loop.call_soon_threadsafe(self._handle_exception, failure.exc_value)

    def push_screen(self, screen: Any, *arguments: Any, **options: Any) -> Any:
        """Open a screen; one that is open already, for a key that is held, is not opened over itself."""
        if getattr(screen, "is_alone", False) and any(type(each) is type(screen) for each in self.screen_stack):
            return AwaitMount(self.screen, [])
        return super().push_screen(screen, *arguments, **options)

    async def on_event(self, event: events.Event) -> None:
        """Drop keys and the mouse where only the word on the window's size is seen; q still quits."""
        if is_small(*self.size) and isinstance(event, events.InputEvent | events.Paste):
            key = event.key if isinstance(event, events.Key) else ""
            if key in ("q", "ctrl+q"):
                await self.action_quit()
            elif key == "ctrl+c":
                self.action_help_quit()
            return
        if isinstance(event, events.MouseEvent) and not self.is_inside(event):
            return
        try:
            await super().on_event(event)
        except Exception as error:
            if not is_forgiven(error):
                raise

    def is_inside(self, event: events.MouseEvent) -> bool:
        """Return True in the window, or for a drag that began there. A click outside would take the focus away."""
        return bool(self.mouse_captured) or self.size.contains(int(event.screen_x), int(event.screen_y))


def as_words(renderable: Any) -> str:
    console = Console(color_system=None, width=100)
    with console.capture() as captured:
        console.print(renderable)
    return captured.get()
