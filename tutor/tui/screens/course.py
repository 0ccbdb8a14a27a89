"""The course map: tracks, lessons in both their modes, what is done, and where to go on."""

import textwrap
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from lessons.course import Heading, LessonMode
from lessons.lesson import LessonError, Mode
from tutor.standing import needs_words
from tutor.tui.screens.framed import FramedScreen
from tutor.tui.widgets.bars import KeyLine, TitleLine
from tutor.words.course import counted, title_at, when_words
from tutor.words.sentences import in_words

if TYPE_CHECKING:
    from lessons.state import State

Opening = tuple[str, Mode]


class CourseScreen(FramedScreen):
    """Where the tutor opens."""

    BINDINGS = [("t", "app.turn_light", ""), ("r", "app.open_review", ""), ("p", "mine", "")]
    drawn_for: tuple[int, int] | None = None  # the width and the number of events that the map shows

    def __init__(self, welcome: bool = False) -> None:
        super().__init__()
        self.welcome = welcome  # until a lesson or the map is asked for

    @property
    def help_key(self) -> str:  # type: ignore[override]
        return "welcome.help" if self.welcome else "help.map"

    def compose(self) -> ComposeResult:
        yield TitleLine(f" {self.text('map.title')} · {self.text('map.subtitle')}", f"{self.who()} ")
        if self.welcome:
            from tutor.tui.widgets.welcome import Welcome
            from tutor.words.welcome import welcome_lines

            yield Welcome(self.text, welcome_lines(self.tutor.learner.course, self.text))
            yield KeyLine(self.text("welcome.keys"))
            return
        yield Static(id="due")
        yield Static(id="notice")
        yield OptionList(id="map")
        yield KeyLine(self.text("map.keys"))

    def on_mount(self) -> None:
        self.begin()

    def begin(self) -> None:
        if self.welcome:
            self.query_one("#welcome").focus()
            return
        self.drawn_for = None
        self.show_all()
        self.query_one("#map").focus()

    async def compose_again(self) -> None:
        """In another language, or with the map where the welcome was."""
        await self.recompose()
        self.begin()

    async def on_welcome_left(self) -> None:
        """From here on there is a map."""
        self.welcome = False
        await self.compose_again()

    async def on_welcome_begun(self) -> None:
        await self.on_welcome_left()
        for heading, mode in self.tutor.learner.course.openings()[:1]:
            self.open(heading.id, mode)

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        self.show_all()

    def show_all(self) -> None:
        if self.welcome:
            return
        self.show_map()
        self.show_notice()
        self.query_one("#due").display = self.tutor.learner.has_finished()
        self.call_after_refresh(self.show_due)

    def on_resize(self, event: events.Resize) -> None:
        if not self.welcome:
            self.show_map()

    def show_map(self) -> None:
        """Every place there is, with the one to continue at under the cursor; made anew where anything has changed."""
        wanted = (self.app.size.width, self.tutor.learner.fold.count)
        if wanted == self.drawn_for:
            return
        self.drawn_for = wanted
        self.draw_map()
        fold = self.tutor.learner.fold
        self.waiting = [opening for opening in fold.events if not fold.knows(opening)]
        if self.waiting:
            self.call_after_refresh(self.fold_next)

    def fold_next(self) -> None:
        """One lesson after the other, with room for keys between them; then all that the map says of them."""
        if self.waiting:
            with suppress(LessonError):  # it says why when it is opened
                self.tutor.learner.fold.state_at(*self.waiting.pop())
            self.call_later(self.fold_next)
        else:
            self.draw_map()

    def draw_map(self) -> None:
        table = self.query_one("#map", OptionList)
        chosen = table.highlighted
        options = list(self.options())
        self.openings = [opening for _, opening in options]
        table.set_options(Option(words, disabled=opening is None) for words, opening in options)
        if chosen is None or self.openings[chosen] is None:
            chosen = self.continue_at()
        table.highlighted = chosen

    def options(self) -> Iterator[tuple[Content, Opening | None]]:
        """Each track, and below it its lessons in their modes."""
        course = self.tutor.learner.course
        for track in course.tracks:
            yield Content.assemble((track.title[self.text.language], "bold $primary")), None
            for heading, mode in course.openings():
                if heading.id in track.lessons:
                    yield self.lesson_lines(heading, mode), (heading.id, mode)

    def continue_at(self) -> int:
        wanted = self.tutor.learner.opening_to_continue()
        return next((row for row, opening in enumerate(self.openings) if opening == wanted and opening), 1)

    def lesson_lines(self, heading: Heading, mode: Mode) -> Content:
        """The title and where the learner stands; what it is about; what comes before it."""
        learner = self.tutor.learner
        mark, where, style = self.standing(heading, mode)
        about = heading.summaries[self.text.language] if mode == "open" else self.text("map.blind")
        width = max(20, self.app.size.width - 10)
        lines = filter(None, (about, needs_words(heading, learner, self.text)))
        filled = (
            textwrap.fill(line, width, initial_indent="    ", subsequent_indent="    ") for line in lines
        )
        minutes = self.text("map.minutes", minutes=heading.minutes)
        return Content.assemble(
            (f"{mark} ", style), (title_at(heading, mode, self.text, mark == "✓"), "bold"), "   ", (where, style),
            ("" if mark != "○" or self.app.size.width < 72 else f" · {minutes}", "$muted"), "\n",
            ("\n".join((*filled, "")), "$muted"),
        )  # fmt: skip

    def standing(self, heading: Heading, mode: Mode) -> tuple[str, str, str]:
        """A mark, how far the learner has come, and its colour: before a lesson is folded, what its events say."""
        fold, opening = self.tutor.learner.fold, (heading.id, mode)
        state = fold.state_at(*opening) if opening in fold.events and fold.knows(opening) else None
        if state.finished if state else opening in fold.finished:
            return "✓", self.text("map.done"), "$success"
        if not (state.opened if state else opening in fold.events):
            return "○", self.text("map.start"), "$muted"
        far = f" · {self.how_far(opening, state)}" if state else ""
        return "●", f"{self.text('map.continue')}{far}", "$accent"

    def how_far(self, opening: tuple[str, str], state: "State") -> str:
        from lessons.recipes import steps_of

        steps = steps_of(self.tutor.learner.fold.place(opening)).all
        bar = "▰" * (state.here + 1) + "▱" * (len(steps) - state.here - 1)
        return f"{bar} {self.text(f'stage.{steps[state.here].kind}')}"

    def show_due(self) -> None:
        """What comes back today, or when the next idea does. After the first paint: FSRS takes a moment to import."""
        learner = self.tutor.learner
        cards, due = learner.cards(), learner.due()
        line = self.query_one("#due", Static)
        if due:
            line.update(f"↻ {counted(self.text, 'review.due', len(due))}")
        elif cards:
            when = when_words(self.text, cards[0].due, learner.today())
            line.update(Content.styled(f"↻ {self.text('review.next', when=when)}", "$muted"))

    def show_notice(self) -> None:
        """What the learner must be told about their file, if anything."""
        journal = self.tutor.learner.journal
        words = " ".join(in_words(notice, self.text) for notice in journal.notices)
        if not words and journal.trouble:
            words = self.text("lesson.unsaved", trouble=self.tutor.trouble_words())
        notice = self.query_one("#notice", Static)
        notice.update(f"! {words}".replace("[", r"\[") if words else "")
        notice.display = bool(words)

    def action_mine(self) -> None:
        """The learner's own pages, imported only when they are asked for."""
        from tutor.tui.screens.learner import LearnerScreen

        self.app.push_screen(LearnerScreen())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if opening := self.openings[event.option_index]:
            self.open(*opening)

    def open(self, name: str, mode: Mode) -> None:
        """Load a lesson and open it; one that cannot be loaded says why."""
        try:
            lesson = self.tutor.learner.course.lessons[name]
        except LessonError as error:
            self.notify(str(error), severity="error", timeout=20, markup=False)
            return
        self.tutor.open_place(LessonMode(lesson, mode))
