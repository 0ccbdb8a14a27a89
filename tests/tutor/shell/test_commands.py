"""Every command that a learner is told to type reaches their own file, from whatever shell it is pasted into."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from lessons.course.lesson.state import Opened
from lessons.format.course import load_course
from progress.home import default_learner
from progress.journal import Journal
from tests.tutor.conftest import Shell, make_learner, opened, place_of, press, press_all
from tutor.learner import Learner, OwnText, command
from tutor.tui.app import LynxTutor
from tutor.words.text import LANGUAGES, Text

ODD = "it's my folder; $HOME"  # what a shell would read otherwise
Paste = Callable[[str], str]


@pytest.fixture
def elsewhere(home: Path, tmp_path: Path) -> Path:
    """A home folder that only --home leads to."""
    return tmp_path / ODD


@pytest.fixture
def paste(shell: Shell) -> Paste:
    """Do what a learner does with the last command that they were told."""

    def paste(said: str) -> str:
        last = re.findall(r"`(lynx-tutor [^`]*)`|^ *(lynx-tutor .*)$", said, re.MULTILINE)[-1]
        return shell(*shlex.split("".join(last))[1:])

    return paste


def learner_in(folder: Path, name: str) -> Learner:
    own = folder / "learners" / name
    return Learner(name, own, Journal.open(own, version="test"), load_course())


def test_the_one_learner_there_is_needs_no_options(home):
    learner = make_learner(home, default_learner())
    learner.record(Opened(), place_of())
    assert OwnText("en", learner)("keeping.mend_offer").startswith("`lynx-tutor doctor --mend` mends")


def test_a_home_and_a_name_that_were_given_are_given_again(home, elsewhere):
    words = shlex.split(command(learner_in(elsewhere, "ana ruiz"), "undo"))
    assert words == ["lynx-tutor", "undo", "--learner", "ana ruiz", "--home", str(elsewhere)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_merge_offers_in_case_of_a_mistake_lists_the_right_backups(elsewhere, shell, paste, language):
    for name in ("ana", "zoe"):
        learner_in(elsewhere, name).record(Opened(), place_of())
    given = ("--learner", "zoe", "--home", elsewhere, "--lang", language)
    assert "1  " in paste(shell("merge", elsewhere / "learners" / "ana" / "progress.toml", *given))


def test_what_a_reset_offers_takes_the_right_one_back(elsewhere, shell, paste):
    learner_in(elsewhere, "ana").record(Opened(), place_of())
    paste(shell("reset", "--all", "--learner", "ana", "--home", elsewhere))
    kinds = [event.kind for event in learner_in(elsewhere, "ana").journal.events]
    assert kinds == ["opened", "reset", "undo"]


async def test_the_command_on_the_way_out_brings_everything_into_its_file(elsewhere, tmp_path, monkeypatch, paste):
    monkeypatch.chdir(tmp_path)
    elsewhere.write_text("a file where the folder should be")
    learner = learner_in(elsewhere, "zoe")
    learner.record(Opened(), place_of())
    app = LynxTutor(learner, Text("en"))
    async with opened(app) as pilot:
        await press(pilot, "enter", "q")
        await press_all(pilot, "enter")
    elsewhere.unlink()
    paste(app.last_words)
    assert learner_in(elsewhere, "zoe").journal.events == learner.journal.events
