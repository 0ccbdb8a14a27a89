"""Driving a run from a worker thread: frozen snapshots go out at a bounded rate; pause and stop come in at once."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from lessons.pictures import Picture
from tutor.training import Training

UPDATES = 4.4  # a second: enough for the eye, and little enough for a slow line
SECONDS = 4.0  # how long a watchable run takes, at least
POINTS = 400  # the most points a curve is kept at: more than any terminal has columns


@dataclass(frozen=True)
class Snapshot:
    """A run as it stands: everything a screen needs to show it, and nothing it could change."""

    done: int
    total: int
    x: tuple[int, ...]
    losses: tuple[tuple[str, tuple[float, ...]], ...]
    seconds_left: float
    paused: bool = False
    pictures: tuple[Picture, ...] = ()


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


class LossHistory:
    """The losses so far, thinned out to what a plot can show."""

    def __init__(self) -> None:
        self.x: list[int] = []
        self.losses: dict[str, list[float]] = {}

    def note(self, step: int, losses: tuple[tuple[str, float], ...]) -> None:
        self.x.append(step)
        for arm, loss in losses:
            self.losses.setdefault(arm, []).append(loss)

    def snapshot(
        self, done: int, total: int, left: float, pictures: tuple[Picture, ...], paused: bool
    ) -> Snapshot:
        losses = tuple((arm, tuple(found)) for arm, found in self.losses.items())
        return Snapshot(done, total, tuple(self.x), losses, left, paused, pictures)


def drive(
    training: Training, controls: Controls, post: Callable[[Snapshot], None], live_pictures: bool = False
) -> bool:
    """Run to the end, posting snapshots. True if it came to the end, False if it was stopped."""
    history, began, posted = LossHistory(), time.monotonic(), 0.0
    done = total = 0

    def snapshot(paused: bool = False) -> Snapshot:
        spent = time.monotonic() - began
        left = spent / done * (total - done) if done else 0.0
        pictures = training.pictures() if live_pictures else ()
        return history.snapshot(done, total, left, pictures, paused)

    with eager_thread_switching():
        for frame in training:
            done, total = frame.done, frame.total
            if frame.losses and ((done - 1) % max(1, total // POINTS) == 0 or done == total):
                history.note(done - 1, frame.losses)
            if controls.paused:
                post(snapshot(paused=True))
                controls.wait_while_paused()
                began = time.monotonic() - done * SECONDS / total
            if controls.stopped:
                return False
            if frame.losses and not controls.full_speed:
                controls.wait_until(began + done * SECONDS / total)
            if time.monotonic() - posted >= 1 / UPDATES:
                posted = time.monotonic()
                post(snapshot())
        if done:
            post(snapshot())
    return not controls.stopped


@contextmanager
def eager_thread_switching() -> Iterator[None]:
    """While a thread trains, let the event loop have the interpreter sooner: a key must echo at once.

    Measured by `tests/benchmarks/app_manners.py`: key echo 13 ms with it, above 16 ms without.
    """
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.0005)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
