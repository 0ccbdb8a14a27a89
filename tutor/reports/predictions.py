"""How one learner's predictions went: the first verdict on each question, in one spelling, and what runs say."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from lessons.course import Course, LessonMode
from lessons.format import MODES
from lessons.lesson import Lesson, Question
from lessons.numbers import number
from lessons.questions import is_usable, kind_of
from lessons.recipes import steps_of
from lessons.state import State
from lessons.verdicts import Verdict, experiment_of, verdict
from progress.calibration import LEAST, MOST
from progress.event import MODE, VERDICT, Event

LONGEST_ANSWER = 60

LessonKey = tuple[str, str]  # a lesson's id, and the mode


@dataclass(frozen=True, slots=True)
class Prediction:
    """One answer, and what the learner's runs said of it. `right` is None where they have not decided."""

    question: str
    answer: str
    confidence: float
    right: bool | None
    truth: str | None = None


def predictions(
    place: LessonMode | None, state: State, recorded: Mapping[str, Prediction]
) -> tuple[Prediction, ...]:
    """Give the first verdict on each question; where none was recorded, the recorded runs judge the answer."""
    found = dict(recorded)
    for question in steps_of(place).questions.values() if place else ():
        if place and question.id in state.answers and question.id not in found:
            found[question.id] = judged_now(place.lesson, question, state)
    return tuple(found.values())


def judged_now(lesson: Lesson, question: Question, state: State) -> Prediction:
    """Judge an answer by the runs in the state."""
    answer = state.answers[question.id]
    spelt, found = in_one_spelling(question, answer.value), verdict_on(lesson, question, state)
    if found is None or found.truth is None:
        return Prediction(question.id, spelt, answer.confidence, None)
    truth = in_one_spelling(question, found.truth)
    return Prediction(question.id, spelt, answer.confidence, found.right, truth)


def verdict_on(lesson: Lesson, question: Question, state: State) -> Verdict | None:
    """Give what the recorded runs say of an answer; None where there are none."""
    if question.id not in state.answers or question.experiment not in state.record:
        return None
    return verdict(question, state.answers[question.id], state.record, experiment_of(lesson, question))


def first_verdicts(events: Iterable[Event], course: Course) -> dict[LessonKey, dict[str, Prediction]]:
    """Collect the first verdict on each question. What is answered again after a reset is known already."""
    found: dict[LessonKey, dict[str, Prediction]] = {}
    for event in events:
        if event.kind != VERDICT or event.lesson is None or (mode := mode_of(event)) not in MODES:
            continue
        if prediction := recorded_verdict(event.payload, course.lessons.get(event.lesson)):
            found.setdefault((event.lesson, mode), {}).setdefault(prediction.question, prediction)
    return found


def mode_of(event: Event) -> Any:
    """Give the mode in which it happened, as its payload says."""
    return event.payload.get(MODE, MODES[0])


def recorded_verdict(payload: Mapping[str, Any], lesson: Lesson | None) -> Prediction | None:
    """Read a verdict; None if it makes no sense: the file is the learner's, and may have been edited."""
    match payload:
        case {
            "question": str(name),
            "answer": str(answer),
            "confidence": int() | float() as confidence,
            "right": bool(right),
        }:
            question = lesson.question(name) if lesson else None
            if not LEAST <= confidence <= MOST or (question and not is_usable(question, answer)):
                return None
            truth = payload.get("truth")
            spelt = in_one_spelling(question, str(truth)) if truth not in (None, "") else None
            decided = right if spelt else None
            return Prediction(name, in_one_spelling(question, answer), float(confidence), decided, spelt)
    return None


def in_one_spelling(question: Question | None, answer: str) -> str:
    """Give an answer in one spelling, so that `77 %` and `0.77` are counted together."""
    understood = kind_of(question).understood(question, answer) if question else None
    match understood:
        case float() if question and question.percent:
            return f"{100 * understood:.0f} %"
        case float():
            return number(understood)
        case (int(), *_):
            return " × ".join(map(str, understood))
        case (str(), *_):
            return " < ".join(understood)
    return answer[:LONGEST_ANSWER]
