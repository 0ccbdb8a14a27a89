"""The course map: tracks, lessons in both their modes, what is done, and where to go on."""

import textwrap

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from lessons.lesson import LessonMode
from lessons.recipes import steps_of
from lessons.state import State
from tutor.course_words import counted, title_of, when_words
from tutor.sentences import in_words
from tutor.tui.screens.framed import FramedScreen
from tutor.tui.widgets.bars import KeyLine, TitleLine


class CourseScreen(FramedScreen):
    """Where the tutor opens."""

    BINDINGS = [("t", "app.turn_light", ""), ("r", "app.open_review", ""), ("p", "mine", "")]

    def compose(self) -> ComposeResult:
        yield TitleLine(f" {self.text('map.title')} · {self.text('map.subtitle')}", f"{self.who()} ")
        yield Static(id="due")
        yield Static(id="notice")
        yield OptionList(id="map")
        yield KeyLine(self.text("map.keys"))

    def on_mount(self) -> None:
        self.begin()

    def begin(self) -> None:
        self.show_all()
        self.query_one("#map").focus()

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        self.show_all()

    def show_all(self) -> None:
        self.show_map()
        self.show_notice()
        self.query_one("#due").display = self.tutor.learner.has_finished()
        self.call_after_refresh(self.show_due)

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self.show_map()

    def show_map(self) -> None:
        """Every place there is, with the one to continue at under the cursor."""
        table = self.query_one("#map", OptionList)
        chosen = table.highlighted
        table.clear_options()
        self.places: list[LessonMode | None] = []
        learner = self.tutor.learner
        for track in learner.course.tracks:
            self.add(table, Content.assemble((track.title[self.text.language], "bold $primary")), None)
            for place in learner.course.places():
                if place.lesson.id in track.lessons:
                    self.add(table, self.place_line(place), place)
        if chosen is None or self.places[chosen] is None:
            chosen = self.continue_at()
        table.highlighted = chosen

    def add(self, table: OptionList, words: Content, place: LessonMode | None) -> None:
        table.add_option(Option(words, disabled=place is None))
        self.places.append(place)

    def continue_at(self) -> int:
        target = self.tutor.learner.where_to_continue()
        return next((row for row, place in enumerate(self.places) if place == target and place), 1)

    def place_line(self, place: LessonMode) -> Content:
        """Two lines: the title and where the learner stands; what it is about."""
        learner = self.tutor.learner
        state = learner.state(place)
        mark, where, style = self.standing(place, state)
        about = place.lesson.prose[self.text.language].sections["summary"]
        if place.mode == "blind":
            about = self.text("map.blind")
        width = max(20, self.app.size.width - 10)
        about = textwrap.fill(about, width, initial_indent="    ", subsequent_indent="    ")
        minutes = self.text("map.minutes", minutes=place.lesson.minutes)
        return Content.assemble(
            (f"{mark} ", style), (title_of(place, learner.course, self.text), "bold"), "   ", (where, style),
            ("" if state.opened or self.app.size.width < 72 else f" · {minutes}", "$muted"), "\n",
            (f"{about}\n", "$muted"),
        )  # fmt: skip

    def standing(self, place: LessonMode, state: State) -> tuple[str, str, str]:
        """A mark, how far the learner has come, and its colour."""
        if state.finished:
            return "✓", self.text("map.done"), "$success"
        if not state.opened:
            return "○", self.text("map.start"), "$muted"
        steps = steps_of(place).all
        bar = "▰" * (state.here + 1) + "▱" * (len(steps) - state.here - 1)
        step = self.text(f"stage.{steps[state.here].kind}")
        return "●", f"{self.text('map.continue')} · {bar} {step}", "$accent"

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
        if place := self.places[event.option_index]:
            self.tutor.open_place(place)
