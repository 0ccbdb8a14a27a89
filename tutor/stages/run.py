"""Run: both models live from one seed, task after task; then all the seeds, whose medians decide the predictions."""

import random
import threading
from dataclasses import dataclass
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from lessons.cascade import State
from lessons.measured import Band, Measured, Summary, as_record
from lessons.schema import Experiment
from tutor.plot import Curve, loss_axes
from tutor.runner import Controls, Snapshot, SweepSnapshot, drive, drive_sweep
from tutor.stages.stage import StageView
from tutor.text import number
from tutor.widgets.curve_plot import CurvePlot
from tutor.widgets.line import Line

READY, LIVE, DONE, STOPPED, SWEEP_READY, SWEEPING, SWEPT = (
    "ready",
    "live",
    "done",
    "stopped",
    "sweep_ready",
    "sweeping",
    "swept",
)


class RunStage(StageView):
    """Experiments one after the other, then the sweep. The thread trains; only message handlers touch widgets."""

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
        """A live run has come further."""

        run: int
        snapshot: Snapshot

    @dataclass
    class Finished(Message):
        """A live run has ended, or was stopped."""

        run: int
        completed: bool
        measured: Measured | None

    @dataclass
    class SweepProgressed(Message):
        """The sweep has come further."""

        snapshot: SweepSnapshot

    @dataclass
    class Swept(Message):
        """One experiment's seeds are all in; or None: the sweep has ended."""

        measured: Measured | None

    def compose(self) -> ComposeResult:
        with Horizontal(id="run-row"):
            yield CurvePlot(loss_axes(300), id="plot")
            yield Static(id="numbers")
        yield Static(id="run-title")
        with Horizontal(id="progress-row"):
            yield Line(id="progress")
            yield Static(id="bar")

    def begin(self) -> None:
        self.controls = Controls()
        self.run_number = 0
        self.bar = -1
        self.shown = threading.Event()
        self.snapshot: Snapshot | None = None
        self.experiments = list(self.place.lesson.experiments.values())
        ran = {name for name, _ in self.state.seeds_run}
        missing = [place for place, each in enumerate(self.experiments) if each.id not in ran]
        self.current = missing[0] if missing else len(self.experiments) - 1
        swept = all(each.id in self.state.record for each in self.experiments)
        self.phase = SWEPT if swept else READY if missing else SWEEP_READY
        self.seed = 7
        self.show_phase()
        self.focus()

    def on_unmount(self) -> None:
        self.controls.set(stopped=True)

    @property
    def experiment(self) -> Experiment:
        return self.experiments[self.current]

    # What the learner does.

    def action_forward(self) -> None:
        """Enter: the next thing there is to do."""
        if self.phase in (READY, STOPPED):
            self.start()
        elif self.phase == DONE and self.current + 1 < len(self.experiments):
            self.current += 1
            self.start()
        elif self.phase in (DONE, SWEEP_READY) and not self.all_swept():
            self.start_sweep()
        elif self.phase in (SWEPT, DONE):
            self.post_message(self.Onwards())

    def action_pause(self) -> None:
        if self.phase == LIVE:
            self.controls.set(paused=not self.controls.paused)

    def action_stop(self) -> None:
        if self.phase in (LIVE, SWEEPING):
            self.controls.set(stopped=True)

    def action_new_seed(self) -> None:
        if self.phase != SWEEPING:
            self.seed = random.randrange(1000, 10000)
            self.start()

    def action_again(self) -> None:
        if self.phase in (DONE, STOPPED, SWEPT, SWEEP_READY):
            self.current = 0
            self.start()

    def action_speed(self) -> None:
        self.controls.set(full_speed=not self.controls.full_speed)
        self.show_keys()

    # The live run.

    def start(self) -> None:
        """Lock the predictions, and train the pair in a worker thread."""
        if not self.state.locked:
            self.happened("locked")
        self.controls.set(stopped=True)
        self.controls = Controls(self.controls.full_speed)
        self.run_number += 1
        self.phase, self.snapshot = LIVE, None
        self.show_phase()
        experiment, seed, number, controls = self.experiment, self.seed, self.run_number, self.controls
        self.run_worker(lambda: self.train(experiment, seed, number, controls), thread=True, exclusive=False)

    def train(self, experiment: Experiment, seed: int, number: int, controls: Controls) -> None:
        """In the worker thread: run the pair, posting snapshots, and then what it showed."""
        from lessons.experiment import PairedRun

        pair = PairedRun(self.place.lesson.broken, experiment, seed)
        worker = get_current_worker()

        def post(snapshot: Snapshot) -> None:
            if not worker.is_cancelled:
                self.shown.clear()
                self.post_message(self.Progressed(number, snapshot))
                self.shown.wait(0.1)  # the screen first: while it draws, a key must not wait for the training

        completed = drive(pair, controls, post)
        if not worker.is_cancelled:
            self.post_message(self.Finished(number, completed, pair.measured() if completed else None))

    def on_run_stage_progressed(self, message: Progressed) -> None:
        if message.run == self.run_number:
            self.snapshot = message.snapshot
            self.show_snapshot(message.snapshot)
        self.call_after_refresh(self.shown.set)

    def on_run_stage_finished(self, message: Finished) -> None:
        if message.run != self.run_number:
            return
        measured = message.measured
        if measured is None:
            self.phase = STOPPED
            self.show_phase()
            return

        def show() -> None:
            if message.run == self.run_number:
                self.phase = DONE
                self.show_numbers(measured)
                self.show_phase()

        metrics = as_record_of_one(measured)
        self.happened("run", show, experiment=self.experiment.id, seed=self.seed, metrics=metrics)

    # The sweep.

    def start_sweep(self) -> None:
        self.controls = Controls(full_speed=True)
        self.phase = SWEEPING
        self.show_phase()
        controls = self.controls
        self.run_worker(lambda: self.sweep(controls), thread=True, exclusive=False)

    def sweep(self, controls: Controls) -> None:
        """In the worker thread: all seeds of every experiment."""
        worker = get_current_worker()

        def post(message: Message) -> None:
            if not worker.is_cancelled:
                self.post_message(message)

        for measured in drive_sweep(
            self.place.lesson, controls, lambda found: post(self.SweepProgressed(found))
        ):
            post(self.Swept(measured))
        post(self.Swept(None))

    def on_run_stage_sweep_progressed(self, message: SweepProgressed) -> None:
        found = message.snapshot
        words = self.text(
            "run.sweep",
            task=found.experiment,
            done=found.done,
            total=found.total,
            seeds=self.place.lesson.experiments[found.experiment].seeds,
            left=clock(found.seconds_left),
        )
        self.show_progress(found.done / found.total, words)

    def on_run_stage_swept(self, message: Swept) -> None:
        if message.measured is None:
            self.phase = SWEPT if self.all_swept() else SWEEP_READY
            self.show_phase()
            return
        measured = message.measured
        self.current = next(
            place for place, each in enumerate(self.experiments) if each.id == measured.experiment
        )
        self.happened(
            "sweep",
            lambda: self.show_median(measured),
            experiment=measured.experiment,
            seeds=len(measured.seeds),
            metrics=as_record(measured),
        )

    def all_swept(self) -> bool:
        return all(each.id in self.state.record for each in self.experiments)

    def update_state(self, state: State) -> None:
        super().update_state(state)
        if self.phase == SWEEP_READY and self.all_swept():
            self.phase = SWEPT
            self.show_phase()

    # What is shown.

    def show_phase(self) -> None:
        """Everything that depends on the phase alone."""
        if self.phase in (READY, LIVE):
            title = self.text("run.title", task=self.experiment.id, seed=self.seed)
            self.query_one("#run-title", Static).update(title)
            self.query_one("#plot", CurvePlot).show([], loss_axes(self.experiment.steps))
            self.query_one("#numbers", Static).update(self.legend())
        seeds = self.experiment.seeds
        if self.phase == READY:
            self.show_words(self.text("run.waiting_locked" if self.state.locked else "run.waiting"))
        elif self.phase == SWEEP_READY or (self.phase == DONE and self.last_one() and not self.all_swept()):
            self.show_words(self.text("run.sweep_wait", seeds=seeds))
        elif self.phase == SWEPT:
            self.show_words(self.text("run.sweep_done", seeds=seeds))
        elif self.phase in (DONE, STOPPED) and self.snapshot:
            self.show_snapshot(self.snapshot)
        self.show_keys()

    def last_one(self) -> bool:
        return self.current + 1 == len(self.experiments)

    def keys(self) -> str:
        speed = self.text("run.slow" if self.controls.full_speed else "run.fast")
        key = {LIVE: "live", SWEEPING: "sweep", READY: "ready", STOPPED: "ready"}.get(self.phase, "done")
        return self.text(f"run.keys_{key}", speed=speed)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        plot = self.query_one("#plot", CurvePlot)
        plot.show(
            [Curve("healthy", snapshot.x, snapshot.healthy), Curve("broken", snapshot.x, snapshot.broken)]
        )
        key = "paused" if snapshot.paused else "progress"
        if snapshot.step == snapshot.steps:
            key = "finished"
        elif self.phase == STOPPED:
            key = "stopped"
        words = self.text(
            f"run.{key}",
            step=snapshot.step,
            steps=snapshot.steps,
            rate=about(snapshot.rate),
            left=clock(snapshot.seconds_left),
        )
        self.show_progress(snapshot.step / snapshot.steps, words)

    def show_progress(self, share: float, words: str) -> None:
        self.query_one("#bar").display = True
        self.query_one("#progress", Line).show(words)
        full = int(share * 12)
        if full != self.bar:
            self.bar = full
            bar = ("█" * full, "$primary"), ("░" * (12 - full), "$muted")
            self.query_one("#bar", Static).update(Content.assemble(*bar))

    def show_words(self, words: str) -> None:
        """What Enter would do, in the place of the bar."""
        self.query_one("#progress", Line).show(words, bold=True)
        self.query_one("#bar").display = False

    def legend(self) -> Content:
        """Which mark is whose, before there are numbers."""
        return Content.assemble(
            ("⠒⠒ ", "bold $healthy"), (self.text("side.healthy"), "bold $healthy"), "\n",
            ("×  ", "bold $broken"), (self.text("side.broken"), "bold $broken"),
        )  # fmt: skip

    def show_numbers(self, measured: Measured) -> None:
        """The numbers of a finished run, or the medians of many, healthy beside broken."""
        rows = [
            ("run.train", "train_accuracy"),
            ("run.held_out", "val_accuracy"),
            ("run.steps_short", "steps_to_loss_0.1"),
            ("run.loss", "final_loss"),
            ("run.gap", "interaction_gap"),
            ("run.rank", "rank_w2w1"),
        ]
        lines = [self.legend(), Content("")]
        for words, metric in rows:
            healthy, broken = (
                number(middle(measured.summary(metric, side))) for side in ("healthy", "broken")
            )
            lines.append(
                Content.assemble(
                    f"{self.text(words):<10}", (f"{healthy:>7}", "$healthy"), (f"{broken:>8}", "$broken")
                )
            )
        self.query_one("#numbers", Static).update(Content("\n").join(lines))

    def show_median(self, measured: Measured) -> None:
        """The loss of the middle seed at every step."""
        steps = tuple(range(measured.steps))
        curves = [
            Curve(role, steps, losses)
            for role, losses in zip(("healthy", "broken"), measured.median_losses, strict=True)
        ]
        self.query_one("#plot", CurvePlot).show(curves, loss_axes(measured.steps))
        title = self.text("run.sweep_title", seeds=len(measured.seeds), task=measured.experiment)
        self.query_one("#run-title", Static).update(title)
        self.show_numbers(measured)


def as_record_of_one(measured: Measured) -> dict[str, Any]:
    """A single run's values, for the journal: what has no value is left out."""
    sides = {"healthy": measured.healthy, "broken": measured.broken}
    return {
        side: {metric: found[0] for metric, found in values.items() if found[0] is not None}
        for side, values in sides.items()
    }


def middle(found: Summary) -> float | None:
    return found.median if isinstance(found, Band) else None


def about(rate: float) -> str:
    """A rate in two digits: `11,000`. More would only flicker."""
    return f"{float(f'{rate:.2g}'):,.0f}"


def clock(seconds: float) -> str:
    """`0:00:07`."""
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
