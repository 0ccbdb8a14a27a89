"""The app: a learner, a language, a theme, and the two screens that everything happens on."""

import gc
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.command import Provider

from lessons.course.course import LessonMode
from lessons.course.lesson.glossary import Term
from tutor.course_rows import is_beginner
from tutor.emergency import trouble_words, unsaved_words, write_report
from tutor.learner import Learner
from tutor.terminals.kinds import ALL
from tutor.tui.opening import OpeningApp, load_lessons, screens
from tutor.tui.screens.course import CourseScreen
from tutor.tui.screens.frame import FramedScreen
from tutor.tui.steady import is_small
from tutor.tui.themes import DARK, LIGHT, themes
from tutor.words.text import Text, next_language, title_of

if TYPE_CHECKING:  # the course map is shown without it
    from lessons.course.play.rows import OwnRows
    from tutor.tui.live_run import Batch, RunControl

GLANCE_INTERVAL_S = 1.0  # between two looks at what others wrote
PALETTE = "--textual-command-palette"  # the class that Textual gives it
LATIN = "qwertyuiopasdfghjklzxcvbnm"
LETTERS = "йцукенгшщзфывапролдячсмить" + "ςερτυθιοπασδφγηξκλζχψωβνμ"  # where those are in two other layouts
PLACES = str.maketrans(LETTERS + LETTERS.upper(), (LATIN + LATIN[1:]) + (LATIN + LATIN[1:]).upper())
HUNG_UP = 128 + 1  # what a shell reports for a program that SIGHUP ended


def commands() -> type[Provider]:
    found: type[Provider] = screens("help").TutorCommands
    return found


