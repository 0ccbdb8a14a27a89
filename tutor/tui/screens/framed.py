"""What every screen of the tutor shares: the language, help and glossary keys, and what it asks of the app."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast

from textual.message import Message
from textual.screen import Screen

from lessons.course import LessonMode
from tutor.learner import Learner
from tutor.sizes import BREAKPOINTS
from tutor.tui.screens.covered import Covered
from tutor.tui.widgets.bars import TitleLine
from tutor.words.text import Text

if TYPE_CHECKING:  # the course map reads no glossary and shows no Markdown
    from textual.widgets import Markdown

    from lessons.glossary import Term

PAGES = Path(__file__).parents[1] / "pages.tcss"  # the style of all but the course map


class Tutor(Protocol):
    """What screens ask of the app."""

    learner: Learner
    text: Text
    goes_on: str

    @property
    def line_is_slow(self) -> bool: ...

    def open_place(self, place: LessonMode) -> None: ...

    async def open_lesson(self, name: str) -> None: ...

    def play(self, task: str = "", lesson: str = "") -> None: ...

    def change_language(self) -> None: ...

    def show_glossary(self, terms: "Sequence[Term]", here: "Sequence[Term]", term: str) -> None: ...

    def show_map(self, leaving: Screen[None]) -> None: ...

    def trouble_words(self) -> str: ...

    def new_trouble(self) -> str: ...

    def unsaved_words(self, trouble: str = "") -> str: ...

    def go(self, last_words: str = "", code: int = 0) -> None: ...


def tutor_of(screen: Screen[Any]) -> Tutor:
    return cast(Tutor, screen.app)


class FramedScreen(Covered[None]):
    """A screen of the tutor."""

    CSS_PATH: ClassVar[Path | None] = PAGES
    BINDINGS = [
        ("question_mark,f1", "app.help", ""),
        ("q", "app.quit", ""),
        ("l", "language", ""),
        ("t", "app.turn_light", ""),
        ("j", "app.simulate_key('down')", ""),
        ("k", "app.simulate_key('up')", ""),
        ("G", "app.simulate_key('end')", ""),
        ("g", "glossary", ""),
    ]
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = BREAKPOINTS
    help_key = "help.map"

    class Glanced(Message):
        """A second has gone by, and what others wrote was taken in."""

    @property
    def tutor(self) -> Tutor:
        return tutor_of(self)

    @property
    def text(self) -> Text:
        return self.tutor.text

    def recreated(self) -> "Screen[None] | None":
        """The same screen made again, for another language; None for one that may just close."""
        return None

    async def compose_again(self) -> None:
        """Say everything in another language."""
        await self.recompose()

    async def on_framed_screen_glanced(self) -> None:
        await self.look_elsewhere()

    async def look_elsewhere(self) -> None:
        """Show what another window or the shell did meanwhile."""

    def action_glossary(self, term: str = "") -> None:
        """Open the glossary, at a term or at the first one of what is on screen. It is read only now."""
        self.tutor.show_glossary(*self.terms(), term)

    def terms(self) -> "tuple[tuple[Term, ...], tuple[Term, ...]]":
        """Every term of the glossary, and those that stand on this screen."""
        from lessons.glossary import course_terms

        return course_terms(self.tutor.learner.course, self.text.language), ()

    def on_markdown_link_clicked(self, event: "Markdown.LinkClicked") -> None:
        """A click on a marked word opens its entry."""
        from lessons.plain_text import ADDRESS

        event.stop()
        if event.href.startswith(ADDRESS):
            self.action_glossary(event.href.removeprefix(ADDRESS))

    def action_language(self) -> None:
        self.tutor.change_language()

    def who(self) -> str:
        """The learner and the language, for the title line."""
        language = self.text.language.upper()
        other = "en" if language == "ES" else "es"
        who = self.text("map.learner", name=self.tutor.learner.name, language=f"{language} ⇄ {other}")
        return f"{self.text('app.slow_line')} · {who}" if self.tutor.line_is_slow else who

    def show_who(self) -> None:
        for line in self.query(TitleLine):
            line.show(line.left, f"{self.who()} ")

    def tell_trouble(self) -> None:
        """Say once that something could not be saved, and why."""
        if trouble := self.tutor.new_trouble():
            self.notify(self.text("lesson.unsaved", trouble=trouble), severity="warning", markup=False)
