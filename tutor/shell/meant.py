"""What was meant by a word that is no command, or no lesson: what is nearest, as whole commands to paste."""

import argparse
import shlex
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from lessons.course import Course
from lessons.load import nearest_lessons
from progress.inert import inert
from tutor.exits import WRONG_USAGE, Refused
from tutor.shell.learners import chosen_course, full_name
from tutor.shell.learners import inert as shortened
from tutor.words.text import Text

HELP = {"help": "--help", "ayuda": "--help", "version": "--version", "versión": "--version"}
ALIKE = 0.7  # how much of two words is the same: `lisst` and `list` share 0.89


def no_such_command(asked: argparse.Namespace, commands: Iterable[str], text: Text) -> Refused:
    """The refusal of a word that is no command: it may be a lesson, or nearly a command, or part of a lesson's id."""
    word, *rest = asked.words
    course = chosen_course(asked)
    name = present_id(word, course)
    if name in course.headings:
        return refused("meant.is_lesson", word, [pasted(["learn", name, *rest], asked)], text)
    near = nearest_commands(word, commands)
    lessons = [] if near else [["learn", lesson] for lesson in nearest_lessons(course, word)]
    lines = [pasted([*words, *rest], asked) for words in near or lessons]
    return refused("meant.command" if lines else "meant.no_command", word, lines, text)


def no_such_lesson(name: str, asked: argparse.Namespace, course: Course, text: Text) -> Refused:
    """The refusal of a name that no lesson has: the same command again, with each lesson that may be meant."""
    lines = [
        pasted([lesson if word == asked.lesson else word for word in asked.words], asked)
        for lesson in nearest_lessons(course, name)
    ]
    return refused("meant.lesson" if lines else "meant.no_lesson", name, lines, text)


def nearest_commands(word: str, commands: Iterable[str]) -> list[list[str]]:
    """The command that a word nearly is, if there is one."""
    near = get_close_matches(word.lower(), [*commands, *HELP], 1, ALIKE)
    return [[HELP.get(name, name)] for name in near]


def present_id(word: str, course: Course) -> str:
    """The id of the lesson that a word is the name of, or was."""
    name = full_name(word.lower(), course)
    return course.renamed.get(name, name)


def refused(key: str, word: str, lines: Sequence[str], text: Text) -> Refused:
    """One sentence, and below it each command that may be meant."""
    sentence = text(key, name=shortened(word))
    return Refused("\n".join([sentence, *(f"    {line}" for line in lines)]), WRONG_USAGE)


def pasted(words: Sequence[str], asked: argparse.Namespace) -> str:
    """A command as the shell takes it, with the options that were given with every command."""
    given = [(f"--{name}", getattr(asked, name)) for name in ("learner", "lang", "home")]
    given += [("--pack", pack) for pack in (*(asked.packs or ()), *(asked.pack or ()))]
    options = [word for name, value in given if value is not None for word in (name, value)]
    return inert(shlex.join(["lynx-tutor", *words, *options]))
