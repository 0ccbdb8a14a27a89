"""Private names of Textual 8.2 and Rich that the app uses, each with the plain behaviour where it is gone."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from rich.color import ColorSystem
from rich.console import Console
from textual import message_pump
from textual.app import App
from textual.dom import DOMNode
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import OptionList

try:
    from textual._compositor import ChopsUpdate, LayoutUpdate
    from textual._xterm_parser import XTermParser
except ImportError:  # a Textual that has moved them: its own driver, and updates as they are
    ChopsUpdate = LayoutUpdate = XTermParser = None  # type: ignore[assignment, misc]

try:
    from textual.widgets._toast import ToastRack
except ImportError:  # a notice that is taken away early leaves an empty row
    ToastRack = None  # type: ignore[assignment, misc]

try:
    from rich import _wrap
except ImportError:  # lines break wherever there is a blank
    _wrap = None  # type: ignore[assignment]

try:
    from textual import _callback
    from textual._context import NoActiveAppError
except ImportError:  # nothing is forgiven
    _callback = None  # type: ignore[assignment]

    class NoActiveAppError(RuntimeError):  # type: ignore[no-redef]
        """Never raised."""


__all__ = [
    "ChopsUpdate", "LayoutUpdate", "NoActiveAppError", "XTermParser",
    "colours_of", "driver_of", "end_with", "forget_queries", "forgive", "has_styles", "is_going", "is_layout",
    "is_seen", "mend_lines", "mend_timers", "mend_toasts", "own_bindings", "row_of",
]  # fmt: skip


def mend_lines() -> None:
    """Let no line break at a blank that forbids it, nor between a number and its per cent sign."""
    if hasattr(_wrap, "re_word"):
        _wrap.re_word = re.compile(r"\s*(?:\S|\u00a0|(?<=\d) (?=%))+\s*")


class SureTimer(Timer):
    """A timer that fires once does so, however late: Textual drops it where a busy machine lets it begin late."""

    def __init__(self, *given: Any, repeat: int | None = None, skip: bool = True, **options: Any) -> None:
        super().__init__(*given, repeat=repeat, skip=skip and repeat != 0, **options)


def mend_timers() -> None:
    """Let the timers of the app and its widgets be sure ones: a dropped one ended all changes of the window's size."""
    if hasattr(message_pump, "Timer"):
        message_pump.Timer = SureTimer  # type: ignore[misc]


def mend_toasts() -> None:
    """Let the place of a notice go with it: Textual leaves an empty row of each that is taken away early."""
    show, name = getattr(ToastRack, "show", None), getattr(ToastRack, "_toast_id", None)
    if show is None or name is None or hasattr(show, "mends"):
        return

    def show_alone(rack: Any, notifications: Any) -> None:
        shown = {name(each) for each in notifications}
        for holder in [each for each in rack.children if each.id not in shown]:
            holder.remove()
        show(rack, notifications)

    show_alone.mends = True  # type: ignore[attr-defined]
    ToastRack.show = show_alone  # type: ignore[assignment, method-assign]


def colours_of(console: Console) -> ColorSystem | None:
    """Return the colours that a console writes: None without colours, all of them if it does not say."""
    return None if console.no_color else getattr(console, "_color_system", None) or ColorSystem.TRUECOLOR


def driver_of(app: App[Any]) -> Any:
    """Return the driver that an app talks to its terminal by; None if Textual does not say."""
    return getattr(app, "_driver", None)


def is_seen(app: App[Any], update: Any) -> bool:
    """Return True if an update is one of cells, and to be seen now."""
    kinds = (ChopsUpdate, LayoutUpdate)
    return isinstance(update, kinds) and not app._batch_count and app._running and not app._closed


def is_layout(update: Any) -> bool:
    return isinstance(update, LayoutUpdate)


def has_styles(widget: Widget) -> bool:
    """Return True if a widget still has its styles: one that has gone may be asked for a last frame."""
    return bool(getattr(widget, "_component_styles", True))


def own_bindings(kind: type[Widget]) -> Mapping[str, Any]:
    """Return the bindings of this kind of widget by key, by its class alone; `{}` if Textual does not say."""
    merged = getattr(kind, "_merged_bindings", None)
    return getattr(merged, "key_to_bindings", {}) if merged else {}


def row_of(table: OptionList, option: int) -> int:
    """Return the row on which an option of a list begins; where Textual does not say, as if each took one."""
    return int(getattr(table, "_index_to_line", {}).get(option, option))


def is_going(node: DOMNode) -> bool:
    """Return True if a widget, a screen or the app is being taken away, or has been."""
    return any(getattr(node, name, False) for name in ("_pruning", "_closing", "_closed", "_exit"))


def forgive(forgiven: Callable[[Exception], bool]) -> None:
    """Let errors of handlers, timers, actions and callbacks pass that are forgiven: Textual calls all of them here."""
    plain = getattr(_callback, "_invoke", None)
    if plain is None or hasattr(plain, "forgives"):
        return

    async def forgiving(callback: Callable[..., Any], *params: object) -> Any:
        try:
            return await plain(callback, *params)
        except Exception as error:
            if not forgiven(error):
                raise
            return None

    forgiving.forgives = forgiven  # type: ignore[attr-defined]
    _callback._invoke = forgiving


def end_with(app: App[Any], error: BaseException, code: int) -> None:
    """End an app for an error, with an exit code and no traceback on the screen. Pilot raises the error again."""
    app._return_code = code
    if getattr(app, "_exception", error) is None and isinstance(error, Exception):
        app._exception = error
        app._exception_event.set()
    app._close_messages_no_wait()


def forget_queries(screen: Screen[Any]) -> None:
    """Let a screen forget what it has looked up. Textual keeps a thousand of its widgets, also those that are gone."""
    if (queries := getattr(screen, "_query_one_cache", None)) is not None:
        queries.clear()
