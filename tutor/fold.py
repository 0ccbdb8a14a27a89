"""Fold a journal's events into states; skip events that cannot be read (`doctor` lists them).

A journal is a file that anybody may write. What an act of a lesson says is read by `tutor/records.py`, which is not
imported before a lesson is folded: the course map does not wait for it.
"""

import threading
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING

from lessons.course.course import Course, LessonMode
from lessons.course.lesson.values import LANGUAGES, MODES
from progress.event import FINISHED, MODE, PREFERENCE, RECALL, RESET, REVIEW, UNDO, VISIT, Event, is_timely
from progress.history import renamed, that_count

if TYPE_CHECKING:
    from lessons.course.lesson.state import State

Opening = tuple[str, str]  # a lesson's id, and its mode
THEMES = ("lynx-dark", "lynx-light")
CHOICES: Mapping[str, tuple[str, ...]] = {"language": LANGUAGES, "theme": THEMES}  # of other preferences any


def timely(events: Iterable[Event]) -> tuple[Event, ...]:
    """Return the events without those that happened when no clock can have been."""
    return tuple(event for event in events if is_timely(event.time))


def understood(events: Iterable[Event]) -> tuple[Event, ...]:
    """Leave out, besides, reviews that say what no review does."""
    return tuple(event for event in timely(events) if event.kind not in (RECALL, REVIEW) or records().read_event(event))


def records() -> ModuleType:
    """Return the module that reads acts, and folds them."""
    from tutor import records

    return records


def preferred(event: Event) -> tuple[str, str] | None:
    """Return the name and value of a preference; None if there is no such choice."""
    name, value = event.payload.get("name"), event.payload.get("value")
    if not isinstance(name, str) or not isinstance(value, str):
        return None
    return (name, value) if value in CHOICES.get(name, (value,)) else None


class Fold:
    """The states of all lessons, and what a learner prefers. Takes events as they come."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self._one_thread = threading.RLock()  # screens and their worker threads ask for the same fold
        self.taken: tuple[Event, ...] = ()  # all of the journal that was taken
        self.begin()

    def begin(self) -> None:
        self.events: dict[Opening, list[Event]] = {}  # of the lessons and modes that the learner has been in
        self.folded: dict[Opening, tuple[int, State]] = {}  # how many of them, and the state after those
        self.finished: set[Opening] = set()  # by what the journal says: the rules have the last word
        self.done: set[str] = set()  # the lessons that are finished in any mode
        self.preferences: dict[str, str] = {}
        self.last: Opening | None = None

    def catch_up(self, events: tuple[Event, ...]) -> None:
        """Take what was added to a journal since the last time; all of it after a reset, or a merge or restore."""
        with self._one_thread:
            if events is self.taken:
                return
            count = len(self.taken)
            fresh = events[count:]
            if events[:count] != self.taken or any(event.kind in (RESET, UNDO) for event in fresh):
                self.begin()
                fresh = events
            for event in that_count(renamed(timely(fresh), self.course.renamed)):
                self.take(event)
            self.taken = events

    def take(self, event: Event) -> None:
        heading, mode = self.course.headings.get(event.lesson or ""), event.payload.get(MODE, MODES[0])
        if event.kind == PREFERENCE:
            self.preferences.update(filter(None, [preferred(event)]))
        elif event.kind not in (RECALL, REVIEW) and heading and mode in heading.modes:  # which this course has
            opening = heading.id, mode
            self.last = self.last if event.payload.get(VISIT) else opening
            self.events.setdefault(opening, []).append(event)
            if event.kind == FINISHED:
                self.finished.add(opening)
                self.done.add(heading.id)

    def state(self, lesson: str, mode: str) -> "State":
        """Return a lesson's state in a mode; one that nobody has been in is not loaded for it. Raises LessonError."""
        opening = (lesson, mode)
        with self._one_thread:
            events = self.events.get(opening, [])
            count, state = self.folded.get(opening, (0, records().BEGINNING))
            if count < len(events):
                state = records().advanced(self.place(opening), state, events[count:])
                self.folded[opening] = len(events), state
            return state

    def knows(self, opening: Opening) -> bool:
        """Return True if the state is folded up to now."""
        return self.folded.get(opening, (0, None))[0] == len(self.events.get(opening, ()))

    def place(self, opening: Opening) -> LessonMode:
        lesson, mode = opening
        return LessonMode(self.course.lessons[lesson], mode)  # type: ignore[arg-type]

    @property
    def seen(self) -> set[str]:
        return {lesson for lesson, _ in self.events}

    @property
    def states(self) -> "dict[LessonMode, State]":
        """Return the state of every lesson and mode that was begun and can be loaded now."""
        known = [opening for opening in list(self.events) if self.course.lessons.get(opening[0])]
        return {self.place(opening): self.state(*opening) for opening in known}


def fold(events: Iterable[Event], course: Course) -> Fold:
    """Fold the events that count: a lesson that was reset begins anew."""
    found = Fold(course)
    found.catch_up(tuple(events))
    return found
