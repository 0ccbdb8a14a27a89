"""A run at work in a worker thread: frozen snapshots go out at a bounded rate; pause and stop come in at once."""

import gc
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from textual.message import Message
from textual.widget import Widget
from textual.worker import get_current_worker

from lessons.course.lesson.film import Film, incoming
from lessons.course.lesson.page import Train
from lessons.course.lesson.pictures import Picture
from lessons.course.lesson.state import Act
from lessons.course.lesson.summaries import Record
from lessons.course.play.knobs import Tried
from tutor.pack_runs import PackRun, trouble_of
from tutor.play_session import PlaySession
from tutor.training import FullSweep, LiveRun, Training
from tutor.tui.widgets.bars import ProgressRow
from tutor.tui.widgets.picture import MapLayers, Pictures

if TYPE_CHECKING:  # which needs NumPy, and play does not
    from tutor.session import Session

UPDATES_PER_S = 4.4  # enough for the eye, and little enough for a slow line
SLOW_UPDATES_PER_S = 1.0  # where the line is slow
WATCHED_S = 4.0  # how long a watchable run takes, at least
UNDRAWN_SWEEP_S = 1.5  # that a sweep may take before it is drawn while it trains
INCOMING_FRAMES = 8  # in which the seeds of a quick one come in, in a second
MOMENTS = 60  # of a watched run, to be looked at again
SCREEN_WAIT_S = 0.1  # that the training waits for the screen
EAGER_S = 0.0005  # between switches of threads, while one trains: see tests/benchmarks/app_manners.py
NO_FILM = Film()


@dataclass(frozen=True)
class Snapshot:
    """A run as it stands: everything a screen needs to show it, and no part that it could change."""

    done: int
    total: int
    pictures: tuple[Picture, ...] = ()
    now: Record = field(default_factory=dict)  # what its metrics are at this step
    phase: str = "watched"  # or paused; swept, and then the seeds coming in


Post = Callable[[Snapshot], None]


class Controls:
    """The learner's controls of a run under way. Safe to call from any thread."""

    def __init__(self, full_speed: bool = False, seconds: float = WATCHED_S) -> None:
        self._woken = threading.Condition()
        self.paused = False
        self.stopped = False
        self.full_speed = full_speed
        self.seconds = seconds  # that a watched run takes at least
        self.updates = UPDATES_PER_S
        self.changes = 0  # that were made so far

    def set(self, **changes: bool) -> None:
        """Change paused, stopped or full_speed, and wake the run if it is waiting."""
        with self._woken:
            for name, value in changes.items():
                setattr(self, name, value)
            self.changes += 1
            self._woken.notify_all()

    def wait_until(self, moment: float) -> None:
        """Wait for a moment on the clock; a change of the controls ends it early."""
        with self._woken:
            while not (self.stopped or self.full_speed or self.paused):
                left = moment - time.monotonic()
                if left <= 0 or not self._woken.wait(left):
                    return

    def wait_for_change(self, changes: int) -> None:
        """Wait until more changes have been made than these."""
        with self._woken:
            while self.changes == changes:
                self._woken.wait()


def drive(training: Training, controls: Controls, post: Post) -> bool:
    """Run to the end, posting snapshots. True if it came to the end, False if it was stopped."""
    with EagerSwitching():
        if isinstance(training, LiveRun):
            watch(training, controls, post)
        else:
            sweep(training, controls, post)
    return not controls.stopped


