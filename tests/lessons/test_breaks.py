"""A broken library lives beside the healthy one, and neither knows of the other."""

import sys

import numpy as np
import pytest

from lessons.breaks import LIBRARY, broken_library, broken_line, healthy_library, import_copy
from lessons.schema import Break, Lesson, LessonError


def test_only_the_broken_copy_is_broken(lesson: Lesson) -> None:
    healthy, broken = healthy_library(), broken_library(lesson.broken)
    values = np.array([-1.0, 1.2])
    assert np.array_equal(broken.nn.GELU()(broken.Tensor(values)).data, values)
    assert healthy.nn.GELU()(healthy.Tensor(values)).data == pytest.approx([-0.1588, 1.0617], abs=1e-4)


def test_the_copies_share_no_module_and_no_class(lesson: Lesson) -> None:
    healthy, broken = healthy_library(), broken_library(lesson.broken)
    assert broken is not healthy
    assert broken.Tensor is not healthy.Tensor
    assert broken.nn.Linear.__module__.startswith(broken.__name__)
    private = [name for name in sys.modules if name.startswith(broken.__name__)]
    assert all(getattr(sys.modules[name], "Tensor", broken.Tensor) is broken.Tensor for name in private)


def test_the_same_break_gives_the_same_library(lesson: Lesson) -> None:
    assert broken_library(lesson.broken) is broken_library(lesson.broken)


def test_nothing_on_disk_changes(lesson: Lesson) -> None:
    before = {path: path.read_bytes() for path in LIBRARY.rglob("*.py")}
    broken_library(lesson.broken)
    assert before == {path: path.read_bytes() for path in LIBRARY.rglob("*.py")}


def test_the_broken_line_is_where_the_text_stands(lesson: Lesson) -> None:
    lines = (LIBRARY.parent / lesson.broken.file).read_text(encoding="utf-8").splitlines()
    assert lesson.broken.before in lines[broken_line(lesson.broken) - 1]


def test_a_text_that_stands_more_than_once_cannot_be_a_break() -> None:
    with pytest.raises(LessonError, match="exactly once"):
        broken_library(Break("minimodel/nn/activations.py", "return", "yield"))


def test_a_module_that_is_not_there_is_not_found(lesson: Lesson) -> None:
    name = broken_library(lesson.broken).__name__
    with pytest.raises(ModuleNotFoundError):
        __import__(f"{name}.nothing_here")
    with pytest.raises(ModuleNotFoundError):
        import_copy("_minimodel_nowhere", LIBRARY / "nowhere")


def test_a_broken_library_still_answers_in_its_own_sentences() -> None:
    library = broken_library(Break("minimodel/nn/activations.py", "return x.gelu()", "return x"))
    with pytest.raises(ValueError, match=r"Linear\(0, 1\) needs at least one input"):
        library.nn.Linear(0, 1)
    with pytest.raises(ValueError, match="no parameters"):
        library.optim.SGD([])
    with pytest.raises(ValueError, match=r"Linear\(2, 3\) got \(4, 5\)"):
        library.nn.Linear(2, 3)(library.functions.ones(4, 5))
