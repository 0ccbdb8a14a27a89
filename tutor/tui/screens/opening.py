"""The lessons' modules, NumPy among them: loaded while the map is read; whoever is quicker is told so."""

from collections.abc import Callable
from importlib import import_module
from threading import Event
from typing import Any

from textual.app import ComposeResult
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from tutor.tui.screens.covered import Covered
from tutor.tui.screens.framed import PAGES, tutor_of

MODULES = (
    "tutor.tui.screens.lesson", "lessons.whole", "lessons.runs.drawings.arithmetic", "lessons.runs.trace", "filelock",
)  # fmt: skip
PATIENCE_S = 0.2  # that nobody is told of
loaded = Event()


def load_lessons() -> None:
    """Import what a lesson needs, in a worker thread. Whoever comes second waits for the first."""
    for name in MODULES:
        import_module(name)
    loaded.set()


class OpeningScreen(ModalScreen[None], Covered[None]):
    """Take the keys, of which none is for the page to come; then make way for it. Escape gives it up."""

    CSS_PATH = PAGES
    BINDINGS = [("escape", "close", ""), ("q", "app.quit", "")]

    class Loaded(Message):
        """All that it needs is there."""

    def __init__(self, make: Callable[[], Screen[Any]]) -> None:
        super().__init__()
        self.make = make

    def compose(self) -> ComposeResult:
        yield Static(tutor_of(self).text("lesson.opening"), id="opening", markup=False)

    def on_mount(self) -> None:
        self.query_one("#opening").visible = False
        self.set_timer(PATIENCE_S, self.tell)
        self.run_worker(self.load, thread=True)

    def tell(self) -> None:
        for words in self.query("#opening"):
            words.visible = True

    def load(self) -> None:
        load_lessons()
        self.post_message(self.Loaded())

    def on_opening_screen_loaded(self) -> None:
        if self.app.screen is self:
            self.app.switch_screen(self.make())

    def action_close(self) -> None:
        self.dismiss()
