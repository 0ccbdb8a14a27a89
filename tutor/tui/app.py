"""The app: a learner, a language, a theme, and the two screens that everything happens on."""

import asyncio
import gc
import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, cast

from textual.command import Provider
from textual.screen import Screen

from lessons.course import LessonMode, Pack
from lessons.format import LessonError
from tutor.consent import agree, pack_to_ask, packs_to_ask
from tutor.learner import Learner
from tutor.terminals.colours import ALL
from tutor.tui.screens.course import CourseScreen
from tutor.tui.screens.covered import is_small
from tutor.tui.screens.framed import FramedScreen
from tutor.tui.screens.opening import OpeningScreen, load_lessons, loaded
from tutor.tui.terminal_app import TerminalApp, terminal_is_gone
from tutor.tui.themes import DARK, LIGHT, themes
from tutor.unsaved import trouble_words, unsaved_words
from tutor.words.course import next_review_words
from tutor.words.text import Text

if TYPE_CHECKING:
    from lessons.glossary import Term
    from lessons.lesson import Worked
    from progress.schedule import Card


GLANCES = 1.0  # seconds between two looks at what others wrote
PALETTE = "--textual-command-palette"  # the class that Textual gives it
HUNG_UP = 128 + 1  # what a shell reports for a program that SIGHUP ended


# Made only once what they need is imported.


def lesson_screen(place: LessonMode) -> Screen[None]:
    from tutor.tui.screens.lesson import LessonScreen

    return LessonScreen(place)


def review_screen(due: "tuple[Card, ...]") -> Screen[None]:
    from tutor.tui.screens.lesson import ReviewScreen

    return ReviewScreen(due)


def play_screen(learner: Learner, text: Text, task: str, lesson: str) -> Screen[None]:
    from tutor.play_session import PlaySession
    from tutor.tui.screens.play import PlayScreen

    return PlayScreen(PlaySession(learner, text, task, lesson))


def commands() -> type[Provider]:
    """What the command palette offers, imported when it is first opened."""
    from tutor.tui.palette import TutorCommands

    return TutorCommands


