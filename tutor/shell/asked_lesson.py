"""The lesson that was asked for on the command line, and the mode it is opened in."""

import argparse
from typing import TYPE_CHECKING

from lessons.course import LessonMode
from tutor.exits import WRONG_USAGE, Refused
from tutor.shell.learners import chosen_course, full_name
from tutor.shell.meant import no_such_lesson
from tutor.words.text import Text

if TYPE_CHECKING:  # opened at the map, the tutor loads none
    from lessons.lesson import Lesson


def find_place(asked: argparse.Namespace, text: Text) -> LessonMode | None:
    """The lesson asked for by id, in the mode asked for."""
    if asked.lesson is None:
        return None
    return place_of(asked_lesson(asked, text), asked.blind, text)


def place_of(lesson: "Lesson", blind: bool, text: Text) -> LessonMode:
    """The lesson in the mode asked for. Raises Refused where there is nothing to be blind to."""
    if blind and "blind" not in lesson.modes:
        raise Refused(text("cli.not_blind", lesson=lesson.id), WRONG_USAGE)
    return LessonMode(lesson, "blind" if blind else "open")


def asked_lesson(asked: argparse.Namespace, text: Text) -> "Lesson":
    """The lesson asked for by its id. Raises Refused, with the nearest ids, if there is none."""
    course = chosen_course(asked)
    name = full_name(asked.lesson, course)
    if name not in course.lessons:
        raise no_such_lesson(name, asked, course, text)
    return course.lessons[name]
