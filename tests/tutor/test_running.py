"""A run at the keyboard: it can be paused, stopped, hurried, watched again and left, and only a whole one counts."""

import pytest
from textual.pilot import Pilot

from lessons.pictures import Curves, Grid
from lessons.steps import SEED
from tests.tutor.conftest import MakeApp, place_of, press_all, session_of, settle, shows_step, words_on
from tests.tutor.work import work_up_to
from tutor.tui.app import LynxTutor
from tutor.tui.pages.train import TrainPage
from tutor.tui.widgets.picture import Pictures

SIZE = (80, 24)


def app_at_run(make_app: MakeApp, language: str = "en") -> LynxTutor:
    app = make_app(language, "open")
    work_up_to(app.learner, place_of(), "run-additive")
    return app


def page_of(pilot: Pilot[None]) -> TrainPage:
    return pilot.app.screen.query_one(TrainPage)


async def test_enter_locks_the_predictions_and_the_run_can_be_stopped(make_app: MakeApp) -> None:
    app = app_at_run(make_app)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "enter", "x")
        await settle(pilot)
        state = session_of(pilot).state
        assert state.begun == {"run-additive"}
        assert state.runs == ()
        assert "stopped: Enter starts again" in words_on(pilot)
        await press_all(pilot, "f", "enter")
        await settle(pilot)
        assert session_of(pilot).state.runs == (("additive", SEED),)


async def test_a_pause_holds_the_run_and_goes_on(make_app: MakeApp) -> None:
    app = app_at_run(make_app)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "enter", "space")
        while "paused" not in words_on(pilot):
            await pilot.pause()
        assert session_of(pilot).state.runs == ()
        await press_all(pilot, "space", "f")
        await settle(pilot)
        assert len(session_of(pilot).state.runs) == 1


@pytest.mark.slow
@pytest.mark.parametrize("key", ["b", "escape"])
async def test_a_run_that_is_left_in_the_middle_is_none(make_app: MakeApp, key: str) -> None:
    app = app_at_run(make_app)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "enter", key)
        await settle(pilot)
        assert app.learner.state(place_of()).runs == ()
        kinds = [event.kind for event in app.learner.journal.events]
        assert "run" not in kinds


async def test_another_seed_and_the_same_again_are_watched_and_decide_nothing(make_app: MakeApp) -> None:
    app = app_at_run(make_app)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "f", "enter")
        await settle(pilot)
        await press_all(pilot, "s")
        await settle(pilot)
        await press_all(pilot, "a")
        await settle(pilot)
        runs = session_of(pilot).state.runs
        assert [name for name, _ in runs] == ["additive"] * 3
        assert runs[0][1] == SEED
        assert runs[1] == runs[2] != runs[0]
        assert session_of(pilot).state.record == {}
        assert "One run is an anecdote" in words_on(pilot)


async def test_a_sweep_decides_once_and_what_is_watched_afterwards_changes_no_verdict(
    make_app: MakeApp,
) -> None:
    app = app_at_run(make_app)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "f", "enter")
        await settle(pilot)
        await press_all(pilot, "enter")
        await settle(pilot)
        record = session_of(pilot).state.record
        assert set(record) == {"additive"}
        await press_all(pilot, "a")
        await settle(pilot)
        assert session_of(pilot).state.record == record
        kinds = [event.kind for event in app.learner.journal.events]
        assert kinds.count("verdict") == 2
        await press_all(pilot, "enter")
        await settle(pilot)
        assert shows_step(pilot, "observe")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [(60, 16), (80, 24), (140, 45)])
async def test_what_was_measured_fits_every_size(
    make_app: MakeApp, size: tuple[int, int], language: str
) -> None:
    app = app_at_run(make_app, language)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        for keys in (("f", "enter"), ("enter",)):
            await press_all(pilot, *keys)
            await settle(pilot)
            lines = words_on(pilot).split("\n")
            assert len(lines) == size[1]
            assert all(len(line) <= size[0] for line in lines)
            assert "?" in lines[-1]
        assert app.text("side.broken") in words_on(pilot)