class LynxTutor(TerminalApp):
    """lynx-tutor in the terminal."""

    CSS_PATH = "tutor.tcss"
    COMMANDS = {commands}
    TITLE = "lynx-tutor"

    def __init__(
        self,
        learner: Learner,
        text: Text,
        place: LessonMode | None = None,
        review: bool = False,
        greeting: str = "",
        welcome: bool = False,
        goes_on: str = "",
        colours: int = ALL,
        task: str = "",
    ) -> None:
        super().__init__(colours)
        self.learner, self.text = learner, text
        self.place, self.review, self.welcome = place, review, welcome  # what to open first
        self.first_task = task  # to play with, to begin with
        self.greeting = greeting
        self.goes_on = goes_on  # who, where it could be somebody else: said until a lesson is opened
        self.declined: set[str] = set()  # packs whose code may not run, said in this session
        self.words_changed = False  # and the screens not made anew yet
        self.told_trouble = ""
        self.last_words = ""
        for theme in themes(colours):
            self.register_theme(theme)
        # In place before the stylesheet is read, so that it is read once.
        self.set_reactive(LynxTutor.theme, learner.preference("theme", DARK.name))
        self.stylesheet.set_variables(self.get_css_variables())

    def get_default_screen(self) -> FramedScreen:
        """Return the map, or what somebody new meets in its place."""
        if not self.welcome:
            return CourseScreen()
        from tutor.tui.screens.welcome import WelcomeScreen

        return WelcomeScreen()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(DARK.variables)

    def on_line_changed(self) -> None:
        """The line has become slow, or quick again."""
        for screen in self.screen_stack:
            if isinstance(screen, FramedScreen):
                screen.show_who()

    def on_mount(self) -> None:
        self.take_terminal()
        self.call_after_refresh(self.collect_garbage_again)
        self.call_after_refresh(self.run_worker, load_lessons, thread=True)
        if self.goes_on and (self.place or self.review or self.first_task):
            self.notify(self.goes_on, timeout=8, markup=False)
        if self.place:
            self.open_place(self.place)
        if self.first_task:
            self.play(self.first_task)
        if self.greeting:
            from tutor.tui.screens.help import NoticeScreen

            self.push_screen(NoticeScreen(f"{self.greeting}\n\n{self.text('mystery.keys')}"))
        if self.review:
            self.action_open_review()
        if self.learner.journal.trouble:
            from tutor.tui.screens.help import NoticeScreen

            self.told_trouble = self.trouble_words()
            self.push_screen(NoticeScreen(self.text("app.unwritable", reason=self.told_trouble)))
        self.set_interval(GLANCES, self.look_elsewhere)

    def collect_garbage_again(self) -> None:
        """After the first paint; what there is by now stays, and need not be looked at again."""
        gc.freeze()
        gc.enable()

    def look_elsewhere(self) -> None:
        """What another window or the shell did is seen without a key. A screen below another is left alone.

        Textual would paint all of the upper one again for every message to the one below it.
        """
        if not self.screen_stack:  # it is ending
            return
        self.learner.journal.glance()
        if words := self.gone_elsewhere():
            self.call_later(self.leave_lesson)
            self.notify(words, severity="warning", timeout=20, markup=False)
        elif isinstance(self.screen, FramedScreen):
            self.screen.post_message(FramedScreen.Glanced())

    def gone_elsewhere(self) -> str:
        """That the lesson that is open goes on in another window; but what could not be saved comes first."""
        asked = (getattr(screen, "gone_elsewhere", str)() for screen in self.screen_stack)
        return next(filter(None, asked), "") if self.learner.journal.trouble is None else ""

    async def leave_lesson(self) -> None:
        """Down to the course map; what is half done is kept."""
        self.keep_drafts()
        self.close_sessions()
        await self.pop_to_first()
        if not isinstance(self.screen, CourseScreen):
            await self.push_screen(CourseScreen())  # the lowest screen cannot be taken away

    async def pop_to_first(self) -> FramedScreen:
        """Close all that is open over the map, or over the welcome while there is no map."""
        maps = [each for each in self.screen_stack if isinstance(each, CourseScreen)]
        first = cast(FramedScreen, (maps or self.screen_stack)[0])
        for _ in self.screen_stack[self.screen_stack.index(first) + 1 :]:
            await self.pop_screen()
        return first

    def close_sessions(self) -> None:
        """The lessons that are open may be opened elsewhere."""
        for screen in self.screen_stack:
            if close := getattr(screen, "close_session", None):
                close()

    def report(self, error: BaseException) -> None:
        from tutor.crash import write_report

        write_report(self.learner, error)

    def keep_drafts(self) -> None:
        self.learner.journal.refresh()  # who comes back after hours has old pages before them
        for screen in self.screen_stack:
            if keep := getattr(screen, "keep_drafts", None):
                keep()

    def leave(self) -> None:
        """Keep what is half done, and go; the next start opens the same page.

        Where the line has dropped there is no terminal to give back.
        """
        self.keep_drafts()
        saved = self.learner.journal.retry()
        if terminal_is_gone():
            os._exit(HUNG_UP)  # the driver would go on writing to no one, and wait for ever
        self.exit_with("" if saved else self.unsaved_words(), 0 if saved else 1)

    def on_exit_app(self) -> None:
        """A browser's page was closed, which asks the app to end: what is half done is kept, as with q."""
        if self.is_web:
            self.keep_drafts()
            self.learner.journal.retry()

    async def action_quit(self) -> None:
        """The same, but where something could not be saved the learner says what becomes of it."""
        from tutor.tui.screens.unsaved import UnsavedScreen

        if isinstance(self.screen, UnsavedScreen):
            if is_small(*self.size):  # what it asks cannot be seen
                self.screen.action_leave()
            return
        self.keep_drafts()
        if self.learner.journal.retry():
            self.go()
        else:
            self.push_screen(UnsavedScreen())

    def go(self, last_words: str = "", code: int = 0) -> None:
        """End the app because the learner wants it: the next start shows the map."""
        self.close_sessions()
        self.exit_with(last_words, code)

    def exit_with(self, last_words: str, code: int) -> None:
        """End the app; the last words are for the terminal, once it has been given back."""
        from lessons.runs.confined import end_all

        self.last_words = last_words
        end_all()
        self.exit(return_code=code)

    def unsaved_words(self, trouble: str = "") -> str:
        return unsaved_words(self.learner, self.text, trouble)

    def open_place(self, place: LessonMode) -> None:
        """Open a lesson. Its pages are imported only now, after the first paint. One of a pack is asked about first."""
        if pack := pack_to_ask(self.learner, place.lesson.id):
            self.ask(pack, lambda: self.open_place(place), lambda: None)
            return
        if place.lesson.worked and self.learner.course.pack_of(place.lesson.id):
            self.run_worker(self.open_calculated(place, place.lesson.worked), group="open", exclusive=True)
        else:
            self.open_screen(partial(lesson_screen, place))

    async def open_calculated(self, place: LessonMode, worked: "Worked") -> None:
        """Open a lesson of a pack once its calculation is known; where it has none, say why."""
        from tutor.pack_runs import calculate_apart

        try:
            await asyncio.to_thread(calculate_apart, worked, self.text)
        except LessonError as error:
            self.notify(str(error), severity="error", timeout=20, markup=False)
        else:
            self.open_screen(partial(lesson_screen, place))

    def open_screen(self, make: Callable[[], Screen[None]]) -> None:
        """Open a screen that lessons are needed for, once they are loaded."""
        self.push_screen(make() if loaded.is_set() else OpeningScreen(make))

    def ask(self, pack: Pack, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """Ask whether a pack's code may run, and go on either way."""
        from tutor.tui.screens.help import ConsentScreen

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
            self.open_screen(partial(review_screen, due))
        else:
            from tutor.tui.screens.help import NoReviewScreen

            self.push_screen(NoReviewScreen(self.next_review_words()))

    def play(self, task: str = "", lesson: str = "") -> None:
        """Open a model with knobs over what is open: a task's, or that of a lesson's experiment."""
        self.open_screen(partial(play_screen, self.learner, self.text, task, lesson))

    def review_without(self, pack: Pack) -> None:
        """Open what is due but for what comes from a pack."""
        self.declined.add(pack.id)
        self.action_open_review()

    def next_review_words(self) -> str:
        learner = self.learner
        return next_review_words(self.text, learner.cards(), learner.course, learner.today())

    def action_help(self) -> None:
        """The keys of the screen that is open, and what is to be done there."""
        from tutor.tui.key_rows import key_rows
        from tutor.tui.screens.help import HelpScreen

        here = getattr(self.screen, "help_key", "")
        words = self.text(here) if here else ""
        if self.is_web:
            words = f"{words}\n\n{self.text('help.browser')}".lstrip()
        self.push_screen(HelpScreen(words, key_rows(self.screen, self.text)))

    def action_help_quit(self) -> None:
        """Ctrl+C: how to leave."""
        self.notify(self.text("app.leaving"), timeout=4, markup=False)

    def action_command_palette(self) -> None:
        if not self.screen.has_class(PALETTE):
            from tutor.tui.screens.palette import Palette

            self.push_screen(Palette(placeholder=self.text("palette.search")))

    async def open_lesson(self, name: str) -> None:
        """Leave what is open for the course map, and open a lesson from there; without a name stay on the map."""
        await self.leave_lesson()
        course = self.screen
        assert isinstance(course, CourseScreen)
        if name:
            course.enter(name)

    def show_glossary(self, terms: "Sequence[Term]", here: "Sequence[Term]", term: str) -> None:
        from tutor.tui.screens.glossary import GlossaryScreen

        self.push_screen(GlossaryScreen(terms, here, term))

    def show_map(self, leaving: Screen[None]) -> None:
        """Back to the map, and to what another window or the shell did meanwhile; once, however often it is asked."""
        if self.screen is leaving:
            self.learner.journal.refresh()
            self.pop_screen()

    def change_language(self) -> None:
        """The other language, from here on; the screens are made anew."""
        self.text = self.text.in_language("es" if self.text.language == "en" else "en")
        self.learner.prefer("language", self.text.language)
        if not self.words_changed:
            self.words_changed = True
            self.call_later(self.recreate_screens)

    async def recreate_screens(self) -> None:
        """Every screen that is open, again, with the words it has now; for a key that is held, not once a press."""
        self.words_changed = False
        again = [screen.recreated() for screen in self.screen_stack if isinstance(screen, FramedScreen)]
        with self.batch_update():  # the map below is not seen meanwhile
            first = await self.pop_to_first()
            await first.compose_again()
            for screen in filter(None, again):
                await self.push_screen(screen)

    def action_turn_light(self) -> None:
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name
        self.learner.prefer("theme", self.theme)

    def trouble_words(self) -> str:
        """Why nothing can be saved, in the language on screen."""
        return trouble_words(self.learner, self.text)

    def new_trouble(self) -> str:
        """The trouble, the first time it is met."""
        words = self.trouble_words()
        fresh = words if words != self.told_trouble else ""
        self.told_trouble = words
        return fresh
