"""Run: both models live from one seed, task after task; then all the seeds, whose medians decide the predictions."""

import random
import threading
from dataclasses import dataclass

from textual.app import ComposeResult
from textual.message import Message
from textual.worker import get_current_worker

from lessons.cascade import State
from lessons.measured import Measured, as_record, as_record_of_one
from lessons.schema import Experiment
from tutor.runner import Controls, Snapshot, SweepSnapshot, drive, drive_sweep
from tutor.stages.stage import StageView
from tutor.widgets.run_panel import RunPanel, about, clock

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
        yield RunPanel(self.text)

    def begin(self) -> None:
        self.controls = Controls()
        self.run_number = 0
        self.panel = self.query_one(RunPanel)
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
                self.panel.show_numbers(measured)
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
        from lessons.experiment import run_lesson

        worker = get_current_worker()

        def post(message: Message) -> None:
            if not worker.is_cancelled:
                self.post_message(message)

        sweeps = run_lesson(self.place.lesson)
        for measured in drive_sweep(sweeps, controls, lambda found: post(self.SweepProgressed(found))):
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
        self.panel.show_progress(found.done / found.total, words)

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
            self.panel.show_empty(title, self.experiment.steps)
        seeds = self.experiment.seeds
        if self.phase == READY:
            self.panel.show_words(self.text("run.waiting_locked" if self.state.locked else "run.waiting"))
        elif self.phase == SWEEP_READY or (self.phase == DONE and self.last_one() and not self.all_swept()):
            self.panel.show_words(self.text("run.sweep_wait", seeds=seeds))
        elif self.phase == SWEPT:
            self.panel.show_words(self.text("run.sweep_done", seeds=seeds))
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
        self.panel.show_curves(snapshot.x, snapshot.healthy, snapshot.broken)
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
        self.panel.show_progress(snapshot.step / snapshot.steps, words)

    def show_median(self, measured: Measured) -> None:
        title = self.text("run.sweep_title", seeds=len(measured.seeds), task=measured.experiment)
        self.panel.show_median(measured, title)
