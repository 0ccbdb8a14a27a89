"""Journals as they really are: those that were recorded, and one of every lesson and mode gone through to its end."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from lessons.acts import (
    Act,
    Finished,
    Guessed,
    Judged,
    Moved,
    Opened,
    Pointed,
    Ran,
    Swept,
    TookHint,
    Wrote,
)
from lessons.behaviour import Behaviour, Checked, Rows, as_checked
from lessons.course import LessonMode
from lessons.flow import advance
from lessons.lesson import WORKED, Experiment
from lessons.recipes import steps_of
from lessons.state import State
from lessons.summaries import LOSSES
from lessons.vocabulary import SHAPE, WORD, metric_of
from progress.block import new_event
from progress.event import FINDING, MODE, PREFERENCE, RECALL, RESET, REVIEW, UNDO
from progress.header import write_header
from progress.payload import Payload, write_lines
from progress.scan import scan
from tests.tutor.small_course import small_course
from tests.tutor.work import acts_in, some_answer
from tutor.following import grades
from tutor.records import as_event

RECORDED = sorted((Path(__file__).parents[1] / "journals").glob("*.toml"))
BEGIN = datetime(2026, 9, 7, 12, tzinfo=UTC)
TOLD = 300  # characters of a payload in the repr: Hypothesis warns of long ones


@dataclass(frozen=True)
class Happening:
    """An event before it is written."""

    kind: str
    lesson: str | None
    payload: Mapping[str, Any]
    time: datetime = BEGIN

    def __repr__(self) -> str:
        return f"Happening({self.kind!r}, {self.lesson!r}, {repr(self.payload)[:TOLD]})"


Story = tuple[Happening, ...]


@cache
def recorded() -> tuple[Story, ...]:
    """The journals that earlier versions wrote."""
    return tuple(
        tuple(
            Happening(event.kind, event.lesson, dict(event.payload), event.time)
            for event in scan(path.read_bytes()).events
        )
        for path in RECORDED
    )


SETTINGS = {"task": "xor", "model": "MLP", "width": "4", "lr": "0.05", "break": "break-gelu-identity"}
FIGURES = {"final_loss": 0.002, "train_accuracy": 1.0}


@cache
def walked() -> tuple[Story, ...]:
    """Every lesson of the course in every mode, from the first page to the last, and its reviews."""
    return tuple(story(place) for place in small_course().places())


def story(place: LessonMode) -> Story:
    """What somebody did who took everything that a lesson offers."""
    told = [(*as_event(act), place.lesson.id) for act in acts_of(place)]
    happened = [Happening(kind, lesson, {MODE: place.mode, **payload}) for kind, payload, lesson in told]
    happened += [Happening(kind, place.lesson.id, payload) for kind, payload in reviews_of(place)]
    happened[:0] = [
        Happening(PREFERENCE, None, {"name": "language", "value": "es"}),
        Happening(RESET, place.lesson.id, {}),
        Happening(UNDO, None, {"event": "0"}),
        Happening(FINDING, None, {"text": "four are enough", "settings": SETTINGS, "figures": FIGURES}),
    ]
    return tuple(replace(each, time=BEGIN + timedelta(hours=n)) for n, each in enumerate(happened))


def acts_of(place: LessonMode) -> list[Act]:
    """Every act of a lesson, with what follows from it."""
    steps, state, done = steps_of(place), State(), list[Act]()

    def do(act: Act) -> None:
        nonlocal state
        done.append(act)
        state = advance(steps, state, act)

    do(Opened())
    for step in steps.all:
        do(Moved(step.id))
        if step.kind in ("hints", "accuse"):
            for number, _ in enumerate(place.lesson.hints, 1):
                do(Guessed(number, "the linear layer?", step.id))
                do(TookHint(number, step.id))
            do(Pointed("minimodel/nn/linear.py", 3, False, step.id))
        if step.kind in ("repair", "lab"):
            do(Judged(False, "trajectory", "0.5", "return x", step.id, behaviour=behaviour_of(place)))
        for act in acts_in(step, place):
            if isinstance(act, Swept):
                act = Swept(act.experiment, record_of(place, act.experiment), 32)
            if isinstance(act, Ran):
                act = replace(act, metrics={"final_loss": {"healthy": 0.1}})
            do(act)
            if isinstance(act, Swept):
                asked = [each.id for each in steps.questions.values() if each.experiment == act.experiment]
                done.extend(grades(steps, state, *asked))
        if step.kind in ("repair", "lab"):
            do(Judged(True, "passed", "", "return x.gelu()", step.id, behaviour=behaviour_of(place)))
    do(Wrote("Ask where it bends.\nThen mend it."))
    do(Finished())
    return done


def record_of(place: LessonMode, name: str) -> dict[str, Any]:
    """A record of the form that a sweep writes, with every metric, arm and comparison."""
    if name == WORKED:
        return {
            q.id: {"value": {"word": "2 × 3"} if q.kind == "shape" else {"median": 0.5}}
            for q in place.lesson.asked
        }
    experiment = place.lesson.experiments[name]
    return {
        metric: {arm: summary_of(metric, arm, n) for n, arm in enumerate(arms_and_pairs(experiment), 1)}
        for metric in experiment.metrics
    }


def arms_and_pairs(experiment: Experiment) -> list[str]:
    pairs = [
        f"{compare} {one} {other}"
        for compare in ("ratio", "difference")
        for one in experiment.names
        for other in experiment.names
    ]
    return [*experiment.names, "ratio", "difference", *pairs]


def summary_of(metric: str, arm: str, number: int) -> dict[str, Any]:
    found = metric_of(metric)
    if metric == "curve":
        return {"word": "plateau", "share": 0.9, LOSSES: [1.0, 0.5, 0.25]}
    if found and found.kind in (WORD, SHAPE):
        return {"word": "5 × 23", "share": 1.0}
    value = number / 10
    return {"median": value, "p5": value / 2, "p95": 2 * value, "mean": value, "least": 0.0, "greatest": 1.0}


def behaviour_of(place: LessonMode) -> Any:
    """How code behaved, as a journal keeps it."""
    if place.lesson.lab:
        return as_checked([Checked("passed"), Checked("shape", "(2, 3)"), Checked("untried")])
    experiment = next(iter(place.lesson.experiments), "")
    losses = {"healthy": (1.0, 0.1), "broken": (1.0, 0.6), "yours": (1.0, 0.4)}
    metrics = {
        "final_loss": {"healthy": 0.1, "broken": 0.6, "yours": 0.4},
        "solved": {"healthy": 1.0, "broken": 0.0, "yours": 0.0},
    }
    grid = Rows(("walk", "talk"), ("1", "2"), ("rw", "RW"))
    return Behaviour(experiment, (0.0, 10.0), losses, metrics, grid).as_plain()


def reviews_of(place: LessonMode) -> list[tuple[str, dict[str, Any]]]:
    """An answer that waits for its run, and one that was judged, of each concept."""
    done: list[tuple[str, dict[str, Any]]] = []
    for number, review in enumerate(place.lesson.reviews[:4]):
        answer = some_answer(review.question, LessonMode(place.lesson))
        said = {
            "concept": review.concept,
            "sibling": review.id,
            "round": 0,
            "answer": answer,
            "confidence": 0.8,
        }
        done.append((RECALL, said))
        if number % 2 == 0:
            done.append((REVIEW, {**said, "right": True, "truth": answer}))
    return done


def as_file(story: Story, learner: str = "ana") -> bytes:
    """The story as a progress file; whatever stands in a payload, its checksum is right."""
    parts, latest = [write_header(learner, BEGIN)], ""
    for each in story:
        event, block = new_event(
            each.kind, each.lesson, Payload(inline(each.payload)), version="1", time=each.time, latest=latest
        )
        latest = event.id
        parts.append(f"\n{block}")
    return "".join(parts).encode("utf-8", "replace")


def inline(payload: Mapping[str, Any]) -> str:
    """The values as they are, also those that the program would not write."""
    return write_lines({"_": [[dict(payload)]]}).removeprefix("_ = [[").removesuffix("]]\n")
