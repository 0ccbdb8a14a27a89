"""The frame of every screen: its words, its keys, and a polite word where nothing fits."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeVar, cast

from textual import events
from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from lessons.course.course import LessonMode
from lessons.course.lesson.glossary import ADDRESS, Term
from tutor.learner import Learner
from tutor.terminals.kinds import is_remote
from tutor.tui.steady import BREAKPOINTS, is_small
from tutor.tui.textual_private import forget_queries
from tutor.words.text import Text, next_language

if TYPE_CHECKING:  # the course map shows no Markdown
    from textual.widgets import Markdown

    from lessons.course.lesson.state import Swept
    from lessons.course.play.rows import OwnRows

PAGES = Path(__file__).parents[1] / "pages.tcss"  # the style of all but the course map
Result = TypeVar("Result")


class Tutor(Protocol):
    """The app as screens know it."""

    learner: Learner
    text: Text
    goes_on: str

    @property
    def line_is_slow(self) -> bool: ...
    def open_place(self, place: LessonMode) -> None: ...
    def open_named(self, name: str, mode: str) -> None: ...
    async def open_lesson(self, name: str) -> None: ...
    async def open_next(self) -> None: ...
    def play(self, task: "str | OwnRows" = "", lesson: str = "") -> None: ...
    def open_screen(self, name: str, *arguments: object) -> None: ...
    def change_language(self) -> None: ...
    def show_glossary(self, terms: Sequence[Term], here: Sequence[Term], term: str) -> None: ...
    def new_trouble(self) -> str: ...
    def go(self, last_words: str = "") -> None: ...


class TutorScreen(Screen[Result]):
    """A screen that says so where the window is too small for it, and that closes only once."""

    help_key = ""
    keys_key = ""
    title_key = ""
    is_alone = True  # no second one of its kind is ever over it
    cover: Static | None = None

    @property
    def tutor(self) -> Tutor:
        return cast(Tutor, self.app)

    @property
    def text(self) -> Text:
        return self.tutor.text

    def keys(self) -> str:
        return self.text(self.keys_key)

    def title_words(self) -> str:
        """Return the words for the left of the title line; the app's own if no lesson is open."""
        app_title = f"{self.text('map.title')} · {self.text('map.subtitle')}"
        return f" {self.text(self.title_key) if self.title_key else app_title}"

    def who(self) -> str:
        """Return the words for the right of the title line."""
        return ""

    def on_resize(self, event: events.Resize) -> None:
        """Below 60×16 no page fits: say so instead of showing something broken."""
        width, height = event.size
        small = is_small(width, height)
        self.set_class(small, "-small")
        if small and self.cover is None:
            self.cover = Static(id="too-small")
            self.mount(self.cover)
        if self.cover:  # it stays: one that is taken away may still be going when it is wanted again
            self.cover.update(self.text("app.small", width=width, height=height))
            self.cover.display = small

    def action_copy_text(self) -> None:
        """Copy the marked text; without one, say how to leave, as below any screen that lies over another."""
        if self.get_selected_text() is None:
            self.app.action_help_quit()
        else:
            super().action_copy_text()

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close this screen. A second key for it, in the same moment, does not close the one below."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete.nothing()

    def action_close(self) -> None:
        self.dismiss()


class OverScreen(ModalScreen[Result], TutorScreen[Result]):
    """A screen that lies over another one, until it is closed."""

    CSS_PATH = PAGES


class FramedScreen(TutorScreen[None]):
    """A screen with a title line: it has the keys for help, glossary and language, and can be told in another one."""

    CSS_PATH: ClassVar[Path | None] = PAGES
    BINDINGS = [
        ("question_mark,f1", "app.help"),
        ("q", "app.quit"),
        ("l", "language"),
        ("t", "app.turn_light"),
        ("j", "app.simulate_key('down')"),
        ("k", "app.simulate_key('up')"),
        ("G", "app.simulate_key('end')"),
        ("g", "glossary"),
    ]
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = BREAKPOINTS
    help_key = "help.map"

    async def on_mount(self) -> None:
        await self.begin()

    async def begin(self) -> None:
        """Fill what was composed."""

    def keep_drafts(self) -> None:
        """Keep what is half done here."""

    def gone_elsewhere(self) -> str:
        """Say that the open lesson goes on in another window; `""` if it does not."""
        return ""

    def take(self, place: LessonMode, act: "Swept") -> bool:
        """Take what came of a batch whose page was left; return False where its lesson is not open here."""
        return False

    def close_session(self) -> None:
        """Let what is open here be opened elsewhere."""

    async def compose_again(self) -> None:
        """Say everything in another language."""
        await self.recompose()
        forget_queries(self)
        await self.begin()

    async def look_elsewhere(self) -> None:
        """Show what another window or the shell did meanwhile."""

    def action_glossary(self, term: str = "") -> None:
        """Open the glossary, at a term or at the first one of what is on screen."""
        self.tutor.show_glossary(*self.terms(), term)

    def terms(self) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
        """Return every term of the glossary, and those that stand on this screen. They are read only now."""
        from lessons.format.glossary import course_terms

        return course_terms(self.tutor.learner.course, self.text.language), ()

    def on_markdown_link_clicked(self, event: "Markdown.LinkClicked") -> None:
        event.stop()
        if event.href.startswith(ADDRESS):
            self.action_glossary(event.href.removeprefix(ADDRESS))

    def action_language(self) -> None:
        self.tutor.change_language()

    def action_map(self) -> None:
        """Back to the map, and to what another window or the shell did meanwhile; once, however often it is asked."""
        if self.app.screen is self:
            self.tutor.learner.journal.refresh()
            self.app.pop_screen()

    def who(self) -> str:
        who, learner = f"{self.text.language.upper()} ⇄ {next_language(self.text.language)}", self.tutor.learner
        if learner.has_chosen_name:
            who = self.text("map.learner", name=learner.name, language=who)
        is_far = self.app.is_web or is_remote()  # a terminal here is slow only while the processor is busy
        is_told = is_far and self.tutor.line_is_slow
        return f"{self.text('app.slow_line')} · {who} " if is_told else f"{who} "

    def tell(self, key: str) -> None:
        """Say why a key had no effect."""
        self.tell_words(self.text(key))

    def tell_words(self, words: str) -> None:
        """Say words in place of what was told before, though that may not be shown yet: once, however fast the keys."""
        self.app.call_later(self.app.clear_notifications)
        self.notify(words, timeout=3, markup=False)

    def tell_trouble(self) -> None:
        """Say once that something could not be saved, and why."""
        if trouble := self.tutor.new_trouble():
            self.notify(self.text("lesson.unsaved", trouble=trouble), severity="warning", markup=False)
