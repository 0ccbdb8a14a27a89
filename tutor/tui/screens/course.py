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
from tutor.mystery import is_seen
from tutor.standing import listed_title
from tutor.tui.late import is_whole
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

    def compose(self) -> ComposeResult:
        yield TitleLine(f" {self.text('map.title')} · {self.text('map.subtitle')}", f"{self.who()} ")
        yield Static(id="due")
        yield Static(id="notice")
        with Widget(id="beside"):
            yield CourseList("map", self.open_box)
            yield Static(id="card", markup=False)
        yield Static(id="about", markup=False)
        yield KeyLine(self.text("map.keys"))

    def on_mount(self) -> None:
        self.begin()

    def begin(self) -> None:
        self.drawn_for = None
        self.show_all()
        self.query_one("#map").focus()

    async def compose_again(self) -> None:
        """In another language. Its cursor and its tracks stay as they are."""
        before = [(each.row, each.opened) for each in self.query(CourseList)]
        await self.recompose()
        forget_queries(self)
        for row, opened in before:
            self.list.row, self.list.opened = row, opened
        self.begin()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        self.show_all()

    async def look_elsewhere(self) -> None:
        """Show what another window or the shell did meanwhile."""
        news = self.tutor.learner.journal.news
        if news != self.news:
            self.news = news
            self.show_all()

    def show_all(self) -> None:
        if not is_whole(self):  # it is made anew in this moment, and shows all then
            return
        self.show_map()
        self.show_notice()
        self.call_after_refresh(self.show_due)

    def on_resize(self, event: events.Resize) -> None:
        if is_whole(self):
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
        if self.list.box is not None:
            return self.text("map.keys_find")
        words = self.text("map.keys").split(" · ")
        if row.kind == "track":
            words[1] = self.text("map.key_turn")
        elif row.kind == "lesson" and self.tutor.learner.course.headings[row.name].is_break:
            way = self.tutor.learner.way_into(self.tutor.learner.course.headings[row.name])
            words.insert(2, self.text("map.key_open" if way == "blind" else "map.key_blind"))
        return " · ".join(words)

    def show_about(self) -> None:
        """A few lines about the row; none where there is a card."""
        for line in self.query("#about").results(Static):
            row = self.list.current
            lines = about_lines(row, self.tutor.learner, self.text) if row and not self.has_card else ()
            line.update(Content("\n".join(rows_fitting(lines, self.room - ABOUT_EDGES, ABOUT))))

    @property
    def has_card(self) -> bool:
        return card_width(self.app.size.width) > 0

    @property
    def at(self) -> str:
        """The lesson under the cursor."""
        row = self.list.current
        return row.name if row and row.kind == "lesson" else ""

    def show_card(self) -> None:
        """The card of this lesson, once it is loaded; that takes a moment, in a worker thread."""
        if not is_whole(self):
            return
        if self.has_card and self.at:
            self.run_worker(partial(self.load, self.at), thread=True, group="card", exclusive=True)
        elif self.has_card and self.list.current:
            lines = about_lines(self.list.current, self.tutor.learner, self.text)
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
        self.enter(message.name)

    def on_course_list_term_taken(self, message: CourseList.TermTaken) -> None:
        terms, here = self.terms()
        self.tutor.show_glossary(terms, here, next(term.id for term in terms if term.name == message.name))

    def enter(self, name: str) -> None:
        """Open a lesson; of a break that was never met, ask in which way."""
        learner = self.tutor.learner
        heading = learner.course.headings[name]
        if heading.is_break and not is_seen(learner.fold, name):
            from tutor.tui.screens.choice import ChoiceScreen, ways_into

            asking = ChoiceScreen(ways_into(listed_title(heading, "open", learner, self.text), self.text))
            self.app.push_screen(asking, partial(self.open_as, name))
        else:
            self.open(name, learner.way_into(heading))

    def open_as(self, name: str, mode: str | None) -> None:
        """Open a lesson in the mode that was chosen, if one was."""
        if mode:
            self.open(name, "blind" if mode == "blind" else "open")

    # Finding a lesson: letters narrow the list, as long as the box is there.

    def action_find(self) -> None:
        self.list.search()

    def open_box(self) -> "FilterBox":
        """Show the box. It is imported when it is first wanted."""
        from tutor.tui.widgets.filter import FilterBox

        box = FilterBox("map-filter", self.text("map.find"))
        self.mount(box, before="#beside")
        self.query_one(KeyLine).show(self.text("map.keys_find"))
        return box

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
        self.query("#map-filter").remove()
        self.list.box, self.list.letters = None, ""
        self.draw_map()
        self.list.focus()
        if self.list.current:
            self.query_one(KeyLine).show(self.keys(self.list.current))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Help lists a key only while it does something."""
        if not is_whole(self) or self.list.box is not None:
            return action not in ("find", "other_way")
        if action == "other_way":
            return self.list.current is not None and (self.list.current.kind == "track" or self.has_two_ways)
        return action != "all"

    @property
    def has_two_ways(self) -> bool:
        """Whether the lesson under the cursor may be met blind or with its edit shown."""
        heading = self.tutor.learner.course.headings.get(self.at)
        return heading is not None and heading.is_break

    def action_other_way(self) -> None:
        """A break that is told with its edit is met blind, and the other way round."""
        if self.list.current and self.list.current.kind == "track":
            self.list.turn(self.list.current.name)
        elif self.has_two_ways:
            heading = self.tutor.learner.course.headings[self.at]
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
