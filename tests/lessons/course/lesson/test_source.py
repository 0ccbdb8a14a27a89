"""Wherever the learner points, the answer helps; and outlines, names that are searched for, what a page is about."""

import sys
from dataclasses import replace

import numpy as np
import pytest

from lessons.course.lesson import source
from lessons.course.lesson.exercise import NearMiss
from lessons.course.lesson.lesson import Edit, Lesson
from lessons.course.lesson.page import Block, Code, Onward, Page, Words
from lessons.format.course import load_course
from lessons.runs.edits import healthy_library

ACTIVATIONS, TRAINING, LOSSES = ("minimodel/nn/activations.py", "minimodel/training.py", "minimodel/nn/losses.py")


def line_of(lesson: Lesson, file: str, words: str) -> int:
    lines = source.source(lesson.edits, file).splitlines()
    return next(number for number, line in enumerate(lines, 1) if words in line)


def with_edits(lesson: Lesson, *edits: Edit, near: tuple[NearMiss, ...] = ()) -> Lesson:
    return replace(lesson, edits=edits, near_misses=near)


def test_the_edited_line_is_found_and_what_is_around_it_is_near(lesson):
    (line,) = source.edited_lines(lesson.edits, ACTIVATIONS)
    assert source.nearness(lesson, ACTIVATIONS, line).found
    assert source.nearness(lesson, ACTIVATIONS, line - 1).how == "function"
    assert not source.nearness(lesson, TRAINING, line).found


ZERO = Edit(TRAINING, "optimizer.zero_grad()", "pass")
VALUE = Edit(LOSSES, "axis=-1) * (1 / rows)", "axis=-1)")
SHARE = Edit(LOSSES, "labels=labels, rows=rows)", "labels=labels, rows=1)")
TOP = Edit("minimodel/optim.py", "Params = Iterable[Tensor] |", "Params = Iterable[Tensor]  |")
GELU = Edit(ACTIVATIONS, "return x.gelu()", "return x")


@pytest.mark.parametrize(
    ("edits", "file", "words", "near"),
    [
        ((GELU,), ACTIVATIONS, "class GELU", "class"),
        ((GELU,), ACTIVATIONS, "class Tanh", "file"),
        ((GELU,), TRAINING, "optimizer.step()", "elsewhere"),
        ((ZERO, VALUE, SHARE), TRAINING, "pass", "found"),
        ((ZERO, VALUE, SHARE), LOSSES, "value = np.add", "found"),
        ((ZERO, VALUE, SHARE), LOSSES, "labels=labels, rows=1)", "found"),
        ((ZERO, VALUE, SHARE), LOSSES, "np.exp(p, p)", "function"),
        ((ZERO, VALUE, SHARE), LOSSES, "def checked_labels", "file"),
        ((ZERO, VALUE, SHARE), ACTIVATIONS, "return x.gelu()", "elsewhere"),
        ((TOP,), "minimodel/optim.py", "Params = ", "found"),
        ((TOP,), "minimodel/optim.py", "import math", "file"),  # outside all functions is in no class
    ],
)
def test_a_line_is_as_near_as_the_nearest_edit(lesson, edits, file, words, near):
    edited = with_edits(lesson, *edits)
    assert source.nearness(edited, file, line_of(edited, file, words)).how == near


def near(lesson: Lesson, file: str, line: int, *misses: NearMiss) -> str | None:
    return source.nearness(with_edits(lesson, *lesson.edits, near=misses), file, line).near


ONE, TWO = NearMiss("one", TRAINING, line="optimizer.step()"), NearMiss("two", TRAINING, function="train_on")
TRAIN = NearMiss("train", TRAINING, function="train")


@pytest.mark.parametrize(
    ("misses", "words", "name"),
    [
        ((ONE, TWO), "optimizer.step()", "one"),  # of two, the first
        ((ONE, TWO), "error.backward()", "two"),
        ((ONE,), "error.backward()", None),  # a line by its text is that line alone
        ((TRAIN,), "def train_on", None),  # a name that only begins alike
        ((TRAIN,), "def train(", "train"),
    ],
)
def test_a_near_miss_is_a_line_or_a_function(lesson, misses, words, name):
    assert near(lesson, TRAINING, line_of(lesson, TRAINING, words), *misses) == name


@pytest.mark.parametrize("line", [-1, 0, 10**6])
def test_a_line_that_is_none_is_no_find_and_no_error(lesson, line):
    near = NearMiss("one", ACTIVATIONS, line="}"), NearMiss("two", ACTIVATIONS, function="GELU")
    found = source.nearness(with_edits(lesson, *lesson.edits, near=near), ACTIVATIONS, line)
    assert (found.how, found.near) == ("file", None)


