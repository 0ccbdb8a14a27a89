"""Leaving while things could not be saved: the learner says what becomes of them, and is told where they are."""

import os
import shlex
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from lessons.acts import Opened
from lessons.load import load_course
from progress.journal import Journal
from tests.tutor.conftest import make_learner, place_of, press_all, settle, shows_step, words_on
from tests.tutor.terminal import Terminal, left_clean
from tutor.learner import Learner
from tutor.shell.main import main
from tutor.tui.app import LynxTutor
from tutor.tui.screens.unsaved import UnsavedScreen
from tutor.unsaved import free_places
from tutor.words.text import LANGUAGES, Text

ASKED = {"en": "Not saved: 1 of the things you did.", "es": "Sin guardar: 1 de las cosas que hiciste."}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the learner is in, which may be written."""
    folder = tmp_path / "where I am"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def blocked(home: Path) -> Callable[[], None]:
    """The data folder cannot be there until this is called: a file is in its way."""
    home.write_text("a file where the folder should be")
    return home.unlink


def make_app(home: Path, language: str = "en") -> LynxTutor:
    folder = home / "learners" / "ana"
    journal = Journal.open(folder, version="test")
    return LynxTutor(Learner("ana", folder, journal, load_course()), Text(language))


async def quit_with_something_unsaved(pilot: Pilot[None]) -> None:
    await settle(pilot)
    await press_all(pilot, "enter", "enter")
    await settle(pilot)
    await press_all(pilot, "q")
    await settle(pilot)
    assert isinstance(pilot.app.screen, UnsavedScreen)


def words_in_one_line(pilot: Pilot[None]) -> str:
    return " ".join(words_on(pilot).split())


@pytest.mark.parametrize("language", LANGUAGES[-1:])
async def test_enter_writes_a_file_that_merge_brings_in_whole(
    home: Path, here: Path, blocked: Callable[[], None], language: str
) -> None:
    app = make_app(home, language)
    async with app.run_test(size=(80, 24)) as pilot:
        await quit_with_something_unsaved(pilot)
        assert ASKED[language] in words_in_one_line(pilot)
        await press_all(pilot, "enter")
    made = app.learner.journal.events
    command = shlex.split(app.last_words.splitlines()[-1])
    assert command == ["lynx-tutor", "merge", str(here / "lynx-tutor-ana.toml"), "--learner", "ana"]
    assert app.return_code == 0
    blocked()
    assert main(command[1:]) == 0
    assert make_learner(home).journal.events == made
    assert len(made) == 1


@pytest.mark.parametrize("language", LANGUAGES[-1:])
async def test_r_tries_again_and_leaves_once_everything_is_saved(
    home: Path, here: Path, blocked: Callable[[], None], language: str
) -> None:
    app = make_app(home, language)
    async with app.run_test(size=(80, 24)) as pilot:
        await quit_with_something_unsaved(pilot)
        await press_all(pilot, "r")
        assert app.text("app.unsaved_still") in words_in_one_line(pilot)
        blocked()
        await press_all(pilot, "r")
    assert app.last_words == ""
    assert make_learner(home).journal.events == app.learner.journal.events
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("language", LANGUAGES[-1:])
async def test_q_leaves_without_them_and_says_so(
    home: Path, here: Path, blocked: Callable[[], None], language: str
) -> None:
    app = make_app(home, language)
    async with app.run_test(size=(80, 24)) as pilot:
        await quit_with_something_unsaved(pilot)
        await press_all(pilot, "q")
    assert app.last_words.startswith(ASKED[language])
    assert list(here.iterdir()) == []


async def test_escape_stays_where_the_learner_was(
    home: Path, here: Path, blocked: Callable[[], None]
) -> None:
    app = make_app(home)
    async with app.run_test(size=(80, 24)) as pilot:
        await quit_with_something_unsaved(pilot)
        await press_all(pilot, "escape")
        await settle(pilot)
        assert shows_step(pilot, "read")
        blocked()
        await press_all(pilot, "q")
    assert app.last_words == ""
    assert len(make_learner(home).journal.events) == 1


async def test_the_name_can_be_changed_and_its_letters_are_no_commands(
    home: Path, here: Path, blocked: Callable[[], None]
) -> None:
    app = make_app(home)
    async with app.run_test(size=(80, 24)) as pilot:
        await quit_with_something_unsaved(pilot)
        await press_all(pilot, "tab", "ctrl+a", "ctrl+k", *"qrr.toml", "enter")
    assert [path.name for path in here.iterdir()] == ["qrr.toml"]


async def test_a_file_that_is_there_is_not_written_over(
    home: Path, here: Path, blocked: Callable[[], None]
) -> None:
    app = make_app(home)
    async with app.run_test(size=(80, 24)) as pilot:
        await quit_with_something_unsaved(pilot)
        (here / "lynx-tutor-ana.toml").write_text("mine")
        await press_all(pilot, "enter")
        assert "is there already" in words_in_one_line(pilot)
        await press_all(pilot, "q")
    assert (here / "lynx-tutor-ana.toml").read_text() == "mine"


async def test_the_second_place_is_offered_when_the_first_cannot_be_written(
    home: Path, here: Path, blocked: Callable[[], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    app = make_app(home)
    async with app.run_test(size=(80, 24)) as pilot:
        await quit_with_something_unsaved(pilot)
        here.rmdir()
        here.write_text("now a file")
        await press_all(pilot, "enter")
        await settle(pilot)
        assert "could not be written" in words_in_one_line(pilot)
        await press_all(pilot, "enter")
    assert (tmp_path / "lynx-tutor-ana.toml").exists()


async def test_with_everything_saved_q_leaves_at_once(home: Path) -> None:
    app = make_app(home)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "enter")
        await settle(pilot)
        await press_all(pilot, "q")
    assert app.return_code == 0
    assert app.last_words == ""


async def test_a_polite_kill_asks_nobody_but_says_what_is_not_saved(
    home: Path, here: Path, blocked: Callable[[], None]
) -> None:
    app = make_app(home)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        app.learner.record(Opened(), place_of())
        app.leave()
    assert app.return_code == 1
    assert app.last_words.startswith(ASKED["en"])
    assert list(here.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 16), (80, 24)])
@pytest.mark.parametrize("language", LANGUAGES[-1:])
async def test_the_question_fits_with_a_reason_and_a_problem(
    home: Path, here: Path, blocked: Callable[[], None], language: str, size: tuple[int, int]
) -> None:
    app = make_app(home, language)
    async with app.run_test(size=size) as pilot:
        await quit_with_something_unsaved(pilot)
        (here / "lynx-tutor-ana.toml").write_text("mine")
        await press_all(pilot, "enter")
        await settle(pilot)
        words = words_in_one_line(pilot)
        assert ASKED[language] in words
        for line in app.text("app.unsaved_keys").split("\n"):
            assert line in words


async def test_nothing_lies_over_the_question(home: Path, here: Path, blocked: Callable[[], None]) -> None:
    app = make_app(home)
    async with app.run_test(size=(60, 16), notifications=True) as pilot:
        await settle(pilot)
        app.notify("not saved: this would lie over the keys", timeout=60)
        await quit_with_something_unsaved(pilot)
        assert "would lie" not in words_on(pilot)


def test_a_name_that_nothing_has_is_offered(home: Path, here: Path, tmp_path: Path) -> None:
    ana = make_learner(home)
    assert free_places(ana)[0] == here / "lynx-tutor-ana.toml"
    (here / "lynx-tutor-ana.toml").symlink_to("nowhere")
    assert free_places(ana)[0] == here / "lynx-tutor-ana-2.toml"
    here_no_more = tmp_path / "gone"
    here_no_more.mkdir()
    os.chdir(here_no_more)
    here_no_more.rmdir()
    assert free_places(ana)


@pytest.mark.slow
def test_in_a_terminal_the_file_is_written_and_the_command_stands_under_the_prompt(
    home: Path, tmp_path: Path, blocked: Callable[[], None]
) -> None:
    export = tmp_path / "kept.toml"
    with Terminal("--learner", "ana", home=home, size=(100, 24)) as terminal:
        terminal.wait_for("go on")
        terminal.press_for("enter", "Enter asks you three things")
        terminal.press_for("enter", "Have you trained")
        terminal.press_for("enter", "Begin here:")
        terminal.press_for("enter", "Read", "Enter read on")
        offered = str(tmp_path)[:16]
        terminal.press_for("q", "Not saved: 1 of", offered, "leave without them")
        terminal.press_for("tab")
        terminal.settle(0.2)
        terminal.press("\x01", "\x0b")  # to the line's beginning, and away with it
        terminal.wait_until(lambda words: offered not in words)
        terminal.press(*str(export), "enter")
        assert terminal.wait_for_end() == 0
        assert left_clean(terminal.printed)
        assert b"lynx-tutor merge" in terminal.printed
    blocked()
    assert main(["merge", str(export), "--learner", "ana"]) == 0
    assert [event.kind for event in make_learner(home).journal.events] == ["opened"]


@pytest.mark.slow
def test_a_polite_kill_in_a_terminal_says_what_is_not_saved_once_the_terminal_is_given_back(
    home: Path, blocked: Callable[[], None]
) -> None:
    with Terminal("--learner", "ana", home=home) as terminal:
        terminal.wait_for("go on")
        terminal.press_for("enter", "Enter asks you three things")
        terminal.press_for("enter", "Have you trained")
        terminal.press_for("enter", "Begin here:")
        terminal.press_for("enter", "Read", "Enter read on")
        terminal.signal(signal.SIGTERM)
        assert terminal.wait_for_end() == 1
        assert left_clean(terminal.printed)
        assert b"Not saved: 1 of" in terminal.printed.rpartition(b"\x1b[?1049l")[2]
