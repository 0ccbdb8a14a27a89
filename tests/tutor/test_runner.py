"""Driving a run: it can be paused, stopped and hurried from another thread, and posts frozen snapshots."""

import threading

from lessons.experiment import PairedRun, run_lesson
from lessons.measured import Measured
from lessons.schema import Lesson
from tests.tutor.conftest import place_of
from tutor.runner import Controls, Snapshot, SweepSnapshot, drive, drive_sweep


def pair(steps: int | None = None) -> PairedRun:
    lesson: Lesson = place_of().lesson
    return PairedRun(lesson.broken, lesson.experiments["additive"], 7, steps)


def test_at_full_speed_it_runs_to_the_end() -> None:
    posted: list[Snapshot] = []
    assert drive(pair(), Controls(full_speed=True), posted.append)
    last = posted[-1]
    assert (last.step, last.steps) == (300, 300)
    assert len(last.healthy) == len(last.broken) == len(last.x)
    assert last.seconds_left == 0
    assert last.rate > 0


def test_a_stop_ends_it_at_once() -> None:
    controls = Controls()
    posted: list[Snapshot] = []

    def post(snapshot: Snapshot) -> None:
        posted.append(snapshot)
        controls.set(stopped=True)

    assert not drive(pair(), controls, post)
    assert posted[-1].step < 300


def test_a_pause_holds_it_until_it_goes_on() -> None:
    controls = Controls(full_speed=True)
    controls.set(paused=True)
    paused = threading.Event()
    posted: list[Snapshot] = []

    def post(snapshot: Snapshot) -> None:
        posted.append(snapshot)
        if snapshot.paused:
            paused.set()

    thread = threading.Thread(target=drive, args=(pair(), controls, post))
    thread.start()
    assert paused.wait(30)
    assert posted[-1].step < 300
    controls.set(paused=False)
    thread.join(30)
    assert posted[-1].step == 300


def test_a_very_long_run_keeps_no_more_points_than_a_terminal_can_show() -> None:
    posted: list[Snapshot] = []
    drive(pair(4000), Controls(full_speed=True), posted.append)
    assert len(posted[-1].x) <= 402


def test_a_sweep_gives_each_experiment_as_it_is_done() -> None:
    posted: list[SweepSnapshot] = []
    found = list(drive_sweep(run_lesson(place_of().lesson), Controls(full_speed=True), posted.append))
    assert [measured.experiment for measured in found] == ["additive", "agreement"]
    assert all(isinstance(measured, Measured) for measured in found)
    assert all(snapshot.done <= snapshot.total for snapshot in posted)


def test_a_stopped_sweep_gives_nothing_more() -> None:
    controls = Controls(full_speed=True)
    controls.set(stopped=True)
    assert list(drive_sweep(run_lesson(place_of().lesson), controls, lambda _: None)) == []
