"""From the command line's options to a learner: whose progress, which language, which lesson."""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

import tutor
from lessons.course import Course
from lessons.load import load_course
from progress.errors import ProgressError
from progress.home import check_name, default_learner, home_folder, last_learner, learner_folder
from progress.inert import inert as harmless
from progress.journal import Journal
from tutor.commands import OwnText
from tutor.exits import WRONG_USAGE, Refused
from tutor.learner import Learner
from tutor.shell.language import text_for
from tutor.words.sentences import in_words
from tutor.words.text import Text, system_language

PACKS = "LYNX_TUTOR_PACKS"


def open_learner(asked: argparse.Namespace) -> Learner:
    """The learner asked for, or the one last at work here. Raises Refused for a name that cannot be one."""
    home = home_folder(asked.home)
    name = asked.learner if asked.learner is not None else (last_learner(home) or default_learner())
    try:
        check_name(name)
    except ProgressError as error:
        raise Refused(in_words(error.sentence, text_for(asked)), WRONG_USAGE) from None
    folder = learner_folder(home, name)
    return Learner(name, folder, Journal.open(folder, version=tutor.__version__), chosen_course(asked))


def chosen_course(asked: argparse.Namespace) -> Course:
    """The built-in course, and after it the packs that are named. Raises LessonError where they cannot be loaded."""
    if not (paths := tuple(chosen_packs(asked))):
        return load_course()
    from lessons.packs import load_courses  # most learners have none

    for path in paths:
        if not path.is_dir():
            raise Refused(text_for(asked)("pack.no_folder", path=harmless(str(path))))
    return load_courses(paths)


def chosen_packs(asked: argparse.Namespace) -> Iterator[Path]:
    """The packs of the environment, then those of the command line."""
    named = [path for path in os.environ.get(PACKS, "").split(os.pathsep) if path]
    for path in (*named, *(asked.packs or ()), *(asked.pack or ())):
        yield Path(os.path.expanduser(path))  # where the shell did not, as within the variable


def chosen_text(asked: argparse.Namespace, learner: Learner) -> Text:
    """The language asked for, else the one the learner chose last, else the system's."""
    return OwnText(asked.lang or learner.preference("language", system_language()), learner)


def full_name(name: str, course: Course) -> str:
    """A lesson's whole name: one of a pack may be asked for without the pack's, where that says which."""
    ends = [each for each in course.headings if each.endswith(f"/{name}")]
    return ends[0] if name not in course.headings and len(ends) == 1 else name


def inert(words: str) -> str:
    """Words from outside, safe to print: nothing that a terminal would obey, and not too long."""
    visible = "".join(character if character.isprintable() else "\ufffd" for character in words)
    return visible if len(visible) <= 60 else f"{visible[:59]}…"