def test_every_file_of_the_library_can_be_walked(lesson):
    assert lesson.edits[0].file in source.source_files()
    for file in source.source_files():
        for line in range(1, source.source(lesson.edits, file).count("\n") + 1):
            assert source.nearness(lesson, file, line).how


def test_the_core_comes_first_in_reading_order_and_is_an_evening_to_read():
    core = "operations tensor backward nn/module nn/linear nn/activations nn/losses optim training"
    right = [f"minimodel/{name}.py" for name in core.split()]
    assert list(source.core_files()) == list(source.source_files()[:9]) == right
    laboratory = ["/lab/" in file for file in source.source_files()]
    assert laboratory == sorted(laboratory)
    assert (
        sum(len((source.LIBRARY.parent / file).read_text("utf-8").splitlines()) for file in source.core_files()) <= 1300
    )
    assert tuple(file for files in source.parts().values() for file in files) == source.source_files()


def test_every_line_is_seen_whole_in_80_columns():
    numbers, scrollbar = len("123 "), 1
    for file in source.source_files():
        longest = max((source.LIBRARY.parent / file).read_text("utf-8").splitlines(), key=len, default="")
        assert numbers + len(longest) + scrollbar <= 80, (file, longest)


def test_a_training_of_the_course_s_network_runs_in_the_core():
    minimodel, ran = healthy_library(), set()
    data = minimodel.lab.tense.split("agreement", 0)

    def trace(frame, event, argument):
        file = frame.f_code.co_filename
        if str(source.LIBRARY) not in file:
            return None
        ran.add((file.removeprefix(f"{source.LIBRARY}/"), frame.f_lineno))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        model = minimodel.lab.tense.TenseMLP(generator=np.random.default_rng(0))
        optimizer = minimodel.optim.Adam(model.parameters())
        list(minimodel.training.train(model, data.x_train, data.y_train, optimizer, 3))
    finally:
        sys.settrace(before)
    core = {file.removeprefix("minimodel/") for file in source.core_files()}
    inside = [place for place in ran if place[0] in core]
    assert {file for file, _ in inside} == core
    assert len(inside) > len(ran) / 2


EDITS = load_course().lessons["break-gelu-identity"].edits


def page_of(*blocks: Block) -> Page:
    return Page("read", "Read", blocks, Onward("on"))


def test_a_file_has_its_classes_and_functions_in_the_order_in_which_they_stand():
    text = "class A:\n    def f(self): ...\n\ndef g():\n    def inner(): ...\n"
    assert source.outline("a.py", text) == (
        source.Place("a.py", 1, "A"),
        source.Place("a.py", 2, "A.f"),
        source.Place("a.py", 4, "g"),
    )
    assert [place.depth for place in source.outline("a.py", text)] == [1, 2, 1]


@pytest.mark.parametrize(
    ("letters", "first"),
    [
        ("gelu", "minimodel/operations.py"),
        ("GELU", ACTIVATIONS),
        ("zero_grad", "minimodel/nn/module.py"),
        ("optim", "minimodel/optim.py"),
        ("nn/li", "minimodel/nn/linear.py"),
        ("GELU.forw", ACTIVATIONS),
        ("linear", "minimodel/nn/linear.py"),
    ],
)
def test_what_is_called_so_comes_first(letters, first):
    assert source.search(letters, source.healthy_text)[0].file == first
    assert [place.name for place in source.search("linear", source.healthy_text)][:3] == ["", "Linear", "linear"]
    assert source.search("qqq", source.healthy_text) == ()


def test_a_page_is_about_the_edited_line_and_says_nothing_of_an_edit_that_is_looked_for():
    place = source.about(page_of(Words("`Linear`")), EDITS, hides_edit=False)
    assert place == source.Place(ACTIVATIONS, source.edited_lines(EDITS, ACTIVATIONS)[0])
    hidden = source.about(page_of(Words("`GELU.forward`")), EDITS, hides_edit=True)
    assert (hidden.file, hidden.name) == (TRAINING, "")


@pytest.mark.parametrize(
    ("block", "name"),
    [
        (Words("Before a `Linear` and a `GELU.forward`."), "Linear"),
        (Words("```\nGELU\n```\nLook at `GELU.forward`."), "GELU.forward"),
        (Words("`optimizer.zero_grad()` each step"), "Module.zero_grad"),
        (Words("```\nLinear(23 -> 16)\n```"), "Linear"),
        (Code(("loss = nn.CrossEntropyLoss()",), "python"), "CrossEntropyLoss"),
        (Words("The verb `walk`, `x` and `0.5`."), ""),
        (Words("No code."), ""),
    ],
)
def test_a_page_is_about_the_first_class_or_function_that_it_names(block, name):
    assert source.about(page_of(block), (), hides_edit=False).name == name
