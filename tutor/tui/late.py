"""What comes too late does nothing: a message, a timer, an action or a result for a widget that has gone.

Keys, messages and timers wait in queues of their own, so any of them may find that its widget went in the meantime, or
is not whole yet. Textual calls them all in one function; here is what it asks about an error of theirs.
"""

from collections.abc import Iterator

from textual.app import ScreenError
from textual.css.query import NoMatches
from textual.dom import DOMNode, NoScreen
from textual.message_pump import CallbackError
from textual.widget import MountError, Widget
from textual.worker import WorkerFailed

from tutor.tui.textual_private import NoActiveAppError, is_going

MISSED = (NoMatches, MountError, NoScreen, ScreenError, NoActiveAppError)  # what a widget lacks that has gone


def is_late(error: BaseException) -> bool:
    """Whether an error only says that a widget has gone, is not whole yet, or has no room on the screen."""
    cause = cause_of(error)
    nodes = list(nodes_in(cause))
    if isinstance(cause, MISSED):
        return any(is_away(node) for node in nodes)
    return isinstance(cause, LookupError) and has_no_room(nodes[-1:])


def cause_of(error: BaseException) -> BaseException:
    """What a worker or a timer failed of."""
    if isinstance(error, WorkerFailed):
        return error.error
    if isinstance(error, CallbackError) and error.__context__:
        return error.__context__
    return error


def nodes_in(error: BaseException) -> Iterator[DOMNode]:
    """The widgets, screens and apps whose methods were being called, the innermost last."""
    step = error.__traceback__
    while step:
        if isinstance(node := step.tb_frame.f_locals.get("self"), DOMNode):
            yield node
        step = step.tb_next


def is_away(node: DOMNode) -> bool:
    """Whether a widget has gone, or is not whole yet."""
    if not isinstance(node, Widget):
        return is_going(node)
    whole = (
        node.is_mounted and node.is_attached and not node.lock.is_locked
    )  # locked while its parts are made anew
    return is_going(node) or not whole


def has_no_room(nodes: list[DOMNode]) -> bool:
    """Whether this is a widget without a single cell: no row of it can be gone to."""
    return any(isinstance(node, Widget) and not node.size for node in nodes)
