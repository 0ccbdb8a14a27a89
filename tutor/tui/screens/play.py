"""Play: knobs on the left, what they train on the right. A key turns, Enter trains; the try before stays in sight."""

import asyncio

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.widgets import Static

from lessons.course.lesson.page import Knob, Table, Words
from lessons.course.lesson.pictures import Picture
from lessons.course.lesson.summaries import NO_RECORD
from lessons.course.lesson.values import LessonError
from lessons.course.play.knobs import LEAST, MINE, NUMBERS, ROWS, Found, PutBack, Turned, neighbour, typed_number
from lessons.course.play.rows import OwnRows
from tutor import plots
from tutor.exits import Refused
from tutor.learner import Learner
from tutor.own_rows import rows_in
from tutor.play_session import PlaySession
from tutor.training import Controls
from tutor.tui.live_run import RunControl, RunView
from tutor.tui.screens.asking import AskingScreen
from tutor.tui.screens.dialogs import NoticeScreen
from tutor.tui.screens.source import SourceScreen
from tutor.tui.steady import is_whole
from tutor.tui.widgets import blocks, panes
from tutor.tui.widgets.bars import KeyLine, ProgressRow, TitleLine
from tutor.tui.widgets.play import KnobRows, Knobs, LineBox, PlayPictures
from tutor.words.author_sentences import author_words
from tutor.words.text import Text

TRY_S = 2.0  # that a try takes at least: one turns and tries again
SHORT_ROWS = 20  # of a window, below which the figures are a line
TURNS = {"left": -1, "right": 1, "home": -10_000, "end": 10_000}  # which are more values than any knob has
WORKING = ("stop", "speed")  # keys of a try that is under way
PLAYING = ("choose_next", "turn", "type", "train", "compare", "keep", "put_back", "put_all_back", "edit", *WORKING)


