"""A run at the keyboard: paused, stopped, hurried, watched again, and only a whole one counts."""

import asyncio
import threading
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from textual.pilot import Pilot

from lessons.course.lesson.film import Frame, Outcome
from lessons.course.lesson.lesson import Experiment
from lessons.course.lesson.state import Swept
from lessons.course.steps.plan import SEED
from lessons.format.course import load_course
from lessons.runs.live import LiveRun
from tests.tutor.conftest import (
    app_at,
    opened,
    place_of,
    press,
    press_all,
    session_of,
    settle,
    shows_step,
    words_on,
)
from tests.tutor.piloting import FRAME_S, PATIENCE_S, until
from tests.tutor.work import RECORD
from tutor.training import HERE
from tutor.tui.pages.page import PageView
from tutor.tui.pages.train import TrainPage
from tutor.tui.screens.lesson import LessonScreen
from tutor.tui.widgets.picture import Pictures, PictureView

pytestmark = pytest.mark.usefixtures("unhurried", "few_seeds")


def page_of(pilot: Pilot[None]) -> TrainPage:
    return pilot.app.screen.query_one(TrainPage)


async def test_enter_locks_the_predictions_and_the_run_can_be_stopped(make_app):
    app = app_at(make_app, "run")
    async with opened(app) as pilot:
        await press_all(pilot, "enter")
        await press(pilot, "x")
        state = session_of(pilot).state
        assert state.begun == {"run"}
        assert state.runs == ()
        assert "stopped: Enter starts again" in words_on(pilot)
        await press(pilot, "f", "enter")
        assert session_of(pilot).state.runs == (("additive", SEED),)


async def test_pictures_that_come_before_their_boxes_are_shown_by_them(make_app):
    async with opened(app_at(make_app, "run")) as pilot:
        early = Pictures()
        early.show(pilot.app.screen.query_one(Pictures).pictures)
        await pilot.app.screen.mount(early)
        assert early.query(PictureView).first().picture == early.pictures[0]


async def test_another_seed_and_the_same_again_are_watched_and_decide_nothing(make_app):
    app = app_at(make_app, "run")
    async with opened(app) as pilot:
        await press(pilot, "f", "enter", "enter")
        await press(pilot, "s")
        await press(pilot, "a")
        first, *runs = session_of(pilot).state.runs
        assert first == ("additive", SEED)
        assert [name for name, _ in runs] == ["agreement"] * 3
        assert runs[0][1] == SEED
        assert runs[1] == runs[2] != runs[0]
        assert session_of(pilot).state.record == {}
        assert "One run is an anecdote" in words_on(pilot)


async def test_a_sweep_decides_once_and_what_is_watched_afterwards_changes_no_verdict(make_app):
    app = app_at(make_app, "run")
    async with opened(app) as pilot:
        await press(pilot, "f", "enter", "enter")
        await press(pilot, "enter")
        await press(pilot, "enter")
        record = session_of(pilot).state.record
        assert set(record) == {"additive", "agreement"}
        await press(pilot, "a")
        assert session_of(pilot).state.record == record
        kinds = [event.kind for event in app.learner.journal.events]
        assert kinds.count("verdict") == 3
        await press(pilot, "enter")
        assert shows_step(pilot, "observe")


