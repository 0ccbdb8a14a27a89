"""Plain lines through a pipe, cut off anywhere, and of any kind: nothing breaks, and nothing is lost."""

import os
import random
import shlex
import subprocess
from pathlib import Path
from typing import NoReturn

import pytest

from lessons.course import LessonMode
from lessons.load import load_course
from lessons.recipes import steps_of
from progress.journal import Journal
from tests.tutor.conftest import LESSON, edited_place, make_learner, place_of
from tests.tutor.plain_learner import Plain, answers, assert_readable, lines, plain_at, right_code
from tests.tutor.small_course import small_course
from tests.tutor.terminal import TUTOR, Terminal, surroundings
from tests.tutor.work import work_up_to
from tutor.learner import Learner
from tutor.training import SweepingAll
from tutor.words.text import Text
from tutor.workbench import Workbench

PLACE = place_of()


@pytest.fixture(autouse=True)
def no_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)


def line_by_line(place: LessonMode) -> list[str]:
    """The whole lesson, with the repair written line by line."""
    number = edited_place(place)[1]
    whole = lines(place)
    editor = whole.index("judge") + 1
    return [*whole[:editor], f"{number} return x.gelu()", *whole[editor + 1 :]]


# Through a pipe.


@pytest.mark.slow
@pytest.mark.parametrize(("language", "mode"), [("en", "open"), ("es", "blind")])
def test_a_whole_lesson_is_worked_through_by_lines_through_a_pipe(
    home: Path, language: str, mode: str
) -> None:
    place = place_of(mode)
    command = [*TUTOR, "learn", LESSON, "--plain", "--learner", "ana", "--lang", language]
    done = subprocess.run(
        [*command, "--blind"] if mode == "blind" else command,
        input="\n".join(line_by_line(place)) + "\n",
        env=surroundings(home, {"VISUAL": "", "EDITOR": ""}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert_readable(done.stdout)
    state = make_learner(home).state(place)
    assert state.finished
    assert state.passed == {"repair"}
    assert len(state.answers) == 8
    said = ("Everything is saved", "Repaired.") if language == "en" else ("Todo está guardado", "Reparado.")
    assert all(words in done.stdout for words in said)


@pytest.mark.parametrize("prompted", ["Enter goes on", "Your answer:"])
def test_ctrl_c_leaves_with_everything_saved(home: Path, prompted: str) -> None:
    step = "read" if prompted == "Enter goes on" else "predict-additive"
    work_up_to(make_learner(home), PLACE, step)
    with Terminal("learn", LESSON, "--plain", "--learner", "ana", home=home) as terminal:
        terminal.wait_for(prompted)
        assert terminal.interrupt() == 0
        assert "Everything is saved" in terminal.words()
    assert make_learner(home).state(PLACE).opened


def test_ctrl_c_in_a_run_leaves_with_the_predictions_locked(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SweepingAll, "__iter__", interrupted)
    plain = plain_at(home, "run-additive")
    assert plain.run(["", ""], PLACE) == 0
    state = make_learner(home).state(PLACE)
    assert state.begun == {"run-additive"}
    assert len(state.runs) == 1
    assert state.record == {}


@pytest.mark.slow
def test_ctrl_c_while_code_is_judged_keeps_the_code(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    number = edited_place(PLACE)[1]
    plain = plain_at(home, "repair")
    with monkeypatch.context() as patched:
        patched.setattr(Workbench, "judged", interrupted)
        assert plain.run([f"{number} return x.gelu()", "judge"], PLACE) == 0
    again = Plain(make_learner(home))
    assert again.run(["judge"], PLACE) == 0
    assert again.learner.state(PLACE).passed == {"repair"}


def interrupted(*arguments: object) -> NoReturn:
    raise KeyboardInterrupt


# Ends.


@pytest.mark.slow
@pytest.mark.usefixtures("few_seeds")
@pytest.mark.parametrize(
    "place", small_course().places()[::-1], ids=lambda place: f"{place.lesson.id}-{place.mode}"
)
def test_every_line_may_be_the_last_and_the_next_session_goes_on(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: LessonMode
) -> None:
    if place.lesson.edits or place.lesson.lab:
        (tmp_path / "right.py").write_text(right_code(place), encoding="utf-8")
        monkeypatch.setenv("EDITOR", shlex.join(["cp", str(tmp_path / "right.py")]))
    for given in answers(place):
        half = Plain(make_learner(home))
        assert half.run(given[:-1], place) == 0
        whole = Plain(make_learner(home))
        assert whole.run(given, place) == 0
        assert whole.left == []
        assert make_learner(home).state(place) == whole.learner.state(place)
    assert make_learner(home).state(place).finished


def test_leaving_is_a_letter_everywhere_and_colon_letter_among_free_words(home: Path) -> None:
    for step in steps_of(PLACE).all:
        plain = plain_at(home / step.id, step.id)
        assert plain.run([":q" if step.kind in ("repair", "why") else "q", "never asked"], PLACE) == 0
        assert plain.left == ["never asked"]
        assert "Everything is saved" in plain.told[-1]


def test_what_cannot_be_saved_is_said_at_once_and_at_the_end(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file where the folder should be")
    folder = tmp_path / "file" / "learners" / "ana"
    plain = Plain(Learner("ana", folder, Journal.open(folder, version="t"), load_course()))
    assert plain.run([""], PLACE) == 1
    assert sum("not saved" in words for words in plain.told) == 1
    assert plain.told[-1].startswith("Not saved: 2 of the things you did.")


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Nothing can be saved"), ("es", "no se puede guardar")]
)
def test_nobody_is_promised_that_all_is_kept_where_nothing_can_be_saved(
    tmp_path: Path, language: str, said: str
) -> None:
    (tmp_path / "file").write_text("a file where the folder should be")
    folder = tmp_path / "file" / "learners" / "ana"
    plain = Plain(Learner("ana", folder, Journal.open(folder, version="t"), load_course()), language)
    assert plain.run(["q"]) == 0
    (long,) = [words for words in plain.told if said in words]
    assert Text(language)("welcome.kept") not in plain.told
    assert long.endswith(Text(language)("trouble.not-a-folder"))


# Whatever comes.


ODD = [
    "",
    "b",
    "m",
    "l",
    "?",
    "d",
    "1",
    "2",
    "0",
    "-1",
    "²",
    "99999999999999999999",
    "75 %",
    "5x23",
    "3 1 2",
    ":q ",
]
ODD += ["files", "/gelu", "/", "activations.py", "activations.py:52", "x:1", "show", "+1 #", "1", "judge"]
ODD += ["\x00", "é" * 300]


@pytest.mark.slow
@pytest.mark.usefixtures("few_seeds")
@pytest.mark.parametrize("seed", range(12))
def test_random_lines_never_break_anything(home: Path, seed: int) -> None:
    chance = random.Random(seed)
    places = small_course().places()
    place = places[seed % len(places)]
    learner = make_learner(home)
    work_up_to(learner, place, chance.choice(steps_of(place).all).id)
    plain = Plain(learner)
    assert plain.run(chance.choices(ODD, k=40), place) == 0
    assert_readable(plain.words)
    assert make_learner(home).state(place) == learner.state(place)
    assert not (set(os.listdir(home)) - {"learners"})
