"""Where one learner stands: for each lesson and mode the stage, the search, the repair, and the predictions."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from lessons.cascade import Stage, State, advance
from lessons.schema import Course, Lesson
from progress.calibration import Judged
from progress.event import RECALL, REVIEW, Event
from progress.history import RESET, that_count
from tutor.learner import MODES
from tutor.reports.glance import at_a_glance, mode_of
from tutor.reports.predictions import Place, Prediction, first_verdicts, predictions

NOWHERE = (RECALL, REVIEW, RESET)  # they happen to a lesson, and in none of its modes


@dataclass(frozen=True, slots=True)
class Standing:
    """One lesson in one mode. `stage` is the furthest one reached; None in a lesson that this course does not have."""

    lesson: str
    mode: str
    stage: Stage | None
    opened: bool
    finished: bool
    predictions: tuple[Prediction, ...]
    judged: tuple[Judged, ...]  # of these, what counts for how sure and how right they were
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


def standings(events: Sequence[Event], course: Course, judged: Iterable[Judged]) -> tuple[Standing, ...]:
    """Every lesson and mode with an event, in the order of the course; lessons it does not have come last."""
    verdicts, counted = first_verdicts(events, course), judged_by_place(judged)
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
            counted.get(place, ()),
            days=frozenset(event.time.date() for event in places[place]),
            last=position[places[place][-1].id],
        )
        for place in ranked
    )


def by_place(events: Iterable[Event]) -> dict[Place, list[Event]]:
    """What happened in each lesson and mode. A review is no place, and a reset is none either."""
    places: dict[Place, list[Event]] = {}
    for event in events:
        if event.lesson is None or event.kind in NOWHERE:
            continue
        if (mode := mode_of(event)) in MODES:
            places.setdefault((event.lesson, mode), []).append(event)
    return places


def judged_by_place(judged: Iterable[Judged]) -> dict[tuple[str | None, str | None], list[Judged]]:
    places: dict[tuple[str | None, str | None], list[Judged]] = {}
    for each in judged:
        places.setdefault((each.lesson, each.mode), []).append(each)
    return places


def standing(
    lesson: Lesson | None,
    place: Place,
    state: State,
    verdicts: Mapping[str, Prediction],
    judged: Iterable[Judged],
    *,
    days: frozenset[date],
    last: int,
) -> Standing:
    return Standing(
        *place,
        state.furthest if lesson else None,
        state.opened,
        state.finished,
        predictions(lesson, state, verdicts),
        tuple(judged),
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