@pytest.fixture
def unkept(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """A machine that takes long over what came of a watched run, until this is set: its last step is drawn by then."""
    kept, film = threading.Event(), LiveRun.film
    monkeypatch.setattr(LiveRun, "film", lambda *given: kept.wait(PATIENCE_S) and film(*given))
    return kept


@pytest.mark.parametrize("key", ["enter", "s", "a"])
async def test_a_key_at_the_end_of_a_run_that_is_not_kept_yet_is_no_lost_key(make_app, unkept, key):
    async with opened(app_at(make_app, "run")) as pilot:
        await press(pilot, "f")
        await press_all(pilot, "enter")
        await until(pilot, lambda: "step 300 of 300" in words_on(pilot))
        await press_all(pilot, key)
        unkept.set()
        await settle(pilot)
        assert [name for name, _ in session_of(pilot).state.runs] == ["additive", "agreement"]


async def test_a_run_that_is_come_back_to_is_trained_again_only_where_it_is_not_kept_and_its_title_says_so(
    make_app, unkept
):
    app = app_at(make_app, "run")
    async with opened(app) as pilot:
        unkept.set()
        await press(pilot, "f", "enter", "enter")
        unkept.clear()
        await press(pilot, "b", "n")
        assert "additive · seed 7" in words_on(pilot)
        assert page_of(pilot).film.moments
        app.learner.outcomes.clear()
        await press(pilot, "b")
        await press_all(pilot, "n")
        await until(pilot, lambda: "seed 7 · drawn again" in words_on(pilot))
        unkept.set()
        await settle(pilot)
        assert "drawn again" not in words_on(pilot)


async def test_a_key_that_comes_before_the_page_that_follows_a_run_is_for_that_page(make_app, monkeypatch):
    handled, shown = LessonScreen.on_page_view_did, asyncio.Event()

    async def handle_late(screen: LessonScreen, message: PageView.Did) -> None:
        await shown.wait()
        await handled(screen, message)

    monkeypatch.setattr(LessonScreen, "on_page_view_did", handle_late)
    async with opened(app_at(make_app, "run")) as pilot:
        await press(pilot, "f", "enter")
        await press_all(pilot, "enter", "enter")
        shown.set()
        await settle(pilot)
        assert [name for name, _ in session_of(pilot).state.runs] == ["additive", "agreement"]


async def test_enter_in_the_middle_of_a_run_is_not_for_what_comes_after_it_and_says_so(make_app):
    async with opened(app_at(make_app, "run"), notifications=True) as pilot:
        await press_all(pilot, "enter", "enter")
        said = "Not yet: step 3, Run, ends when its experiment has run to the end"
        assert said in " ".join(words_on(pilot).split())
        await press(pilot, "f")
        assert [name for name, _ in session_of(pilot).state.runs] == ["additive"]


async def test_a_run_goes_on_in_another_language(make_app):
    app = app_at(make_app, "run")
    async with opened(app) as pilot:
        await press_all(pilot, "enter", "space")
        await until(pilot, lambda: "paused" in words_on(pilot))
        running = page_of(pilot).running
        await press_all(pilot, "l")
        await until(pilot, lambda: "en pausa" in words_on(pilot))
        assert page_of(pilot).running is running
        await press_all(pilot, "space")
        await press(pilot, "f")
        assert app.learner.state(place_of()).runs == (("additive", SEED),)
        await press(pilot, "home")
        assert "sano · " in words_on(pilot)
        assert "healthy" not in words_on(pilot)


async def test_one_walks_back_through_a_watched_run_and_all_pictures_go_along(make_app):
    app = app_at(make_app, "run")
    async with opened(app) as pilot:
        await press(pilot, "f", "enter")
        whole = "healthy · 60 of 60 right"
        assert whole in words_on(pilot)
        await press(pilot, "home")
        assert "step 1 of 300" in words_on(pilot)
        assert "now: the same" in words_on(pilot)  # what was bet on ticks
        assert "First difference: step 1, on the way forward: activation" in words_on(pilot)
        assert whole not in words_on(pilot)
        await press(pilot, "right")
        assert "step 6 of 300" in words_on(pilot)
        assert "First difference" not in words_on(pilot)
        await press(pilot, "shift+right", "left")
        assert "step 51 of 300" in words_on(pilot)
        await press(pilot, "end", "right")
        assert "step 300 of 300" in words_on(pilot)
        assert whole in words_on(pilot)
        assert session_of(pilot).state.runs == (("additive", SEED),)


async def test_a_run_that_is_come_back_to_is_drawn_again_and_counts_once(make_app):
    app = app_at(make_app, "run")
    async with opened(app) as pilot:
        await press(pilot, "f", "enter", "enter")
        events = len(app.learner.journal.events)
        await press(pilot, "b", "n")
        assert "additive · seed 7" in words_on(pilot)
        assert "healthy · 60 of 60 right" in words_on(pilot)
        assert "One run is an anecdote" in words_on(pilot)
        await press(pilot, "left")
        assert "step 296 of 300" in words_on(pilot)
        moved = [event.kind for event in app.learner.journal.events[events:]]
        assert set(moved) == {"moved"}
        await press(pilot, "enter")
        pictures = repr(page_of(pilot).query_one(Pictures).pictures)
        await press(pilot, "n", "b")
        assert repr(page_of(pilot).query_one(Pictures).pictures) == pictures
        assert "All 32 seeds" in words_on(pilot)


@pytest.fixture
def long_sweep(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """Sweeps that begin at once, say that they take long, and wait for an event or the end of the app."""
    sweeps = SimpleNamespace(begun=0, comes=threading.Event())

    def sweep_slowly(
        experiment: Experiment, seeds: tuple[int, ...], *words: object
    ) -> Iterator[Frame | Outcome | None]:
        sweeps.begun += 1
        yield Frame(40, 100, phase="swept", says="arm a, step 3", kept=16, is_long=True, left=" · 12 s left")
        while not sweeps.comes.wait(FRAME_S):
            yield None
        yield Outcome(Swept(experiment.id, RECORD, 16))

    monkeypatch.setattr("lessons.runs.live.sweep_seen", sweep_slowly)
    here = SimpleNamespace(items=HERE.items, stop=HERE.stop, begin=lambda: None)
    monkeypatch.setattr("tutor.session.doer_of", lambda pack: here)
    yield sweeps
    sweeps.comes.set()


@pytest.mark.parametrize(
    ("way", "back", "notice"),
    [
        ("b", "n", "16 seeds are in: 3 shows them."),
        ("c", "escape", "16 seeds are in: Esc shows them."),
        ("escape", "enter", "GELU becomes the identity: 16 seeds are in."),
    ],
)
async def test_one_reads_on_while_a_batch_trains_and_is_told_when_it_is_in(make_app, long_sweep, way, back, notice):
    load_course.cache_clear()  # a lesson that is loaded again is not equal to itself, but the same
    app = app_at(make_app, "run")
    async with opened(app, notifications=True) as pilot:
        await press(pilot, "f", "enter", "enter")
        await press_all(pilot, "enter")
        await until(pilot, lambda: "arm a, step 3" in words_on(pilot))
        assert "read on meanwhile" in words_on(pilot)
        assert "training steps" in words_on(pilot)  # its axes, before any seed is drawn
        assert "now:" not in words_on(pilot)  # that was of the one seed before
        assert "x keep these 16 seeds" in words_on(pilot)
        await press_all(pilot, way)
        assert "arm a, step 3" not in words_on(pilot)
        await press_all(pilot, back)
        await until(pilot, lambda: "arm a, step 3" in words_on(pilot))  # it went on
        for key in ("n", "enter"):
            await press_all(pilot, key)
            assert "The next page says what the seeds say, once they are in · 12 s left." in words_on(pilot)
            assert "arm a, step 3" in words_on(pilot)  # no notice covers what one waits for
            app.clear_notifications()
        await press_all(pilot, way)
        long_sweep.comes.set()
        await settle(pilot)
        assert notice in words_on(pilot)
        await press(pilot, back)
        assert "16 of 32 seeds are in: you stopped the rest." in words_on(pilot)
        assert way == "escape" or notice not in words_on(pilot)
        assert "meanwhile" not in words_on(pilot)
        assert app.learner.state(place_of()).record.keys() == {"additive"}
        assert long_sweep.begun == 1


async def test_a_run_page_that_is_read_for_long_keeps_the_process_ready_that_would_train(make_app, monkeypatch):
    begun: list[bool] = []
    ready = SimpleNamespace(begin=lambda: begun.append(True))
    monkeypatch.setattr("tutor.session.doer_of", lambda pack: ready)
    monkeypatch.setattr("tutor.tui.pages.train.READY_S", 0.01)
    monkeypatch.setattr("tutor.tui.pages.train.READY_TIMES", None)  # on a busy machine Textual skips some
    async with opened(app_at(make_app, "run")) as pilot:
        await until(pilot, lambda: len(begun) > 2)
