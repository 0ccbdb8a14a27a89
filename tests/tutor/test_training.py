"""A run is driven alike whoever does it: paused, stopped, hurried from another thread; what ends it is a sentence."""

import os
import signal
import threading
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from lessons.course.lesson.film import Frame, Outcome, Pace
from lessons.course.lesson.lesson import Experiment
from lessons.course.lesson.page import Train
from lessons.course.lesson.state import Ran, Swept
from lessons.course.steps.plan import SEED
from lessons.engine.job import Job
from lessons.engine.process import NOT_STARTED, CodeEnded, Process
from lessons.runs import live
from lessons.runs.experiment import Measured, Sweeping, sweep
from lessons.runs.live import MOMENTS
from lessons.runs.pictures.labels import Labels
from tests.tutor.conftest import make_learner, place_of
from tests.tutor.piloting import PATIENCE_S
from tutor import training
from tutor.learner import OwnText
from tutor.training import HERE, OURS, Controls, Doer, JobRun
from tutor.tui.live_run import RunControl
from tutor.words.text import Text

PLACE, TEXT = place_of(), Text("en")
PAGES = PLACE.lesson.prose
ADDITIVE = PLACE.lesson.experiments["additive"]
DOERS = pytest.mark.parametrize("doer", [HERE, OURS], ids=["thread", "process"])


def with_steps(experiment: Experiment, steps: int) -> Experiment:
    """The same experiment, so many steps long."""
    arms = (replace(arm, settings=replace(arm.settings, steps=steps)) for arm in experiment.arms)
    return replace(experiment, arms=tuple(arms))


def watching(doer: Doer = HERE, controls: Controls | None = None, chosen: Experiment = ADDITIVE) -> JobRun:
    return JobRun(
        Job("lessons.runs.live:watch", (chosen, SEED, PAGES["en"], TEXT), Frame | Outcome, True), doer, TEXT, controls
    )


def sweeping(doer: Doer = HERE, seeds: int = 4, steps: int = 60) -> JobRun:
    given = with_steps(ADDITIVE, steps), tuple(range(seeds)), PAGES["en"], TEXT
    return JobRun(Job("lessons.runs.live:sweep_seen", given, Frame | Outcome, True), doer, TEXT)


def frames(run: JobRun) -> list[Frame]:
    return [each for each in run if each]


@DOERS
def test_a_run_yields_frames_and_comes_to_its_outcome_whoever_does_it(doer):
    run = watching(doer)
    posted = frames(run)
    assert [frame.done for frame in posted] == sorted(frame.done for frame in posted)
    assert (posted[-1].done, posted[-1].total) == (300, 300)
    curves, *grids = posted[-1].pictures
    assert [curve.role for curve in curves.curves] == ["healthy", "broken"]
    assert [grid.role for grid in grids] == ["healthy", "broken"]
    assert isinstance(act := run.outcome.act, Ran)
    assert (act.experiment, act.seed, run.trouble) == ("additive", SEED, "")


def test_a_process_comes_to_the_numbers_and_pictures_of_the_thread():
    assert watching(HERE).result() == watching(OURS).result()
    assert sweeping(HERE).result() == sweeping(OURS).result()


def test_a_process_is_given_a_learners_words_and_no_learner(home):
    text = OwnText("en", make_learner(home))
    given = with_steps(ADDITIVE, 2), (0, 1), PAGES["en"], text
    assert JobRun(Job("lessons.runs.live:sweep_seen", given, Frame | Outcome, True), OURS, text).result()


@DOERS
def test_a_stop_ends_it_at_once_and_the_next_run_works(doer):
    run = watching(doer, Controls(seconds=3600))
    for frame in run:
        if frame:
            run.stop()
    assert (run.outcome, run.trouble) == (None, "")
    assert sweeping(doer, seeds=2, steps=2).result()


def test_a_run_that_is_stopped_before_it_begins_trains_nothing():
    run = sweeping()
    run.stop()
    assert (frames(run), run.outcome) == ([], None)


