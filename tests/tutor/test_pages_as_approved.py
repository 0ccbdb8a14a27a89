"""Every page of a lesson of each kind, as it is met and once all is done: as it was approved, strings by key."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lessons.course.course import LessonMode
from lessons.course.lesson.lesson import Experiment, Lesson
from lessons.course.lesson.state import Act, Judged, Moved, Predicted, Swept, TookHint, Wrote
from lessons.course.steps.flow import replay
from lessons.course.steps.recipes import steps_of
from lessons.format.course import load_lesson
from tests.approved import assert_approved, told
from tests.lessons.conftest import KEPT, LESSON, Keys
from tests.lessons.showing import figured
from tests.tutor.work import acts_in

HERE = Path(__file__).parent
HONEST = HERE.parent / "lessons" / "check" / "honest"
FOLDERS = (KEPT / LESSON, *sorted(HONEST.iterdir()))
MEASURED = json.loads((HERE / "journals" / "open-finished.json").read_text(encoding="utf-8"))["open"]


def record_of(experiment: Experiment) -> Any:
    """Return what was measured once for Break 00; of another lesson every arm has more than the one before it."""
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


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_pages_are_as_they_were_approved(folder):
    """Of a page that is the same in both modes of a break, only the open one is kept."""
    lesson, kept = figured(load_lesson(folder), Keys()), set[str]()
    for mode in lesson.modes:
        place = LessonMode(lesson, mode)
        steps, acts = steps_of(place), [*done(lesson, place)]
        pages = []
        for step in steps.all:
            before = acts[: acts.index(Moved(step.id)) + 1]
            pages += ["\n".join(told(step.page(steps, replay(steps, known), Keys()))) for known in (before, acts)]
        assert_approved(
            HERE / "pages" / f"{lesson.id}-{mode}.txt", "\n\n".join(page for page in pages if page not in kept)
        )
        kept |= set(pages)
