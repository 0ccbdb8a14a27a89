"""Opening lessons, reviews and play: what they need is loaded while the map is read; packs are asked about first."""

import asyncio
from collections.abc import Callable
from functools import partial
from importlib import import_module
from threading import Event
from types import ModuleType
from typing import TYPE_CHECKING

from textual.screen import Screen

from lessons.course.course import LessonMode, Pack
from lessons.course.lesson.values import LessonError
from tutor.learner import HANDFUL, Learner
from tutor.pack_code import agree, pack_to_ask, packs_to_ask
from tutor.tui.screens.frame import FramedScreen
from tutor.tui.terminal import TerminalApp
from tutor.words.author_sentences import author_words
from tutor.words.text import Text, next_review_words

if TYPE_CHECKING:  # the map is shown without it
    from lessons.course.lesson.lesson import Lesson
    from lessons.course.play.rows import OwnRows

SCREENS = ("tutor.tui.screens.review", "tutor.tui.screens.dialogs")
MODULES = (*SCREENS, "lessons.format.lesson", "filelock")
loaded = Event()


def load_lessons() -> None:
    """Import what a lesson needs, in a worker thread. Whoever comes second waits for the first."""
    for name in MODULES:
        import_module(name)
    loaded.set()


def screens(name: str) -> ModuleType:
    """Return some of the screens: imported when the first of them is opened."""
    return import_module(f"tutor.tui.screens.{name}")


class OpeningApp(TerminalApp):
    """An app that opens lessons over its map."""

    learner: Learner
    text: Text

    def __init__(self, colours: int) -> None:
        super().__init__(colours)
        self.declined: set[str] = set()  # packs whose code may not run, said in this session

    def open_place(self, place: LessonMode, screen: str = "lesson.LessonScreen") -> None:
        """Open a lesson. Its pages are imported only now, after the first paint. One of a pack is asked about first."""
        if pack := pack_to_ask(self.learner, place.lesson.id):
            self.ask(pack, lambda: self.open_place(place, screen), lambda: None)
            return
        self.open_computed((place.lesson,), partial(self.open_screen, screen, place))

    def open_named(self, name: str, mode: str, screen: str = "lesson.LessonScreen") -> None:
        """Load a lesson and open it in this mode; one that cannot be loaded says why."""
        try:
            lesson = self.learner.course.lessons[name]
        except LessonError as error:
            self.notify(author_words(str(error), self.text), severity="error", timeout=20, markup=False)
        else:
            self.open_place(LessonMode(lesson, "blind" if mode == "blind" else "open"), screen)

    def visit(self, name: str | None) -> None:
        """Open a lesson that a page names, over this page, to which Esc leads back; one that lies below comes up.

        One that is chosen on the map's own glossary is opened as any other of the map.
        """
        below = [
            each for each in self.screen_stack if (place := getattr(each, "place", None)) and place.lesson.id == name
        ]
        if below:
            self.call_later(self.come_back_to, below[-1])
        elif name:
            mode = self.learner.way_into(self.learner.course.headings[name])
            is_map = isinstance(self.screen, screens("course").CourseScreen)
            self.open_named(name, mode, "lesson.LessonScreen" if is_map else "lesson.VisitScreen")

    async def come_back_to(self, screen: "Screen[object]") -> None:
        """Leave what lies over a screen; what is half done is kept."""
        while (top := self.screen) is not screen:
            if isinstance(top, FramedScreen):
                top.keep_drafts()
                top.close_session()
            await self.pop_screen()

    def open_computed(self, lessons: "tuple[Lesson, ...]", then: Callable[[], None]) -> None:
        """Go on once all that the pages of some lessons show is there: what the index does not have is computed."""
        if all(lesson.has_figures for lesson in lessons):
            then()
        else:
            self.run_worker(self.compute(lessons, then), group="open", exclusive=True)

    async def compute(self, lessons: "tuple[Lesson, ...]", then: Callable[[], None]) -> None:
        from tutor.figures import figured

        try:
            for lesson in lessons:
                of_pack = self.learner.course.pack_of(lesson.id) is not None
                await asyncio.to_thread(figured, lesson, of_pack, self.text)
        except LessonError as error:
            self.notify(author_words(str(error), self.text), severity="error", timeout=20, markup=False)
        else:
            then()

    def open_screen(self, name: str, *arguments: object) -> None:
        """Open a screen that lessons are needed for, once they are loaded; it is imported only then."""

        def make() -> Screen[None]:
            module, _, kind = name.partition(".")
            screen: Screen[None] = getattr(screens(module), kind)(*arguments)
            return screen

        self.push_screen(make() if loaded.is_set() else screens("dialogs").OpeningScreen(load_lessons, make))

    def ask(self, pack: Pack, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """Ask whether a pack's code may run, and go on either way."""

        def answered(agreed: bool | None) -> None:
            if agreed:
                agree(self.learner, pack)
                then()
            elif agreed is not None:
                self.notify(self.text("pack.declined", pack=pack.id), markup=False)
                otherwise()

        self.push_screen(screens("dialogs").ConsentScreen(pack), answered)

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
            lessons = tuple(self.learner.course.lessons[card.lesson] for card in due[:HANDFUL])
            self.open_computed(lessons, partial(self.open_screen, "review.ReviewScreen", due[:HANDFUL]))
        else:
            learner, text = self.learner, self.text
            words = next_review_words(text, learner.cards(), learner.course, learner.today())
            self.push_screen(screens("dialogs").NoticeScreen(f"{words}\n\n{text('rows.go_on')}"))

    def play(self, task: "str | OwnRows" = "", lesson: str = "") -> None:
        """Open a model with knobs over what is open: a task's, or that of a lesson's experiment."""
        self.open_screen("play.PlayScreen", self.learner, self.text, task, lesson)

    def review_without(self, pack: Pack) -> None:
        """Open what is due but for what comes from a pack."""
        self.declined.add(pack.id)
        self.action_open_review()
