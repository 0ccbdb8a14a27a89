"""The one fold of a journal: how far a learner has come in each lesson and mode, for the app, reports and exports."""

from collections.abc import Iterable

from lessons.flow import advance
from lessons.lesson import MODES, Course, LessonMode
from lessons.recipes import steps_of
from lessons.state import State
from progress.event import PREFERENCE, RECALL, RESET, REVIEW, UNDO, Event
from progress.history import read_history
from tutor.records import MODE, from_event


class Fold:
    """The states of all lessons, and what a learner prefers. Takes events as they come."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.begin()

    def begin(self) -> None:
        self.states: dict[LessonMode, State] = {}
        self.places: dict[tuple[str, str], LessonMode] = {}  # those with a state, by lesson and mode
        self.preferences: dict[str, str] = {}
        self.last: LessonMode | None = None
        self.count = 0  # how many events of the journal were taken

    def catch_up(self, events: tuple[Event, ...]) -> None:
        """Take what has been added to a journal since the last time; after a reset, or less than before, all of it."""
        fresh = events[self.count :]
        if len(events) < self.count or any(event.kind in (RESET, UNDO) for event in fresh):
            self.begin()
            fresh = events
        self.take(read_history(fresh, self.course.renamed).counting)
        self.count = len(events)

    def take(self, events: Iterable[Event]) -> None:
        for event in events:
            if event.kind == PREFERENCE:
                self.preferences[str(event.payload.get("name"))] = str(event.payload.get("value"))
            elif event.kind not in (RECALL, REVIEW) and (place := self.place_of(event)):
                self.last = self.places[place.lesson.id, place.mode] = place
                if act := from_event(event.kind, event.payload):
                    self.states[place] = advance(steps_of(place), self.state(place), act)

    def place_of(self, event: Event) -> LessonMode | None:
        """The lesson and mode that an event belongs to, if this course has them."""
        lesson, mode = self.course.lessons.get(event.lesson or ""), event.payload.get(MODE, MODES[0])
        return LessonMode(lesson, mode) if lesson and mode in lesson.modes else None

    def state(self, place: LessonMode) -> State:
        return self.states.get(place, State())

    def state_at(self, lesson: str, mode: str) -> State:
        """The state of a lesson that need not be loaded for it."""
        place = self.places.get((lesson, mode))
        return self.state(place) if place else State()


def fold(events: Iterable[Event], course: Course) -> Fold:
    """Fold the events that count: a lesson that was reset begins anew."""
    found = Fold(course)
    found.take(read_history(events, course.renamed).counting)
    return found
