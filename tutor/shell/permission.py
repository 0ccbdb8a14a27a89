"""Which lesson `run` is to train, and whether it may: a pack's code is asked about before it runs."""

import argparse
import sys
from pathlib import Path

from lessons.files import is_folder
from lessons.lesson import Lesson
from lessons.load import load_lesson
from lessons.packs import LESSON, check_lesson_inert
from progress.inert import inert
from tutor.consent import agree, consent_words, pack_to_ask, says_yes
from tutor.exits import Refused
from tutor.shell.asked_lesson import asked_lesson
from tutor.shell.learners import chosen_course, open_learner
from tutor.words.text import Text


def chosen_lesson(asked: argparse.Namespace, text: Text) -> Lesson:
    """A lesson of the course or of a pack by its name, or the one in a folder. Raises Refused, or LessonError."""
    path = Path(asked.lesson)
    if asked.lesson in chosen_course(asked).lessons or not is_folder(path) or not (path / LESSON).exists():
        return asked_lesson(asked, text)
    lesson = load_lesson(path.resolve())
    check_lesson_inert(lesson)
    return lesson


def ask_first(lesson: Lesson, asked: argparse.Namespace, text: Text) -> None:
    """Ask whether the code of a pack may run, on stderr. Raises Refused for a no, and where nobody is there."""
    if chosen_course(asked).pack_of(lesson.id) is None:
        return
    learner = open_learner(asked)
    pack = pack_to_ask(learner, lesson.id)
    if pack is None:
        return
    print(inert(consent_words(pack, text), lines=True), file=sys.stderr)
    if not sys.stdin.isatty():
        raise Refused(text("pack.yes_needed", lesson=lesson.id))
    print(text("pack.question"), end=" ", file=sys.stderr, flush=True)
    if not says_yes(sys.stdin.readline()):
        raise Refused(text("pack.declined", pack=pack.id))
    agree(learner, pack)