@DOERS
def test_a_pause_holds_it_until_it_goes_on_and_another_language_is_shown_meanwhile(doer):
    controls = Controls(full_speed=True)
    controls.set(paused=True)
    run, posted, spanish = watching(doer, controls), [], (PAGES["es"], Text("es"))

    def follow() -> None:
        for frame in filter(None, run):
            posted.append(frame)
            if frame.phase == "paused":
                controls.set(**{"paused": False} if controls.words else {"words": spanish})

    (thread := threading.Thread(target=follow)).start()
    thread.join(PATIENCE_S)
    first, second, *_ = posted
    assert (first.phase, second.phase, first.done) == ("paused", "paused", second.done)
    assert first.pictures[0].says != second.pictures[0].says
    assert posted[-1].done == 300
    titles = {picture.title for moment in run.outcome.film.moments for picture in moment.pictures}
    assert titles.isdisjoint(picture.title for picture in first.pictures)


def test_a_watchable_run_waits_for_its_clock_and_a_hurried_one_does_not():
    controls = Controls(seconds=3600)
    assert controls.pace().share < 0.5
    controls.set(full_speed=True)
    assert controls.pace() == Pace(1.0)


def test_a_frame_that_takes_longer_than_a_beat_is_followed_by_a_step_and_not_by_another_frame(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr("lessons.runs.beat.time.monotonic", lambda: clock[0])
    run = live.watch(with_steps(ADDITIVE, 20), SEED, PAGES["en"], TEXT)
    next(run)
    items = []
    while not isinstance(item := run.send(Pace()), Outcome) and len(items) < 99:
        items.append(item)
        clock[0] += isinstance(item, Frame)
    assert sum(isinstance(item, Frame) for item in items) <= 2


def test_a_watched_run_keeps_moments_at_which_it_can_be_looked_at_again():
    outcome = watching().result()
    film = outcome.film
    assert MOMENTS <= len(film.moments) <= 2 * MOMENTS
    assert (film.step(0), film.step(film.last)) == (1, 300)
    curves, first, _ = film.at(0)
    assert curves.at == 0
    last = film.at(film.last)[1]
    assert first.cells != last.cells
    assert last == outcome.pictures[1]


@pytest.mark.parametrize("full_speed", [False, True])
def test_the_seeds_of_a_quick_sweep_come_in_one_after_the_other_unless_it_is_hurried(monkeypatch, full_speed):
    monkeypatch.setattr(live, "UNDRAWN_SWEEP_S", 1000)
    run = sweeping(seeds=5)
    session: Any = SimpleNamespace(train=lambda *given: run)
    running = RunControl(session, Train(ADDITIVE), Controls(full_speed))
    arriving = [frame for frame in running.frames() if frame and frame.phase == "seeds"]
    assert [(frame.done, frame.total) for frame in arriving] == [
        (number, 5) for number in range(1, 6) if not full_speed
    ]
    (whole,) = run.outcome.pictures
    for frame in arriving:
        for curve, end in zip(frame.pictures[0].curves, whole.curves, strict=True):
            assert (curve.faint, curve.y, curve.low, curve.high) == (end.faint[: frame.done], (), (), ())


def test_a_long_sweep_is_drawn_while_it_trains_with_all_its_seeds(monkeypatch):
    monkeypatch.setattr(live, "UNDRAWN_SWEEP_S", -1)
    monkeypatch.setattr("lessons.runs.beat.BEAT_INTERVAL_S", 0)
    posted = frames(sweeping(seeds=3))
    assert {frame.phase for frame in posted} == {"swept"}
    lines = [sum(map(len, curve.faint)) for frame in posted for curve in frame.pictures[0].curves[:1]]
    assert [*lines[:-1], 3 * 60] == sorted(lines)


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("en", "2 seeds · about 3 s left · broken"),
        ("es", "2 semillas · quedan unos 3 s · roto"),
    ],
)
def test_a_sweep_says_the_arm_in_hand_and_about_how_long_it_still_takes(page, words):
    labels = Labels(with_steps(ADDITIVE, 60), PAGES[page], Text(page))
    at_work, left = Sweeping(65, 120, "broken"), labels.text("run.left", seconds=3)
    assert live.waiting_words(labels, at_work, 2, left) == words
    some = words.replace("2", "1 of 2" if page == "en" else "1 de 2", 1)
    assert live.waiting_words(labels, replace(at_work, seeds=1), 2, left) == some
    assert "left" not in live.waiting_words(labels, at_work, 2, 0.5)


