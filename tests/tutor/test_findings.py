"""Findings: on the disk before anything else happens, of no lesson, and nothing to whoever does not know them."""

import subprocess
from pathlib import Path

import pytest

from lessons.load import load_course
from progress.event import FINDING
from progress.journal import Journal
from tests.tutor.conftest import make_learner, place_of
from tests.tutor.terminal import TUTOR, surroundings
from tests.tutor.test_former_journals import JOURNALS
from tests.tutor.work import work_up_to
from tutor.findings import finding_lines
from tutor.learner import Learner
from tutor.notes import notes
from tutor.understood import why_left_out
from tutor.words.text import Text

TEXT = Text("en")
SETTINGS = {"task": "xor", "model": "MLP", "depth": "0", "width": "8", "activation": "tanh", "break": "none"}


def test_a_finding_survives_a_kill(home: Path) -> None:
    command = [*TUTOR, "play", "xor", "--plain", "--learner", "ana", "--lang", "en"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=surroundings(home, {}), text=True
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write("s\nseen it\n")
        running.stdin.flush()
        while "Kept in your notes" not in running.stdout.readline():
            assert running.poll() is None
        running.kill()
    folder = home / "learners" / "ana"
    (event,) = Journal.open(folder, version="test").events
    assert event.payload["text"] == "seen it"


def test_a_finding_is_of_no_lesson_and_changes_no_state(home: Path) -> None:
    learner = make_learner(home)
    work_up_to(learner, place_of(), "run-additive")
    fold = learner.fold
    before = (learner.state(place_of()), dict(fold.events), fold.last, fold.finished)
    learner.journal.append(FINDING, None, text="so", settings=SETTINGS, figures={})
    fold = learner.fold
    assert (learner.state(place_of()), dict(fold.events), fold.last, fold.finished) == before
    assert not any(map(why_left_out, learner.journal.events))


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_among_the_events_of_an_older_journal_it_changes_nothing_either(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "ana"
    folder.mkdir()
    (folder / "progress.toml").write_bytes(path.read_bytes())
    learner = Learner("ana", folder, Journal.open(folder, version="test"), load_course())
    before = dict(learner.fold.states), [(card.lesson, card.concept, card.due) for card in learner.cards()]
    learner.journal.append(FINDING, None, text="so", settings=SETTINGS, figures={"final_loss": 0.5})
    again = Learner("ana", folder, Journal.open(folder, version="test"), load_course())
    assert (
        dict(again.fold.states),
        [(card.lesson, card.concept, card.due) for card in again.cards()],
    ) == before
    assert [line.split("**")[1] for line in finding_lines(again, TEXT)] == ["so"]


def test_a_reset_takes_no_finding_away(home: Path) -> None:
    learner = make_learner(home)
    learner.journal.append(FINDING, None, text="so", settings=SETTINGS, figures={})
    learner.reset(None)
    assert "**so**" in notes(learner, TEXT)


def test_what_meant_nothing_is_not_told(home: Path) -> None:
    learner = make_learner(home)
    learner.journal.append(FINDING, None, text="so", settings=SETTINGS, figures={"final_loss": 0.693})
    (line,) = finding_lines(learner, TEXT)
    assert line.endswith("task xor, model network, hidden layers 0; loss 0.69")


@pytest.mark.parametrize(
    "payload",
    [
        {},
        {"text": ["a"]},
        {"text": "so", "settings": 3, "figures": "x"},
        {
            "text": "so",
            "settings": {"width": {"a": 1}, "lr": "\x1b[31m"},
            "figures": {"final_loss": "low", "no": 1},
        },
        {
            "text": "so",
            "figures": {"final_loss": float("nan"), "val_loss": float("-inf"), "train_accuracy": True},
        },
    ],
)
def test_a_finding_may_hold_anything(home: Path, payload: dict[str, object]) -> None:
    learner = make_learner(home)
    learner.journal.append(FINDING, None, **payload)
    assert "\x1b" not in notes(learner, TEXT)
