"""The course map: tracks, lessons in both their modes, what is done, and where to go on."""

import textwrap
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from lessons.course import Heading, LessonMode
from lessons.format import LessonError, Mode
from tutor.standing import listed_title, needs_words, ways_words
from tutor.tui.screens.framed import FramedScreen
from tutor.tui.textual_private import forget_queries
from tutor.tui.widgets.bars import KeyLine, TitleLine
from tutor.tui.widgets.marked import MarkedList
from tutor.words.course import counted, summary_at, when_words
from tutor.words.sentences import in_words

if TYPE_CHECKING:
    from lessons.page import Words
    from lessons.state import State
    from progress.event import Event

WIDEST = 94  # columns of the map
CARD_FROM, CARD = 120, 46  # columns of a window that has room for a card, and of the card


def card_width(width: int) -> int:
    """The columns of the card in a window as wide as this."""
    return 0 if width < CARD_FROM else CARD if width < 160 else CARD + 14


def card_part(words: "Words") -> Content:
    """A part of a card, in the colour of its tone."""
    style = {"heading": "bold $accent", "note": "$muted", "good": "$success"}.get(words.tone, "")
    return Content.styled(words.markdown, style)


class CourseScreen(FramedScreen):
    """Where the tutor opens."""

    CSS_PATH = None  # the first paint reads no style but its own
    BINDINGS = [
        ("t", "app.turn_light", ""),
        ("r", "app.open_review", ""),
        ("m", "mine", ""),
        ("space,B", "other_way", ""),
    ]
    drawn_for: "tuple[int, tuple[Event, ...]] | None" = None  # the width and the events that the map shows
    news = 0  # of the journal, that are shown
    at = ""  # the lesson under the cursor

    @dataclass
    class Loaded(Message):
        """A lesson is there, or cannot be."""

        name: str

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
        with Widget(id="beside"):
            yield MarkedList(id="map")
            yield Static(id="card", markup=False)
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
        forget_queries(self)
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

    async def look_elsewhere(self) -> None:
        """Show what another window or the shell did meanwhile."""
        news = self.tutor.learner.journal.news
        if news != self.news:
            self.news = news
            self.show_all()

    def show_all(self) -> None:
        if self.welcome:
            return
        self.show_map()
        self.show_notice()
        self.call_after_refresh(self.show_due)

    def on_resize(self, event: events.Resize) -> None:
        if not self.welcome:
            self.show_map()

    @property
    def room(self) -> int:
        """The columns that the map fills, beside the card where there is one."""
        width = int(self.app.size.width)
        return min(WIDEST, width - card_width(width))

    def show_map(self) -> None:
        """Every lesson there is, with the one to continue at under the cursor; made anew where anything has changed."""
        wanted = (self.app.size.width, self.tutor.learner.fold.taken)
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
        """The rows, with the cursor on the lesson where it was: also in another language, and in other rows."""
        table = self.query_one("#map", OptionList)
        options = list(self.options())
        self.rows = [heading for _, heading in options]
        table.set_options(Option(words, disabled=heading is None) for words, heading in options)
        names = [heading.id if heading else "" for heading in self.rows]
        wanted = self.at or (self.tutor.learner.opening_to_continue() or ("",))[0]
        table.highlighted = names.index(wanted) if wanted in names else 1

    def options(self) -> Iterator[tuple[Content, Heading | None]]:
        """Each track, and below it its lessons; what one may do now where all are done."""
        learner = self.tutor.learner
        for track in learner.course.tracks:
            yield Content.styled(track.title[self.text.language], "bold $primary"), None
            for name in track.lessons:
                yield self.lesson_lines(learner.course.headings[name]), learner.course.headings[name]
        if learner.has_finished_all():
            words = self.filled([self.text("map.now")])
            yield Content.assemble((f"✓ {self.text('map.all_done')}", "bold $success"), f"\n{words}"), None

    def lesson_lines(self, heading: Heading) -> Content:
        """The title and where the learner stands; what it is about; what comes before it; the two ways into a break."""
        learner, mode = self.tutor.learner, self.tutor.learner.way_into(heading)
        knows = learner.knows_edit(heading.id)
        mark, where, style = self.standing(heading, mode)
        title = listed_title(heading, "open", learner, self.text)
        title += f" · {self.text('mode.blind')}" if mode == "blind" else ""
        minutes = self.text("map.minutes", minutes=heading.minutes)
        about = [summary_at(heading, self.text, knows), needs_words(heading, learner, self.text)]
        return Content.assemble(
            (f"{mark} ", style), (title, "bold"), "   ", (where, style),
            ("" if mark != "○" or self.room < 72 else f" · {minutes}", "$muted"), "\n",
            (self.filled([*about, ways_words(heading, learner, self.text)]), "$muted"), "\n",
        )  # fmt: skip

    def filled(self, lines: list[str]) -> str:
        """Each of these lines that says anything, below a title, on as many rows as it needs."""
        width = max(20, self.room - 10)
        rows = [row for line in lines for row in textwrap.wrap(line, width - 4)]
        return "\n".join(f"    {row}" for row in rows)

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
        """A bar as far as the learner has ever been, and the step at which the lesson opens."""
        from lessons.recipes import steps_of

        steps = steps_of(self.tutor.learner.fold.place(opening)).all
        bar = "▰" * (state.furthest + 1) + "▱" * (len(steps) - state.furthest - 1)
        return f"{bar} {self.text(f'stage.{steps[state.here].kind}')}"

    # The card of the lesson that the cursor is on: in wide windows, after the first paint.

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if heading := self.rows[event.option_index]:
            self.at = heading.id
            self.query_one(KeyLine).show(self.keys(heading))
            self.call_after_refresh(self.show_card)

    def keys(self, heading: Heading) -> str:
        """The keys of the map; of a break there is one more, for the other way into it."""
        words = self.text("map.keys").split(" · ")
        if heading.is_break:
            way = self.tutor.learner.way_into(heading)
            words.insert(2, self.text("map.key_open" if way == "blind" else "map.key_blind"))
        return " · ".join(words)

    def show_card(self) -> None:
        """The card of this lesson, once it is loaded; that takes a moment, in a worker thread."""
        if card_width(self.app.size.width) and self.at:
            self.run_worker(partial(self.load, self.at), thread=True, group="card", exclusive=True)

    def load(self, name: str) -> None:
        """In a worker thread."""
        with suppress(LessonError):  # it says why when it is opened
            self.tutor.learner.course.lessons.get(name)
        self.post_message(self.Loaded(name))

    def on_course_screen_loaded(self, message: Loaded) -> None:
        from tutor.card import card_blocks

        heading = self.tutor.learner.course.headings[message.name]
        for card in self.query("#card").results(Static):
            if message.name == self.at:
                card.update(
                    Content("\n\n").join(map(card_part, card_blocks(heading, self.tutor.learner, self.text)))
                )

    def show_due(self) -> None:
        """What comes back today, or when the next idea does. After the first paint: FSRS takes a moment to import."""
        learner = self.tutor.learner
        cards, due = learner.cards(), learner.due()
        for line in self.query("#due").results(Static):
            if due:
                line.update(f"↻ {counted(self.text, 'review.due', len(due))}")
            elif cards:
                when = when_words(self.text, cards[0].due, learner.today())
                line.update(Content.styled(f"↻ {self.text('review.next', when=when)}", "$muted"))
            else:
                line.update("")

    def show_notice(self) -> None:
        """What the learner must be told about their file, if anything."""
        journal = self.tutor.learner.journal
        words = " ".join(in_words(notice, self.text) for notice in journal.notices)
        if not words and journal.trouble:
            words = self.text("lesson.unsaved", trouble=self.tutor.trouble_words())
        words = f"! {words}" if words else self.tutor.goes_on
        notice = self.query_one("#notice", Static)
        notice.update(words.replace("[", r"\["))
        notice.display = bool(words)

    def action_mine(self) -> None:
        """The learner's own pages, imported only when they are asked for."""
        from tutor.tui.screens.learner import LearnerScreen

        self.app.push_screen(LearnerScreen())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if heading := self.rows[event.option_index]:
            self.open(heading.id, self.tutor.learner.way_into(heading))

    def action_other_way(self) -> None:
        """A break that is told with its edit is met blind, and the other way round."""
        heading = self.tutor.learner.course.headings.get(self.at)
        if heading and heading.is_break:
            self.open(heading.id, "open" if self.tutor.learner.way_into(heading) == "blind" else "blind")

    def open(self, name: str, mode: Mode) -> None:
        """Load a lesson and open it; one that cannot be loaded says why."""
        self.tutor.goes_on = ""
        try:
            lesson = self.tutor.learner.course.lessons[name]
        except LessonError as error:
            self.notify(str(error), severity="error", timeout=20, markup=False)
            return
        self.tutor.open_place(LessonMode(lesson, mode))