def watch(training: LiveRun, controls: Controls, post: Post) -> None:
    """Train one seed, slowly enough to be watched, with moments to come back to."""
    began, posted = time.monotonic(), 0.0
    done = total = 0
    for frame in training:
        done, total = frame.done, frame.total
        if (done - 1) % max(1, total // MOMENTS) == 0 or done == total:
            training.keep_moment(done - 1)
        if controls.paused:
            while controls.paused and not controls.stopped:  # again after whatever changes, such as the language
                changes = controls.changes
                post(Snapshot(done, total, training.live(), training.now(), "paused"))
                controls.wait_for_change(changes)
            began = time.monotonic() - done * controls.seconds / total
        if controls.stopped:
            return
        if not controls.full_speed:
            controls.wait_until(began + done * controls.seconds / total)
        if time.monotonic() - posted >= 1 / controls.updates:
            posted = time.monotonic()
            post(Snapshot(done, total, training.live(), training.now()))
    if done:
        post(Snapshot(done, total, training.live(), training.now()))


def sweep(training: FullSweep, controls: Controls, post: Post) -> None:
    """Train every seed. A long sweep is drawn meanwhile, all at once; of a quick one they come in later, one by one."""
    began, posted, drawn = time.monotonic(), 0.0, False
    for frame in training:
        if controls.stopped:
            return
        now = time.monotonic()
        if now - posted >= 1 / controls.updates:
            posted = now
            drawn = drawn or now - began > UNDRAWN_SWEEP_S
            post(Snapshot(frame.done, frame.total, training.live() if drawn else (), phase="swept"))
    began = time.monotonic()
    frames = enumerate(incoming(training.pictures(), INCOMING_FRAMES), 1) if not drawn else ()
    for number, (seeds, pictures) in frames:  # within a second
        if controls.full_speed or controls.stopped:
            return
        post(Snapshot(seeds, len(training.seeds), pictures, phase="seeds"))
        controls.wait_until(began + number / INCOMING_FRAMES)


class EagerSwitching:
    """While threads train, the event loop has the interpreter sooner: a key echoes after 13 ms, not 16."""

    lock, threads, before_s = threading.Lock(), 0, 0.0

    def __enter__(self) -> None:
        self.count(1)

    def __exit__(self, *error: object) -> None:
        self.count(-1)

    @classmethod
    def count(cls, change: int) -> None:
        with cls.lock:
            if not cls.threads:
                cls.before_s = sys.getswitchinterval()
            cls.threads += change
            sys.setswitchinterval(EAGER_S if cls.threads else cls.before_s)


class RunControl:
    """One run and its controls. The widget that shows it is told how far it is, and what came of it."""

    @dataclass
    class Progressed(Message):
        """A run has come further."""

        running: "RunControl"
        snapshot: Snapshot

    @dataclass
    class Ended(Message):
        """A run has ended, or was stopped: then it has no act."""

        running: "RunControl"
        act: Act | Tried | None = None
        pictures: tuple[Picture, ...] = ()
        film: Film = NO_FILM
        trouble: str = ""  # what a pack's code did instead of coming to its end

    def __init__(self, session: "Session | PlaySession", want: Train, controls: Controls, counts: bool = True) -> None:
        self.session, self.want, self.controls = session, want, controls
        self.counts = counts  # or it only shows again what has been
        self.training = session.train(want) if counts else session.training(want)
        self.shown = threading.Event()

    def start(self, page: Widget) -> None:
        self.page: Widget | None = page
        page.run_worker(self.work, thread=True)

    def speak(self) -> None:
        """Go on in the language that the session has now."""
        self.training.speak(self.session.prose, self.session.text)
        self.controls.set()  # whoever waits looks up, and shows it anew

    def stop(self) -> None:
        self.page = None
        self.controls.set(stopped=True)
        if isinstance(self.training, PackRun):
            self.training.close()

    def work(self) -> None:
        """In the worker thread: run, posting snapshots, and then what came of it."""
        worker = get_current_worker()

        def post(snapshot: Snapshot) -> None:
            if worker.is_cancelled:
                self.controls.set(stopped=True)
            elif self.counts and (page := self.page):
                is_slow = getattr(page.app, "line_is_slow", False)
                self.controls.updates = SLOW_UPDATES_PER_S if is_slow else UPDATES_PER_S
                self.shown.clear()
                page.post_message(self.Progressed(self, snapshot))
                self.shown.wait(SCREEN_WAIT_S)  # the screen first: a key must not wait for the training

        ended = self.Ended(self)
        if drive(self.training, self.controls, post) and not worker.is_cancelled:
            act = self.training.act() if self.counts else None
            pictures, film = self.training.pictures(), film_of(self.training)
            ended = self.Ended(self, act, pictures, film, trouble_of(self.training, self.session.text))
        if self.want.seed is None:
            give_back_memory()
        if not worker.is_cancelled and (page := self.page):
            page.post_message(ended)


class RunView(MapLayers):
    """A view of one run at a time: what another one posts is too late. Mix it in after the kind of widget."""

    running: RunControl | None = None
    controls: Controls

    def on_unmount(self) -> None:
        if self.running:
            self.running.stop()
            self.running = None

    def begin_run(self, running: RunControl) -> None:
        if self.running:
            self.running.stop()
        self.running = running
        running.start(self)

    def action_stop(self) -> None:
        self.controls.set(stopped=True)

    def action_speed(self) -> None:
        self.controls.set(full_speed=not self.controls.full_speed)
        self.refresh_bindings()

    def on_run_control_progressed(self, message: RunControl.Progressed) -> None:
        running, now = message.running, message.snapshot
        if running is self.running:
            if now.pictures:
                self.show_pictures(now.pictures)
            seeds = running.want.experiment.seeds
            words = running.session.text(f"run.{now.phase}", done=now.done, total=now.total, seeds=seeds)
            for row in self.query(ProgressRow):
                row.show(now.done / (now.total or 1), words)
        self.call_after_refresh(running.shown.set)

    def show_pictures(self, pictures: tuple[Picture, ...]) -> None:
        for box in self.query(Pictures):
            box.show(pictures)


def give_back_memory() -> None:
    """Return to the system what many seeds have freed: glibc keeps it for each thread in which they were trained."""
    gc.collect()  # a recorded graph and the optimizer that walks it refer to each other
    if sys.platform == "linux":
        import ctypes  # which NumPy has brought by now

        if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):  # no other libc has it
            trim(0)


def film_of(training: Training) -> Film:
    """Return the moments to walk through; trained once more if some of them are in another language."""
    if not isinstance(training, LiveRun):
        return NO_FILM
    if training.spoke:
        training = training.again()
        drive(training, Controls(full_speed=True), lambda _: None)
    return Film(training.live(), tuple(training.moments), training.parting())
