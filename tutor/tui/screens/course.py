"""The course map: tracks, lessons in both their modes, what is done, and where to go on."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from textual import events, work
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from lessons.course.course import Heading
from lessons.course.lesson.values import LessonError
from progress.event import Event
from tutor.course_rows import about_lines, listed_title, rows_fitting
from tutor.fold import Opening
from tutor.tui.opening import screens
from tutor.tui.screens.frame import FramedScreen
from tutor.tui.steady import is_whole
from tutor.tui.widgets.bars import KeyLine, TitleLine
from tutor.tui.widgets.course_list import CourseList, DueLine, NoticeLine
from tutor.tui.widgets.lists import FilterBox

if TYPE_CHECKING:
    from tutor.library import Library

MAX_MAP_COLUMNS = 94
CARDS = ((160, 60), (120, 46))  # columns of a window that has room for a card, and of the card
CARD_MARGIN = 2  # columns around the card
CARD_STYLES = {"heading": "bold $accent", "note": "$muted", "good": "$success"}  # by the tone of the words
ABOUT_ROWS, ABOUT_EDGES = 4, 6  # rows below the list, and the columns beside them


class CourseScreen(FramedScreen):
    """The map of the course, on which the tutor opens."""

    CSS_PATH = None  # the first paint reads no style but its own
    BINDINGS = [
        ("t", "app.turn_light"),
        ("r", "app.open_review"),
        ("m", "mine"),
        ("c", "source"),
        ("p", "play"),
        ("space,B", "other_way"),
        ("slash", "find"),
        ("escape", "all"),
    ]
    drawn_for: tuple[int, tuple[Event, ...]] | None = None  # the width and the events that the map shows
    news = 0  # of the journal, that are shown
    library: "Library | None" = None  # once it was opened

    def compose(self) -> ComposeResult:
        yield TitleLine()
        yield DueLine(id="due")
        yield NoticeLine(id="notice")
        with Widget(id="beside"):
            yield CourseList("map", self.open_box)
            yield Static(id="card", markup=False)
        yield Static(id="about", markup=False)
        yield KeyLine()

    async def begin(self) -> None:
        self.drawn_for = None
        self.show_all()
        self.list.focus()

    async def compose_again(self) -> None:
        """Keep the cursor and the tracks as they are."""
        row, opened = self.list.row, self.list.opened
        await super().compose_again()
        self.list.row, self.list.opened = row, opened
        self.draw_map()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        self.list.come_back(self.tutor.learner)
        self.show_all()

    async def look_elsewhere(self) -> None:
        news = self.tutor.learner.journal.news
        if news != self.news:
            self.news = news
            self.show_all()

    def on_resize(self, event: events.Resize) -> None:
        self.show_all()

    @property
    def list(self) -> CourseList:
        return self.query_one("#map", CourseList)

    @property
    def box(self) -> FilterBox:
        return self.query_one(FilterBox)

    @property
    def heading(self) -> Heading | None:
        """The lesson under the cursor."""
        row = self.list.current
        return self.tutor.learner.course.headings[row.name] if row and row.kind == "lesson" else None

    @property
    def card_columns(self) -> int:
        """The columns of the card; 0 where the window has no room for one."""
        return next((card for window, card in CARDS if self.app.size.width >= window), 0)

    @property
    def room(self) -> int:
        """The columns that the map fills, beside the card where there is one."""
        card = self.card_columns
        return min(MAX_MAP_COLUMNS, self.app.size.width - (card + CARD_MARGIN if card else 0))

    def show_all(self) -> None:
        """Show notices, what is due, and the map; that is drawn again where anything has changed."""
        if not is_whole(self):  # it is made anew in this moment, and shows all then
            return
        self.query_one(NoticeLine).show(self.tutor.learner, self.text, self.tutor.goes_on)
        self.call_after_refresh(self.show_due)
        fold = self.tutor.learner.fold
        wanted = (self.app.size.width, fold.taken)
        if wanted != self.drawn_for:
            self.drawn_for = wanted
            self.draw_map()
            if waiting := [opening for opening in fold.events if not fold.knows(opening)]:
                self.call_after_refresh(self.fold, waiting)

    @work(exclusive=True, group="fold")
    async def fold(self, waiting: Sequence[Opening]) -> None:
        """Fold one lesson after the other, with room for keys between them; then show all that the map says of them."""
        for opening in waiting:
            with suppress(LessonError):  # it says why when it is opened
                self.tutor.learner.fold.state(*opening)
            await asyncio.sleep(0)
        self.draw_map()

    def draw_map(self) -> None:
        self.list.draw(self.tutor.learner, self.text, self.room)
        self.show_about()

    def show_about(self) -> None:
        """Tell of the row under the cursor: on a card beside the list, or in a few lines below."""
        if self.card_columns:
            self.call_after_refresh(self.show_card)
        else:
            lines = rows_fitting(self.about(), self.room - ABOUT_EDGES, ABOUT_ROWS)
            self.query_one("#about", Static).update(Content("\n".join(lines)))

    def about(self) -> tuple[str, ...]:
        row = self.list.current
        return about_lines(row, self.tutor.learner, self.text) if row else ()

    @work(exclusive=True, group="card")
    async def show_card(self) -> None:
        """Show the card of a lesson, once it is loaded; that takes a moment, in a worker thread."""
        if not is_whole(self):
            return
        heading, parts = self.heading, [Content(line) for line in self.about()]
        if heading:
            from tutor.lesson_status import card_blocks

            with suppress(LessonError):  # it says why when it is opened
                await asyncio.to_thread(self.tutor.learner.course.lessons.get, heading.id)
            blocks = card_blocks(heading, self.tutor.learner, self.text)
            parts = [Content.styled(words.markdown, CARD_STYLES.get(words.tone, "")) for words in blocks]
        for card in self.query("#card").results(Static):
            card.update(Content("\n\n").join(parts))

    def show_due(self) -> None:
        """Show the number of reviews that come back, after the first paint: FSRS takes a moment to import."""
        for line in self.query(DueLine):
            line.show(self.tutor.learner, self.text)

    def keys(self) -> str:
        """Return the keys of the map; on a break there is one more, for the other way into it."""
        if not is_whole(self):
            return ""
        words = self.text("map.keys" if self.list.box is None else "map.keys_find").split(" · ")
        if self.list.box is None and self.list.current and self.list.current.kind == "track":
            words[1] = self.text("map.key_turn")
        elif self.list.box is None and self.heading and self.heading.is_break:
            way = self.tutor.learner.way_into(self.heading)
            words.insert(2, self.text("map.key_open" if way == "blind" else "map.key_blind"))
        if self.list.was_clicked:
            words[0] = self.text("map.click")
        return " · ".join(words)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Help lists a key only while it does something."""
        if not is_whole(self) or self.list.box is not None:
            return action not in ("find", "other_way")
        if action == "other_way":
            is_track = self.list.current is not None and self.list.current.kind == "track"
            return is_track or (self.heading is not None and self.heading.is_break)
        return action != "all"

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.refresh_bindings()
        self.show_about()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        row = self.list.rows[event.option_index]
        if row.kind == "lesson":
            self.enter(row.name)
        elif row.kind in ("term", "glossary"):
            terms, here = self.terms()
            self.tutor.show_glossary(terms, here, next((term.id for term in terms if term.name == row.name), ""))
        else:
            self.list.turn(row.name)

    def action_mine(self) -> None:
        """Open the learner's own pages, imported only when they are asked for."""
        from tutor.tui.screens.learner import LearnerScreen

        self.app.push_screen(LearnerScreen())

    def action_source(self) -> None:
        """Open minimodel as it is, where it was left."""
        from tutor.library import Library  # after the first paint

        self.library = Library(self.tutor.learner, self.text, self.library.left if self.library else None)
        self.app.push_screen(screens("source").SourceScreen(self.library, pointing=False))

    def action_play(self) -> None:
        self.tutor.play()

    def action_other_way(self) -> None:
        """Meet a break blind that is told with its edit, and the other way round."""
        if self.heading:
            self.open(self.heading.id, "open" if self.tutor.learner.way_into(self.heading) == "blind" else "blind")
        elif self.list.current:
            self.list.turn(self.list.current.name)

    def enter(self, name: str) -> None:
        """Open a lesson; of a break that was never met, ask in which way."""
        learner = self.tutor.learner
        heading = learner.course.headings[name]
        if heading.is_break and name not in learner.fold.seen:
            asked = f"{listed_title(heading, 'open', learner, self.text)}\n\n{self.text('choice.way')}"
            ways = {mode: self.text(f"choice.{mode}") for mode in ("blind", "open")}
            self.app.push_screen(screens("dialogs").ChoiceScreen((asked, ways)), partial(self.open, name))
        else:
            self.open(name, learner.way_into(heading))

    def open(self, name: str, mode: str | None) -> None:
        """Open a lesson in this mode, if one was chosen."""
        if mode is None:
            return
        if self.list.box is not None:  # the search is over
            self.action_all()
        self.tutor.goes_on = ""
        self.tutor.open_named(name, mode)

    def on_key(self, event: events.Key) -> None:
        """Say why Space does nothing on a lesson that is no break."""
        if event.key == "space" and self.list.box is None and self.heading and not self.heading.is_break:
            self.tell("map.no_other_way")

    def action_find(self) -> None:
        self.list.search()

    def open_box(self) -> FilterBox:
        """Show the box of letters; it is made when it is first wanted, after the first paint."""
        if not self.query(FilterBox):
            self.mount(FilterBox("map-filter", self.text("map.find")), before="#beside")
        self.box.display = True
        return self.box

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        is_new = self.box.letters not in ("", self.list.letters)
        self.list.letters = self.box.letters
        self.draw_map()
        if is_new:
            self.list.action_first()

    def on_filter_box_cursor_moved(self, message: FilterBox.CursorMoved) -> None:
        message.move(self.list)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.list.action_select()

    def action_all(self) -> None:
        """Close the box: every lesson is there again, and the cursor where it was."""
        self.box.value = ""
        self.box.display = False
        self.list.box, self.list.letters = None, ""
        self.draw_map()
        self.list.focus()
        self.refresh_bindings()
