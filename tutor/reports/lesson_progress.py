"""How far one learner has come in each lesson and mode, in ids and numbers alone: what a class report adds up."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from lessons.acts import Graded, Guessed, Ran, Wrote
from lessons.course import Course, LessonMode
from lessons.format import MODES
from lessons.recipes import steps_of
from lessons.state import State
from progress.calibration import Judged, judged
from progress.event import RECALL, RESET, REVIEW, Event
from progress.history import renamed
from tutor.fold import fold
from tutor.records import BY_ACT
from tutor.reports.light import light
from tutor.reports.predictions import LessonKey, Prediction, first_verdicts, mode_of, predictions
from tutor.understood import understood

DONE, UNKNOWN = "done", "unknown"
IN_NO_MODE = (RECALL, REVIEW, RESET)  # they happen to a lesson, and in none of its modes
MOVE_NOBODY = frozenset(BY_ACT[act].kind for act in (Ran, Guessed, Graded, Wrote))


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """One lesson in one mode. `step` is the furthest one reached; empty in a lesson that this course does not have."""

    lesson: str
    mode: str
    step: str
    number: int  # of that step, from 1
    finished: bool
    predictions: tuple[Prediction, ...]
    judged: tuple[Judged, ...]  # of these, what counts for confidence and accuracy
    hints: int
    found: bool
    tries: int
    passed: bool
    days: frozenset[date]
    last: int  # the place of its last event in the file

    @property
    def where(self) -> str:
        """The key of where they are: `done`, the id of the furthest step, or `unknown`."""
        return DONE if self.finished else self.step or UNKNOWN

    @property
    def right(self) -> int:
        return sum(prediction.right is True for prediction in self.predictions)

    @property
    def wrong(self) -> int:
        return sum(prediction.right is False for prediction in self.predictions)


@dataclass(frozen=True, slots=True)
class Work:
    """One learner's work. A day counts on which something was recorded in a lesson, or a review was done."""

    lessons: tuple[LessonProgress, ...]
    judged: tuple[Judged, ...]
    days: frozenset[date]

    @property
    def reviews(self) -> int:
        """How many reviews a run has judged."""
        return sum(each.mode is None for each in self.judged)


def read_work(events: Sequence[Event], course: Course) -> Work:
    """Sum up one learner's events. What was judged before a reset stays judged: it was not known then."""
    events = [light(event) for event in renamed(understood(events), course.renamed)]
    counted = judged(events)
    days = frozenset(event.time.date() for event in events if event.lesson is not None)
    return Work(lesson_progress(events, course, counted), counted, days)


def lesson_progress(
    events: Sequence[Event], course: Course, counted: Iterable[Judged]
) -> tuple[LessonProgress, ...]:
    """Give every lesson and mode with an event, in the order of the course; lessons it does not have come last."""
    states = fold((event for event in events if event.kind not in MOVE_NOBODY), course).states
    verdicts, by_key = first_verdicts(events, course), judged_by_lesson(counted)
    order = {lesson: number for number, lesson in enumerate(course.lessons)}
    happened = when_it_happened(events)
    ranked = sorted(happened, key=lambda key: (order.get(key[0], len(order)), key[0], MODES.index(key[1])))
    found = []
    for key in ranked:
        place = place_of(key, course)
        state = states.get(place, State()) if place else State()
        given = predictions(place, state, verdicts.get(key, {}))
        found.append(summed_up(key, place, state, given, by_key.get(key, ()), *happened[key]))
    return tuple(found)


def when_it_happened(events: Sequence[Event]) -> dict[LessonKey, tuple[frozenset[date], int]]:
    """Give the days of each lesson and mode, and the place of its last event. A review is in no mode."""
    days: dict[LessonKey, set[date]] = defaultdict(set)
    last: dict[LessonKey, int] = {}
    for number, event in enumerate(events):
        if event.lesson is not None and event.kind not in IN_NO_MODE and (mode := mode_of(event)) in MODES:
            days[event.lesson, mode].add(event.time.date())
            last[event.lesson, mode] = number
    return {key: (frozenset(days[key]), last[key]) for key in last}


def place_of(key: LessonKey, course: Course) -> LessonMode | None:
    """Find the lesson and mode, if this course has them."""
    lesson = course.lessons.get(key[0])
    return (
        next((LessonMode(lesson, mode) for mode in lesson.modes if mode == key[1]), None) if lesson else None
    )


def judged_by_lesson(counted: Iterable[Judged]) -> Mapping[tuple[str | None, str | None], tuple[Judged, ...]]:
    groups: dict[tuple[str | None, str | None], list[Judged]] = defaultdict(list)
    for each in counted:
        groups[each.lesson, each.mode].append(each)
    return {key: tuple(group) for key, group in groups.items()}


def summed_up(
    key: LessonKey,
    place: LessonMode | None,
    state: State,
    given: tuple[Prediction, ...],
    counted: tuple[Judged, ...],
    days: frozenset[date],
    last: int,
) -> LessonProgress:
    return LessonProgress(
        *key,
        steps_of(place).all[state.furthest].id if place else "",
        state.furthest + 1 if place else 0,
        state.finished,
        given,
        counted,
        sum(state.hints.values()),
        bool(state.found),
        sum(state.tries.values()),
        bool(state.passed),
        days,
        last,
    )
