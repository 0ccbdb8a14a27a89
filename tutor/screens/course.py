"""The course map: tracks, lessons in both their modes, what is done, and where to go on."""

import textwrap

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from lessons.cascade import Stage
from tutor.learner import Place
from tutor.screens.frame import FramedScreen
from tutor.sentences import in_words
from tutor.widgets.bars import KeyLine, TitleLine
from tutor.wording import counted, when_words


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
        self.places: list[Place | None] = []
        learner = self.tutor.learner
        for track in learner.course.tracks:
            self.add(table, Content.assemble((track.title[self.text.language], "bold $primary")), None)
            for number, name in enumerate(track.lessons):
                for place in learner.places():
                    if place.lesson.id == name:
                        self.add(table, self.place_line(place, number), place)
        if chosen is None or self.places[chosen] is None:
            chosen = self.continue_at()
        table.highlighted = chosen

    def add(self, table: OptionList, words: Content, place: Place | None) -> None:
        table.add_option(Option(words, disabled=place is None))
        self.places.append(place)

    def continue_at(self) -> int:
        target = self.tutor.learner.where_to_continue()
        return next((row for row, place in enumerate(self.places) if place == target and place), 1)

    def place_line(self, place: Place, number: int) -> Content:
        """Two lines: the title and where the learner stands; what it is about."""
        state = self.tutor.learner.state(place)
        page = place.lesson.prose[self.text.language]
        if state.finished:
            mark, where, style = "✓", self.text("map.done"), "$success"
        elif state.opened:
            where = f"{self.text('map.continue')} · {self.bar(state.stage)} {self.text(f'stage.{state.stage.key}')}"
            mark, style = "●", "$accent"
        else:
            mark, where, style = "○", self.text("map.start"), "$muted"
        name = f"{self.text('lesson.break', number=f'{number:02}')} · {page.title}"
        about = page.sections["summary"]
        if place.mode == "blind":
            name, about = (
                f"{self.text('lesson.break', number=f'{number:02}')} · {self.text('mode.blind')}",
                self.text("map.blind"),
            )
        about = textwrap.fill(
            about, max(20, self.app.size.width - 10), initial_indent="    ", subsequent_indent="    "
        )
        minutes = self.text("map.minutes", minutes=place.lesson.minutes)
        return Content.assemble(
            (f"{mark} ", style), (name, "bold"), "   ", (where, style),
            ("" if state.opened or self.app.size.width < 72 else f" · {minutes}", "$muted"), "\n",
            (f"{about}\n", "$muted"),
        )  # fmt: skip

    def bar(self, stage: Stage) -> str:
        return "▰" * stage.value + "▱" * (len(Stage) - stage.value)

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
        from tutor.screens.learner import LearnerScreen

        self.app.push_screen(LearnerScreen())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if place := self.places[event.option_index]:
            self.tutor.open_place(place)