class LynxTutor(OpeningApp):
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
        task: "str | OwnRows" = "",
    ) -> None:
        super().__init__(colours)
        self.learner, self.text = learner, text
        self.place, self.review, self.welcome = place, review, welcome  # what to open first
        self.first_task = task  # to play with, to begin with
        self.greeting = greeting
        self.goes_on = goes_on  # who, where others learn here too: said until a lesson is opened
        self.words_changed = False  # and the screens not made anew yet
        self.batches: list[Batch] = []  # that are under way, whoever sees them
        self.told_trouble = ""
        self.last_words = ""
        for theme in themes(colours):
            self.register_theme(theme)
        # In place before the stylesheet is read, so that it is read once.
        self.set_reactive(LynxTutor.theme, learner.preference("theme", DARK.name))
        self.stylesheet.set_variables(self.get_css_variables())

    def get_default_screen(self) -> FramedScreen:
        """Return the map, or what somebody new meets in its place."""
        return screens("welcome").WelcomeScreen() if self.welcome else CourseScreen()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(DARK.variables)

    def on_line_changed(self) -> None:
        """Say that the line has become slow, or quick again."""
        for screen in self.open_screens:
            screen.refresh_bindings()

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
            self.push_screen(screens("dialogs").NoticeScreen(f"{self.greeting}\n\n{self.text('mystery.keys')}"))
        if self.review:
            self.action_open_review()
        if self.learner.journal.trouble:
            self.told_trouble = trouble_words(self.learner, self.text)
            self.push_screen(screens("dialogs").NoticeScreen(self.text("app.unwritable", reason=self.told_trouble)))
        self.set_interval(GLANCE_INTERVAL_S, self.look_elsewhere)

    def collect_garbage_again(self) -> None:
        """After the first paint; what there is by now stays, and need not be looked at again."""
        gc.freeze()
        gc.enable()

    @property
    def open_screens(self) -> list[FramedScreen]:
        """The screens that lie below each other, without what lies over them."""
        return [screen for screen in self.screen_stack if isinstance(screen, FramedScreen)]

    def look_elsewhere(self) -> None:
        """Show what another window or the shell did, without a key. A screen below another is left alone."""
        if not self.screen_stack:  # it is ending
            return
        self.learner.journal.refresh()
        has_saved_all = self.learner.journal.trouble is None  # or that comes first
        gone = (screen.gone_elsewhere() for screen in self.open_screens if has_saved_all)
        if words := next(filter(None, gone), ""):
            self.call_later(self.leave_lesson)
            self.notify(words, severity="warning", timeout=20, markup=False)
        elif isinstance(self.screen, FramedScreen):  # for one below it, Textual would paint all of it again
            self.screen.call_later(self.screen.look_elsewhere)

    async def leave_lesson(self) -> None:
        """Down to the course map; what is half done is kept."""
        self.keep_drafts()
        self.close_sessions()
        while not isinstance(self.screen, CourseScreen) and len(self.screen_stack) > 1:
            await self.pop_screen()
        if not isinstance(self.screen, CourseScreen):  # but the welcome, which cannot be taken away
            await self.push_screen(CourseScreen())

    def show_glossary(self, terms: Sequence[Term], here: Sequence[Term], term: str) -> None:
        self.push_screen(screens("help").GlossaryScreen(terms, here, term), self.visit)

    def on_run_control_ended(self, message: "RunControl.Ended") -> None:
        """Let the page of a batch take what came of it; where that was left, keep it, and say that it is in."""
        batch = next(each for each in self.batches if each is message.running)
        self.batches.remove(batch)
        act, place = getattr(message.outcome, "act", None), batch.session.place
        if batch.page and batch.page.post_message(message):
            return
        if message.trouble:
            self.notify(message.trouble, severity="warning", timeout=10, markup=False)
        elif act and not any(screen.take(place, act) for screen in self.open_screens):
            batch.session.do(act)
            title = title_of(place, self.learner.course, self.text, batch.session.state)
            self.notify(self.text("run.came_in", title=title, seeds=act.seeds), timeout=10, markup=False)

    async def open_lesson(self, name: str) -> None:
        """Leave what is open for the course map, and open a lesson from there; without a name stay on the map."""
        await self.leave_lesson()
        course = self.screen
        assert isinstance(course, CourseScreen)
        if name:
            course.enter(name)

    async def open_next(self) -> None:
        """Open the lesson to go on with; whoever has seen only the very first one is asked what they want."""
        name, _ = self.learner.opening_to_continue() or ("", "")
        if not is_beginner(self.learner):
            await self.open_lesson(name)
            return
        await self.leave_lesson()
        placing = screens("welcome").PlacementScreen(self.text)
        self.push_screen(placing, lambda name: self.call_later(self.open_lesson, name or ""))

    def close_sessions(self) -> None:
        for screen in self.open_screens:
            screen.close_session()

    def report(self, error: BaseException) -> None:
        write_report(self.learner, error)

    def keep_drafts(self) -> None:
        self.learner.journal.refresh()  # who comes back after hours has old pages before them
        for screen in self.open_screens:
            screen.keep_drafts()

    def leave(self) -> None:
        """Keep what is half done, and go; the next start opens the same page."""
        self.keep_drafts()
        saved = self.learner.journal.retry()
        if self.is_line_gone():
            os._exit(HUNG_UP)  # the driver would go on writing to no one, and wait for ever
        self.exit_with("" if saved else unsaved_words(self.learner, self.text), 0 if saved else 1)

    def on_exit_app(self) -> None:
        """Keep what is half done, as with q, where a browser's page was closed and asks the app to end."""
        if self.is_web:
            self.keep_drafts()
            self.learner.journal.retry()

    async def action_quit(self) -> None:
        """Keep what is half done, and go; where something could not be saved the learner says what becomes of it."""
        if isinstance(self.screen, screens("dialogs").UnsavedScreen):
            if is_small(*self.size):  # what it asks cannot be seen
                self.screen.action_leave()
            return
        self.keep_drafts()
        if self.learner.journal.retry():
            self.go()
        else:
            self.push_screen(screens("dialogs").UnsavedScreen())

    def go(self, last_words: str = "") -> None:
        """End the app because the learner wants it: the next start shows the map."""
        self.close_sessions()
        self.exit_with(last_words, 0)

    def exit_with(self, last_words: str, code: int) -> None:
        """End the app; the last words are for the terminal, once it has been given back."""
        from lessons.engine.process import end_all

        self.last_words = last_words
        end_all()
        self.exit(return_code=code)

    def action_help(self) -> None:
        here = getattr(self.screen, "help_key", "")
        words = self.text(here) if here else ""
        if self.is_web:
            words = f"{words}\n\n{self.text('help.browser')}".lstrip()
        shown = screens("help")
        self.push_screen(shown.HelpScreen(words, shown.key_rows(self.screen, self.text)))

    def action_help_quit(self) -> None:
        """Ctrl+C: how to leave."""
        self.notify(self.text("app.leaving"), timeout=4, markup=False)

    def action_command_palette(self) -> None:
        if not self.screen.has_class(PALETTE):
            self.push_screen(screens("help").Palette(placeholder=self.text("palette.search")))

    def on_key(self, event: events.Key) -> None:
        """Let a letter that is bound in one case only count in both, and one of another script by its place."""
        bound = self.screen.active_bindings
        if len(event.key) == 1 and event.key.isalpha() and event.key not in bound:
            latin = event.key.translate(PLACES)
            if other := next((key for key in (latin, latin.swapcase()) if key in bound), ""):
                event.prevent_default()
                self.simulate_key(other)

    def change_language(self) -> None:
        self.text = self.text.in_language(next_language(self.text.language))
        self.learner.prefer("language", self.text.language)
        if not self.words_changed:  # for a key that is held, not once a press
            self.words_changed = True
            self.call_later(self.compose_screens_again)

    async def compose_screens_again(self) -> None:
        self.words_changed = False
        with self.batch_update():
            for screen in self.open_screens:
                await screen.compose_again()

    def action_turn_light(self) -> None:
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name
        self.learner.prefer("theme", self.theme)

    def new_trouble(self) -> str:
        """Return the trouble with saving, the first time it is met."""
        told, self.told_trouble = self.told_trouble, trouble_words(self.learner, self.text)
        return self.told_trouble if self.told_trouble != told else ""
