"""Wherever the learner points, the answer helps."""

import pytest

from lessons.breaks import broken_line
from lessons.diagnosis import point, source, source_files
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
