"""Every walk of a lesson: in each language and mode, by keys and in plain lines."""

import io
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import asdict
from pathlib import Path
from typing import Any

from lessons.course import LessonMode
from lessons.format import LANGUAGES, Mode
from lessons.lesson import Lesson
from lessons.load import load_lesson
from tests.tutor.walks.alone import learner_of
from tests.tutor.walks.record import Walk
from tests.tutor.walks.runs import Runs
from tutor.notes import wait

VIEWS = ("keyboard", "plain")


def walked(folder: str, languages: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """Walk a lesson in these languages, which share its runs: what was found, as plain data. Raises LessonError."""
    lesson, runs = load_lesson(Path(folder)), Runs()
    return {language: [asdict(walk) for walk in walks(lesson, language, runs)] for language in languages}


def walks(lesson: Lesson, language: str, runs: Runs) -> Iterator[Walk]:
    """Every walk of a lesson in one language."""
    for mode in lesson.modes:
        for view in views(lesson.id, language, mode):
            walk = Walk(view, language, mode)
            go(walk, LessonMode(lesson, mode), runs)
            yield walk


def views(lesson: str, language: str, mode: Mode) -> tuple[str, ...]:
    """How a mode is walked: by keys and in plain lines; blind, by keys in one of the languages alone."""
    by_keys = mode == "open" or LANGUAGES[sum(map(ord, lesson)) % len(LANGUAGES)] == language
    return VIEWS if by_keys else VIEWS[1:]


def go(walk: Walk, place: LessonMode, runs: Runs) -> None:
    """One walk, in a home folder of its own. Whatever it raises is what was found."""
    from tests.tutor.walks.by_keys import by_keys  # with Textual, which the check itself does without
    from tests.tutor.walks.by_lines import by_lines

    by = by_keys if walk.view == VIEWS[0] else by_lines
    with tempfile.TemporaryDirectory(prefix="lynx-tutor-walk-") as home, in_silence():
        learner = learner_of(place.lesson, Path(home))
        try:
            by(walk, learner, place, runs)
        except Exception as error:
            cause = getattr(error, "error", error)  # of a worker thread of the app
            words = str(cause).splitlines() or [""]
            walk.note(f"ends at {walk.where} with {type(cause).__name__}: {words[0][:200]}")
        finally:
            wait(learner)


@contextmanager
def in_silence() -> Iterator[None]:
    """An app that fails says so on the terminal; here it is said in a sentence."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        yield
