"""What every screen has in common, whatever lies over it: a polite word where nothing fits, and closing only once."""

from typing import TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.screen import Screen
from textual.widgets import Static

from tutor.sizes import SMALLEST
from tutor.words.text import Text

Result = TypeVar("Result")


def is_small(width: int, height: int) -> bool:
    """Whether nothing fits into a window of this size."""
    return width < SMALLEST[0] or height < SMALLEST[1]


class Covered(Screen[Result]):
    """A screen that says so where the window is too small for it."""

    is_alone = True  # no second one of its kind is ever over it
    cover: Static | None = None

    def on_resize(self, event: events.Resize) -> None:
        """Below 60×16 nothing fits: say so instead of showing something broken."""
        width, height = event.size
        small = is_small(width, height)
        self.set_class(small, "-small")
        if small and self.cover is None:
            self.cover = Static(id="too-small")
            self.mount(self.cover)
        if self.cover:  # it stays: one that is taken away may still be going when it is wanted again
            text: Text = getattr(self.app, "text")  # noqa: B009
            self.cover.update(text("app.small", width=width, height=height))
            self.cover.display = small

    def action_copy_text(self) -> None:
        """Copy what is marked; where nothing is, say how to leave, as below any screen that lies over another."""
        if self.get_selected_text() is None:
            self.app.action_help_quit()
        else:
            super().action_copy_text()

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close this screen. A second key for it, in the same moment, does not close the one below."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete.nothing()
