"""Driving a run from a worker thread: frozen snapshots go out at a bounded rate; pause and stop come in at once."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from lessons.pictures import Picture
from tutor.film import incoming
from tutor.training import SweepingAll, Training, Watching

UPDATES = 4.4  # a second: enough for the eye, and little enough for a slow line
SELDOM = 1.0  # where the line is slow
SECONDS = 4.0  # how long a watchable run takes, at least
QUICK = 1.5  # seconds that a sweep may take before it is drawn while it trains
INCOMING = 8  # frames in which the seeds of a quick one come in, in a second
MOMENTS = 60  # of a watched run, to be looked at again


@dataclass(frozen=True)
class Snapshot:
    """A run as it stands: everything a screen needs to show it, and nothing it could change."""

    done: int
    total: int
    pictures: tuple[Picture, ...] = ()
    phase: str = "watched"  # or paused; swept, and then the seeds coming in


Post = Callable[[Snapshot], None]


class Controls:
    """What the learner may do to a run while it goes on. Safe to call from any thread."""

    def __init__(self, full_speed: bool = False, seconds: float = SECONDS) -> None:
        self._woken = threading.Condition()
        self.paused = False
        self.stopped = False
        self.full_speed = full_speed
        self.seconds = seconds  # that a watched run takes at least
        self.updates = UPDATES
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
    with eager_thread_switching():
        if isinstance(training, Watching):
            watch(training, controls, post)
        else:
            sweep(training, controls, post)
    return not controls.stopped


def watch(training: Watching, controls: Controls, post: Post) -> None:
    """One seed, slowly enough to be watched, with moments to come back to."""
    began, posted = time.monotonic(), 0.0
    done = total = 0
    for frame in training:
        done, total = frame.done, frame.total
        if (done - 1) % max(1, total // MOMENTS) == 0 or done == total:
            training.keep_moment(done - 1)
        if controls.paused:
            wait_while_paused(training, controls, post, Snapshot(done, total, phase="paused"))
            began = time.monotonic() - done * controls.seconds / total
        if controls.stopped:
            return
        if not controls.full_speed:
            controls.wait_until(began + done * controls.seconds / total)
        if time.monotonic() - posted >= 1 / controls.updates:
            posted = time.monotonic()
            post(Snapshot(done, total, training.live()))
    if done:
        post(Snapshot(done, total, training.live()))


def wait_while_paused(training: Watching, controls: Controls, post: Post, snapshot: Snapshot) -> None:
    """Show the run as it stands, and again after whatever changes meanwhile, such as the language."""
    while controls.paused and not controls.stopped:
        changes = controls.changes
        post(replace(snapshot, pictures=training.live()))
        controls.wait_for_change(changes)


def sweep(training: SweepingAll, controls: Controls, post: Post) -> None:
    """Every seed, as fast as it goes.

    A long sweep is drawn while it trains, all seeds at once; of a quick one they come in after it, one by one.
    """
    began, posted = time.monotonic(), 0.0
    drawn = False
    for frame in training:
        if controls.stopped:
            return
        now = time.monotonic()
        if now - posted >= 1 / controls.updates:
            posted = now
            drawn = drawn or now - began > QUICK
            post(Snapshot(frame.done, frame.total, training.live() if drawn else (), "swept"))
    if not drawn:
        let_seeds_in(training, controls, post)


def let_seeds_in(training: SweepingAll, controls: Controls, post: Post) -> None:
    """Show one seed's curve after the other, within a second."""
    began = time.monotonic()
    for number, (seeds, pictures) in enumerate(incoming(training.pictures(), INCOMING), 1):
        if controls.full_speed or controls.stopped:
            return
        post(Snapshot(seeds, len(training.seeds), pictures, "seeds"))
        controls.wait_until(began + number / INCOMING)


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
