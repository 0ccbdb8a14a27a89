"""Ignore what Textual raises for a widget that has gone: keys, messages and timers may find that theirs went meanwhile.

Textual calls them all in one function; here is what it asks about an error of theirs. Whatever else goes wrong there
is a fault of ours: it is reported, and in tests nothing is forgiven at all.
"""

import os
from collections.abc import Iterator
from types import FrameType

from textual.app import ScreenError
from textual.css.query import NoMatches
from textual.dom import DOMNode, NoScreen
from textual.message_pump import CallbackError
from textual.widget import MountError, Widget
from textual.worker import WorkerFailed

from tutor.tui.textual_private import NoActiveAppError, is_going

MISSED = (
    NoMatches,
    MountError,
    NoScreen,
    ScreenError,
    NoActiveAppError,
)  # what Textual says of a widget that has gone
TRIPPED = (AttributeError, LookupError)  # what whoever still holds one trips over
STRICT = "LYNX_TUTOR_STRICT"  # in tests: nothing is forgiven


def is_late(error: BaseException) -> bool:
    """Return True if an error only says that a widget has gone, or is not whole yet."""
    return isinstance(cause_of(error), MISSED) and not all(map(is_whole, asked_in(error)))


def is_forgiven(error: BaseException) -> bool:
    """Return True if the session may go on. A fault of ours in a widget that has gone is reported first."""
    if os.environ.get(STRICT):
        return False
    gone = [node for node in asked_in(error) if is_gone(node)]
    if gone and not is_late(error) and isinstance(cause_of(error), TRIPPED):
        report = getattr(gone[0].app, "report", print)
        report(cause_of(error))
        return True
    return is_late(error)


def asked_in(error: BaseException) -> list[DOMNode]:
    """Return the widgets whose methods an error went through."""
    frames = frames_of(cause_of(error))
    return [node for frame in frames if isinstance(node := frame.f_locals.get("self"), DOMNode)]


def cause_of(error: BaseException) -> BaseException:
    """Return what a worker or a timer failed of."""
    if isinstance(error, WorkerFailed):
        return error.error
    if isinstance(error, CallbackError) and error.__context__:
        return error.__context__
    return error


def frames_of(error: BaseException) -> Iterator[FrameType]:
    """Yield the calls that led to an error, the innermost last."""
    step = error.__traceback__
    while step:
        yield step.tb_frame
        step = step.tb_next


def is_gone(node: DOMNode) -> bool:
    """Return True if a widget is no longer on the screen, or the app is ending."""
    return is_going(node) or (isinstance(node, Widget) and not node.is_attached)


def is_whole(node: DOMNode) -> bool:
    """Return True if a widget has all its parts. While they are made anew it is locked."""
    if not isinstance(node, Widget):
        return not is_going(node)
    begun = node.is_mounted or bool(node.children)
    return begun and not node.lock.is_locked and not is_gone(node)
