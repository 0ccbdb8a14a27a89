"""What comes too late does nothing: a message, a timer, an action or a result for a widget that has gone.

Keys, messages and timers wait in queues of their own, so any of them may find that its widget went in the meantime, or
is not whole yet. Textual calls them all in one function; here is what it asks about an error of theirs.
"""

from collections.abc import Iterator
from types import FrameType

from textual.app import ScreenError
from textual.css.query import NoMatches
from textual.dom import DOMNode, NoScreen
from textual.message_pump import CallbackError
from textual.widget import MountError, Widget
from textual.worker import WorkerFailed

from tutor.tui.textual_private import NoActiveAppError, is_going

MISSED = (NoMatches, MountError, NoScreen, ScreenError, NoActiveAppError)  # what a widget lacks that has gone
TRIPPED = (*MISSED, AttributeError, LookupError)  # and what whoever still holds it trips over


def is_late(error: BaseException) -> bool:
    """Whether an error only says that a widget has gone, is not whole yet, or has no room on the screen."""
    cause = cause_of(error)
    frames = list(frames_of(cause))
    asked = [node for frame in frames if isinstance(node := frame.f_locals.get("self"), DOMNode)]
    if isinstance(cause, MISSED) and not all(map(is_whole, asked)):
        return True
    return isinstance(cause, TRIPPED) and (
        any(map(is_gone, asked)) or any(map(is_nowhere, held_by_textual(frames[-1:])))
    )


def cause_of(error: BaseException) -> BaseException:
    """What a worker or a timer failed of."""
    if isinstance(error, WorkerFailed):
        return error.error
    if isinstance(error, CallbackError) and error.__context__:
        return error.__context__
    return error


def frames_of(error: BaseException) -> Iterator[FrameType]:
    """The calls that led to an error, the innermost last."""
    step = error.__traceback__
    while step:
        yield step.tb_frame
        step = step.tb_next


def held_by_textual(frames: list[FrameType]) -> list[Widget]:
    """The widgets that Textual's own code was busy with."""
    own = [frame for frame in frames if frame.f_globals.get("__name__", "").startswith("textual.")]
    return [each for frame in own for each in frame.f_locals.values() if isinstance(each, Widget)]


def is_gone(node: DOMNode) -> bool:
    """Whether a widget is no longer on the screen, or the app is ending."""
    if not isinstance(node, Widget):
        return is_going(node)
    return is_going(node) or not node.is_attached


def is_nowhere(widget: Widget) -> bool:
    """Whether a widget has gone, or has no cell on the screen: no row of it can be gone to."""
    return is_gone(widget) or not widget.size


def is_whole(node: DOMNode) -> bool:
    """Whether a widget has all its parts. While they are made anew it is locked."""
    if not isinstance(node, Widget):
        return not is_going(node)
    begun = node.is_mounted or bool(node.children)
    return begun and not node.lock.is_locked and not is_gone(node)