class PlayScreen(AskingScreen, RunView):
    """One model at a time."""

    BINDINGS = [
        *((key, f"choose_next({by})") for key, by in (("up", -1), ("down", 1))),
        *((key, f"turn({by})") for key, by in TURNS.items()),
        ("enter", "train"),
        ("x", "stop"),
        ("f", "speed"),
        ("c", "compare"),
        ("s", "keep"),
        ("r", "put_back"),
        ("R", "put_all_back"),
        ("e", "edit"),
        ("escape", "map"),
        *((digit, f"type({digit})") for digit in "0123456789"),
    ]
    help_key = "help.play"

    def __init__(self, learner: Learner, text: Text, task: str | OwnRows = "", lesson: str = "") -> None:
        super().__init__()
        self.session, self.chosen_name = PlaySession(learner, text, task, lesson), "task"
        self.controls = Controls()
        self.stopped = self.asked_rows = False
        self.trying, self.figures = self.session.playing.values, NO_RECORD  # of the try that goes on

    @property
    def is_busy(self) -> bool:
        return self.running is not None

    @property
    def chosen(self) -> int:
        names = [knob.id for knob in self.session.want.knobs]
        return names.index(self.chosen_name) if self.chosen_name in names else 0

    @property
    def knob(self) -> Knob:
        return self.session.want.knobs[self.chosen]

    def compose(self) -> ComposeResult:
        self.session.text = self.text
        yield TitleLine()
        with Container(id="play"):
            with Vertical(id="knob-side"):
                yield KnobRows(Knobs(self.session.want.knobs, self.chosen))
                yield VerticalScroll(id="figures", can_focus=False)
                yield Static(id="about", classes="note", markup=False)
            with Vertical(id="seen"):
                yield PlayPictures(id="pictures")
        yield Static(id="ending", markup=False)
        yield ProgressRow(id="progress-row")
        yield LineBox()
        yield KeyLine()

    def title_words(self) -> str:
        return f" {self.text('play.title')} · {self.session.want.knob('task').said()}"

    async def begin(self) -> None:
        await self.show_all()
        if self.running:
            self.running.speak()
        else:
            self.prepare()
        if words := self.session.rows_to_tell():
            self.app.push_screen(NoticeScreen(words))

    async def compose_again(self) -> None:
        """Keep what is typed; a try that is under way goes on."""
        self.keep_drafts()
        await super().compose_again()

    async def on_resize(self, event: events.Resize) -> None:  # type: ignore[override]
        self.set_class(self.app.size.height < SHORT_ROWS, "-short")
        self.call_after_refresh(self.show_figures)

    async def show_all(self) -> None:
        """Show knobs and figures, and how the last try ended; while one goes on, how far it is."""
        if not is_whole(self):  # it is made anew in this moment, and shows all then
            return
        self.show_knobs()
        want, box = self.session.want, self.query_one("#ending", Static)
        box.set_classes(want.tone)
        box.update(self.text("play.stopped") if self.stopped else want.words)
        box.display = not self.is_busy
        self.query_one(ProgressRow).display = self.is_busy
        await self.show_figures()

    def show_knobs(self) -> None:
        self.query_one(Knobs).show(self.session.want.knobs, self.chosen)
        self.query_one("#about", Static).update(self.knob.about)
        self.refresh_bindings()

    async def show_figures(self) -> None:
        for box in self.query("#figures"):
            page = self.session.page_now(self.trying, self.figures) if self.is_busy else self.session.page
            lines = (Words(each.last_column) for each in page.blocks if isinstance(each, Table))
            shown = tuple(lines) if self.has_class("-short") else page.blocks
            await panes.swap(box, *blocks.widgets_of(shown, max(20, box.size.width - 2)))

    async def on_run_control_progressed(self, message: RunControl.Progressed) -> None:  # type: ignore[override]
        """Let the table's figures tick."""
        if message.running is self.running:
            self.figures = message.frame.now
            await self.show_figures()

    def keys(self) -> str:
        writing = f"play.keys_{self.asks}"
        key = writing if self.is_writing else "play.keys_live" if self.is_busy else "play.keys"
        return self.text(key, speed=self.text("run.slow" if self.controls.full_speed else "run.fast"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Help lists a key only while it does something; while a finding is written, letters and arrows are its own."""
        if self.is_writing:
            return action not in PLAYING
        return self.has_units if action == "units" else self.is_busy or action not in WORKING

    @property
    def has_units(self) -> bool:
        return super().has_units or any(box.has_arrows for box in self.query(PlayPictures))

    def action_choose(self, place: int) -> None:
        self.chosen_name = self.session.want.knobs[place].id
        self.show_knobs()

    def action_choose_next(self, by: int) -> None:
        self.action_choose((self.chosen + by) % len(self.session.want.knobs))

    async def action_turn(self, by: int) -> None:
        knob = self.knob
        # Past the rows of one's own, once they were asked for, the arrows lead round.
        values = tuple(each for each in knob.values if each != ROWS or not self.asked_rows)
        value = neighbour(knob.value, by, values)
        self.asked_rows = (knob.id, value) == ("task", ROWS)
        if self.asked_rows:
            self.ask("path", self.text("rows.path"), self.text("rows.path_about"))
        elif (knob.id, value) == ("break", MINE) and not self.session.change.edits:
            self.action_edit()
        elif knob.applies:
            await self.do(Turned(knob.id, value), "play.last_value")
        else:
            self.tell("play.means_nothing")

    def action_type(self, digit: int) -> None:
        """Type a number that the arrows skip."""
        knob = self.knob
        if knob.id not in NUMBERS or not knob.applies:
            self.tell("play.no_number" if knob.applies else "play.means_nothing")
            return
        least, most = LEAST.get(knob.id, knob.values[0]), knob.values[-1]
        between = self.text("comparison.between", least=least, most=most)
        self.ask("number", f"{knob.name}:", f"{between[:1].upper()}{between[1:]}.", str(digit))

    def action_edit(self) -> None:
        """Open the learner's own minimodel; what was changed there is what trains from then on."""
        self.session.change.text = self.text
        self.app.push_screen(SourceScreen(self.session.change, pointing=False), self.take_change)

    def take_change(self, _: bool | None) -> None:
        if self.session.change.edits:
            self.session.do(Turned("break", MINE))
        self.call_later(self.show_all)

    async def action_put_back(self) -> None:
        await self.do(PutBack(self.knob.id), "play.nothing_turned")

    async def action_put_all_back(self) -> None:
        await self.do(PutBack(), "play.nothing_turned")

    async def do(self, act: Turned | PutBack, otherwise: str) -> None:
        """Train anew at once with another value, where a try goes on; before the first try show what waits."""
        before = self.session.playing
        self.session.do(act)
        if self.session.playing == before:
            self.tell(otherwise)
            return
        self.stopped = False
        if self.is_busy:
            await self.action_train()
        await self.show_all()
        if self.waits:
            self.prepare()

    @property
    def waits(self) -> bool:
        return not self.is_busy and self.session.playing.now is None

    @work(exclusive=True, group="prepare")
    async def prepare(self) -> None:
        pictures = await asyncio.to_thread(self.pictures_before)
        if self.waits:
            self.show_pictures(pictures)

    def pictures_before(self) -> tuple[Picture, ...]:
        """In a worker thread. What cannot be trained says why when it is to be."""
        plots.make_ready()
        try:
            return self.session.untried(self.session.wanted()).result() or ()
        except LessonError:
            return ()

    async def action_train(self) -> None:
        """Train what the knobs say; what is under way is given up for it, unless it cannot be loaded."""
        try:
            want = self.session.wanted()
        except LessonError as error:
            self.notify(author_words(str(error), self.text), severity="error", timeout=20, markup=False)
            return
        self.stopped = False
        self.controls = Controls(self.controls.full_speed, seconds=TRY_S)
        self.trying, self.figures = self.session.playing.values, NO_RECORD
        self.begin_run(RunControl(self.session, want, self.controls))
        await self.show_all()

    async def on_run_control_ended(self, message: RunControl.Ended) -> None:
        running = message.running
        if running is not self.running:
            return
        self.running = None
        self.stopped = message.outcome is None and not message.trouble
        if not self.stopped:
            self.session.ended(running.run)
            self.show_pictures(message.outcome.pictures if message.outcome else ())
        await self.show_all()

    def action_keep(self) -> None:
        self.ask_finding(self.session.finding_about())

    def action_compare(self) -> None:
        self.tutor.open_screen("compare.PairingScreen", self.session.pairing(self.knob.id))

    def keep_finding(self, words: str) -> str:
        self.session.do(Found(words))
        return self.session.kept_words()

    def take_line(self, what: str, words: str) -> None:
        if what == "path":
            self.open_rows(words)
        elif value := typed_number(self.knob.id, words, self.knob.values):
            self.close_box()
            self.call_later(self.do, Turned(self.knob.id, value), "play.alike_value")
        else:
            self.notify(self.text("play.no_value", name=self.knob.name, value=words), timeout=3, markup=False)

    @work(exclusive=True, group="rows")
    async def open_rows(self, path: str) -> None:
        """Begin anew with the rows of a file; one that cannot be read says why, and its path can be mended."""
        try:
            own = await asyncio.to_thread(rows_in, path, "", self.text)
        except Refused as error:
            self.notify(str(error), severity="error", timeout=20, markup=False)
            return
        self.end_run()
        self.session.open_rows(own)
        self.stopped = False
        self.close_box()
        await self.begin()
