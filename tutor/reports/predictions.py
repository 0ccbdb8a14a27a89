"""How one learner's predictions went: the first verdict on each question, in one spelling, and what runs said."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from lessons.cascade import State
from lessons.grading import Verdict, as_number, as_shape, grade, why_unusable
from lessons.schema import Course, Lesson, Mode, Question
from progress.calibration import LEAST, MOST
from progress.event import VERDICT, Event
from tutor.learner import MODES
from tutor.reports.glance import mode_of
from tutor.text import number

LONGEST_ANSWER = 60

Place = tuple[str, Mode]  # a lesson's id, and the mode


@dataclass(frozen=True, slots=True)
class Prediction:
    """One answer, and what the learner's runs said of it. `right` is None where they have not decided."""

    question: str
    answer: str
    confidence: float
    right: bool | None
    truth: str | None = None


def predictions(
    lesson: Lesson | None, state: State, verdicts: Mapping[str, Prediction]
) -> tuple[Prediction, ...]:
    """The first verdict on each question; where none was recorded, the answer as the recorded runs judge it."""
    found = dict(verdicts)
    for question in lesson.questions_for(state.mode) if lesson else ():
        if question.id in state.answers and question.id not in found:
            found[question.id] = prediction(question, state)
    return tuple(found.values())


def prediction(question: Question, state: State) -> Prediction:
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
        if event.kind == VERDICT and event.lesson is not None:
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
