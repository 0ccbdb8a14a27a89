"""What the course asks of each of its lessons beside what `check` proves of any."""

import pytest

from lessons.course.course import LessonMode
from lessons.course.lesson import Lesson
from lessons.course.recipes import steps_of
from lessons.format.course import load_course

LESSONS = load_course().in_order()[1:]  # but the first minute


def too_few_forms(lesson: Lesson) -> bool:
    """A concept that a lesson asks for comes back in three forms."""
    concepts = [review.concept for review in lesson.reviews]
    return any(concepts.count(question.concept) < 3 for question in lesson.asked if question.concept)


def short_ladder(lesson: Lesson) -> bool:
    return bool(lesson.edits) and (len(lesson.hints) < 4 or lesson.hints[-1].reveals != "fix")


def too_long(lesson: Lesson) -> bool:
    """No lesson has more than nine steps, or more than three questions in a row."""
    steps = [step for mode in lesson.modes for step in steps_of(LessonMode(lesson, mode)).all]
    return len(steps) > 9 * len(lesson.modes) or any(
        len(step.questions) > 3 for step in steps if step.kind == "predict"
    )


@pytest.mark.parametrize("lacks", [too_few_forms, short_ladder, too_long, lambda lesson: len(lesson.asked) < 3])
def test_each_lesson_of_the_course_has_what_the_course_promises(lacks) -> None:  # type: ignore[no-untyped-def]
    assert [lesson.id for lesson in LESSONS if lacks(lesson)] == []
