"""What one learner did in each lesson and mode, in ids and numbers alone: what a class report adds up."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from lessons.course import Course, LessonMode
from lessons.format import MODES
from lessons.lesson import Lesson, Question
from lessons.numbers import number
from lessons.questions import is_usable, kind_of
from lessons.recipes import steps_of
from lessons.state import State
from lessons.verdicts import Verdict, experiment_of, verdict
from progress.calibration import LEAST, MOST, Judged, judged
from progress.event import MODE, RECALL, RESET, REVIEW, VERDICT, Event
from progress.history import renamed
from tutor.fold import fold
from tutor.understood import understood

DONE, UNKNOWN = "done", "unknown"
IN_NO_MODE = (RECALL, REVIEW, RESET)  # they happen to a lesson, and in none of its modes
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


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """One lesson in one mode. `where` is `done`, the id of the furthest step, or `unknown` outside of this course."""

    lesson: str
    mode: str
    where: str
    number: int  # of the furthest step, from 1
    predictions: tuple[Prediction, ...]
    judged: tuple[Judged, ...]  # of these, what counts for confidence and accuracy
    hints: int
    found: bool
    tries: int
    passed: bool
    days: frozenset[date]
    last: int  # the place of its last event in the file

    @property
    def finished(self) -> bool:
        return self.where == DONE

    @property
    def right(self) -> int:
        return sum(prediction.right is True for prediction in self.predictions)

    @property
    def wrong(self) -> int:
        return sum(prediction.right is False for prediction in self.predictions)


@dataclass(frozen=True, slots=True)
class Work:
    """One learner's work. A day counts on which something was recorded in a lesson, or a review was done."""

    lessons: tuple[LessonProgress, ...] = ()
    judged: tuple[Judged, ...] = ()
    days: frozenset[date] = frozenset()


def read_work(events: Sequence[Event], course: Course) -> Work:
    """Sum up one learner's events. What was judged before a reset stays judged: it was not known then."""
    events = renamed(understood(events), course.renamed)
    counted = judged(events)
    days = frozenset(event.time.date() for event in events if event.lesson is not None)
    return Work(tuple(lesson_progress(events, course, counted)), counted, days)


def lesson_progress(
    events: Sequence[Event], course: Course, counted: Iterable[Judged]
) -> Iterator[LessonProgress]:
    """Yield every lesson and mode with an event, in the order of the course; lessons it does not have come last."""
    states, verdicts, happened = fold(events, course).states, first_verdicts(events, course), times(events)
    for key in sorted(happened, key=lambda key: in_course(key, course)):
        place = place_of(key, course)
        state = states.get(place, State()) if place else State()
        step = steps_of(place).all[state.furthest].id if place else UNKNOWN
        yield LessonProgress(
            *key,
            DONE if state.finished else step,
            state.furthest + 1 if place else 0,
            predictions(place, state, verdicts[key]),
            tuple(each for each in counted if (each.lesson, each.mode) == key),
            sum(state.hints.values()),
            bool(state.found),
            sum(state.tries.values()),
            bool(state.passed),
            frozenset(event.time.date() for _, event in happened[key]),
            happened[key][-1][0],
        )


def in_course(key: LessonKey, course: Course) -> tuple[int, str, int]:
    """Return what sorts lessons and modes as the course has them."""
    order = list(course.lessons)
    return order.index(key[0]) if key[0] in order else len(order), key[0], MODES.index(key[1])


def times(events: Sequence[Event]) -> dict[LessonKey, list[tuple[int, Event]]]:
    """Group the events by lesson and mode, each with its place in the file. A review is in no mode."""
    found: dict[LessonKey, list[tuple[int, Event]]] = defaultdict(list)
    for place, event in enumerate(events):
        if event.lesson is not None and event.kind not in IN_NO_MODE and (mode := mode_of(event)) in MODES:
            found[event.lesson, mode].append((place, event))
    return found


def mode_of(event: Event) -> Any:
    return event.payload.get(MODE, MODES[0])


def place_of(key: LessonKey, course: Course) -> LessonMode | None:
    """Find the lesson and mode, if this course has them."""
    lesson = course.lessons.get(key[0])
    modes = lesson.modes if lesson else ()
    return next((LessonMode(lesson, mode) for mode in modes if lesson and mode == key[1]), None)


def predictions(
    place: LessonMode | None, state: State, recorded: Mapping[str, Prediction]
) -> tuple[Prediction, ...]:
    """Return the first verdict on each question; where none was recorded, the recorded runs judge the answer."""
    asked = steps_of(place).questions.values() if place else ()
    open_ones = [each for each in asked if each.id in state.answers and each.id not in recorded]
    return (*recorded.values(), *(judged_now(place.lesson, each, state) for each in open_ones if place))


def judged_now(lesson: Lesson, question: Question, state: State) -> Prediction:
    answer, found = state.answers[question.id], verdict_on(lesson, question, state)
    right = found.right if found and found.truth is not None else None
    truth = in_one_spelling(question, found.truth) if found and found.truth is not None else None
    return Prediction(question.id, in_one_spelling(question, answer.value), answer.confidence, right, truth)


def verdict_on(lesson: Lesson, question: Question, state: State) -> Verdict | None:
    """Return what the recorded runs say of an answer; None where there are none."""
    if question.id not in state.answers or question.experiment not in state.record:
        return None
    return verdict(question, state.answers[question.id], state.record, experiment_of(lesson, question))


def first_verdicts(events: Iterable[Event], course: Course) -> dict[LessonKey, dict[str, Prediction]]:
    """Collect the first verdict on each question. What is answered again after a reset is known already."""
    found: dict[LessonKey, dict[str, Prediction]] = defaultdict(dict)
    for event in events:
        if event.kind != VERDICT or event.lesson is None or (mode := mode_of(event)) not in MODES:
            continue
        if prediction := recorded_verdict(event.payload, course.lessons.get(event.lesson)):
            found[event.lesson, mode].setdefault(prediction.question, prediction)
    return found


def recorded_verdict(payload: Mapping[str, Any], lesson: Lesson | None) -> Prediction | None:
    """Read a verdict; None if it makes no sense: the file is the learner's, and may have been edited."""
    match payload:
        case {
            "question": str(name),
            "answer": str(answer),
            "confidence": int() | float() as sure,
            "right": bool(right),
        } if LEAST <= sure <= MOST:
            question = lesson.question(name) if lesson else None
            if question and not is_usable(question, answer):
                return None
            truth = payload.get("truth")
            spelt = in_one_spelling(question, str(truth)) if truth not in (None, "") else None
            told = right if spelt else None
            return Prediction(name, in_one_spelling(question, answer), float(sure), told, spelt)
    return None


def in_one_spelling(question: Question | None, answer: str) -> str:
    """Spell an answer in one way, so that `77 %` and `0.77` are counted together."""
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
