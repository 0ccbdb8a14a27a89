"""Whatever the system refuses is one sentence and an exit code: closed folders, odd places, full outputs, no thread."""

import errno
import os
import subprocess
import threading
from pathlib import Path

import pytest

from lessons.course.lesson.state import Wrote
from tests.tutor.conftest import make_learner, place_of
from tests.tutor.terminal import TUTOR, surroundings
from tests.tutor.work import work_up_to
from tutor.emergency import crashed
from tutor.notes import wait
from tutor.session import Session
from tutor.words.text import Text

COMMANDS = ("doctor", "list", "progress", "learn", "review", "export", "glossary", "undo", "restore", "play", "mystery")
ANA = ("--learner", "ana")


def refuse(monkeypatch: pytest.MonkeyPatch, closed: Path) -> None:
    """Let nobody look into a folder, which is another account's."""
    stat = os.stat

    def refusing(path: str | Path, **options: bool) -> os.stat_result:
        if closed in Path(os.fsdecode(path) if isinstance(path, bytes) else str(path)).parents:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return stat(path, **options)

    monkeypatch.setattr("os.stat", refusing)
    monkeypatch.setattr("os.geteuid", lambda: 4_000_000)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")
@pytest.mark.parametrize(("language", "said"), [("en", "gives everything back"), ("es", "te lo devuelve todo")])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_of_another_account_is_named_with_the_command_that_gives_it_back(
    home, shell, monkeypatch, command, language, said
):
    owner = make_learner(home).folder.parent
    owner.mkdir(parents=True)
    refuse(monkeypatch, home)
    told = shell(command, *ANA, "--home", home, "--lang", language, code=1)
    assert f"`sudo chown -R 4000000 {home}`" in told
    assert said in told
    assert told.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_a_path_that_is_too_long_is_said(shell, tmp_path, command):
    home = tmp_path / "not" / "made" / ("b" * 300)
    assert "cannot be used: its name is too long" in shell(command, *ANA, "--home", home, code=1)
    assert not (tmp_path / "not").exists()


@pytest.mark.parametrize("words", [("list", "--home", "there"), ("check", "mine"), ("new", "mine", "--kind", "lab")])
def test_a_current_folder_that_is_gone_is_said(tmp_path, shell, monkeypatch, words):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert shell(*words, code=1) == "The current folder is not there any more. Go to another one with `cd`.\n"


def redirected(home: Path, *words: str, to: str) -> subprocess.CompletedProcess[str]:
    command = ("/bin/sh", "-c", f'exec "$@" {to}', "sh", *TUTOR, *words, *ANA)
    environment = surroundings(home, {"PYTHONUNBUFFERED": ""})
    return subprocess.run(
        command, env=environment, text=True, capture_output=True, check=False, stdin=subprocess.DEVNULL
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("words", [("list",), ("--version",), ("learn", "--plain")])
def test_what_cannot_be_printed_is_said(home, words):
    done = redirected(home, *words, to=">/dev/full")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "the disk is full" in done.stderr


@pytest.mark.parametrize("closed", ["<&-", "<&- >&- 2>&-"])
def test_a_stream_that_is_closed_is_an_empty_one(home, closed):
    done = redirected(home, "learn", to=closed)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture
def no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)


@pytest.mark.usefixtures("no_thread")
def test_without_a_thread_the_notes_are_written_all_the_same(home):
    learner = make_learner(home)
    work_up_to(learner, place_of(), "predict")
    session = Session(learner, place_of(), Text("en"))
    for words in ("my own words", "and others"):
        session.do(Wrote(words))
        wait(learner)
        assert words in (learner.folder / "notes" / "breaks.md").read_text()


@pytest.mark.parametrize("error", [RuntimeError("can't start new thread"), BlockingIOError(errno.EAGAIN, "fork")])
@pytest.mark.parametrize(("language", "said"), [("en", "No further process or thread"), ("es", "ningún otro proceso")])
def test_an_end_for_want_of_a_thread_is_no_error_of_its_own(home, error, language, said):
    learner = make_learner(home)
    assert said in crashed(learner, Text(language), error)
    assert not (learner.folder / "crashes").exists()
