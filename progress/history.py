"""Select events that count: lessons under their present names, resets, and their undoing; and the days of a learner.

Nothing is ever deleted.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from progress.event import RESET, UNDO, Event


def renamed(events: Iterable[Event], names: Mapping[str, str]) -> tuple[Event, ...]:
    """Return the events with each lesson under its present name; `names` maps an old id to the next one."""
    return tuple(
        replace(event, lesson=present_name(event.lesson, names)) if event.lesson and event.lesson in names else event
        for event in events
    )


def present_name(lesson: str, names: Mapping[str, str]) -> str:
    """Return a lesson's present id, through as many renamings as there were."""
    seen = {lesson}
    while (following := names.get(lesson)) is not None and following not in seen:
        lesson = following
        seen.add(lesson)
    return lesson


def that_count(events: Sequence[Event]) -> tuple[Event, ...]:
    """Return the events that count: without what a reset put behind the learner, unless the reset was undone."""
    in_force = {event.id for event in resets_in_force(events)}
    counting: list[Event] = []
    for event in events:
        if event.id in in_force:
            counting = [each for each in counting if not _is_reset_by(each, event)]
        if event.kind not in (RESET, UNDO):
            counting.append(event)
    return tuple(counting)


def resets_in_force(events: Sequence[Event]) -> tuple[Event, ...]:
    """Return the resets that could be undone, oldest first. An undo can be undone: the latest is read first."""
    undone: set[str] = set()
    for event in reversed(events):
        if event.kind == UNDO and event.id not in undone:
            undone.add(str(event.payload.get("event")))
    return tuple(event for event in events if event.kind == RESET and event.id not in undone)


def _is_reset_by(event: Event, reset: Event) -> bool:
    return event.lesson is not None and reset.lesson in (None, event.lesson)


class Activity(NamedTuple):
    """The days, oldest first; the streak that today continues or may still continue."""

    days: tuple[date, ...]
    streak: int


def activity(events: Iterable[Event], today: date) -> Activity:
    """Count the days that the learner's own clock told. A streak lasts until a whole day has passed without one."""
    days = sorted({event.time.date() for event in events})
    runs = dict[int, int]()  # by the number of the day: the first of all has none before it
    for number in map(date.toordinal, days):
        runs[number] = runs.get(number - 1, 0) + 1
    now = today.toordinal()
    return Activity(tuple(days), runs.get(now) or runs.get(now - 1, 0))
