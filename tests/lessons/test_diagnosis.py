"""Wherever the learner points, the answer helps."""

import sys

import numpy as np
import pytest

from lessons.breaks import LIBRARY, broken_line, healthy_library
from lessons.diagnosis import core_files, point, source, source_files
from lessons.schema import Lesson


def line_of(lesson: Lesson, file: str, words: str) -> int:
    lines = source(lesson.broken, file).splitlines()
    return next(number for number, line in enumerate(lines, 1) if words in line)


def test_the_broken_line_is_found(lesson: Lesson) -> None:
    assert point(lesson, lesson.broken.file, broken_line(lesson.broken)).found


def test_a_line_of_the_same_function_is_near(lesson: Lesson) -> None:
    assert point(lesson, lesson.broken.file, broken_line(lesson.broken) - 1).how == "function"


def test_the_class_around_it_is_near(lesson: Lesson) -> None:
    assert point(lesson, lesson.broken.file, line_of(lesson, lesson.broken.file, "class GELU")).how == "class"


def test_another_class_of_the_file_is_less_near(lesson: Lesson) -> None:
    assert point(lesson, lesson.broken.file, line_of(lesson, lesson.broken.file, "class Tanh")).how == "file"


@pytest.mark.parametrize("number", range(4))
def test_every_near_miss_of_the_lesson_can_be_hit(lesson: Lesson, number: int) -> None:
    miss = lesson.near_misses[number]
    name = miss.function.split(".")[-1]
    code = source(lesson.broken, miss.file)
    owner = miss.function.split(".")[0]
    start = code.index(f"class {owner}") if "." in miss.function else 0
    line = code[: code.index(f"def {name}(", start)].count("\n") + 1
    assert point(lesson, miss.file, line).near == miss.id


def test_every_file_of_the_library_can_be_walked(lesson: Lesson) -> None:
    assert lesson.broken.file in source_files()
    for file in source_files():
        for line in range(1, source(lesson.broken, file).count("\n") + 1):
            assert point(lesson, file, line).how


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
