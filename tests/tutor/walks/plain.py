"""A walk through a lesson, and its reviews, in plain lines: every line is written before the first is read."""

import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from lessons.course.asking.question_words import levels_of
from lessons.course.course import LessonMode
from lessons.course.lesson.lesson import Question
from lessons.course.steps.recipes import steps_of
from tests.tutor.walks.answers import GUESS, WORDS, answer_line, edited_place, right_code
from tutor.learner import Learner
from tutor.linear.app import LinearTutor
from tutor.words.text import Text

COPY = "import shutil, sys; shutil.copyfile(sys.argv[1], sys.argv[2])"


def answers(place: LessonMode) -> Iterator[tuple[str, ...]]:
    """Yield what the learner writes to each thing that is wanted, from the first page to the end of the lesson."""
    for step in steps_of(place).all:
        match step.kind:
            case "predict" | "trace":
                for question in step.questions:  # type: ignore[attr-defined]
                    yield answered(question, place)
                if step.kind == "trace" or step.inside:
                    yield ("",)
            case "run":
                watched = [each for each in step.watched if each.steps]  # type: ignore[attr-defined]
                yield from [("",)] * (len(watched) + 2)  # its batches begin at one press
            case "hints":
                yield from [("", GUESS)] * len(place.lesson.hints)
                yield ("{}:{}".format(*edited_place(place)),)
                yield ("",)
            case "trial":
                yield answered(step.trial, place)  # type: ignore[attr-defined]
                yield ("1",)
                yield ("",)
            case "instruments":
                yield from [("3",), ("1",), ("",)]  # look, clear, go on
            case "repair" | "lab":
                yield ("judge",)
                yield "", "judge"  # in their own editor
                yield ("",)
            case "why":
                yield (WORDS,)
            case _:
                yield ("",)


def answered(question: Question, place: LessonMode) -> tuple[str, ...]:
    """An answer, and that it is a guess; of a calculation the answer alone."""
    return (answer_line(question, place), "1") if levels_of(question, Text("en")) else (answer_line(question, place),)


def lines(place: LessonMode) -> list[str]:
    return [line for given in answers(place) for line in given]


@contextmanager
def own_editor(place: LessonMode, folder: Path) -> Iterator[None]:
    """An editor of the learner's own, which writes what passes."""
    if not (place.lesson.edits or place.lesson.lab):
        yield
        return
    right = folder / "right.py"
    right.write_text(right_code(place), encoding="utf-8")
    before = os.environ.get("VISUAL")
    os.environ["VISUAL"] = shlex.join([sys.executable, "-I", "-S", "-c", COPY, str(right)])
    try:
        yield
    finally:
        os.environ.pop("VISUAL")
        if before is not None:
            os.environ["VISUAL"] = before


@dataclass
class Plain:
    """One session in plain lines. `told` holds what was said and asked, and `left` what was never asked for."""

    learner: Learner
    language: str = "en"
    told: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    at_end: Callable[[], str] | None = None  # instead of the end of the lines

    def run(self, given: Iterable[str], place: LessonMode | None = None, review: bool = False) -> int:
        """Answer with these lines, and then end. Gives the exit code."""
        rest = iter(given)
        code = self.listening(rest).run(place, review)
        self.left = list(rest)
        return code

    def listening(self, rest: Iterator[str]) -> LinearTutor:
        """The tutor in plain lines, as long as there are lines."""

        def listen(prompt: str) -> str:
            self.told.append(prompt)
            for line in rest:
                return line
            if self.at_end:
                return self.at_end()
            raise EOFError

        return LinearTutor(self.learner, Text(self.language), self.told.append, listen)

    @property
    def words(self) -> str:
        return "\n".join(self.told)
