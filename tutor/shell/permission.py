"""Which lesson `run` is to train, and whether code from elsewhere may run: it is asked about before it does."""

import argparse
import sys
from pathlib import Path

from lessons.course import Pack
from lessons.files import is_folder
from lessons.lesson import Lesson
from lessons.load import CONTENT, load_lesson
from lessons.packs import LESSON, check_lesson_inert
from progress.inert import inert
from tutor.consent import agree, consent_words, must_ask, says_yes
from tutor.exits import WRONG_USAGE, Refused
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


def pack_of(lesson: Lesson, asked: argparse.Namespace) -> Pack | None:
    """The pack that a lesson comes from, its folder alone being one, too; None for the course's own."""
    return chosen_course(asked).pack_of(lesson.id) or pack_at(lesson.folder, (lesson.folder,))


def pack_at(folder: Path, lessons: tuple[Path, ...]) -> Pack | None:
    """What stands in a folder, as a pack; None within the course's own."""
    if folder.is_relative_to(CONTENT):
        return None
    return Pack(folder.name, folder, {each.name: each for each in lessons})


def ask_first(pack: Pack | None, asked: argparse.Namespace, text: Text) -> None:
    """Ask whether the code of a pack may run, on stderr. Raises Refused for a no, and where nobody is there."""
    if pack is None or asked.yes:
        return
    learner = open_learner(asked)
    if not must_ask(learner, pack):
        return
    print(inert(consent_words(pack, text), lines=True), file=sys.stderr)
    if asked.json or not sys.stdin.isatty():
        raise Refused(text("pack.yes_needed", lesson=inert(str(pack.folder))), WRONG_USAGE)
    print(text("pack.question"), end=" ", file=sys.stderr, flush=True)
    if not says_yes(sys.stdin.readline()):
        raise Refused(text("pack.declined", pack=pack.id))
    agree(learner, pack)
