"""Something else where one of the learner's files should be: it is told, kept, and holds nobody up."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from lessons.course.lesson.state import Wrote
from lessons.judge.workspace import read_own, write_own
from tests.tutor.commanded import DOCUMENTED, run
from tests.tutor.conftest import make_learner, place_of
from tests.tutor.work import work_up_to
from tutor.notes import wait
from tutor.reports import learner_pages
from tutor.session import Session
from tutor.words.text import Text

OWN = "minimodel/nn/activations.py"


def a_loop(path: Path) -> None:
    path.symlink_to(path.name)


def a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_folder(path: Path) -> None:
    path.mkdir()
    (path / "kept.txt").write_text("kept")


def bytes_that_are_no_text(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 40)


ODD = (a_loop, a_device, a_pipe, a_folder, bytes_that_are_no_text)
Put = Callable[[Path], None]


@pytest.mark.parametrize("put", ODD)
def test_the_notes_wait_for_a_place_where_they_can_be_written(home, put):
    learner = make_learner(home)
    work_up_to(learner, place_of(), "predict")
    (learner.folder / "notes").mkdir()
    put(learner.folder / "notes" / "breaks.md")
    session = Session(learner, place_of(), Text("en"))
    session.do(Wrote("my own words"))
    wait(learner)
    assert make_learner(home).state(place_of()).words


@pytest.mark.parametrize("put", ODD)
def test_own_code_that_cannot_be_read_begins_anew_and_what_stood_there_is_kept(tmp_path, put):
    lesson, path = place_of().lesson, tmp_path / OWN
    write_own(tmp_path, lesson, "# mine")
    path.unlink()
    put(path)
    before = os.lstat(path)
    assert read_own(tmp_path, OWN) is None
    write_own(tmp_path, lesson, "# mine again")
    assert read_own(tmp_path, OWN) == "# mine again"
    aside = os.lstat(path.with_name("activations.py-before-1"))
    assert (aside.st_ino, aside.st_size) == (before.st_ino, before.st_size)


@pytest.mark.parametrize("put", ODD)
def test_every_command_answers_whatever_stands_where_the_progress_file_should_be(home, monkeypatch, put):
    monkeypatch.setattr(learner_pages, "trained_again", lambda *_: {})
    learner = make_learner(home)
    learner.folder.mkdir(parents=True)
    file = learner.folder / "progress.toml"
    put(file)
    for words in (
        ("list",),
        ("progress",),
        ("doctor",),
        ("learn", "--plain"),
        ("export", "--to", "-", "--format", "md"),
        ("report", str(file)),
        ("report", str(home)),
        ("merge", str(file)),
        ("restore",),
        ("undo",),
    ):
        done = run(*words, "--learner", "ana", lines=("q",))
        assert done.code in DOCUMENTED, done
        assert "Traceback" not in done.err
