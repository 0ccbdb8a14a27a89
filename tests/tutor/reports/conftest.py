"""What the report tests share: progress files written event by event, and the two commands as the shell runs them."""

import argparse
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from lessons.experiment import run_lesson
from lessons.grading import grade
from lessons.load import load_course
from lessons.measured import Measured, as_record
from lessons.schema import Course, Question
from progress.block import new_event
from progress.header import write_header
from tutor.cli import NOTHING_ASKED, Parser, Refused, build_parser, common_options
from tutor.reports import commands
from tutor.reports.options import add_export, add_report
from tutor.text import Text

LESSON = "break-gelu-identity"
NOON = datetime(2026, 9, 7, 12, tzinfo=UTC)
Happening = tuple[str, dict[str, Any]]


class File:
    """A progress file in the making. Each event happens a minute after the one before it."""

    def __init__(self, name: str, start: datetime = NOON) -> None:
        self.now, self.latest, self.parts = start, "", [write_header(name, start)]

    def add(self, kind: str, lesson: str | None = LESSON, **payload: Any) -> "File":
        self.now += timedelta(minutes=1)
        event, block = new_event(kind, lesson, payload, version="0.1.0", time=self.now, latest=self.latest)
        self.latest = event.id
        self.parts.append(f"\n{block}")
        return self

    def add_all(self, happenings: Iterator[Happening] | list[Happening], mode: str = "open") -> "File":
        for kind, payload in happenings:
            self.add(kind, mode=mode, **payload)
        return self

    def save(self, path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes("".join(self.parts).encode())
        return path


@pytest.fixture(scope="session")
def course() -> Course:
    return load_course()


@pytest.fixture(scope="session")
def measured(course: Course) -> dict[str, Any]:
    """What the experiments of the first lesson really measure."""
    runs = [item for _, item in run_lesson(course.lessons[LESSON]) if isinstance(item, Measured)]
    return {run.experiment: as_record(run) for run in runs}


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


def verdict_of(
    question: Question, answer: str, measured: dict[str, Any], sure: float = 0.8
) -> dict[str, Any]:
    """What is recorded of a prediction once its runs are in."""
    found = grade(question, answer, measured)
    said = {"question": question.id, "right": found.right, "confidence": sure}
    return {**said, "answer": answer, "truth": found.truth or ""}


@pytest.fixture
def whole_lesson(course: Course, measured: dict[str, Any]) -> Callable[..., Iterator[Happening]]:
    """Everything from the opening to the last word; `answers` replaces some of the right ones."""

    def happenings(rungs: int = 2, words: str = "Ask where it bends.", **answers: str) -> Iterator[Happening]:
        yield "opened", {}
        yield "moved", {"stage": "predict"}
        for question, answer in {**RIGHT, **answers}.items():
            yield "prediction", {"question": question, "answer": answer, "confidence": 0.8}
        yield "moved", {"stage": "run"}
        yield "locked", {}
        for name, metrics in measured.items():
            yield "run", {"experiment": name, "seed": 7, "metrics": {}}
            yield "sweep", {"experiment": name, "seeds": 32, "metrics": metrics}
        for question in course.lessons[LESSON].questions:
            yield "verdict", verdict_of(question, {**RIGHT, **answers}[question.id], measured)
        yield "moved", {"stage": "observe"}
        yield "moved", {"stage": "hints"}
        for rung in range(1, rungs + 1):
            yield "guess", {"rung": rung, "guess": "the linear layer?"}
            yield "rung", {"rung": rung}
        yield "pointed", {"file": "minimodel/nn/activations.py", "line": 1, "found": True}
        yield "moved", {"stage": "repair"}
        yield "repair", {"passed": False, "reason": "gradient", "detail": "0.3", "line": "return 2 * x"}
        yield "repair", {"passed": True, "reason": "passed", "detail": "", "line": "return x.gelu()"}
        yield "moved", {"stage": "why"}
        yield "reflection", {"text": words}
        yield "finished", {}

    return happenings


def shell(*words: str | Path) -> int:
    """Run one of the two commands as the command line does, and return its exit code."""
    language = "es" if "es" in words else "en"
    text = Text(language)
    build_parser(text)  # argparse speaks the language
    common = common_options(text)
    parser = Parser(prog="lynx-tutor", parents=[common])
    choices = parser.add_subparsers(dest="command")
    add_report(choices, common, text)
    add_export(choices, common, text)
    asked = parser.parse_args([str(word) for word in words], argparse.Namespace(**NOTHING_ASKED))
    try:
        return {"report": commands.report, "export": commands.export}[asked.command](asked, text)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return refused.code
