"""Wherever the learner points, the answer helps."""

import sys
from dataclasses import replace

import numpy as np
import pytest

from lessons.exercise import NearMiss
from lessons.lesson import Edit, Lesson
from lessons.runs.edits import LIBRARY, edited_lines, healthy_library
from lessons.source import core_files, nearness, source, source_files

ACTIVATIONS, TRAINING, LOSSES = (
    "minimodel/nn/activations.py",
    "minimodel/training.py",
    "minimodel/nn/losses.py",
)


def line_of(lesson: Lesson, file: str, words: str) -> int:
    lines = source(lesson.edits, file).splitlines()
    return next(number for number, line in enumerate(lines, 1) if words in line)


def how(lesson: Lesson, file: str, words: str) -> str:
    return nearness(lesson, file, line_of(lesson, file, words)).how


def with_edits(lesson: Lesson, *edits: Edit, near: tuple[NearMiss, ...] = ()) -> Lesson:
    return replace(lesson, edits=edits, near_misses=near)


def test_the_edited_line_is_found(lesson: Lesson) -> None:
    file = lesson.edits[0].file
    (line,) = edited_lines(lesson.edits, file)
    assert nearness(lesson, file, line).found
    assert not nearness(lesson, TRAINING, line).found


def test_a_line_of_the_same_function_is_near(lesson: Lesson) -> None:
    file = lesson.edits[0].file
    (line,) = edited_lines(lesson.edits, file)
    assert nearness(lesson, file, line - 1).how == "function"


def test_the_class_around_it_is_near(lesson: Lesson) -> None:
    assert how(lesson, ACTIVATIONS, "class GELU") == "class"


def test_another_class_of_the_file_is_less_near(lesson: Lesson) -> None:
    assert how(lesson, ACTIVATIONS, "class Tanh") == "file"


def test_another_file_is_elsewhere(lesson: Lesson) -> None:
    assert how(lesson, TRAINING, "optimizer.step()") == "elsewhere"


# ---- several edits ---------------------------------------------------------

ZERO = Edit(TRAINING, "optimizer.zero_grad()", "pass")
VALUE = Edit(LOSSES, "axis=-1) * (1 / rows)", "axis=-1)")
SHARE = Edit(LOSSES, "labels=labels, rows=rows)", "labels=labels, rows=1)")
SHOWN = "            error.backward()\n            optimizer.step()"
BOTH = Edit(TRAINING, SHOWN, "            optimizer.step()\n            error.backward()")


def test_any_place_of_an_edit_counts_as_found(lesson: Lesson) -> None:
    several = with_edits(lesson, ZERO, VALUE, SHARE)
    for file, words in ((TRAINING, "pass"), (LOSSES, "value = np.add"), (LOSSES, "labels=labels, rows=1)")):
        assert how(several, file, words) == "found"
    assert how(several, LOSSES, "np.exp(p, p)") == "function"
    assert how(several, LOSSES, "def checked_labels") == "file"
    assert how(several, ACTIVATIONS, "return x.gelu()") == "elsewhere"


def test_any_changed_line_of_an_edit_over_several_lines_is_found(lesson: Lesson) -> None:
    swapped = with_edits(lesson, BOTH)
    lines = edited_lines(swapped.edits, TRAINING)
    assert lines
    assert all(nearness(swapped, TRAINING, line).found for line in lines)


def test_a_line_outside_all_functions_is_not_in_the_class_of_one_that_was_edited_there(
    lesson: Lesson,
) -> None:
    top = Edit("minimodel/optim.py", "Params = Iterable[Tensor] |", "Params = Iterable[Tensor]  |")
    edited = with_edits(lesson, top)
    assert how(edited, "minimodel/optim.py", "Params = ") == "found"
    assert how(edited, "minimodel/optim.py", "import math") == "file"


# ---- near misses -----------------------------------------------------------


@pytest.mark.parametrize("number", range(5))
def test_every_near_miss_of_the_lesson_can_be_hit(lesson: Lesson, number: int) -> None:
    miss = lesson.near_misses[number]
    name = miss.function.split(".")[-1]
    code = source(lesson.edits, miss.file)
    owner = miss.function.split(".")[0]
    start = code.index(f"class {owner}") if "." in miss.function else 0
    line = code[: code.index(f"def {name}(", start)].count("\n") + 1
    assert nearness(lesson, miss.file, line).near == miss.id


def test_a_near_miss_in_the_edited_file_comes_before_how_near_it_is(lesson: Lesson) -> None:
    class_of_it = NearMiss("whole-class", ACTIVATIONS, function="GELU")
    other = NearMiss("tanh", ACTIVATIONS, function="Tanh.forward")
    edited = with_edits(lesson, *lesson.edits, near=(class_of_it, other))
    line = edited_lines(lesson.edits, ACTIVATIONS)[0]
    assert nearness(edited, ACTIVATIONS, line).found
    assert nearness(edited, ACTIVATIONS, line).near is None
    assert nearness(edited, ACTIVATIONS, line - 1).near == "whole-class"
    assert nearness(edited, ACTIVATIONS, line_of(lesson, ACTIVATIONS, "return x.tanh()")).near == "tanh"


