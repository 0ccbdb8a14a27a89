"""The app's manners: languages, small windows, folders that cannot be written, and files that are damaged."""

import os
from pathlib import Path

import pytest
from textual.widgets import Input

from lessons.acts import Moved, Opened
from lessons.recipes import steps_of
from progress.journal import Journal
from tests.tutor.conftest import (
    MakeApp,
    go_to,
    make_learner,
    place_of,
    press_all,
    session_of,
    settle,
    shows_step,
    words_on,
)
from tests.tutor.small_course import small_course
from tests.tutor.work import work_up_to
from tutor.learner import Learner
from tutor.tui.app import LynxTutor
from tutor.words.text import Text

ENGLISH_ONLY = ["Enter", "Question", "healthy", "broken", "steps", "seed", "help", "quit", "continue", "done"]
STEPS = [step.id for step in steps_of(place_of()).all]


def app_at(make_app: MakeApp, step: str, language: str = "en", mode: str = "open") -> LynxTutor:
    """The app on the map, with the lesson left at a step."""
    app = make_app(language)
    work_up_to(app.learner, place_of(mode), step)
    return app


async def test_the_map_opens_with_the_lesson_to_continue_under_the_cursor(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "Break 00 · Every test is green" in words_on(pilot)
        assert "ana · EN" in words_on(pilot)
        await press_all(pilot, "enter", "enter")
        await settle(pilot)
        assert shows_step(pilot, "read")


async def test_the_language_can_be_changed_anywhere_and_is_remembered(make_app: MakeApp, home: Path) -> None:
    app = make_app("en", "open")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "l")
        await settle(pilot)
        assert shows_step(pilot, "read")
        assert "Lee" in words_on(pilot)
    assert make_learner(home).preference("language", "en") == "es"


async def test_the_map_is_not_painted_while_a_lesson_changes_its_language(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app("en", "open")
    painted: list[str] = []
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        monkeypatch.setattr(app, "_display", lambda screen, _: painted.append(type(screen).__name__))
        await press_all(pilot, "l")
        await settle(pilot)
        assert set(painted) == {"LessonScreen"}


async def test_below_60_by_16_it_says_so_politely_and_recovers(make_app: MakeApp) -> None:
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.resize_terminal(50, 12)
        await settle(pilot)
        assert "50×12" in words_on(pilot).replace("\n", " ")
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert "Break 00 · Every test is green" in words_on(pilot)


async def test_predictions_are_locked_once_the_run_starts(make_app: MakeApp) -> None:
    app = make_app("en", "open")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await go_to(pilot, "run")
        await press_all(pilot, "f", "enter")
        await settle(pilot)
        await press_all(pilot, "b")
        await settle(pilot)
        assert "Locked when the run started" in words_on(pilot)
        before = session_of(pilot).state.answers
        await press_all(pilot, "down", "space")
        await settle(pilot)
        assert "Question" not in words_on(pilot)
        assert session_of(pilot).state.answers == before


async def test_a_folder_that_cannot_be_written_is_said_at_the_start_and_work_goes_on(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file where the folder should be")
    folder = blocked / "learners" / "ana"
    app = LynxTutor(Learner("ana", folder, Journal.open(folder, version="t"), small_course()), Text("en"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "go on without saving" in words_on(pilot)
        await press_all(pilot, "enter", "enter", "enter")
        await settle(pilot)
        assert shows_step(pilot, "read")
        await press_all(pilot, "n")
        await settle(pilot)
        assert shows_step(pilot, "predict")


async def test_a_damaged_file_loads_what_is_good_and_names_where_the_rest_is(
    make_app: MakeApp, home: Path
) -> None:
    learner = make_learner(home)
    learner.record(Opened(), place_of())
    learner.record(Moved("predict"), place_of())
    file = home / "learners" / "ana" / "progress.toml"
    file.write_bytes(file.read_bytes() + b'\n[[event]]\nid = "torn')
    app = make_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        words = " ".join(words_on(pilot).split())
        assert "could not be read" in words
        assert "damaged" in words
        await press_all(pilot, "enter")
        await settle(pilot)
        assert shows_step(pilot, "predict")


async def test_markup_in_a_guess_is_shown_and_not_obeyed(make_app: MakeApp) -> None:
    app = app_at(make_app, "hints", mode="blind")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        app.open_place(place_of("blind"))
        await settle(pilot)
        await press_all(pilot, "enter")
        app.screen.query_one("#guess", Input).value = "[red]is it[/red] [/oops"
        await press_all(pilot, "enter")
        await settle(pilot)
        assert "[red]is it[/red] [/oops" in words_on(pilot)


def test_nothing_is_written_outside_the_data_folder(home: Path, tmp_path: Path) -> None:
    learner = make_learner(home)
    learner.record(Opened(), place_of())
    outside = [path for path in tmp_path.rglob("*") if path.is_file() and home not in path.parents]
    assert outside == []
    assert oct(os.stat(home / "learners" / "ana" / "progress.toml").st_mode)[-3:] == "600"
    assert oct(os.stat(home / "learners" / "ana").st_mode)[-3:] == "700"
