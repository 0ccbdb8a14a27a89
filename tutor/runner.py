"""Driving a run from a worker thread: frozen snapshots go out at a bounded rate; pause and stop come in at once."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from lessons.experiment import PairedRun, Sweeping
from lessons.measured import Measured

UPDATES = 4.4  # a second: enough for the eye, and little enough for a slow line
SECONDS = 4.0  # how long a watchable run takes, at least
POINTS = 400  # the most points a curve is kept at: more than any terminal has columns


@dataclass(frozen=True)
class Snapshot:
    """A run as it stands: everything a screen needs to show it, and nothing it could change."""

    step: int
    steps: int
    x: tuple[int, ...]
    healthy: tuple[float, ...]
    broken: tuple[float, ...]
    rate: float
    seconds_left: float
    paused: bool = False


@dataclass(frozen=True)
class SweepSnapshot:
    """How far the many seeds have come."""

    experiment: str
    done: int
    total: int
    seconds_left: float


class Controls:
    """What the learner may do to a run while it goes on. Safe to call from any thread."""

    def __init__(self, full_speed: bool = False) -> None:
        self._woken = threading.Condition()
        self.paused = False
        self.stopped = False
        self.full_speed = full_speed

    def set(self, **changes: bool) -> None:
        """Change paused, stopped or full_speed, and wake the run if it is waiting."""
        with self._woken:
            for name, value in changes.items():
                setattr(self, name, value)
            self._woken.notify_all()

    def wait_until(self, moment: float) -> None:
        """Wait for a moment on the clock; a change of the controls ends it early."""
        with self._woken:
            while not (self.stopped or self.full_speed or self.paused):
                left = moment - time.monotonic()
                if left <= 0 or not self._woken.wait(left):
                    return

    def wait_while_paused(self) -> None:
        with self._woken:
            while self.paused and not self.stopped:
                self._woken.wait()


class Clock:
    """Time spent training, without pauses and without waiting: what the rate is made of."""

    def __init__(self) -> None:
        self.spent = 0.0
        self.started = time.monotonic()
        self.posted = 0.0

    def due(self) -> bool:
        """Whether it is time for another snapshot."""
        now = time.monotonic()
        if now - self.posted < 1 / UPDATES:
            return False
        self.posted = now
        return True


def drive(run: PairedRun, controls: Controls, post: Callable[[Snapshot], None]) -> bool:
    """Train the pair to its end, posting snapshots. True if it came to the end, False if it was stopped."""
    stride = max(1, run.steps // POINTS)
    x: list[int] = []
    healthy: list[float] = []
    broken: list[float] = []
    clock = Clock()
    began = time.monotonic()

    def snapshot(step: int, paused: bool = False) -> Snapshot:
        rate = step / clock.spent if clock.spent else 0.0
        pace = rate if controls.full_speed else min(rate, run.steps / SECONDS) or 1.0
        left = (run.steps - step) / pace if pace else 0.0
        return Snapshot(step, run.steps, tuple(x), tuple(healthy), tuple(broken), rate, left, paused)

    with eager_thread_switching():
        steps = iter(run)
        done = 0
        while not controls.stopped:
            before = time.monotonic()
            pair = next(steps, None)
            clock.spent += time.monotonic() - before
            if pair is None:
                break
            done = pair.step + 1
            if pair.step % stride == 0 or done == run.steps:
                x.append(pair.step)
                healthy.append(pair.healthy)
                broken.append(pair.broken)
            if controls.paused:
                post(snapshot(done, paused=True))
                controls.wait_while_paused()
                began = time.monotonic() - done * SECONDS / run.steps
            if not controls.full_speed:
                controls.wait_until(began + done * SECONDS / run.steps)
            if clock.due():
                post(snapshot(done))
        post(snapshot(done))
    return done == run.steps and not controls.stopped


def drive_sweep(
    sweeps: Iterator[tuple[str, Sweeping | Measured]],
    controls: Controls,
    post: Callable[[SweepSnapshot], None],
) -> Iterator[Measured]:
    """Go through sweeps, each item with its experiment's id: post snapshots, and yield what each showed."""
    clock = Clock()
    began = time.monotonic()
    current = ""
    with eager_thread_switching():
        for name, item in sweeps:
            if controls.stopped:
                return
            if isinstance(item, Measured):
                yield item
                continue
            if name != current:
                current, began = name, time.monotonic()
            if clock.due():
                post(sweep_snapshot(name, item, time.monotonic() - began))


def sweep_snapshot(name: str, progress: Sweeping, spent: float) -> SweepSnapshot:
    left = spent / progress.done * (progress.total - progress.done)
    return SweepSnapshot(name, progress.done, progress.total, left)


@contextmanager
def eager_thread_switching() -> Iterator[None]:
    """While a thread trains, let the event loop have the interpreter sooner: a key must echo at once."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.0005)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
