"""A repair is judged by what it does, in a process that cannot hurt the tutor, and that does not judge itself."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from lessons.exercise import Bound, Repair
from lessons.lesson import Edit, Lesson
from lessons.load import CONTENT, load_lesson
from lessons.runs.edits import edited_text, healthy_text
from lessons.runs.judge import judge, judge_text
from lessons.runs.workspace import read_own, write_own

BY_HAND = "x * (1 + (0.7978845608028654 * (x + 0.044715 * x * x * x)).tanh()) * 0.5"
RIGHT = [
    "return x.gelu()",
    f"return {BY_HAND}",
    "import warnings; warnings.warn('a warning is no output of mine'); return x.gelu()",
    "np.ones(1) / 0; return x.gelu()",
    "import decimal, fractions, random, statistics, dataclasses, numpy.testing; return x.gelu()",
]
WRONG = [
    ("return x.relu()", "trajectory", "additive, 1001, 1: "),
    ("return x.gelu() if x.shape[0] != 12 else x", "trajectory", "±"),
    ("return x.gelu(", "import", "SyntaxError"),
    ("return undefined", "raises", "NameError: name 'undefined' is not defined"),
    ("return x.gelu() * float('nan')", "gradient", "GELU: x.grad[0, 0] nan"),
    ("return self.library.Tensor(x.data).gelu()", "raises", "AttributeError"),
    ("raise SystemExit(0)", "raises", "SystemExit"),
    ("return [0] * 10**11", "memory", ""),
]


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    return load_lesson(CONTENT / "break-gelu-identity")


def copy_with(lesson: Lesson, folder: Path, line: str) -> Path:
    edit = lesson.edits[0]
    return write_own(folder, lesson, healthy_text(edit.file).replace(edit.before, line))


@pytest.mark.parametrize("line", RIGHT)
def test_any_line_that_behaves_passes(lesson: Lesson, tmp_path: Path, line: str) -> None:
    assert judge(copy_with(lesson, tmp_path, line), lesson).passed


@pytest.mark.parametrize(("line", "reason", "detail"), WRONG)
def test_a_line_that_does_not_behave_is_told_how(
    lesson: Lesson, tmp_path: Path, line: str, reason: str, detail: str
) -> None:
    found = judge(copy_with(lesson, tmp_path, line), lesson)
    assert found.reason == reason
    assert detail in found.detail
    assert "\n" not in found.detail


def test_a_loop_that_never_ends_costs_one_message(lesson: Lesson, tmp_path: Path) -> None:
    found = judge(copy_with(lesson, tmp_path, "while True: pass"), lesson, seconds=2)
    assert (found.reason, found.detail) == ("time", "2")


def test_what_came_before_the_time_was_up_is_judged(lesson: Lesson, tmp_path: Path) -> None:
    line = "return x.relu() if len(x) < 12 else [0 for _ in iter(int, 1)]"
    sooner = replace(lesson, repair=Repair(("GELU",), (1001,)))
    nan = line.replace("x.relu()", "x * float('nan')")
    assert judge(copy_with(lesson, tmp_path, nan), sooner, seconds=3).reason == "gradient"


def test_what_was_not_changed_is_said_to_be_so_at_once(lesson: Lesson, tmp_path: Path) -> None:
    edit = lesson.edits[0]
    assert judge(copy_with(lesson, tmp_path, edit.after), lesson, seconds=0).reason == "unchanged"


def test_files_of_the_current_folder_are_not_taken_for_pythons(
    lesson: Lesson, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "random.py").write_text("raise SystemExit('mine')", encoding="utf-8")
    (tmp_path / "numpy.py").write_text("raise SystemExit('mine')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert judge(copy_with(lesson, tmp_path / "workspace", "return x.gelu()"), lesson).passed


def test_files_beside_the_judged_one_are_not_taken_for_pythons(lesson: Lesson, tmp_path: Path) -> None:
    package = copy_with(lesson, tmp_path, "import random, json; return x.gelu()")
    for name in ("random.py", "json.py", "nn/random.py", "numpy.py"):
        (package / name).write_text("raise SystemExit('mine')", encoding="utf-8")
    (package / "random.py").write_text((healthy_text("minimodel/random.py")), encoding="utf-8")
    assert judge(package, lesson).passed


def test_texts_are_judged_as_files_would_be(lesson: Lesson) -> None:
    file, before = lesson.edits[0].file, lesson.edits[0].before
    assert judge_text(lesson, {file: healthy_text(file)}).passed
    assert (
        judge_text(lesson, {file: healthy_text(file).replace(before, "return x * 2")}).reason == "trajectory"
    )
    assert judge_text(lesson, {file: edited_text(lesson.edits, file)}).reason == "unchanged"
    assert judge_text(lesson, {}).reason == "unchanged"


@pytest.mark.parametrize("name", ["activations.py", "spare.py"])
def test_a_file_that_is_none_costs_a_sentence(lesson: Lesson, tmp_path: Path, name: str) -> None:
    package = copy_with(lesson, tmp_path, "return x.gelu()")
    (package / "nn" / name).unlink(missing_ok=True)
    os.mkfifo(package / "nn" / name)
    found = judge(package, lesson)
    assert (found.reason, found.detail) == ("import", f"nn/{name}: no file of at most 1 MB")


def test_a_file_that_is_no_text_costs_a_sentence(lesson: Lesson, tmp_path: Path) -> None:
    package = copy_with(lesson, tmp_path, "return x.gelu()")
    (package / "nn" / "activations.py").write_bytes(b"\xff\xfe\x00")
    assert judge(package, lesson).reason == "import"


def test_every_place_of_a_break_has_to_be_repaired(lesson: Lesson, tmp_path: Path) -> None:
    tanh = Edit("minimodel/nn/activations.py", "return x.tanh()", "return x")
    loop = Edit("minimodel/training.py", "            optimizer.step()\n", "")
    broken = replace(lesson, edits=(lesson.edits[0], tanh, loop), repair=Repair(("GELU", "Tanh"), (1,)))
    code = edited_text(broken.edits, tanh.file)
    package = write_own(tmp_path, broken, code.replace("return x.relu()", "return x.relu() "))
    assert judge(package, broken).reason == "trajectory"
    write_own(tmp_path, broken, healthy_text(tanh.file))
    assert judge(package, broken).passed
    (package / "training.py").write_text(edited_text(broken.edits, loop.file), encoding="utf-8")
    assert judge(package, broken).reason == "trajectory"


def test_a_layers_own_parameters_are_checked_too(lesson: Lesson, tmp_path: Path) -> None:
    edit = Edit("minimodel/operations.py", "lambda g: dot(g.mT, x),", "lambda g: dot(x.mT, g).mT * 0.5,")
    broken = replace(lesson, edits=(edit,), repair=Repair(("Linear 5 3",), (1,)))
    package = write_own(tmp_path, broken, edited_text(broken.edits, edit.file) + "\n# tried")
    found = judge(package, broken)
    assert found.reason == "gradient"
    assert found.detail.startswith("Linear 5 3: weight.grad[0, 0] ")
    write_own(tmp_path, broken, healthy_text(edit.file).replace(edit.before, "lambda g: dot(x.mT, g).mT,"))
    assert judge(package, broken).passed


def test_where_several_cures_are_right_what_they_reach_counts(lesson: Lesson, tmp_path: Path) -> None:
    accept = (Bound("agreement", "train_accuracy", least=0.99), Bound("agreement", "final_loss", most=0.1))
    tolerant = replace(lesson, repair=Repair((), (1001, 1002), accept))
    assert judge(copy_with(lesson, tmp_path, "return x.relu()"), tolerant).passed
    found = judge(copy_with(lesson, tmp_path, "return 2 * x"), tolerant)
    assert found.reason == "bound"
    assert found.detail.startswith("agreement, 1001: train_accuracy 0.")
    assert found.detail.endswith(" < 0.99")


# ---- the workspace ---------------------------------------------------------


def test_the_learners_copy_is_their_own(lesson: Lesson, tmp_path: Path) -> None:
    edit = lesson.edits[0]
    assert read_own(tmp_path, edit.file) is None
    write_own(tmp_path, lesson, "mine")
    assert read_own(tmp_path, edit.file) == "mine"
    assert healthy_text(edit.file) != "mine"
    assert (tmp_path / edit.file).stat().st_mode & 0o777 == 0o600
    assert not list(tmp_path.rglob("*.new"))


def test_a_copy_of_an_earlier_library_is_set_aside_and_kept(lesson: Lesson, tmp_path: Path) -> None:
    edit, package = lesson.edits[0], tmp_path / "minimodel"
    write_own(tmp_path, lesson, "mine, of last year")
    (package / "training.py").rename(package / "loop.py")
    assert read_own(tmp_path, edit.file) is None
    write_own(tmp_path, lesson, healthy_text(edit.file))
    assert judge(package, lesson).passed
    kept = tmp_path / "minimodel-before-1" / edit.file.removeprefix("minimodel/")
    assert kept.read_text(encoding="utf-8") == "mine, of last year"


def test_a_file_of_the_learners_own_beside_the_library_is_no_other_version(
    lesson: Lesson, tmp_path: Path
) -> None:
    package = write_own(tmp_path, lesson, "mine")
    (package / "extra.py").write_text("", encoding="utf-8")
    assert read_own(tmp_path, lesson.edits[0].file) == "mine"
