"""Write progress files event by event, and run the two report commands as the shell does."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lessons.course.asking.verdicts import experiment_of, verdict
from lessons.course.course import Course
from lessons.course.lesson.lesson import Lesson, Question
from lessons.course.lesson.state import Answer
from lessons.course.steps.recipes import steps_of
from lessons.format.course import load_course, load_lesson
from lessons.runs.experiment import Measured, sweep, sweep_seeds
from progress.event import Event, new_event
from progress.journal import Journal
from progress.scan import scan, write_file
from tests.lessons.conftest import KEPT
from tutor.exits import Refused
from tutor.learner import Learner
from tutor.reports.learner_report import LearnerReport, build_report
from tutor.shell import reports
from tutor.shell.options import NOTHING_ASKED, build_parser
from tutor.words.text import Text

LESSON = "break-gelu-identity"
NOON = datetime(2026, 9, 7, 12, tzinfo=UTC)
Happening = tuple[str, dict[str, Any]]


class File:
    """A progress file in the making. Each event happens a minute after the one before it."""

    def __init__(self, name: str, start: datetime = NOON) -> None:
        self.name, self.start, self.now = name, start, start
        self.latest, self.written = "", list[Event]()

    def add(self, kind: str, lesson: str | None = LESSON, **payload: Any) -> "File":
        self.now += timedelta(minutes=1)
        event = new_event(kind, lesson, payload, version="0.1.0", time=self.now, latest=self.latest)
        self.latest = event.id
        self.written.append(event)
        return self

    def add_all(self, happenings: Iterable[Happening], mode: str = "open", lesson: str = LESSON) -> "File":
        for kind, payload in happenings:
            self.add(kind, lesson, mode=mode, **payload)
        return self

    def content(self) -> bytes:
        return write_file(self.name, self.start, self.written, {})

    def save(self, path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.content())
        return path

    def events(self) -> tuple[Event, ...]:
        return tuple(scan(self.content()).events)

    def learner(self, folder: Path, course: Course, name: str = "ana") -> Learner:
        self.save(folder / "progress.toml")
        return Learner(name, folder, Journal.open(folder, version="test"), course)


@pytest.fixture(scope="session")
def course() -> Course:
    """The course with its first lesson only: what is added to it later changes no count here."""
    return only(LESSON)


def only(*lessons: str) -> Course:
    whole = load_course()
    (track,) = [track for track in whole.tracks if LESSON in track.lessons]
    kept = {name: first_break() if name == LESSON else whole.lessons[name] for name in lessons}
    asked = {concept for lesson in kept.values() for concept in lesson.concepts()}
    concepts = {name: words for name, words in whole.concepts.items() if name in asked}
    return replace(whole, tracks=(replace(track, lessons=lessons),), lessons=kept, concepts=concepts)


@cache
def first_break() -> Lesson:
    """Return Break 00 as it was: its eight questions are counted here, and the course may ask otherwise."""
    return load_lesson(KEPT / LESSON)


@cache
def measured() -> dict[str, Any]:
    experiments = first_break().experiments.values()
    swept = {each.id: [*sweep(each, sweep_seeds(0, each.seeds))][-1] for each in experiments}
    return {name: found.as_record() for name, found in swept.items() if isinstance(found, Measured)}


RIGHT = {
    "accuracy-additive": "same",
    "steps": "same",
    "accuracy-agreement": "77 %",
    "curve": "plateau",
    "loss-agreement": "more",
    "shape": "5 x 23",
    "rank": "same",
    "gap": "zero",
}


def verdict_of(question: Question, answer: str, sure: float = 0.8) -> dict[str, Any]:
    lesson = first_break()
    found = verdict(question, Answer(answer, sure), measured(), experiment_of(lesson, question))
    said = {"question": question.id, "right": found.right, "confidence": sure}
    return {**said, "answer": answer, "truth": found.truth or ""}


Whole = Callable[..., Iterator[Happening]]


@pytest.fixture
def whole_lesson(course: Course) -> Whole:
    """Everything from the opening to the last word; `answers` replaces some of the right ones."""

    def happenings(hints: int = 2, words: str = "Ask where it bends.", **answers: str) -> Iterator[Happening]:
        place = course.places()[0]
        yield "opened", {}
        for step in steps_of(place).all[1:]:
            yield "moved", {"stage": step.id}
            yield from at_step(step, {**RIGHT, **answers}, hints, words)
        yield "finished", {}

    return happenings


def at_step(step: Any, answers: dict[str, str], hints: int, words: str) -> Iterator[Happening]:
    match step.kind:
        case "predict":
            for question in step.questions:
                said = {"question": question.id, "answer": answers[question.id]}
                yield "prediction", {**said, "confidence": 0.8}
        case "run":
            yield "locked", {"step": step.id}
            for experiment in step.experiments:
                yield "run", {"experiment": experiment.id, "seed": 7, "metrics": {}}
                metrics = measured()[experiment.id]
                yield "sweep", {"experiment": experiment.id, "metrics": metrics, "seeds": 32}
                for question in first_break().questions:
                    if question.experiment == experiment.id:
                        yield "verdict", verdict_of(question, answers[question.id])
        case "repair":
            for number in range(1, hints + 1):
                yield "guess", {"rung": number, "guess": "the linear layer?"}
                yield "rung", {"rung": number}
            yield "pointed", {"file": "minimodel/nn/activations.py", "line": 1, "found": True}
            yield "repair", {"passed": False, "reason": "gradient", "detail": "0.3", "line": "return 2 * x"}
            yield "repair", {"passed": True, "reason": "passed", "detail": "", "line": "return x.gelu()"}
        case "why":
            yield "reflection", {"text": words}


# A learner with some weeks behind them, by hand: what they said, how sure, and whether the runs agreed.

FIRST_DAY = NOON.date()  # a Monday
LAST_DAY = FIRST_DAY + timedelta(days=10)
SAID = {
    "accuracy-additive": (0.8, "same"),
    "steps": (0.9, "more"),
    "accuracy-agreement": (0.7, "77 %"),
    "curve": (0.6, "flat"),
    "loss-agreement": (0.8, "more"),
    "shape": (0.99, "5 x 23"),
    "rank": (0.9, "collapses"),
    "gap": (0.8, "zero"),
}
REVIEWS = {
    ("evidence", "three-wide"): (0.9, True),
    ("expressive-power", "straight-tanh"): (0.7, False),
    ("composition", "three-times"): (0.8, True),
}


def weeks_of_work(name: str = "ana", guess: str = "the linear layer?") -> File:
    """A lesson on a Monday, the same one blind on the two days after, and three reviews the Thursday after that."""
    file = File(name).add("opened", mode="open").add("moved", mode="open", stage="predict")
    for question, (sure, answer) in SAID.items():
        file.add("verdict", mode="open", **judged(question, answer, sure))
    for rung in (1, 2):
        file.add("guess", mode="open", rung=rung, guess=guess).add("rung", mode="open", rung=rung)
    file.add("pointed", mode="open", file="minimodel/nn/linear.py", line=3, found=False)
    file.add("pointed", mode="open", file="minimodel/nn/activations.py", line=3, found=True)
    file.add("repair", mode="open", passed=False, line="return 2 * x")
    file.add("repair", mode="open", passed=True, line="return x.gelu()").add("finished", mode="open")
    on(file, FIRST_DAY + timedelta(days=1)).add("opened", mode="blind")
    file.add("moved", mode="blind", stage="predict")
    on(file, FIRST_DAY + timedelta(days=2)).add("verdict", mode="blind", **judged("steps", "same", 0.99))
    on(file, LAST_DAY)
    for (concept, review), (sure, right) in REVIEWS.items():
        answer = ANSWERS.get(review, "same")
        said = {"concept": concept, "sibling": review, "round": 0, "answer": answer, "confidence": sure}
        file.add("recall", **said).add("review", **said, right=right, truth=answer if right else "more")
    return file


ANSWERS = {"straight-tanh": "100 %", "three-times": "zero"}


def judged(question: str, answer: str, sure: float) -> dict[str, object]:
    right, truth = answer == RIGHT[question], RIGHT[question]
    return {"question": question, "answer": answer, "confidence": sure, "right": right, "truth": truth}


def on(file: File, day: date) -> File:
    file.now = file.now.replace(month=day.month, day=day.day)
    return file


Reported = Callable[..., LearnerReport]


@pytest.fixture
def reported(tmp_path: Path, course: Course) -> Reported:
    def make(file: File, made: date = LAST_DAY, name: str = "ana", course: Course = course) -> LearnerReport:
        return build_report(file.learner(tmp_path / "own", course, name), made)

    return make


def shell(*words: str | Path) -> int:
    text = Text("es" if "es" in words else "en")
    asked = build_parser(text).parse_args([str(word) for word in words], argparse.Namespace(**NOTHING_ASKED))
    try:
        return {"report": reports.report, "export": reports.export}[asked.command](asked, text)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return refused.code
