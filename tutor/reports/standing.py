"""What one learner's events say: for each lesson and mode, where they stand and how their predictions went."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any

from lessons.cascade import Stage, State, advance
from lessons.grading import Verdict, as_number, as_shape, grade, why_unusable
from lessons.schema import Course, Lesson, Mode, Question
from progress.calibration import Judged
from progress.event import Event
from progress.history import renamed, that_count
from tutor.learner import MODES
from tutor.reports.glance import at_a_glance, mode_of
from tutor.text import number

LEAST, MOST = 0.5, 0.99
LONGEST_ANSWER = 60


@dataclass(frozen=True, slots=True)
class Prediction:
    """One answer, and what the learner's runs said of it. `right` is None where they have not decided."""

    question: str
    answer: str
    confidence: float
    right: bool | None
    truth: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """One lesson in one mode. `stage` is the furthest one reached; None in a lesson that this course does not have."""

    lesson: str
    mode: str
    stage: Stage | None
    finished: bool
    predictions: tuple[Prediction, ...]
    rungs: int
    diagnosed: bool
    attempts: int
    repaired: bool
    days: frozenset[date]
    last: int  # the place of its last event in the file

    @property
    def where(self) -> str:
        """A key: `done`, the furthest stage, or `unknown`."""
        if self.finished:
            return "done"
        return self.stage.key if self.stage else "unknown"

    @property
    def right(self) -> int:
        return sum(prediction.right is True for prediction in self.predictions)

    @property
    def wrong(self) -> int:
        return sum(prediction.right is False for prediction in self.predictions)

    @property
    def forecasts(self) -> list[Judged]:
        """The predictions that the runs have decided."""
        return [
            Judged(self.lesson, prediction.question, prediction.confidence, prediction.right, max(self.days))
            for prediction in self.predictions
            if prediction.right is not None
        ]


Place = tuple[str, Mode]  # a lesson's id, and the mode


def standings(events: Sequence[Event], course: Course) -> tuple[Standing, ...]:
    """Every lesson and mode with an event, in the order of the course; lessons it does not have come last."""
    events = renamed(events, course.renamed)
    verdicts = first_verdicts(events, course)
    places, counting = by_place(events), by_place(that_count(events))
    position = {event.id: number for number, event in enumerate(events)}
    order = {lesson: number for number, lesson in enumerate(course.lessons)}
    ranked = sorted(
        places, key=lambda place: (order.get(place[0], len(order)), place[0], MODES.index(place[1]))
    )
    return tuple(
        standing(
            course.lessons.get(place[0]),
            place,
            fold(place, counting.get(place, ()), course),
            verdicts.get(place, {}),
            days=frozenset(event.time.date() for event in places[place]),
            last=position[places[place][-1].id],
        )
        for place in ranked
    )


def by_place(events: Iterable[Event]) -> dict[Place, list[Event]]:
    places: dict[Place, list[Event]] = {}
    for event in events:
        if event.lesson is not None and (mode := mode_of(event)) in MODES:
            places.setdefault((event.lesson, mode), []).append(event)
    return places


def standing(
    lesson: Lesson | None,
    place: Place,
    state: State,
    verdicts: Mapping[str, Prediction],
    *,
    days: frozenset[date],
    last: int,
) -> Standing:
    return Standing(
        *place,
        state.furthest if lesson else None,
        state.finished,
        predictions(lesson, state, verdicts),
        state.rungs,
        state.diagnosed,
        state.attempts,
        state.repaired,
        days,
        last,
    )


def fold(place: Place, events: Iterable[Event], course: Course) -> State:
    """The state of the cascade; for a lesson that the course does not have, the one before anything happened."""
    name, mode = place
    lesson = course.lessons.get(name)
    state = State(mode=mode)
    if lesson is not None:
        for event in events:
            with suppress(OverflowError):  # a hand may have written inf where a number is counted
                state = advance(lesson, state, event.kind, at_a_glance(event))
    return state


def predictions(
    lesson: Lesson | None, state: State, verdicts: Mapping[str, Prediction]
) -> tuple[Prediction, ...]:
    """The first verdict on each question; where none was recorded, the answer as the recorded runs judge it."""
    found = dict(verdicts)
    for question in lesson.questions_for(state.mode) if lesson else ():
        if question.id in state.answers and question.id not in found:
            found[question.id] = judged(question, state)
    return tuple(found.values())


def judged(question: Question, state: State) -> Prediction:
    answer = state.answers[question.id]
    said = plain_answer(question, answer.value)
    verdict = verdict_on(question, state)
    if verdict is None or verdict.truth is None:
        return Prediction(question.id, said, answer.confidence, None)
    truth = plain_answer(question, verdict.truth)
    return Prediction(question.id, said, answer.confidence, verdict.right, truth)


def verdict_on(question: Question, state: State) -> Verdict | None:
    """What the recorded runs say of an answer; None where there are none, or none that a sweep of ours wrote."""
    if question.experiment not in state.record:
        return None
    try:
        return grade(question, state.answers[question.id].value, state.record)
    except (AttributeError, TypeError, ValueError):
        return None


def first_verdicts(events: Iterable[Event], course: Course) -> dict[Place, dict[str, Prediction]]:
    """For each place the first verdict on each question. What is answered again after a reset is known already."""
    found: dict[Place, dict[str, Prediction]] = {}
    for event in events:
        if event.kind == "verdict" and event.lesson is not None:
            mode = mode_of(event)
            verdict = verdict_from(event.payload, course.lessons.get(event.lesson))
            if verdict and mode in MODES:
                found.setdefault((event.lesson, mode), {}).setdefault(verdict.question, verdict)
    return found


def verdict_from(payload: Mapping[str, Any], lesson: Lesson | None) -> Prediction | None:
    """A recorded verdict, or None if it makes no sense: the file is the learner's, and may have been edited."""
    match payload:
        case {
            "question": str(name),
            "answer": str(answer),
            "confidence": int() | float() as sure,
            "right": bool(right),
        }:
            question = lesson.question(name) if lesson else None
            if not LEAST <= sure <= MOST or (question and why_unusable(question, answer)):
                return None
            truth = payload.get("truth")
            said = plain_answer(question, str(truth)) if truth not in (None, "") else None
            return Prediction(
                name, plain_answer(question, answer), float(sure), right if said else None, said
            )
    return None


def plain_answer(question: Question | None, answer: str) -> str:
    """An answer in one spelling, so that `77 %` and `0.77` are counted together."""
    if question and question.kind == "number" and (value := as_number(answer)) is not None:
        return f"{100 * value:.0f} %" if question.percent else number(value)
    if question and question.kind == "shape" and (shape := as_shape(answer)):
        return " × ".join(map(str, shape))
    return answer[:LONGEST_ANSWER]
