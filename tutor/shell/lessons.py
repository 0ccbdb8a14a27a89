"""The lesson that was asked for on the command line; or what was meant by a word that is none, as commands to paste."""

import argparse
import shlex
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from lessons.course.course import Course, LessonMode
from lessons.format.course import nearest_lessons
from progress.sentence import inert
from tutor.exits import WRONG_USAGE, Refused
from tutor.shell.learners import chosen_course, full_name, given_options, shortened
from tutor.words.text import Text

if TYPE_CHECKING:  # opened at the map, the tutor loads none
    from lessons.course.lesson import Lesson

HELP = {"help": "--help", "ayuda": "--help", "version": "--version", "versión": "--version"}
ALIKE = 0.7  # how much of two words is the same: `lisst` and `list` share 0.89


def find_place(asked: argparse.Namespace, text: Text) -> LessonMode | None:
    """Find the lesson asked for, in the mode asked for. Raises Refused where there is nothing to be blind to."""
    if asked.lesson is None:
        return None
    lesson = asked_lesson(asked, text)
    if asked.blind and "blind" not in lesson.modes:
        raise Refused(text("cli.not_blind", lesson=lesson.id), WRONG_USAGE)
    return LessonMode(lesson, "blind" if asked.blind else "open")


def asked_lesson(asked: argparse.Namespace, text: Text) -> "Lesson":
    """Find the lesson asked for by its id. Raises Refused, with the nearest ids, if there is none."""
    course = chosen_course(asked)
    name = full_name(asked.lesson, course)
    if name not in course.lessons:
        raise no_such_lesson(name, asked, course, text)
    return course.lessons[name]


def no_such_command(asked: argparse.Namespace, commands: Iterable[str], text: Text) -> Refused:
    """Refuse a word that is no command: it may be a lesson, or nearly a command, or part of a lesson's id."""
    word, *rest = asked.words
    course = chosen_course(asked)
    name = full_name(word.lower(), course)
    lesson = course.renamed.get(name, name)
    if lesson in course.headings:
        return refused("meant.is_lesson", word, [pasted(["learn", lesson, *rest], asked)], text)
    near = [HELP.get(each, each) for each in get_close_matches(word.lower(), [*commands, *HELP], 1, ALIKE)]
    meant = [near] if near else [["learn", each] for each in nearest_lessons(course, word)]
    lines = [pasted([*words, *rest], asked) for words in meant]
    return refused("meant.command" if lines else "meant.no_command", word, lines, text)


def no_such_lesson(name: str, asked: argparse.Namespace, course: Course, text: Text) -> Refused:
    """Return the refusal of a name that no lesson has: the same command again, with each lesson that may be meant."""
    lines = [
        pasted([lesson if word == asked.lesson else word for word in asked.words], asked)
        for lesson in nearest_lessons(course, name)
    ]
    return refused("meant.lesson" if lines else "meant.no_lesson", name, lines, text)


def refused(key: str, word: str, lines: Sequence[str], text: Text) -> Refused:
    sentence = text(key, name=shortened(word))
    return Refused("\n".join([sentence, *(f"    {line}" for line in lines)]), WRONG_USAGE)


def pasted(words: Sequence[str], asked: argparse.Namespace) -> str:
    """Return a command as the shell takes it, with the options that were given with every command."""
    return inert(shlex.join(["lynx-tutor", *words, *given_options(asked)]))
