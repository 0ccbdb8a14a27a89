"""A run: one seed live, then every seed. The thread trains; only message handlers touch widgets."""

import math
import random
import threading
from dataclasses import dataclass, replace

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from lessons.acts import Act
from lessons.lesson import Experiment
from lessons.measurements import experiment_words, role_of
from lessons.page import Onward, Page, Train
from lessons.pictures import Axis, Curve, Curves, Picture
from lessons.questions.arms import named
from tutor.session import Session
from tutor.training import Training
from tutor.tui.driving import Controls, Snapshot, drive
from tutor.tui.pages.page import PageView
from tutor.tui.widgets.blocks import widgets_of
from tutor.tui.widgets.line import Line
from tutor.tui.widgets.picture import PictureView
from tutor.tui.widgets.swap import swap

BAR = 12  # cells
USUAL = (0.0005, 2.0)  # between which losses are expected: where they are, the axis stays as it is


class TrainPage(PageView):
    """The pictures of a run, how far it has come, and what was measured. Enter does what the page wants next."""

    BINDINGS = [
        ("enter", "forward", ""),
        ("space", "pause", ""),
        ("s", "new_seed", ""),
        ("x", "stop", ""),
        ("f", "speed", ""),
        ("a", "again", ""),
    ]
    can_focus = True

    @dataclass
    class Progressed(Message):
        """A run has come further."""

        number: int
        snapshot: Snapshot

    @dataclass
    class Ended(Message):
        """A run has ended, or was stopped: then it has no act."""

        number: int
        act: Act | None
        pictures: tuple[Picture, ...]

    def __init__(self, session: Session, page: Page) -> None:
        super().__init__(session, page)
        self.controls = Controls()
        self.number = 0  # of the run that is shown; what another one posts is not for us
        self.running: Train | None = None
        self.last: Train | None = page.want if isinstance(page.want, Train) else None
        self.shown = threading.Event()

    def compose(self) -> ComposeResult:
        yield Static(id="run-title", markup=False)
        yield Horizontal(PictureView(id="plot"), id="pictures")
        with VerticalScroll(id="numbers", can_focus=False):
            yield from widgets_of(self.page.blocks, self.room)
        with Horizontal(id="progress-row"):
            yield Line(id="progress")
            yield Static(id="bar")

    def begin(self) -> None:
        self.query_one("#numbers").display = bool(self.page.blocks)
        self.query_one("#pictures").display = not isinstance(self.page.want, Onward)
        self.show_wanted()
        self.focus()

    def on_unmount(self) -> None:
        self.controls.set(stopped=True)

    def fits(self, page: Page) -> bool:
        """The page of the same run after one of its parts."""
        return page.step == self.page.step

    async def show(self, page: Page) -> None:
        """Keep the pictures; show what was measured, and what is wanted next."""
        await super().show(page)
        box = self.query_one("#numbers", VerticalScroll)
        await swap(box, *widgets_of(page.blocks, self.room))
        box.display = bool(page.blocks)
        self.show_wanted()

    def keys(self) -> str:
        speed = self.text("run.slow" if self.controls.full_speed else "run.fast")
        if self.running:
            key = "sweep" if self.running.seed is None else "live"
        else:
            key = "ready" if isinstance(self.page.want, Train) and self.page.want.seed is not None else "done"
        return str(self.text(f"run.keys_{key}", speed=speed))

    # What the learner does.

    def action_forward(self) -> None:
        """Enter: whatever the page wants."""
        if self.running:
            return
        if isinstance(self.page.want, Train):
            self.start(self.page.want)
        else:
            self.post_message(self.Onwards())

    def action_pause(self) -> None:
        if self.running and self.running.seed is not None:
            self.controls.set(paused=not self.controls.paused)

    def action_stop(self) -> None:
        self.controls.set(stopped=True)

    def action_new_seed(self) -> None:
        if last := self.last_watched():
            self.start(replace(last, seed=random.randrange(1000, 10000)))

    def action_again(self) -> None:
        if (last := self.last_watched()) and not self.running:
            self.start(last)

    def action_speed(self) -> None:
        self.controls.set(full_speed=not self.controls.full_speed)
        self.show_keys()

    def last_watched(self) -> Train | None:
        """The seed watched last, to be watched again; while every seed is trained, none."""
        if self.running and self.running.seed is None:
            return None
        if self.last and self.last.seed is not None:
            return self.last
        experiments: tuple[Experiment, ...] = getattr(self.session.step, "experiments", ())
        seeds = [seed for name, seed in self.session.state.runs if experiments and name == experiments[-1].id]
        return Train(experiments[-1], seeds[-1]) if seeds else None

    # The run.

    def start(self, want: Train) -> None:
        """Begin to train, in a worker thread."""
        self.controls.set(stopped=True)
        self.controls = Controls(self.controls.full_speed)
        self.number += 1
        self.running = self.last = want
        training = self.session.train(want)
        self.query_one("#pictures").display = True
        self.query_one("#numbers").display = False
        self.show_pictures((self.empty(want),) if want.seed is not None else ())
        self.show_title(want)
        self.show_keys()
        number, controls = self.number, self.controls
        self.run_worker(lambda: self.train(training, want, number, controls), thread=True)

    def train(self, training: Training, want: Train, number: int, controls: Controls) -> None:
        """In the worker thread: run, posting snapshots, and then what came of it."""
        worker = get_current_worker()

        def post(snapshot: Snapshot) -> None:
            if not worker.is_cancelled:
                self.shown.clear()
                self.post_message(self.Progressed(number, snapshot))
                self.shown.wait(0.1)  # the screen first: while it draws, a key must not wait for the training

        live = want.seed is not None and want.experiment.picture not in ("curves", "trend", "bars")
        completed = drive(training, controls, post, live)
        if not worker.is_cancelled:
            act, pictures = (training.act(), training.pictures()) if completed else (None, ())
            self.post_message(self.Ended(number, act, pictures))

    def on_train_page_progressed(self, message: Progressed) -> None:
        if message.number == self.number and self.running:
            snapshot, want = message.snapshot, self.running
            if want.seed is not None:
                self.show_pictures(snapshot.pictures or (self.curves(want, snapshot),))
            key = "paused" if snapshot.paused else "progress" if want.seed is not None else "sweep"
            self.show_progress(snapshot.done / (snapshot.total or 1), self.text(
                f"run.{key}", done=snapshot.done, total=snapshot.total, left=clock(snapshot.seconds_left),
                seeds=want.experiment.seeds,
            ))  # fmt: skip
        self.call_after_refresh(self.shown.set)

    def on_train_page_ended(self, message: Ended) -> None:
        if message.number != self.number:
            return
        self.running = None
        if message.act is None:
            self.show_progress(0, self.text("run.stopped"))
            self.show_keys()
            return
        self.show_pictures(message.pictures)
        self.did(message.act)

    # What is shown.

    def show_wanted(self) -> None:
        """What Enter would do, in the place of the bar."""
        want = self.page.want
        if isinstance(want, Train) and self.number == 0:  # nothing has run here yet
            self.show_title(want)
            self.show_pictures((self.empty(want),) if want.seed is not None else ())
        words = want.words if isinstance(want, (Train, Onward)) else ""
        self.query_one("#progress", Line).show(words, bold=True)
        self.query_one("#bar").display = False

    def show_title(self, want: Train) -> None:
        task = experiment_words(want.experiment.id, self.session.prose)
        key = "run.title" if want.seed is not None else "run.sweep_title"
        if self.session.steps.review:
            key = "review.training"
        self.query_one("#run-title", Static).update(
            self.text(key, task=task, seed=want.seed, seeds=want.experiment.seeds)
        )

    def show_progress(self, share: float, words: str) -> None:
        self.query_one("#progress", Line).show(words)
        bar = self.query_one("#bar", Static)
        bar.display = True
        bar.update("█" * int(share * BAR) + "░" * (BAR - int(share * BAR)), layout=False)

    def show_pictures(self, pictures: tuple[Picture, ...]) -> None:
        """Show these beside each other, as many as there is room for."""
        box = self.query_one("#pictures", Horizontal)
        views = list(box.query(PictureView))
        room = max(1, self.app.size.width // 38)
        for view, picture in zip(views, pictures, strict=False):
            view.show(picture)
        if len(pictures[:room]) > len(views):
            box.mount(*(PictureView(picture) for picture in pictures[len(views) : room]))
        for view in views[max(1, len(pictures)) :]:
            view.remove()

    def empty(self, want: Train) -> Curves:
        return self.curves(want, Snapshot(0, 0, (), (), 0.0))

    def curves(self, want: Train, snapshot: Snapshot) -> Curves:
        """The losses so far. Their axis goes down a hundredfold at a time: it seldom moves, and all cells with it."""
        experiment, prose = want.experiment, self.session.prose
        steps = tuple(map(float, snapshot.x))
        curves = tuple(
            Curve(named(arm, prose, self.text), role_of(experiment, arm), steps, losses)
            for arm, losses in snapshot.losses
        )
        reached = [*USUAL, *(loss for curve in curves for loss in curve.y if 0 < loss < math.inf)]
        low, high = min(reached), max(reached)
        if low < USUAL[0]:
            low = 100.0 ** math.floor(math.log(low, 100))
        x = Axis(self.text("axis.steps"), 0, max(1, experiment.steps))
        y = Axis(self.text("axis.loss"), low, high, log=True)
        return Curves(self.text("picture.loss"), curves, x, y, "")


def clock(seconds: float) -> str:
    """`0:07`."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02}"
