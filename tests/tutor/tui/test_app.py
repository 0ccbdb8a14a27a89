"""The app's manners: languages, small windows, folders that cannot be written, and files that are damaged."""

import re

from textual.widgets import Input

from progress.journal import Journal
from tests.tutor.conftest import (
    app_at,
    go_to,
    make_learner,
    opened,
    press,
    press_all,
    session_of,
    settle,
    shows_step,
    words_on,
)
from tests.tutor.small_course import small_course
from tutor.learner import Learner
from tutor.tui.app import LynxTutor
from tutor.words.text import Text


async def test_the_language_can_be_changed_anywhere_and_is_remembered(make_app, home):
    app = make_app("en", "open")
    async with opened(app) as pilot:
        await press(pilot, "l")
        assert shows_step(pilot, "read")
        assert "Lee" in words_on(pilot)
    assert make_learner(home).preference("language", "en") == "es"


async def test_below_60_by_16_it_says_so_politely_and_recovers(make_app):
    app = make_app()
    async with opened(app) as pilot:
        await pilot.resize_terminal(50, 12)
        await settle(pilot)
        assert "50×12" in words_on(pilot).replace("\n", " ")
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert "Break 00 · Every test is green" in words_on(pilot)


async def test_predictions_are_locked_once_the_run_starts(make_app):
    app = make_app("en", "open")
    async with opened(app) as pilot:
        await go_to(pilot, "run")
        await press(pilot, "f", "enter")
        await press(pilot, "b")
        assert "Locked when the run started" in words_on(pilot)
        before = session_of(pilot).state.answers
        await press(pilot, "down", "space")
        assert "Question" not in words_on(pilot)
        assert session_of(pilot).state.answers == before


async def test_the_furthest_step_keeps_its_mark_while_an_earlier_one_is_open(make_app):
    async with opened(app_at(make_app, "observe")) as pilot:
        await press(pilot, "b")
        assert re.search(r"✓(\d+ )?Observe", words_on(pilot))


async def test_a_folder_that_cannot_be_written_is_said_at_the_start_and_work_goes_on(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("a file where the folder should be")
    folder = blocked / "learners" / "ana"
    app = LynxTutor(Learner("ana", folder, Journal.open(folder, version="t"), small_course()), Text("en"))
    async with opened(app) as pilot:
        assert "go on without saving" in words_on(pilot)
        await press(pilot, "enter", "enter", "enter")
        assert shows_step(pilot, "read")
        await press(pilot, "n")
        assert shows_step(pilot, "instruments")


async def test_markup_in_a_guess_is_shown_and_not_obeyed(make_app):
    app = app_at(make_app, "hints", "blind")
    async with opened(app) as pilot:
        await press_all(pilot, "enter")
        app.screen.query_one("#guess", Input).value = "[red]is it[/red] [/oops"
        await press(pilot, "enter")
        assert "[red]is it[/red] [/oops" in words_on(pilot)
