"""Driving a run: it can be paused, stopped and hurried from another thread, and posts frozen snapshots."""

import sys
import threading
from dataclasses import replace
from weakref import ref

from lessons.course.lesson.lesson import Experiment
from lessons.course.lesson.page import Train
from lessons.course.lesson.state import Ran, Swept
from lessons.course.steps.plan import SEED
from tests.tutor.conftest import place_of
from tests.tutor.piloting import PATIENCE_S
from tutor.training import FullSweep, LiveRun
from tutor.tui import live_run
from tutor.tui.live_run import MOMENTS, Controls, Snapshot, drive, film_of
from tutor.words.text import Text

PLACE = place_of()
PAGE = PLACE.lesson.prose["en"]
ADDITIVE = PLACE.lesson.experiments["additive"]


def with_steps(experiment: Experiment, steps: int) -> Experiment:
    """The same experiment, so many steps long."""
    arms = (replace(arm, settings=replace(arm.settings, steps=steps)) for arm in experiment.arms)
    return replace(experiment, arms=tuple(arms))


def watching(experiment: Experiment = ADDITIVE) -> LiveRun:
    return LiveRun(Train(experiment, SEED), PAGE, Text("en"))


def sweeping(seeds: int = 4) -> FullSweep:
    return FullSweep(Train(with_steps(ADDITIVE, 60)), tuple(range(seeds)), PAGE, Text("en"))


def test_at_full_speed_it_runs_to_the_end():
    posted: list[Snapshot] = []
    training = watching()
    assert drive(training, Controls(full_speed=True), posted.append)
    assert [snapshot.done for snapshot in posted] == sorted(snapshot.done for snapshot in posted)
    assert (posted[-1].done, posted[-1].total) == (300, 300)
    curves, *grids = posted[-1].pictures
    assert [curve.role for curve in curves.curves] == ["healthy", "broken"]
    assert [grid.role for grid in grids] == ["healthy", "broken"]
    assert isinstance(act := training.act(), Ran)
    assert (act.experiment, act.seed) == ("additive", SEED)


def test_a_stop_ends_it_at_once():
    controls = Controls()
    posted: list[Snapshot] = []

    def post(snapshot: Snapshot) -> None:
        posted.append(snapshot)
        controls.set(stopped=True)

    assert not drive(watching(), controls, post)
    assert posted[-1].done < 300


def test_a_pause_holds_it_until_it_goes_on():
    controls = Controls(full_speed=True)
    controls.set(paused=True)
    paused = threading.Event()
    posted: list[Snapshot] = []

    def post(snapshot: Snapshot) -> None:
        posted.append(snapshot)
        if snapshot.phase == "paused":
            paused.set()

    (thread := threading.Thread(target=drive, args=(watching(), controls, post))).start()
    assert paused.wait(PATIENCE_S)
    assert posted[-1].done < 300
    controls.set(paused=False)
    thread.join(PATIENCE_S)
    assert posted[-1].done == 300


def test_a_watched_run_keeps_moments_at_which_it_can_be_looked_at_again():
    drive(training := watching(), Controls(full_speed=True), lambda _: None)
    film = film_of(training)
    assert MOMENTS <= len(film.moments) <= 2 * MOMENTS
    assert (film.step(0), film.step(film.last)) == (1, 300)
    curves, first, _ = film.at(0)
    assert curves.at == 0
    last = film.at(film.last)[1]
    assert first.cells != last.cells
    assert last == training.pictures()[1]


def test_the_seeds_of_a_quick_sweep_come_in_one_after_the_other(monkeypatch):
    monkeypatch.setattr(live_run, "UNDRAWN_SWEEP_S", 1000)
    posted: list[Snapshot] = []
    training = sweeping(seeds=5)
    assert drive(training, Controls(), posted.append)
    arriving = [snapshot for snapshot in posted if snapshot.phase == "seeds"]
    assert [(snapshot.done, snapshot.total) for snapshot in arriving] == [(n, 5) for n in range(1, 6)]
    (whole,) = training.pictures()
    for snapshot in arriving:
        (curves,) = snapshot.pictures
        assert (curves.x, curves.y) == (whole.x, whole.y)
        for curve, end in zip(curves.curves, whole.curves, strict=True):
            assert curve.faint == end.faint[: snapshot.done]
            assert (curve.y, curve.low, curve.high) == ((), (), ())


def test_a_long_sweep_is_drawn_while_it_trains_with_all_its_seeds(monkeypatch):
    monkeypatch.setattr(live_run, "UNDRAWN_SWEEP_S", -1)
    controls = Controls()
    controls.updates = 1e9
    posted: list[Snapshot] = []
    training = sweeping(seeds=3)
    assert drive(training, controls, posted.append)
    assert {snapshot.phase for snapshot in posted} == {"swept"}
    lines = [sum(map(len, curve.faint)) for snapshot in posted for curve in snapshot.pictures[0].curves[:1]]  # type: ignore[union-attr]
    assert [*lines[:-1], 3 * 60] == sorted(lines)


def test_at_full_speed_a_quick_sweep_is_there_at_once_with_the_same_numbers():
    slow, fast = sweeping(), sweeping()
    posted: list[Snapshot] = []
    drive(slow, Controls(), lambda _: None)
    drive(fast, Controls(full_speed=True), posted.append)
    assert isinstance(act := fast.act(), Swept)
    assert (act.experiment, act.seeds) == ("additive", 4)
    assert set(act.metrics) >= set(ADDITIVE.metrics)
    assert slow.act() == act
    assert slow.pictures() == fast.pictures()
    assert "seeds" not in {snapshot.phase for snapshot in posted}


def test_of_runs_that_overlap_the_last_gives_the_switching_of_threads_back():
    before = sys.getswitchinterval()
    first, second = live_run.EagerSwitching(), live_run.EagerSwitching()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert sys.getswitchinterval() < before
    second.__exit__(None, None, None)
    assert sys.getswitchinterval() == before


def test_of_many_seeds_no_model_is_kept_once_they_are_measured():
    training = sweeping()
    for _ in training:
        models = [ref(run.start) for run in getattr(training.ways["healthy"][0], "runs", ())]
    assert [model() for model in models] == [None] * 4


def test_a_stopped_sweep_is_no_sweep():
    controls = Controls(full_speed=True)
    controls.set(stopped=True)
    assert not drive(sweeping(), controls, lambda _: None)
