"""The course asks more of its own lessons than `check` proves of any."""

import pytest

from lessons.course.course import LessonMode
from lessons.course.lesson.lesson import Lesson
from lessons.course.steps.recipes import steps_of
from lessons.format.course import load_course


def too_few_forms(lesson: Lesson) -> bool:
    """A concept that a lesson asks for comes back in three forms."""
    concepts = [review.concept for review in lesson.reviews]
    return any(concepts.count(question.concept) < 3 for question in lesson.asked if question.concept)


def short_ladder(lesson: Lesson) -> bool:
    return bool(lesson.edits) and (len(lesson.hints) < 4 or lesson.hints[-1].reveals != "fix")


def too_long(lesson: Lesson) -> bool:
    """No lesson has more than nine steps, or more than three questions in a row."""
    ways = [steps_of(LessonMode(lesson, mode)).all for mode in lesson.modes]
    asked = [len(step.questions) for steps in ways for step in steps if step.kind == "predict"]
    return max(map(len, ways)) > 9 or max(asked, default=0) > 3


@pytest.mark.parametrize("lacks", [too_few_forms, short_ladder, too_long, lambda lesson: len(lesson.asked) < 3])
def test_each_lesson_of_the_course_has_what_the_course_promises(lacks) -> None:  # type: ignore[no-untyped-def]
    _, *lessons = load_course().lessons.values()  # but the first minute
    assert [lesson.id for lesson in lessons if lacks(lesson)] == []
