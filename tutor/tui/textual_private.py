"""Every private name of Textual that the app uses, for Textual 8.2, each with the plain behaviour where it is gone."""

from collections.abc import Mapping
from typing import Any

from rich.color import ColorSystem
from rich.console import Console
from textual.widget import Widget

try:
    from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
except ImportError:  # a Textual that has moved them: updates go to the terminal as they are
    ChopsUpdate = LayoutUpdate = None  # type: ignore[assignment, misc]
    CompositorUpdate = object  # type: ignore[assignment, misc]

__all__ = ["ChopsUpdate", "CompositorUpdate", "LayoutUpdate", "colours_of", "has_styles", "own_bindings"]


def colours_of(console: Console) -> ColorSystem:
    """The colours that a console writes; all of them where it does not say."""
    return getattr(console, "_color_system", None) or ColorSystem.TRUECOLOR


def has_styles(widget: Widget) -> bool:
    """Whether a widget still has its styles: one that was taken away may be asked for a last frame without them."""
    return bool(getattr(widget, "_component_styles", True))


def own_bindings(kind: type[Widget]) -> Mapping[str, Any]:
    """What each key does in this kind of widget, by its class alone; nothing where Textual does not say."""
    merged = getattr(kind, "_merged_bindings", None)
    return getattr(merged, "key_to_bindings", {}) if merged else {}