@DOERS
def test_a_sweep_comes_to_the_summaries_of_every_seed(doer):
    act = sweeping(doer).result().act
    assert isinstance(act, Swept)
    assert (act.experiment, act.seeds) == ("additive", 4)
    assert set(act.metrics) >= set(ADDITIVE.metrics)


def test_a_sweep_that_is_ended_keeps_the_seeds_that_are_there_if_they_are_enough(monkeypatch):
    monkeypatch.setattr("lessons.runs.beat.BEAT_INTERVAL_S", 0)
    whole, some, none = (sweeping(seeds=18) for _ in range(3))
    assert whole.result().act.metrics == sweep_alone(18).as_record()  # whoever comes first, the numbers are the same
    for frame in some:
        if frame and frame.kept:
            some.end()
    assert (some.outcome.act.seeds, some.trouble) == (16, "")
    assert some.outcome.act.metrics == sweep_alone(16).as_record()
    for _ in none:
        none.end()
    assert (none.outcome, none.trouble) == (None, "")


def sweep_alone(seeds: int) -> Measured:
    *_, measured = sweep(with_steps(ADDITIVE, 60), tuple(range(seeds)))
    assert isinstance(measured, Measured)
    return measured


def raises() -> None:
    raise ZeroDivisionError("no such thing")


def eats() -> float:
    return float(np.zeros(10**10).sum())


def ends() -> None:
    os._exit(3)


def never_ends() -> Iterator[None]:
    while True:
        yield None


@pytest.mark.parametrize(("job", "words"), [(raises, "no such thing"), (eats, "MemoryError"), (ends, "run.ended")])
def test_a_job_that_raises_eats_its_memory_or_is_killed_is_a_sentence_and_the_next_one_works(job, words):
    run = JobRun(Job.of(job), OURS, TEXT)
    assert run.result() is None
    assert (TEXT(words) if "." in words else words) in run.trouble
    assert JobRun(Job.of(abs, -2), OURS, TEXT).result() == 2


def test_where_no_process_can_be_started_a_thread_does_the_courses_jobs(monkeypatch):
    def none_left(process: Process) -> None:
        raise CodeEnded(NOT_STARTED)

    monkeypatch.setattr(Process, "is_living", False)
    monkeypatch.setattr(Process, "start", none_left)
    assert JobRun(Job.of(abs, -2), OURS, TEXT).result() == 2
    told = JobRun(Job.of(abs, -2), Process(), TEXT)  # a pack's are done nowhere else
    assert (told.result(), told.trouble) == (None, TEXT("pack.not_started"))


def test_a_process_that_nobody_asks_gives_its_memory_back_and_the_next_job_starts_another(monkeypatch):
    process = Process(idle_s=0.01)
    assert JobRun(Job.of(abs, -2), process, TEXT).result() == 2
    assert process.process.wait(PATIENCE_S) == -signal.SIGKILL
    assert JobRun(Job.of(abs, -3), process, TEXT).result() == 3


def test_of_jobs_that_are_stopped_or_killed_one_after_the_other_none_is_lost_and_nothing_stays():
    process = Process(training.UNTIMED_S)
    started: set[int] = set()
    for number, way in enumerate(("end", "stop", "end", "kill", "stop", "kill", "end")):  # each after each other
        run = JobRun(Job.of(abs, -number) if way == "end" else Job.of(never_ends), process, TEXT)
        if way == "end":
            assert run.result() == number
            continue
        is_begun = threading.Event()
        thread = threading.Thread(target=lambda run=run, is_begun=is_begun: [is_begun.set() for _ in run])
        thread.start()
        assert is_begun.wait(PATIENCE_S)  # a process that is killed before that is followed by another
        started.add(process.process.pid)
        run.stop() if way == "stop" else os.kill(process.process.pid, signal.SIGKILL)
        thread.join(PATIENCE_S)
        assert (thread.is_alive(), run.trouble) == (False, "" if way == "stop" else TEXT("pack.ended"))
    process.end()
    assert [pid for pid in started if os.path.exists(f"/proc/{pid}")] == []
