"""A repair is judged by what it does, in a process that cannot hurt the tutor."""

from pathlib import Path

import pytest

from lessons.breaks import LIBRARY, broken_text, healthy_text
from lessons.judge import judge
from lessons.schema import Lesson
from lessons.workspace import read_copy, write_copy

OTHER_RIGHT_WAYS = [
    "return x.gelu()",
    "return x * (1 + (0.7978845608028654 * (x + 0.044715 * x * x * x)).tanh()) * 0.5",
    "print('hello'); return x.gelu()",
]
WRONG = [
    ("return x", "trajectory"),
    ("return x.relu()", "trajectory"),
    ("return x.gelu(", "import"),
    ("return undefined", "gradient|trajectory"),
    ("return x.gelu() * float('nan')", "gradient"),
    ("import os; os._exit(3)", "died"),
    ("raise SystemExit(0)", "trajectory"),
    ("return [0] * 10**11", "memory"),
]


def copy_with(lesson: Lesson, folder: Path, line: str) -> Path:
    text = healthy_text(lesson.broken).replace(lesson.broken.before, line)
    return write_copy(folder, LIBRARY, lesson.broken.file, text)


@pytest.mark.parametrize("line", OTHER_RIGHT_WAYS)
def test_any_line_that_behaves_passes(lesson: Lesson, tmp_path: Path, line: str) -> None:
    assert judge(copy_with(lesson, tmp_path, line), lesson).reason == "passed"


@pytest.mark.parametrize(("line", "reason"), WRONG)
def test_a_line_that_does_not_behave_is_told_how(
    lesson: Lesson, tmp_path: Path, line: str, reason: str
) -> None:
    found = judge(copy_with(lesson, tmp_path, line), lesson)
    assert found.reason in reason.split("|")
    assert "\n" not in found.detail


def test_a_loop_that_never_ends_costs_one_message(lesson: Lesson, tmp_path: Path) -> None:
    found = judge(copy_with(lesson, tmp_path, "while True: pass"), lesson, seconds=2)
    assert (found.reason, found.detail) == ("time", "2")


def test_the_learners_copy_is_their_own(lesson: Lesson, tmp_path: Path) -> None:
    broken = lesson.broken
    assert read_copy(tmp_path, LIBRARY, broken.file) is None
    write_copy(tmp_path, LIBRARY, broken.file, broken_text(broken))
    assert read_copy(tmp_path, LIBRARY, broken.file) == broken_text(broken)
    assert healthy_text(broken) != broken_text(broken)
    assert (tmp_path / broken.file).stat().st_mode & 0o777 == 0o600


def test_a_copy_of_an_earlier_library_is_set_aside_and_kept(lesson: Lesson, tmp_path: Path) -> None:
    broken, package = lesson.broken, tmp_path / "minimodel"
    write_copy(tmp_path, LIBRARY, broken.file, "mine, of last year")
    (package / "training.py").rename(package / "loop.py")
    assert read_copy(tmp_path, LIBRARY, broken.file) is None
    write_copy(tmp_path, LIBRARY, broken.file, healthy_text(broken))
    assert judge(package, lesson).passed
    kept = tmp_path / "minimodel-before-1" / broken.file.removeprefix("minimodel/")
    assert kept.read_text(encoding="utf-8") == "mine, of last year"


def test_a_file_of_the_learners_own_beside_the_library_is_no_other_version(
    lesson: Lesson, tmp_path: Path
) -> None:
    package = write_copy(tmp_path, LIBRARY, lesson.broken.file, "mine")
    (package / "extra.py").write_text("", encoding="utf-8")
    assert read_copy(tmp_path, LIBRARY, lesson.broken.file) == "mine"
