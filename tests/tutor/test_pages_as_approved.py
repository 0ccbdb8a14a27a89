"""Every page of a lesson of each kind, as it is met and once all is done: as it was approved, strings by key."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args

import pytest

from lessons.course.course import LessonMode
from lessons.course.flow import replay
from lessons.course.lesson import Experiment, Lesson, Question
from lessons.course.pictures import Picture
from lessons.course.recipes import steps_of
from lessons.course.state import Act, Judged, Moved, Predicted, Swept, TookHint, Wrote
from lessons.format.course import load_lesson
from tests.approved import assert_approved
from tests.lessons.conftest import FORMAT_2, LESSON, Keys
from tests.tutor.work import acts_in
from tutor.plots import ascii

HERE = Path(__file__).parent
HONEST = HERE.parent / "lessons" / "check" / "honest"
FOLDERS = (FORMAT_2 / LESSON, *sorted(HONEST.iterdir()))
MEASURED = json.loads((HERE / "journals" / "open-finished.json").read_text(encoding="utf-8"))["open"]


def record_of(experiment: Experiment) -> Any:
    """What was measured once for Break 00; of another lesson every arm has more than the one before it."""
    if experiment.id in MEASURED["record"]:
        return MEASURED["record"][experiment.id]
    sides = [*experiment.names, "ratio", "difference"]
    size = {metric: 80 if metric.startswith("steps") else 1 for metric in experiment.metrics if metric != "curve"}
    shares = {"median": 1 / 8, "p5": 1 / 10, "p95": 1 / 5}
    return {
        metric: {side: {q: n * size[metric] * part for q, part in shares.items()} for n, side in enumerate(sides, 1)}
        for metric in size
    }


def done(lesson: Lesson, place: LessonMode) -> Iterator[Act]:
    for step in steps_of(place).all:
        yield Moved(step.id)
        for act in acts_in(step, place):
            match act:
                case Predicted(question) if question in MEASURED["answers"]:
                    yield Predicted(question, *MEASURED["answers"][question])
                case Swept(name) if name in lesson.experiments:
                    yield Swept(name, record_of(lesson.experiments[name]), 32)
                case Judged():
                    yield from (Judged(passed=False, reason="gradient", detail="0.3"), act)
                case _:
                    yield act
        if step.kind == "hints":
            yield from (TookHint(number) for number in (1, 2, 3))
        if step.kind == "why":
            yield Wrote("Ask where it bends.")


def told(value: Any, depth: int = 0) -> Iterator[str]:
    """Whatever a page is made of, a line each; a picture as it is drawn."""
    margin = "  " * depth
    if isinstance(value, get_args(Picture)):
        value = f"{ascii(value, 70, 12)}\n{value.says}"
    if isinstance(value, Experiment | Question):
        yield f"{margin}{value.id}"
    elif is_dataclass(value):
        yield f"{margin}{type(value).__name__}"
        for field in fields(value):
            if found := getattr(value, field.name):
                yield f"{margin}- {field.name}"
                yield from told(found, depth + 1)
    elif isinstance(value, Mapping):
        yield from (line for pair in value.items() for line in told(pair, depth))
    elif isinstance(value, tuple | list):
        yield from (line for each in value for line in told(each, depth + isinstance(each, tuple)))
    else:
        yield from (f"{margin}{line}".rstrip() for line in str(value).split("\n")[:30])


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_pages_are_as_they_were_approved(folder):
    lesson = load_lesson(folder)
    for mode in lesson.modes:
        place = LessonMode(lesson, mode)
        steps, acts = steps_of(place), [*done(lesson, place)]
        pages = []
        for step in steps.all:
            before = acts[: acts.index(Moved(step.id)) + 1]
            pages += [step.page(steps, replay(steps, known), Keys()) for known in (before, acts)]
        whole = "\n\n".join("\n".join(told(page)) for page in pages)
        assert_approved(HERE / "pages" / f"{lesson.id}-{mode}.txt", whole)
