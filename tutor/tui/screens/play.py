"""Play: knobs on the left, what they train on the right. A key turns, Enter trains; the try before stays in sight."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import Input, Static
from textual.worker import get_current_worker

from lessons.format import LessonError
from lessons.knobs import neighbour
from lessons.page import Knob
from lessons.pictures import Picture
from lessons.play_acts import Found, PutBack, Tried, Turned
from tutor import plots
from tutor.play_session import PlaySession
from tutor.trying import Trying
from tutor.tui.driving import Controls
from tutor.tui.running import Running
from tutor.tui.screens.framed import FramedScreen
from tutor.tui.widgets.bars import KeyLine, TitleLine
from tutor.tui.widgets.blocks import widgets_of
from tutor.tui.widgets.picture import Pictures
from tutor.tui.widgets.play import FindingBox, Knobs
from tutor.tui.widgets.run_body import ProgressRow
from tutor.tui.widgets.swap import swap

SECONDS = 2.0  # that a try takes at least: one turns and tries again
SHORT = 20  # rows of a window below which the figures leave the knobs their room
ENDS = 10_000  # more values than any knob has


class PlayScreen(FramedScreen):
    """One model at a time. Only message handlers touch widgets."""

    BINDINGS = [
        ("up", "choose_next(-1)", ""),
        ("down", "choose_next(1)", ""),
        ("left", "turn(-1)", ""),
        ("right", "turn(1)", ""),
        ("home", f"turn(-{ENDS})", ""),
        ("end", f"turn({ENDS})", ""),
        ("enter", "train", ""),
        ("x", "stop", ""),
        ("f", "speed", ""),
        ("s", "keep", ""),
        ("r", "put_back", ""),
        ("R", "put_all_back", ""),
        ("escape,b", "leave", ""),
    ]
    help_key = "help.play"

    class Prepared(Message):
        """What there is to see before the first step."""

        def __init__(self, pictures: tuple[Picture, ...]) -> None:
            super().__init__()
            self.pictures = pictures

    def __init__(self, session: PlaySession, chosen: int = 0, running: Running | None = None) -> None:
        super().__init__()
        self.session, self.chosen, self.running = session, chosen, running
        self.controls = running.controls if running else Controls()
        self.stopped = False

    def recreated(self) -> "PlayScreen":
        """The same knobs in another language; a try that is under way goes on."""
        self.keep_drafts()
        running, self.running = self.running, None
        return PlayScreen(self.session, self.chosen, running)

    @property
    def is_busy(self) -> bool:
        return self.running is not None

    @property
    def is_writing(self) -> bool:
        return any(box.display for box in self.query(FindingBox))

    @property
    def knob(self) -> Knob:
        return self.session.want.knobs[self.chosen]

    def compose(self) -> ComposeResult:
        self.session.text = self.text
        yield TitleLine(f" {self.text('play.title')}", f"{self.who()} ")
        with Container(id="play"):
            with Vertical(id="knob-side"):
                yield Knobs(self.session.want.knobs, self.chosen)
                yield VerticalScroll(id="figures", can_focus=False)
                yield Static(id="about", classes="note", markup=False)
            with Vertical(id="seen"):
                yield Pictures(id="pictures")
        yield Static(id="ending", markup=False)
        yield ProgressRow(id="progress-row")
        yield FindingBox(self.text)
        yield KeyLine()

    async def on_mount(self) -> None:
        self.query_one(FindingBox).display = False
        await self.show_all()
        if self.running:
            self.running.go_on(self.session, self)
        else:
            self.run_worker(self.prepare, thread=True, group="prepare")

    def on_unmount(self) -> None:
        """Whatever a try still posts finds none that it is for."""
        if self.running:
            self.running.stop()
            self.running = None

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self.set_class(self.app.size.height < SHORT, "-short")
        self.call_after_refresh(self.show_figures)

    # What is shown.

    async def show_all(self) -> None:
        self.show_knobs()
        self.show_ending()
        await self.show_figures()

    def show_knobs(self) -> None:
        self.query_one(Knobs).show(self.session.want.knobs, self.chosen)
        self.query_one("#about", Static).update(self.knob.about)
        task = self.session.want.knob("task").said()
        self.query_one(TitleLine).show(f" {self.text('play.title')} · {task}", f"{self.who()} ")
        self.show_keys()

    def show_ending(self) -> None:
        """How the last try ended, in a sentence; while one goes on, how far it is."""
        want, box = self.session.want, self.query_one("#ending", Static)
        box.set_classes(want.tone)
        box.update(self.text("play.stopped") if self.stopped else want.words)
        box.display = not self.is_busy
        self.query_one(ProgressRow).display = self.is_busy

    async def show_figures(self) -> None:
        for box in self.query("#figures"):
            await swap(box, *widgets_of(self.session.page.blocks, max(20, box.size.width - 2)))

    def show_pictures(self, pictures: tuple[Picture, ...]) -> None:
        for box in self.query(Pictures):
            box.show(pictures)

    def show_keys(self) -> None:
        key = "play.keys_finding" if self.is_writing else "play.keys_live" if self.is_busy else "play.keys"
        words = self.text(key, speed=self.text("run.slow" if self.controls.full_speed else "run.fast"))
        for line in self.query(KeyLine):
            line.show(words)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Help lists a key only while it does something; while a finding is written, letters and arrows are its own."""
        if self.is_writing:
            return action not in (
                "choose_next",
                "turn",
                "train",
                "stop",
                "speed",
                "keep",
                "put_back",
                "put_all_back",
            )
        return self.is_busy if action in ("stop", "speed") else True

    # Knobs.

    def action_choose(self, place: int) -> None:
        self.chosen = place
        self.show_knobs()

    def action_choose_next(self, by: int) -> None:
        self.action_choose((self.chosen + by) % len(self.session.want.knobs))

    async def action_turn(self, by: int) -> None:
        knob = self.knob
        if knob.applies:
            await self.do(Turned(knob.id, neighbour(knob.value, by, knob.values)), "play.last_value")
        else:
            self.tell("play.means_nothing")

    async def action_put_back(self) -> None:
        await self.do(PutBack(self.knob.id), "play.nothing_turned")

    async def action_put_all_back(self) -> None:
        await self.do(PutBack(), "play.nothing_turned")

    def tell(self, key: str) -> None:
        """Say why a key did nothing; once, however often it is asked."""
        self.app.clear_notifications()
        self.notify(self.text(key), timeout=3, markup=False)

    async def do(self, act: Turned | PutBack, otherwise: str) -> None:
        """Show what another value makes: before the first try also the model that waits."""
        before = self.session.playing
        self.session.do(act)
        if self.session.playing != before:
            self.stopped = False
            await self.show_all()
            if not self.is_busy and self.session.playing.now is None:
                self.run_worker(self.prepare, thread=True, group="prepare", exclusive=True)
        else:
            self.tell(otherwise)

    # Trying.

    def prepare(self) -> None:
        """In a worker thread: what there is to see before the first step."""
        worker = get_current_worker()
        plots.make_ready()
        try:
            training = self.session.training(self.session.wanted())
        except LessonError:
            return  # it says why when it is to be trained
        pictures = training.before()
        if not worker.is_cancelled:
            self.post_message(self.Prepared(pictures))

    def on_play_screen_prepared(self, message: Prepared) -> None:
        if not self.is_busy and self.session.playing.now is None:
            self.show_pictures(message.pictures)

    async def action_train(self) -> None:
        """Train what the knobs say; what is under way is given up for it."""
        if self.running:
            self.running.stop()
        try:
            want = self.session.wanted()
        except LessonError as error:
            self.notify(str(error), severity="error", timeout=20, markup=False)
            return
        self.stopped = False
        self.controls = Controls(self.controls.full_speed, seconds=SECONDS)
        self.running = Running(self.session, want, self.controls)
        self.running.start(self)
        await self.show_all()

    def action_stop(self) -> None:
        self.controls.set(stopped=True)

    def action_speed(self) -> None:
        self.controls.set(full_speed=not self.controls.full_speed)
        self.show_keys()

    def on_running_progressed(self, message: Running.Progressed) -> None:
        running, snapshot = message.running, message.snapshot
        if running is self.running:
            self.show_pictures(snapshot.pictures)
            words = self.text("run.watched", done=snapshot.done, total=snapshot.total)
            self.query_one(ProgressRow).show(snapshot.done / (snapshot.total or 1), words)
        self.call_after_refresh(running.shown.set)

    async def on_running_ended(self, message: Running.Ended) -> None:
        running = message.running
        if running is not self.running:
            return
        self.running = None
        self.stopped = message.act is None
        if isinstance(message.act, Tried) and isinstance(running.training, Trying):
            self.session.ended(running.training, message.act)
            self.show_pictures(message.pictures)
        await self.show_all()

    # Findings.

    def action_keep(self) -> None:
        box = self.query_one(FindingBox)
        box.ask(self.text("play.finding_about", settings=self.session.want.finding))
        self.show_keys()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.keep_finding()

    def keep_finding(self) -> None:
        """Keep what was typed, if it is anything, and close the box."""
        box = self.query_one(FindingBox)
        if words := box.words:
            self.session.do(Found(words))
            self.notify(self.session.kept_words(), markup=False)
        self.close_box()

    def close_box(self) -> None:
        self.query_one(FindingBox).close()
        self.set_focus(None)
        self.show_keys()

    def keep_drafts(self) -> None:
        """A finding that is half typed, before the screen goes."""
        if self.is_writing:
            self.keep_finding()

    def action_leave(self) -> None:
        """Out of the box; then out of play, to where it was opened."""
        if self.is_writing:
            self.close_box()
        else:
            self.tutor.show_map(self)
