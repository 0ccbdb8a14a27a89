"""An edited library lives beside the healthy one, and neither knows of the other."""

import sys

import numpy as np
import pytest

from lessons.course.edits import LIBRARY, edited_files, edited_lines, edited_text, healthy_text
from lessons.course.lesson import Edit, Lesson
from lessons.course.values import LessonError
from lessons.runs.edits import edited_library, healthy_library

ACTIVATIONS, TRAINING = "minimodel/nn/activations.py", "minimodel/training.py"
GELU = Edit(ACTIVATIONS, "return x.gelu()", "return x")
TANH = Edit(ACTIVATIONS, "return x.tanh()", "return x.sin()")
STEP = Edit(TRAINING, "            optimizer.step()\n", "")


def test_only_the_edited_copy_is_edited_and_nothing_on_disk(lesson: Lesson) -> None:
    before = {path: path.read_bytes() for path in LIBRARY.rglob("*.py")}
    healthy, edited = healthy_library(), edited_library(lesson.edits)
    values = np.array([-1.0, 1.2])
    assert np.array_equal(edited.nn.GELU()(edited.Tensor(values)).data, values)
    assert healthy.nn.GELU()(healthy.Tensor(values)).data == pytest.approx([-0.1588, 1.0617], abs=1e-4)
    assert before == {path: path.read_bytes() for path in LIBRARY.rglob("*.py")}


def test_every_place_of_an_edit_is_edited() -> None:
    library = edited_library((GELU, TANH, STEP))
    x = library.Tensor([0.5])
    assert library.nn.GELU()(x).data == [0.5]
    assert library.nn.Tanh()(x).data == np.sin([0.5])
    model = library.nn.Linear(2, 2)
    before = model.weight.data.copy()
    list(library.training.train(model, np.eye(2), [0, 1], library.optim.SGD(model.parameters()), 3))
    assert np.array_equal(model.weight.data, before)


def test_the_copies_share_no_module_and_no_class(lesson: Lesson) -> None:
    healthy, edited = healthy_library(), edited_library(lesson.edits)
    assert edited is not healthy
    assert edited.Tensor is not healthy.Tensor
    assert edited.nn.Linear.__module__.startswith(edited.__name__)
    private = [vars(module) for name, module in sys.modules.items() if name.startswith(edited.__name__)]
    owners = {getattr(value, "__module__", None) for names in private for value in names.values()}
    assert not [owner for owner in owners if str(owner).split(".")[0] == healthy.__name__]


def test_the_same_edits_give_the_same_library_others_another_and_none_minimodel_itself(lesson: Lesson) -> None:
    assert edited_library(lesson.edits) is edited_library(lesson.edits)
    assert edited_library((GELU, TANH)) is not edited_library((GELU,))
    assert edited_library(()) is healthy_library()


def test_each_changed_line_of_each_edited_file_is_known() -> None:
    edits = (GELU, TANH, STEP)
    assert edited_files(edits) == (ACTIVATIONS, TRAINING)
    lines, healthy = (text.splitlines() for text in (edited_text(edits, ACTIVATIONS), healthy_text(ACTIVATIONS)))
    changed = edited_lines(edits, ACTIVATIONS)
    assert [lines[number - 1].strip() for number in changed] == ["return x.sin()", "return x"]
    assert [healthy[number - 1].strip() for number in changed] == ["return x.tanh()", "return x.gelu()"]


def test_where_lines_were_taken_away_it_is_the_line_that_stands_there_now() -> None:
    (number,) = edited_lines((STEP,), TRAINING)
    healthy = healthy_text(TRAINING).splitlines()
    assert healthy[number - 1].strip() == "optimizer.step()"
    assert edited_text((STEP,), TRAINING).splitlines()[number - 1] == healthy[number]


def test_only_the_lines_of_a_long_edit_that_differ_have_changed() -> None:
    before = "            optimizer.zero_grad()\n            error = loss(model(inputs), labels)\n"
    edit = Edit(TRAINING, before, before.replace("zero_grad()", "zero_grad(False)"))
    (number,) = edited_lines((edit,), TRAINING)
    assert "zero_grad(False)" in edited_text((edit,), TRAINING).splitlines()[number - 1]


@pytest.mark.parametrize(
    ("edits", "count"),
    [
        ((Edit(ACTIVATIONS, "return", "yield"),), r"exactly once .*; found [2-9]"),
        ((Edit(ACTIVATIONS, "return x.gleu()", "return x"),), "exactly once .*; found 0"),
        ((GELU, Edit(ACTIVATIONS, "x.gelu()", "x")), "exactly once .*; found 0"),
    ],
    ids=["many times", "nowhere", "where an edit before it took it away"],
)
def test_a_text_that_does_not_stand_there_once_cannot_be_edited(edits: tuple[Edit, ...], count: str) -> None:
    with pytest.raises(LessonError, match=count):
        edited_library(edits)
