"""Leaving while things could not be saved: the learner says what becomes of them, and is told where they are."""

import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from lessons.course.lesson.state import Opened
from lessons.format.course import load_course
from tests.tutor.conftest import make_learner, opened, place_of, press, press_all, settle, words_on
from tests.tutor.terminal import Terminal, left_clean
from tutor.emergency import free_places
from tutor.tui.app import LynxTutor
from tutor.tui.screens.dialogs import UnsavedScreen
from tutor.words.text import Text

SAID = "Sin guardar: 1 de las cosas que hiciste."
FILE = "lynx-tutor-ana.toml"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the learner is in, which may be written."""
    folder = tmp_path / "where I am"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def unblock(home: Path) -> Callable[[], None]:
    """The data folder cannot be there until this is called: a file is in its way."""
    home.write_text("a file where the folder should be")
    return home.unlink


@pytest.fixture
def app(home: Path, here: Path, unblock: Callable[[], None]) -> LynxTutor:
    return LynxTutor(make_learner(home, course=load_course()), Text("es"))


@asynccontextmanager
async def asked(app: LynxTutor) -> AsyncIterator[Pilot[None]]:
    """One thing was done, and q pressed: it is asked what is to become of it. Something else had to be said, too."""
    async with opened(app, notifications=True) as pilot:
        app.notify("this would lie over the keys", timeout=60)
        await press(pilot, "enter", "enter")
        await press(pilot, "q")
        assert isinstance(app.screen, UnsavedScreen)
        assert "would lie" not in words_on(pilot)
        yield pilot


def words_in_one_line(pilot: Pilot[None]) -> str:
    return " ".join(words_on(pilot).split())


async def test_r_tries_again_and_leaves_once_everything_is_saved(app, home, here, unblock):
    async with asked(app) as pilot:
        await press_all(pilot, "r")
        assert app.text("app.unsaved_still") in words_in_one_line(pilot)
        unblock()
        await press_all(pilot, "r")
    assert app.last_words == ""
    assert make_learner(home).journal.events == app.learner.journal.events
    assert list(here.iterdir()) == []


async def test_a_file_that_is_there_is_not_written_over_and_q_leaves_without(app, here):
    async with asked(app) as pilot:
        (here / FILE).write_text("mine")
        await press_all(pilot, "enter")
        assert "ya existe y no se sobrescribe" in words_in_one_line(pilot)
        await press_all(pilot, "q")
    assert (here / FILE).read_text() == "mine"
    assert app.last_words.startswith(SAID)


async def test_the_name_can_be_changed_and_its_letters_are_no_commands(app, here):
    async with asked(app) as pilot:
        await press_all(pilot, "tab", "ctrl+a", "ctrl+k", *"qrr.toml", "enter")
    assert [path.name for path in here.iterdir()] == ["qrr.toml"]


async def test_the_second_place_is_offered_when_the_first_cannot_be_written(app, here, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    async with asked(app) as pilot:
        here.rmdir()
        here.write_text("now a file")
        await press(pilot, "enter")
        await press_all(pilot, "enter")
    assert (tmp_path / FILE).exists()


async def test_a_polite_kill_asks_nobody_but_says_what_is_not_saved(app, here):
    async with app.run_test() as pilot:
        await settle(pilot)
        app.learner.record(Opened(), place_of())
        app.leave()
    assert app.return_code == 1
    assert app.last_words.startswith(SAID)
    assert list(here.iterdir()) == []


def test_a_name_that_nothing_has_is_offered(home, here, tmp_path):
    ana = make_learner(home)
    assert free_places(ana)[0] == here / FILE
    (here / FILE).symlink_to("nowhere")
    assert free_places(ana)[0] == here / "lynx-tutor-ana-2.toml"
    gone = tmp_path / "gone"
    gone.mkdir()
    os.chdir(gone)
    gone.rmdir()
    assert free_places(ana)


@pytest.mark.slow
@pytest.mark.usefixtures("unblock")
def test_a_polite_kill_in_a_terminal_says_so_once_the_terminal_is_given_back(home):
    with Terminal("--learner", "ana", home=home) as terminal:
        terminal.wait_for("go on")
        terminal.press_for("enter", "Enter: one bet")
        terminal.press_for("enter", "Which network gets")
        terminal.signal(signal.SIGTERM)
        assert terminal.wait_for_end() == 1
        assert left_clean(terminal.printed)
        assert b"Not saved: 1 of" in terminal.printed.rpartition(b"\x1b[?1049l")[2]
