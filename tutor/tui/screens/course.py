"""The course map: tracks, lessons in both their modes, what is done, and where to go on."""

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from lessons.course import LessonMode
from lessons.format import LessonError, Mode
from tutor.course_rows import Row, about_lines, rows_fitting
from tutor.tui.screens.framed import FramedScreen
from tutor.tui.textual_private import forget_queries
from tutor.tui.widgets.bars import KeyLine, TitleLine
from tutor.tui.widgets.course_list import CourseList
from tutor.words.course import counted, when_words
from tutor.words.sentences import in_words

if TYPE_CHECKING:
    from textual.widgets import Input

    from lessons.page import Words
    from progress.event import Event
    from tutor.tui.widgets.filter import FilterBox

WIDEST = 94  # columns of the map
CARD_FROM, CARD = 120, 46  # columns of a window that has room for a card, and of the card
MARGIN = 2  # columns around the card
ABOUT, ABOUT_EDGES = 5, 6  # rows below the list, and the columns beside them


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
        ("p", "play", ""),
        ("space,B", "other_way", ""),
        ("slash", "find", ""),
        ("escape", "all", ""),
    ]
    drawn_for: "tuple[int, tuple[Event, ...]] | None" = None  # the width and the events that the map shows
    news = 0  # of the journal, that are shown

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
            from tutor.unsaved import trouble_words
            from tutor.words.welcome import welcome_lines

            yield Welcome(self.text, welcome_lines(self.text, trouble_words(self.tutor.learner, self.text)))
            yield KeyLine(self.text("welcome.keys"))
            return
        yield Static(id="due")
        yield Static(id="notice")
        with Widget(id="beside"):
            yield CourseList(id="map")
            yield Static(id="card", markup=False)
        yield Static(id="about", markup=False)
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
        """In another language, or with the map where the welcome was. Its cursor and its tracks stay as they are."""
        before = [(each.row, each.opened) for each in self.query(CourseList)]
        await self.recompose()
        forget_queries(self)
        for row, opened in before:
            self.list.row, self.list.opened = row, opened
        self.begin()

    async def on_welcome_left(self) -> None:
        """From here on there is a map."""
        self.welcome = False
        await self.compose_again()

    async def on_welcome_begun(self) -> None:
        """Ask where to begin; a course that asks nothing begins with its first lesson."""
        from lessons.placement import load_placement
        from tutor.placing import Placing

        if questions := load_placement():
            from tutor.tui.screens.placement import PlacementScreen

            self.app.push_screen(PlacementScreen(Placing(questions)), self.begin_with)
        else:
            await self.begin_with(self.tutor.learner.course.openings()[0][0].id)

    async def begin_with(self, name: str | None) -> None:
        """The lesson that somebody new begins with, or none: then there is the map."""
        await self.on_welcome_left()
        if name:
            self.open(name, "open")

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
        return min(WIDEST, width - (card_width(width) + MARGIN if card_width(width) else 0))

    def show_map(self) -> None:
        """What comes next, and the tracks; made anew where anything has changed."""
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

    @property
    def list(self) -> CourseList:
        return self.query_one("#map", CourseList)

    def draw_map(self) -> None:
        self.list.draw(self.tutor.learner, self.text, self.room)
        self.show_about()

    # What there is to say of the row under the cursor: below the list, or on a card beside it.

    def on_course_list_at(self, message: CourseList.At) -> None:
        self.query_one(KeyLine).show(self.keys(message.row))
        self.show_about()
        self.call_after_refresh(self.show_card)

    def keys(self, row: Row) -> str:
        """The keys of the map; on a break there is one more, for the other way into it."""
        words = self.text("map.keys").split(" · ")
        if row.kind == "track":
            words[1] = self.text("map.key_turn")
        elif self.tutor.learner.course.headings[row.name].is_break:
            way = self.tutor.learner.way_into(self.tutor.learner.course.headings[row.name])
            words.insert(2, self.text("map.key_open" if way == "blind" else "map.key_blind"))
        return " · ".join(words)

    def show_about(self) -> None:
        """A few lines about the row; none where there is a card."""
        for line in self.query("#about").results(Static):
            row = self.list.row
            lines = about_lines(row, self.tutor.learner, self.text) if row and not self.has_card else ()
            line.update(Content("\n".join(rows_fitting(lines, self.room - ABOUT_EDGES, ABOUT))))

    @property
    def has_card(self) -> bool:
        return card_width(self.app.size.width) > 0

    @property
    def at(self) -> str:
        """The lesson under the cursor."""
        row = self.list.row
        return row.name if row and row.kind == "lesson" else ""

    def show_card(self) -> None:
        """The card of this lesson, once it is loaded; that takes a moment, in a worker thread."""
        if self.has_card and self.at:
            self.run_worker(partial(self.load, self.at), thread=True, group="card", exclusive=True)
        elif self.has_card and self.list.row:
            lines = about_lines(self.list.row, self.tutor.learner, self.text)
            self.query_one("#card", Static).update(Content("\n\n".join(lines)))

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

    def action_play(self) -> None:
        """A model with knobs."""
        self.tutor.play()

    def on_course_list_taken(self, message: CourseList.Taken) -> None:
        self.open(message.name, self.tutor.learner.way_into(self.tutor.learner.course.headings[message.name]))

    # Finding a lesson: letters narrow the list, as long as the box is there.

    def action_find(self) -> None:
        """Open the box, or go back into it. It is imported when it is first wanted."""
        from tutor.tui.widgets.filter import FilterBox

        if not self.query(FilterBox) and not self.welcome:
            box = FilterBox("map-filter", self.text("map.find"))
            self.mount(box, before="#beside")
            box.focus()

    def on_input_changed(self, event: "Input.Changed") -> None:
        event.stop()
        self.list.letters = event.value.strip().removeprefix("/")
        self.draw_map()

    def on_filter_box_moved(self, message: "FilterBox.Moved") -> None:
        message.move(self.list)

    def on_input_submitted(self, event: "Input.Submitted") -> None:
        event.stop()
        self.list.action_select()

    def action_all(self) -> None:
        """Close the box: every lesson is there again, and the cursor where it was."""
        for box in self.query("#map-filter"):
            box.remove()
            self.list.letters = ""
            self.draw_map()
            self.list.focus()

    def action_other_way(self) -> None:
        """A break that is told with its edit is met blind, and the other way round."""
        heading = self.tutor.learner.course.headings.get(self.at)
        if self.list.row and self.list.row.kind == "track":
            self.list.turn(self.list.row.name)
        elif heading and heading.is_break:
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
