"""A comparison in the app: what is compared; then its bet, run and verdict; a finding; a test of one's explanation."""

import asyncio
from functools import cached_property

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from lessons.course.lesson.page import Train
from lessons.course.lesson.values import LessonError
from lessons.course.play.comparison import COMPARE, Comparison, Pairing
from lessons.course.play.knobs import neighbour
from tutor.comparison_session import ComparisonSession
from tutor.tui.pages.questions import AskPage
from tutor.tui.screens.asking import FINDING, AskingScreen
from tutor.tui.screens.frame import FramedScreen
from tutor.tui.screens.lesson import GOING, LessonScreen
from tutor.tui.steady import is_whole
from tutor.tui.widgets.bars import KeyLine, TitleLine
from tutor.tui.widgets.panes import Panes
from tutor.tui.widgets.play import Knobs, LineBox

ENDING = ("keep", "explain")  # actions of the last page


async def open_comparison(screen: FramedScreen, comparison: Comparison) -> None:
    """Open a comparison in place of a screen, or say why not; what it has to compute, in a worker thread."""
    try:
        session = await asyncio.to_thread(ComparisonSession, screen.tutor.learner, comparison, screen.text)
    except LessonError as error:
        screen.notify(str(error), severity="error", markup=False)
    else:
        if screen.is_current:
            screen.app.switch_screen(ComparisonScreen(session))


class PairingScreen(FramedScreen):
    """A and B, what is measured, and the number of seeds: a row each, as the knobs of play are turned."""

    BINDINGS = [
        ("up", "choose_next(-1)"),
        ("down", "choose_next(1)"),
        ("left", "turn(-1)"),
        ("right", "turn(1)"),
        ("enter", "compare"),
        ("escape", "close"),
    ]
    help_key = "help.compare"
    keys_key = "comparison.keys_pairing"
    title_key = "comparison.title"

    def __init__(self, pairing: Pairing) -> None:
        super().__init__()
        self.pairing, self.chosen = pairing, 0

    def compose(self) -> ComposeResult:
        yield TitleLine()
        yield Knobs(self.pairing.knobs(self.text), self.chosen)
        with VerticalScroll(can_focus=False):
            yield Static(id="about", markup=False)
        yield KeyLine()

    async def begin(self) -> None:
        self.show()

    def show(self) -> None:
        comparison, about = self.pairing.comparison, self.text("comparison.alike")
        self.query_one(Knobs).show(self.pairing.knobs(self.text), self.chosen)
        if comparison.differing:
            about = f"{comparison.settings_words(self.text)}\n\n{comparison.share_words(self.text)}"
        self.query_one("#about", Static).update(about)

    def action_choose(self, place: int) -> None:
        self.chosen = place
        self.show()

    def action_choose_next(self, by: int) -> None:
        self.action_choose((self.chosen + by) % len(self.pairing.knobs(self.text)))

    def action_turn(self, by: int) -> None:
        knob = self.pairing.knobs(self.text)[self.chosen]
        value = neighbour(knob.value, by, knob.values)
        if value == knob.value:
            self.tell("play.last_value")
        self.pairing = self.pairing.turned(knob.id, value)
        self.show()

    def action_compare(self) -> None:
        """Go to the bet, unless A and B are the same."""
        if self.pairing.comparison.differing:
            self.tutor.learner.compared = {name: self.pairing.chosen[name] for name in ("metric", "seeds")}
            self.run_worker(open_comparison(self, self.pairing.comparison), exclusive=True)
        else:
            self.tell("comparison.alike")


class ComparisonScreen(AskingScreen, LessonScreen):
    """One comparison: a lesson of three steps. Its last page keeps a finding, and leads on to a test."""

    BINDINGS = [("s", "keep"), ("e", "explain")]
    help_key = "help.compare"

    def __init__(self, session: ComparisonSession) -> None:
        super().__init__(None)
        self.opened, self.reason, self.is_asked = session, "", False

    @cached_property
    def session(self) -> ComparisonSession:
        return self.opened

    def compose(self) -> ComposeResult:
        *above, keys = super().compose()
        yield from (*above, LineBox(), keys)

    def title_words(self) -> str:
        return f" {self.session.run_title(Train(self.session.place.lesson.experiments[COMPARE]))}"

    def keys(self) -> str:
        if self.is_writing:
            return self.text("play.keys_finding" if self.asks == FINDING else "comparison.keys_box")
        if self.session.is_at_end:
            more = any(panes.has_more() for panes in self.query(Panes))
            return self.text(f"comparison.keys{'_more' if more else '_asked' if self.is_asked else ''}")
        if any(view.is_at_work() for view in self.views()):
            return self.text("comparison.keys_busy")
        if any(view.reads_on for view in self.query(AskPage) if is_whole(view)):
            return self.text("comparison.keys_below")
        return self.text("comparison.keys_run" if self.session.state.answers else "comparison.keys_ask")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        return action not in GOING and (action not in ENDING or (self.session.is_at_end and not self.is_writing))

    async def go_on(self) -> None:
        """From the last page to a finding; once that was asked for, back to play: a comparison goes one way."""
        if not self.session.is_at_end:
            await super().go_on()
        elif self.is_asked:
            self.action_map()
        else:
            self.action_keep()

    def action_keep(self) -> None:
        self.is_asked = True
        self.ask_finding(self.session.comparison.share_words(self.text))

    def keep_finding(self, words: str) -> str:
        return self.session.keep(words)

    def action_explain(self) -> None:
        self.ask("reason", self.text("comparison.reason"), self.text("comparison.reason_about"))

    def take_line(self, what: str, words: str) -> None:
        """Take an explanation and ask for the one setting more that may refute it; or take that."""
        if what == "reason":
            self.close_box()
            self.reason = words
            self.ask_setting(self.text("comparison.setting_about"))
        else:
            self.test(words)

    def ask_setting(self, about: str) -> None:
        self.ask("setting", self.text("comparison.setting"), about)

    def test(self, words: str) -> None:
        """Bet on B with one setting more; what no knob can be says why, and may be typed otherwise."""
        try:
            test = self.session.tested(self.reason, words)
        except LessonError as error:
            self.ask_setting(str(error))
        else:
            self.run_worker(open_comparison(self, test), exclusive=True)
