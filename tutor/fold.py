"""The one fold of a journal: how far a learner has come in each lesson and mode, for the app, reports and exports.

What the events say by themselves is known at once. A lesson is loaded, and its rules are imported, when its state is
asked for: the course map does not wait for forty of them.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lessons.course import Course, LessonMode
from lessons.format import MODES
from progress.event import FINISHED, MODE, PREFERENCE, RECALL, RESET, REVIEW, UNDO, Event
from progress.history import read_history
from tutor.understood import preferred, timely

if TYPE_CHECKING:
    from lessons.state import State

Opening = tuple[str, str]  # a lesson's id, and its mode


class Fold:
    """The states of all lessons, and what a learner prefers. Takes events as they come."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.taken: tuple[Event, ...] = ()  # all of the journal that was taken
        self.begin()

    def begin(self) -> None:
        self.events: dict[Opening, list[Event]] = {}  # of the lessons and modes that the learner has been in
        self.folded: dict[Opening, tuple[int, State]] = {}  # how many of them, and the state after those
        self.finished: set[Opening] = set()  # by what the journal says: the rules have the last word
        self.preferences: dict[str, str] = {}
        self.last: Opening | None = None

    def catch_up(self, events: tuple[Event, ...]) -> None:
        """Take what was added to a journal since the last time; all of it after a reset, or a merge or restore."""
        if events is self.taken:
            return
        count = len(self.taken)
        fresh = events[count:]
        if events[:count] != self.taken or any(event.kind in (RESET, UNDO) for event in fresh):
            self.begin()
            fresh = events
        self.take(read_history(timely(fresh), self.course.renamed).counting)
        self.taken = events

    def take(self, events: Iterable[Event]) -> None:
        for event in events:
            if event.kind == PREFERENCE:
                self.prefer(event)
            elif event.kind not in (RECALL, REVIEW) and (opening := self.opening_of(event)):
                self.last = opening
                self.events.setdefault(opening, []).append(event)
                if event.kind == FINISHED:
                    self.finished.add(opening)

    def prefer(self, event: Event) -> None:
        if chosen := preferred(event):
            self.preferences[chosen[0]] = chosen[1]

    def opening_of(self, event: Event) -> Opening | None:
        """The lesson and mode that an event belongs to, if this course has them."""
        heading, mode = self.course.headings.get(event.lesson or ""), event.payload.get(MODE, MODES[0])
        return (heading.id, mode) if heading and mode in heading.modes else None

    def state(self, place: LessonMode) -> "State":
        return self.state_at(place.lesson.id, place.mode)

    def state_at(self, lesson: str, mode: str) -> "State":
        """The state of a lesson in a mode; one that nobody has been in is not loaded for it. Raises LessonError."""
        from lessons.flow import advance
        from lessons.recipes import steps_of
        from lessons.state import State
        from tutor.records import from_event

        opening = (lesson, mode)
        events = self.events.get(opening, [])
        count, state = self.folded.get(opening, (0, State()))
        if count < len(events):
            steps = steps_of(self.place(opening))
            for event in events[count:]:
                if act := from_event(event.kind, event.payload):
                    state = advance(steps, state, act)
            self.folded[opening] = len(events), state
        return state

    def knows(self, opening: Opening) -> bool:
        """Whether the state is folded up to now."""
        return self.folded.get(opening, (0, None))[0] == len(self.events.get(opening, ()))

    def place(self, opening: Opening) -> LessonMode:
        lesson, mode = opening
        return LessonMode(self.course.lessons[lesson], mode)  # type: ignore[arg-type]

    @property
    def states(self) -> "dict[LessonMode, State]":
        """Of every lesson and mode that the learner has been in, as far as it can be loaded now."""
        known = [opening for opening in self.events if self.course.lessons.get(opening[0])]
        return {self.place(opening): self.state_at(*opening) for opening in known}


def fold(events: Iterable[Event], course: Course) -> Fold:
    """Fold the events that count: a lesson that was reset begins anew."""
    found = Fold(course)
    found.take(read_history(timely(events), course.renamed).counting)
    return found
