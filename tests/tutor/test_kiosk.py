"""A kiosk: who is learning is asked, and no key, name or sent command leads out of it."""

import os
import subprocess
from pathlib import Path

import pytest

from lessons.course.lesson.state import Opened
from tests.tutor.conftest import app_at, make_learner, opened, place_of, press, words_on
from tests.tutor.terminal import TUTOR, Terminal, surroundings
from tutor.emergency import typed_place
from tutor.kiosk import VARIABLE


def kiosk(home: Path, *arguments: str, **environment: str) -> Terminal:
    return Terminal("learn", "--kiosk", "--home", str(home), *arguments, home=home, environment=environment)


@pytest.mark.slow
def test_whoever_is_there_says_their_name_and_a_new_one_is_asked_about_again(home):
    make_learner(home).record(Opened(), place_of())
    with kiosk(home) as terminal:
        terminal.wait_for("Who is learning?", "Your name:")
        assert "ana" not in terminal.words()
        terminal.press("bne", "enter")
        terminal.wait_for("bne is new here and begins anew")
        terminal.press("ana", "enter")
        terminal.wait_for("ana · EN", "continue")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
    assert sorted(path.name for path in (home / "learners").iterdir()) == ["ana"]


def in_plain_lines(home: Path, lines: bytes, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """A kiosk without a terminal."""
    command = [*TUTOR, "learn", "--kiosk", "--home", str(home)]
    home.parent.mkdir(exist_ok=True)
    return subprocess.run(
        command, env=surroundings(home, environment), cwd=home.parent, input=lines, capture_output=True
    )


def test_a_name_is_asked_for_until_it_can_be_one_and_enter_agrees_to_a_new_one(home):
    said = in_plain_lines(home, b"../x\n\xff\nbne\nana\n\nq\n").stdout.decode()
    assert said.count("Your name:") == 3
    assert said.count("cannot be a learner's name") == 2
    assert said.index("bne is new here") < said.index("ana is new here") < said.index("Welcome.")


def test_the_command_that_was_sent_is_not_run_and_that_is_said(home, tmp_path):
    sent = f"touch {tmp_path}/out"
    done = in_plain_lines(home, b"q\n", SSH_ORIGINAL_COMMAND=sent)
    assert done.stdout.startswith(b"Only the tutor runs here: the command that was sent is left out.")
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
@pytest.mark.parametrize("words", [["check"], ["export", "--to", "/"]])
def test_a_kiosk_by_its_environment_has_no_other_command(words, home):
    done = subprocess.run([*TUTOR, *words], env=surroundings(home, {VARIABLE: "1"}), capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "This is a kiosk: only `learn`, `mystery`, `review` and `play` are to be had here.\n"


@pytest.fixture
def in_kiosk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the file that an editor or browser would leave behind, if one were started."""
    monkeypatch.setenv(VARIABLE, "1")
    for name in ("EDITOR", "VISUAL", "BROWSER"):
        monkeypatch.setenv(name, f"touch {tmp_path / 'out'}")
    return tmp_path / "out"


async def test_no_editor_and_no_browser_opens(in_kiosk, make_app):
    app = app_at(make_app, "repair")
    async with opened(app) as pilot:
        await press(pilot, "e")
        assert app.text("kiosk.no_editor") in words_on(pilot)
        app.open_url("https://example.org")
    assert not in_kiosk.exists()


async def test_the_learners_pages_are_written_into_their_folder(in_kiosk, home, make_app, tmp_path, monkeypatch):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    app = make_app()
    app.learner.record(Opened(), place_of())
    async with opened(app) as pilot:
        await press(pilot, "m", "e")
    assert {path.suffix for path in (home / "learners" / "ana").glob("lynx-tutor-ana-*")} == {".md", ".html"}
    assert os.listdir(elsewhere) == []


@pytest.mark.parametrize("words", ["/etc/x.toml", "~/.ssh/authorized_keys", "", "..", "a/../..", "x"])
def test_a_file_that_is_typed_is_one_of_their_folder(words, in_kiosk, home):
    learner = make_learner(home)
    place = typed_place(words, learner)
    assert place.parent == learner.folder
    assert place.name not in ("", ".", "..")


async def test_the_palette_offers_only_what_the_keys_do(in_kiosk, make_app):
    app = make_app()
    async with opened(app, (80, 60)) as pilot:
        await press(pilot, "escape", "ctrl+p")
        words = words_on(pilot).lower()
        assert not [word for word in ("screenshot", "suspend", "shell", "inspect") if word in words]
        bound = {active.binding.action for active in app.screen_stack[0].active_bindings.values()}
        assert not [action for action in bound if "suspend" in action or "screenshot" in action]