async def test_a_run_goes_on_in_another_language(make_app: MakeApp) -> None:
    app = app_at_run(make_app)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "enter", "space")
        while "paused" not in words_on(pilot):
            await pilot.pause()
        running = page_of(pilot).running
        await press_all(pilot, "l")
        while "en pausa" not in words_on(pilot):
            await pilot.pause()
        assert page_of(pilot).running is running
        await press_all(pilot, "space", "f")
        await settle(pilot)
        assert app.learner.state(place_of()).runs == (("additive", SEED),)
        await press_all(pilot, "home")
        await pilot.pause()
        assert "sano · " in words_on(pilot)
        assert "healthy" not in words_on(pilot)


async def test_one_walks_back_through_a_watched_run_and_all_pictures_go_along(make_app: MakeApp) -> None:
    app = app_at_run(make_app)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "f", "enter")
        await settle(pilot)
        whole = "healthy · 60 of 60 right"
        assert whole in words_on(pilot)
        await press_all(pilot, "home")
        await settle(pilot)
        assert "step 1 of 300" in words_on(pilot)
        assert "First difference: step 1, on the way forward: activation" in words_on(pilot)
        assert whole not in words_on(pilot)
        await press_all(pilot, "right")
        await settle(pilot)
        assert "step 6 of 300" in words_on(pilot)
        assert "First difference" not in words_on(pilot)
        await press_all(pilot, "shift+right", "left")
        await settle(pilot)
        assert "step 51 of 300" in words_on(pilot)
        await press_all(pilot, "end", "right")
        await settle(pilot)
        assert "step 300 of 300" in words_on(pilot)
        assert whole in words_on(pilot)
        assert session_of(pilot).state.runs == (("additive", SEED),)


async def test_in_blind_mode_nothing_names_the_first_difference(make_app: MakeApp) -> None:
    app = make_app("en", "blind")
    work_up_to(app.learner, place_of("blind"), "run-additive")
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "f", "enter")
        await settle(pilot)
        await press_all(pilot, "home")
        await settle(pilot)
        assert "step 1 of 300" in words_on(pilot)
        assert "activation" not in words_on(pilot)


async def test_a_run_that_is_come_back_to_is_drawn_again_and_counts_once(make_app: MakeApp) -> None:
    app = app_at_run(make_app)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        await press_all(pilot, "f", "enter")
        await settle(pilot)
        events = len(app.learner.journal.events)
        await press_all(pilot, "b", "n")
        await settle(pilot)
        assert "healthy · 60 of 60 right" in words_on(pilot)
        assert "One run is an anecdote" in words_on(pilot)
        await press_all(pilot, "left")
        await settle(pilot)
        assert "step 296 of 300" in words_on(pilot)
        moved = [event.kind for event in app.learner.journal.events[events:]]
        assert set(moved) == {"moved"}
        await press_all(pilot, "enter")
        await settle(pilot)
        pictures = page_of(pilot).query_one(Pictures).pictures
        await press_all(pilot, "n", "b")
        await settle(pilot)
        assert page_of(pilot).query_one(Pictures).pictures == pictures
        assert "All 32 seeds" in words_on(pilot)


async def test_before_the_first_step_the_models_are_shown_as_they_were_drawn(make_app: MakeApp) -> None:
    app = app_at_run(make_app)
    async with app.run_test(size=SIZE) as pilot:
        await settle(pilot)
        curves, healthy, broken = page_of(pilot).query_one(Pictures).pictures
        assert isinstance(curves, Curves)
        assert [curve.y for curve in curves.curves] == [(), ()]
        assert isinstance(healthy, Grid)
        assert isinstance(broken, Grid)
        assert session_of(pilot).state.begun == frozenset()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 16), (80, 24), (140, 45), (200, 60)])
async def test_curve_and_both_grids_stand_together_at_every_size(
    make_app: MakeApp, size: tuple[int, int]
) -> None:
    app = app_at_run(make_app)
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        await press_all(pilot, "f", "enter")
        await settle(pilot)
        shown = words_on(pilot)
        assert "training steps" in shown
        assert shown.count("irregular") == 2
        assert shown.count("60 of 60 right") == 2
        marks = sum(shown.count(mark) for mark in "✓●")
        assert marks >= 120
        assert ("walk" in shown) == (size[0] >= 140)
