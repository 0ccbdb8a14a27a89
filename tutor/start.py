"""From the command line's wishes to a learner at work: whose progress, which language, and the app opened on it."""

import argparse
import codecs
import io
import os
import shutil
import sys
import unicodedata
from pathlib import Path

from lessons.load import load_course, nearest_lessons
from lessons.schema import Lesson
from progress.errors import ProgressError
from progress.home import check_name, default_learner, home_folder, last_learner, learner_folder
from progress.journal import Journal
from tutor.cli import WRONG_USAGE, Refused, program_version
from tutor.learner import Learner, Place
from tutor.text import Text, system_language
from tutor.wording import next_review_words

SMALLEST = (60, 16)
PLAIN = str.maketrans("⠒·●○✓✗×→⇄▸◂▰▱█░─━│…—−▏↑↓←«»“”‘’", "*-*o+xx>=><#-#.--|.--|^v<<>\"\"''")


def open_learner(asked: argparse.Namespace) -> Learner:
    """The learner asked for, or the one last at work here. Raises Refused for a name that cannot be one."""
    text = Text(asked.lang or system_language())
    home = home_folder(asked.home)
    name = asked.learner if asked.learner is not None else (last_learner(home) or default_learner())
    try:
        check_name(name)
    except ProgressError:
        raise Refused(text("cli.bad_name", name=inert(name)), WRONG_USAGE) from None
    folder = learner_folder(home, name)
    return Learner(name, folder, Journal.open(folder, version=program_version()), load_course())


def chosen_text(asked: argparse.Namespace, learner: Learner) -> Text:
    """The language asked for, else the one the learner chose last, else the system's."""
    return Text(asked.lang or learner.preference("language", system_language()))


def learn(asked: argparse.Namespace, text: Text) -> int:
    """Open the app. Raises Refused where there is no terminal for it, or no such lesson."""
    place_asked = find_place(asked, text)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        first = load_course().in_order()[0].id
        raise Refused(text("cli.not_terminal", lesson=asked.lesson or first))
    width, height = shutil.get_terminal_size()
    if width < SMALLEST[0] or height < SMALLEST[1]:
        raise Refused(text("cli.too_small", width=width, height=height))
    learner = open_learner(asked)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices: threads only get in each other's way
    # Textual shows a key at its next frame: frames this short are not felt. Animations would fill them all.
    os.environ.setdefault("TEXTUAL_FPS", "250")
    os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    write_plainly()
    from tutor.app import LynxTutor

    app = LynxTutor(learner, chosen_text(asked, learner), place_asked, asked.command == "review")
    app.run()
    if app.last_words:
        print(app.last_words, file=sys.stderr)
    return app.return_code or 0


def review(asked: argparse.Namespace, text: Text) -> int:
    """Open the app on what is due; where nothing is, say what comes back next, and when."""
    learner = open_learner(asked)
    if learner.due():
        return learn(asked, text)
    print(next_review_words(chosen_text(asked, learner), learner))
    return 0


def write_plainly() -> None:
    """Where the locale is not UTF-8, each mark that it lacks becomes one plain character, never an escape."""
    codecs.register_error("plain", plain)
    for stream in (sys.stdout, sys.__stderr__):  # the second is where Textual writes
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain")


def plain(error: UnicodeError) -> tuple[str, int]:
    """The error handler of that: an accent goes, a mark has its likeness, and what is left is a question mark."""
    assert isinstance(error, UnicodeEncodeError)
    words = error.object[error.start : error.end].translate(PLAIN)
    letters = (unicodedata.normalize("NFKD", letter)[0] for letter in words)
    return "".join(letter if letter.isascii() else "?" for letter in letters), error.end


def find_place(asked: argparse.Namespace, text: Text) -> Place | None:
    """The lesson asked for by id, in the mode asked for."""
    if asked.lesson is None:
        return None
    return Place(asked_lesson(asked.lesson, text), "blind" if asked.blind else "open")


def asked_lesson(name: str, text: Text) -> Lesson:
    """The lesson of this id. Raises Refused, with the nearest ids, if there is none."""
    course = load_course()
    if name not in course.lessons:
        nearest = ", ".join(nearest_lessons(course, name))
        raise Refused(text("cli.no_lesson", name=inert(name), nearest=nearest), WRONG_USAGE)
    return course.lessons[name]


def inert(words: str) -> str:
    """Words from outside, safe to print: nothing that a terminal would obey, and not too long."""
    visible = "".join(character if character.isprintable() else "\ufffd" for character in words)
    return visible if len(visible) <= 60 else f"{visible[:59]}…"


def workspace(learner: Learner, place: Place) -> Path:
    """Where the learner's own copy of minimodel for this lesson lives."""
    return learner.folder / "workspace" / place.lesson.id / place.mode
