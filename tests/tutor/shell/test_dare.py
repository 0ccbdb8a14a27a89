"""A dare: a change made at play becomes a break that a friend meets blind, if there is anything to see of it."""

import shutil
import zipfile
from pathlib import Path

import pytest

from lessons.course.lesson.lesson import Edit
from lessons.course.lesson.source import healthy_text
from lessons.format.dare import margin_of, narrowed
from lessons.format.lesson import read_folder
from tests.tutor.conftest import make_learner
from tutor.own_change import OwnChange
from tutor.shell.main import main
from tutor.words.text import Text

FILE = "minimodel/nn/activations.py"
SETTINGS = {"task": "two-moons", "width": "4", "steps": "100", "break": "mine"}


@pytest.mark.parametrize(
    ("before", "after", "narrow"),
    [
        ("a\nb\nc\n", "a\nB\nc\n", ("b\n", "B\n")),
        ("a\nx\nb\nx\n", "a\nx\nb\ny\n", ("b\nx\n", "b\ny\n")),
        ("a\nb\n", "new\na\nb\n", ("a\n", "new\na\n")),
        ("a\nb\nc\nd\n", "a\nB\nc\n", ("b\nc\nd\n", "B\nc\n")),
    ],
)
def test_a_change_is_narrowed_to_lines_that_stand_once(before, after, narrow):
    found = narrowed(Edit("f", before, after))
    assert (found.before, found.after) == narrow
    assert before.count(found.before) == 1
    assert before.replace(found.before, found.after) == after


@pytest.mark.parametrize(
    ("metric", "healthy", "broken", "margin"),
    [
        ("final_loss", 1, 1.4, 0.2),
        ("final_loss", 1, 90, 0.5),
        ("final_loss", 1, 1.1, 0.3),
        ("val_accuracy", 0.9, 0.8, 0.05),
    ],
)
def test_a_margin_is_far_from_what_the_copies_do(metric, healthy, broken, margin):
    assert margin_of(metric, healthy, broken) == pytest.approx(margin)


def dared(
    home: Path, place: Path, after: str, capsys: pytest.CaptureFixture[str], kept: bool = True
) -> tuple[int, str]:
    """Run `new shy --from-play` for a learner who has changed ReLU. Return its exit code, and what it said."""
    learner = make_learner(home)
    change = OwnChange(learner, Text("es"))
    change.opened(FILE)
    change.kept(FILE, healthy_text(FILE).replace("return x.relu()", after))
    if kept:
        learner.keep_finding("so", SETTINGS, {})
    code = main(["new", "shy", "--from-play", "--to", str(place), *options(home), "--lang", "es"])
    return code, capsys.readouterr().err


def options(home: Path) -> list[str]:
    return ["--home", str(home), "--learner", "ana"]


def test_a_change_becomes_a_pack_with_its_words_and_the_settings_of_the_finding(home, tmp_path, capsys, monkeypatch):
    lines = iter(["El camino recto", "Se queda en una recta."])
    monkeypatch.setattr("tutor.shell.dare.listen", lambda prompt: next(lines))
    assert dared(home, tmp_path, "return x", capsys)[0] == 0
    folder = tmp_path / "shy" / "shy"
    lesson = read_folder(folder, ("es",))
    (edit,) = lesson.edits
    assert (edit.before.strip(), edit.after.strip()) == ("return x.relu()", "return x")
    assert lesson.prose["es"].title == "El camino recto"
    assert lesson.experiments["play"].arms[0].settings.model["sizes"] == [2, 4, 2]
    assert zipfile.is_zipfile(tmp_path / "shy.zip")
    shutil.rmtree(tmp_path / "shy")
    assert dared(home, tmp_path, "return x", capsys)[0] == 1  # a zip that is there is not written over


@pytest.mark.slow
@pytest.mark.parametrize(("after", "seen"), [("return x", True), ("return x.relu() * 1.02", False)])
def test_check_says_whether_anybody_can_see_it_and_that_the_healthy_line_passes(
    home, tmp_path, capsys, monkeypatch, after, seen
):
    monkeypatch.setattr("tutor.shell.dare.listen", lambda prompt: "")
    dared(home, tmp_path, after, capsys)
    assert main(["check", str(tmp_path / "shy" / "shy"), *options(home), "--lang", "en"]) == 0
    assert ("no instrument sees the break" not in capsys.readouterr().out) is seen


def test_without_a_change_a_finding_or_a_run_there_is_no_dare(home, tmp_path, capsys):
    for after, kept, why in (
        ("return x * 1.0001", False, "no_finding"),
        ("return nothing", True, "raises"),
        ("return x.relu()", True, "no_change"),
    ):
        code, told = dared(home, tmp_path, after, capsys, kept)
        assert (code, told.strip()) == (1, Text("es")(f"dare.{why}"))
        assert not (tmp_path / "shy").exists()
