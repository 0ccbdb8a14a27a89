"""A learner who answers in plain lines: lesson by lesson the lines they write, and what they were told."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lessons.lesson import LessonMode, Question
from lessons.questions import chance_of, kind_of
from lessons.recipes import steps_of
from lessons.runs.edits import healthy_text
from tests.tutor.conftest import edited_place, make_learner, place_of
from tests.tutor.work import work_up_to
from tutor.learner import Learner
from tutor.linear import Linear
from tutor.words.text import Text

GUESS, WORDS = "is it the loss?", "what bends"
TYPED = {"shape": "5x23", "entry": "0.1", "number": "0.5", "share": "75"}


def place_in_list(question: Question) -> int:
    """Which of the answers on offer they take: not always the first, not always the last."""
    return len(question.id) % 3


def confidence(question: Question) -> int:
    """A little more than a guess."""
    least = round(100 * chance_of(question))
    return min(99, (least // 5 + 1) * 5)


def typed_answer(question: Question) -> str:
    if question.kind == "order":
        return " ".join(str(number) for number in range(len(question.arms), 0, -1))
    return TYPED["share" if question.percent else question.kind]


def answer_line(question: Question, place: LessonMode) -> str:
    offered = kind_of(question).choices(question, place.lesson.prose["en"], Text("en"))
    return str(place_in_list(question) % len(offered) + 1) if offered else typed_answer(question)


def right_code(place: LessonMode) -> str:
    """What the learner writes in their own editor."""
    return place.lesson.lab.solution if place.lesson.lab else healthy_text(place.lesson.edits[0].file)


def answers(place: LessonMode) -> Iterator[tuple[str, ...]]:
    """What the learner writes to each thing that is wanted of them, from the first page to the end of the lesson."""
    for step in steps_of(place).all:
        match step.kind:
            case "predict" | "trace":
                for question in step.questions:  # type: ignore[attr-defined]
                    yield answer_line(question, place), str(confidence(question))
                yield ("",)
            case "run":
                trained = [each for each in step.experiments if each.steps]  # type: ignore[attr-defined]
                yield from [("",)] * (len(trained) + len(step.experiments) + 1)  # type: ignore[attr-defined]
            case "hints":
                yield "", GUESS
                yield ("{}:{}".format(*edited_place(place)),)
                yield ("",)
            case "repair" | "lab":
                yield ("judge",)
                yield "", "judge"  # in their own editor
                yield ("",)
            case "why":
                yield (WORDS,)
            case _:
                yield ("",)


def lines(place: LessonMode) -> list[str]:
    return [line for given in answers(place) for line in given]


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

        def listen(prompt: str) -> str:
            self.told.append(prompt)
            for line in rest:
                return line
            if self.at_end:
                return self.at_end()
            raise EOFError

        code = Linear(self.learner, Text(self.language), self.told.append, listen).run(place, review)
        self.left = list(rest)
        return code

    @property
    def words(self) -> str:
        return "\n".join(self.told)


def assert_readable(words: str) -> None:
    """No cursor, no colour, no braille and no blocks."""
    for line in words.splitlines():
        assert line.isprintable(), line
        assert not any("\u2500" <= character <= "\u259f" for character in line), line
        assert not any("\u2800" <= character <= "\u28ff" for character in line), line


def plain_at(home: Path, step: str, language: str = "en", mode: str = "open") -> Plain:
    """A learner at a step of Break 00."""
    learner = make_learner(home)
    work_up_to(learner, place_of(mode), step)
    return Plain(learner, language)
