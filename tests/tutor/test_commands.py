"""Every command that a learner is told to type reaches their own file, from whatever shell it is pasted into."""

import re
import shlex
from pathlib import Path

import pytest

from lessons.acts import Opened
from lessons.load import load_course
from progress.home import default_learner
from progress.journal import Journal
from tests.tutor.conftest import make_learner, place_of, press_all, settle
from tutor.commands import OwnText, command
from tutor.learner import Learner
from tutor.shell.main import main
from tutor.tui.app import LynxTutor
from tutor.unsaved import written_words
from tutor.words.text import LANGUAGES, Text

ODD = "it's my folder; $HOME"  # what a shell would read otherwise


@pytest.fixture
def elsewhere(home: Path, tmp_path: Path) -> Path:
    """A home folder that only --home leads to."""
    return tmp_path / ODD


def learner_in(folder: Path, name: str) -> Learner:
    own = folder / "learners" / name
    return Learner(name, own, Journal.open(own, version="test"), load_course())


def paste(said: str) -> int:
    """Do what a learner does with the last command that they were told."""
    last = re.findall(r"`(lynx-tutor [^`]*)`|^ *(lynx-tutor .*)$", said, re.MULTILINE)[-1]
    return main(shlex.split("".join(last))[1:])


def said_by(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    main(words)
    shown = capsys.readouterr()
    return shown.out + shown.err


def test_the_one_learner_there_is_needs_no_options(home: Path) -> None:
    learner = make_learner(home, default_learner())
    learner.record(Opened(), place_of())
    assert OwnText("en", learner)("keeping.mend_offer").startswith("`lynx-tutor doctor --mend` mends")


def test_a_home_and_a_name_that_were_given_are_given_again(home: Path, elsewhere: Path) -> None:
    assert shlex.split(command(learner_in(elsewhere, "ana ruiz"), "undo")) == [
        *("lynx-tutor", "undo", "--learner", "ana ruiz", "--home", str(elsewhere))
    ]


async def test_the_command_on_the_way_out_brings_everything_into_the_right_file(
    elsewhere: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    elsewhere.write_text("a file where the folder should be")
    learner = learner_in(elsewhere, "zoe")
    learner.record(Opened(), place_of())
    app = LynxTutor(learner, Text("en"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await press_all(pilot, "enter", "q")
        await settle(pilot)
        await press_all(pilot, "enter")
    elsewhere.unlink()
    assert paste(app.last_words) == 0
    assert learner_in(elsewhere, "zoe").journal.events == learner.journal.events


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_merge_offers_in_case_of_a_mistake_lists_the_right_backups(
    home: Path, elsewhere: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    for name in ("ana", "zoe"):
        learner_in(elsewhere, name).record(Opened(), place_of())
    given = ["--learner", "zoe", "--home", str(elsewhere), "--lang", language]
    said = said_by(capsys, "merge", str(elsewhere / "learners" / "ana" / "progress.toml"), *given)
    assert paste(said) == 0
    assert "1  " in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_doctor_offers_mends_the_right_file(
    home: Path, elsewhere: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    learner_in(elsewhere, "ana").record(Opened(), place_of())
    damaged = elsewhere / "learners" / "ana" / "progress.toml"
    damaged.write_bytes(damaged.read_bytes() + b"junk")
    learner_in(elsewhere, "zoe").record(Opened(), place_of())
    given = ["--learner", "ana", "--home", str(elsewhere), "--lang", language]
    assert paste(said_by(capsys, "doctor", *given)) == 0
    assert b"junk" not in damaged.read_bytes()


def test_what_a_reset_offers_takes_the_right_one_back(
    home: Path, elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    learner_in(elsewhere, "ana").record(Opened(), place_of())
    said = said_by(capsys, "reset", "--all", "--learner", "ana", "--home", str(elsewhere))
    assert paste(said) == 0
    assert [event.kind for event in learner_in(elsewhere, "ana").journal.events] == [
        "opened",
        "reset",
        "undo",
    ]


def test_what_could_not_be_saved_names_the_learner_even_where_nobody_else_is_known(home: Path) -> None:
    learner = make_learner(home, default_learner())
    words = written_words(learner, Path("away.toml"), Text("en"))
    assert words.endswith(f"lynx-tutor merge away.toml --learner {default_learner()}")
