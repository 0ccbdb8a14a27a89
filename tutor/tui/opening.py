"""Opening lessons, reviews and play: what they need is loaded while the map is read; packs are asked about first."""

import asyncio
from collections.abc import Callable
from functools import partial
from importlib import import_module
from threading import Event
from typing import Any

from textual import work
from textual.app import ComposeResult
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from lessons.course.course import LessonMode, Pack
from lessons.course.values import LessonError
from tutor.learner import HANDFUL, Learner
from tutor.pack_code import agree, pack_to_ask, packs_to_ask
from tutor.tui.screens.dialogs import ConsentScreen, NoReviewScreen
from tutor.tui.screens.frame import OverScreen
from tutor.tui.terminal import TerminalApp
from tutor.words.text import Text

MODULES = ("tutor.tui.screens.lesson", "lessons.format.lesson", "lessons.runs.drawings", "filelock")
PATIENCE_S = 0.2  # that nobody is told of
loaded = Event()


def load_lessons() -> None:
    """Import what a lesson needs, in a worker thread. Whoever comes second waits for the first."""
    for name in MODULES:
        import_module(name)
    loaded.set()


class OpeningScreen(OverScreen[None]):
    """Take the keys, of which none is for the page to come; then make way for it. Escape gives it up."""

    BINDINGS = [("escape", "close"), ("q", "app.quit")]

    class Loaded(Message):
        """All that it needs is there."""

    def __init__(self, make: Callable[[], Screen[Any]]) -> None:
        super().__init__()
        self.make = make

    def compose(self) -> ComposeResult:
        yield Static(self.text("lesson.opening"), id="opening", markup=False)

    def on_mount(self) -> None:
        self.query_one("#opening").visible = False
        self.set_timer(PATIENCE_S, self.tell)
        self.load()

    def tell(self) -> None:
        for words in self.query("#opening"):
            words.visible = True

    @work(thread=True)
    def load(self) -> None:
        load_lessons()
        self.post_message(self.Loaded())

    def on_opening_screen_loaded(self) -> None:
        if self.app.screen is self:
            self.app.switch_screen(self.make())


class OpeningApp(TerminalApp):
    """An app that opens lessons over its map."""

    learner: Learner
    text: Text

    def __init__(self, colours: int) -> None:
        super().__init__(colours)
        self.declined: set[str] = set()  # packs whose code may not run, said in this session

    def open_place(self, place: LessonMode) -> None:
        """Open a lesson. Its pages are imported only now, after the first paint. One of a pack is asked about first."""
        if pack := pack_to_ask(self.learner, place.lesson.id):
            self.ask(pack, lambda: self.open_place(place), lambda: None)
            return
        if place.lesson.worked and self.learner.course.pack_of(place.lesson.id):
            self.run_worker(self.open_calculated(place), group="open", exclusive=True)
        else:
            self.open_screen("lesson.LessonScreen", place)

    async def open_calculated(self, place: LessonMode) -> None:
        """Open a lesson of a pack once its calculation is known; where it has none, say why."""
        from tutor.pack_runs import calculate_apart

        try:
            await asyncio.to_thread(calculate_apart, place.lesson, self.text)
        except LessonError as error:
            self.notify(str(error), severity="error", timeout=20, markup=False)
        else:
            self.open_screen("lesson.LessonScreen", place)

    def open_screen(self, name: str, *arguments: object) -> None:
        """Open a screen that lessons are needed for, once they are loaded; it is imported only then."""

        def make() -> Screen[None]:
            module, _, kind = name.partition(".")
            screen: Screen[None] = getattr(import_module(f"tutor.tui.screens.{module}"), kind)(*arguments)
            return screen

        self.push_screen(make() if loaded.is_set() else OpeningScreen(make))

    def ask(self, pack: Pack, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """Ask whether a pack's code may run, and go on either way."""

        def answered(agreed: bool | None) -> None:
            if agreed:
                agree(self.learner, pack)
                then()
            elif agreed is not None:
                self.notify(self.text("pack.declined", pack=pack.id), markup=False)
                otherwise()

        self.push_screen(ConsentScreen(pack), answered)

    def action_open_review(self) -> None:
        """Open what is due; what comes from packs, once their code may run."""
        self.learner.journal.refresh()  # what is due may have been reviewed elsewhere, or reset
        due = self.learner.due()
        waiting = packs_to_ask(self.learner, (card.lesson for card in due))
        for pack in waiting:
            if pack.id not in self.declined:
                self.ask(pack, self.action_open_review, partial(self.review_without, pack))
                return
        if due := tuple(card for card in due if self.learner.course.pack_of(card.lesson) not in waiting):
            self.open_screen("lesson.ReviewScreen", due[:HANDFUL])
        else:
            self.push_screen(NoReviewScreen())

    def play(self, task: str = "", lesson: str = "") -> None:
        """Open a model with knobs over what is open: a task's, or that of a lesson's experiment."""
        self.open_screen("play.PlayScreen", self.learner, self.text, task, lesson)

    def review_without(self, pack: Pack) -> None:
        """Open what is due but for what comes from a pack."""
        self.declined.add(pack.id)
        self.action_open_review()