def test_a_near_miss_may_be_one_line_by_its_text(lesson: Lesson) -> None:
    edited = with_edits(
        lesson, *lesson.edits, near=(NearMiss("other", ACTIVATIONS, line="gelu(approximate="),)
    )
    line = line_of(lesson, ACTIVATIONS, "gelu(approximate=")
    assert nearness(edited, ACTIVATIONS, line).near == "other"
    assert nearness(edited, ACTIVATIONS, line - 1).near is None


def test_of_two_near_misses_the_first_answers(lesson: Lesson) -> None:
    near = NearMiss("one", TRAINING, line="optimizer.step()"), NearMiss("two", TRAINING, function="train_on")
    edited = with_edits(lesson, *lesson.edits, near=near)
    assert nearness(edited, TRAINING, line_of(lesson, TRAINING, "optimizer.step()")).near == "one"
    assert nearness(edited, TRAINING, line_of(lesson, TRAINING, "error.backward()")).near == "two"


def test_a_function_whose_name_only_begins_alike_is_no_near_miss(lesson: Lesson) -> None:
    edited = with_edits(lesson, *lesson.edits, near=(NearMiss("train", TRAINING, function="train"),))
    assert nearness(edited, TRAINING, line_of(lesson, TRAINING, "def train_on")).near is None
    assert nearness(edited, TRAINING, line_of(lesson, TRAINING, "def train(")).near == "train"


@pytest.mark.parametrize("line", [-1, 0, 10**6])
def test_a_line_that_is_none_is_no_find_and_no_error(lesson: Lesson, line: int) -> None:
    near = NearMiss("one", ACTIVATIONS, line="}"), NearMiss("two", ACTIVATIONS, function="GELU")
    found = nearness(with_edits(lesson, *lesson.edits, near=near), ACTIVATIONS, line)
    assert (found.how, found.near) == ("file", None)


# ---- what there is to walk through -----------------------------------------


def test_every_file_of_the_library_can_be_walked(lesson: Lesson) -> None:
    assert lesson.edits[0].file in source_files()
    for file in source_files():
        for line in range(1, source(lesson.edits, file).count("\n") + 1):
            assert nearness(lesson, file, line).how


def test_a_file_is_shown_as_the_edited_library_has_it(lesson: Lesson) -> None:
    assert "return x.gelu()" not in source(lesson.edits, ACTIVATIONS)
    assert source(lesson.edits, TRAINING) == (LIBRARY / "training.py").read_text(encoding="utf-8")


def test_the_core_comes_first_and_in_reading_order() -> None:
    core = [
        "operations",
        "tensor",
        "backward",
        "nn/module",
        "nn/linear",
        "nn/activations",
        "nn/losses",
        "optim",
    ]
    right = [f"minimodel/{name}.py" for name in (*core, "training")]
    assert list(core_files()) == list(source_files()[:9]) == right
    laboratory = ["/lab/" in file for file in source_files()]
    assert laboratory == sorted(laboratory)


def test_the_core_is_an_evening_to_read() -> None:
    lines = [
        line for file in core_files() for line in (LIBRARY.parent / file).read_text("utf-8").splitlines()
    ]
    assert len(lines) <= 1300


@pytest.mark.parametrize("file", source_files())
def test_every_line_is_seen_whole_in_80_columns(file: str) -> None:
    numbers, scrollbar = len("123 "), 1
    for line in (LIBRARY.parent / file).read_text("utf-8").splitlines():
        assert numbers + len(line) + scrollbar <= 80, line


def test_a_training_of_the_course_s_network_runs_in_the_core() -> None:
    """Nearly all lines that are run, and every file of the core, are of the core."""
    minimodel, ran = healthy_library(), set()
    data = minimodel.lab.tense.split("agreement", 0)

    def trace(frame, event, argument):  # type: ignore[no-untyped-def]
        file = frame.f_code.co_filename
        if str(LIBRARY) not in file:
            return None
        ran.add((file.removeprefix(f"{LIBRARY}/"), frame.f_lineno))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        model = minimodel.lab.tense.TenseMLP(generator=np.random.default_rng(0))
        optimizer = minimodel.optim.Adam(model.parameters())
        list(minimodel.training.train(model, data.x_train, data.y_train, optimizer, 3))
    finally:
        sys.settrace(before)
    core = {file.removeprefix("minimodel/") for file in core_files()}
    inside = [place for place in ran if place[0] in core]
    assert {file for file, _ in inside} == core
    assert len(inside) > len(ran) / 2
