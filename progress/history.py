"""Which events count: lessons under their present names, resets, and their undoing. Nothing is ever deleted."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from progress.event import RESET, UNDO, Event


@dataclass(frozen=True, slots=True)
class History:
    """One learner's events with each lesson under its present name: all of them, and those that count now."""

    events: tuple[Event, ...]
    counting: tuple[Event, ...]


def read_history(events: Iterable[Event], names: Mapping[str, str]) -> History:
    """Read a journal's events as app and reports do; `names` maps an old id of a lesson to the next one."""
    present = renamed(events, names)
    return History(present, that_count(present))


def renamed(events: Iterable[Event], names: Mapping[str, str]) -> tuple[Event, ...]:
    """Return the events with each lesson under its present name; `names` maps an old id to the next one."""
    return tuple(
        replace(event, lesson=present_name(event.lesson, names))
        if event.lesson and event.lesson in names
        else event
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
    undone = _undone(events)
    counting: list[Event] = []
    for event in events:
        if event.kind == RESET and event.id not in undone:
            counting = [each for each in counting if not _is_reset_by(each, event)]
        if event.kind not in (RESET, UNDO):
            counting.append(event)
    return tuple(counting)


def resets_in_force(events: Sequence[Event]) -> tuple[Event, ...]:
    """Return the resets that could be undone, oldest first."""
    undone = _undone(events)
    return tuple(event for event in events if event.kind == RESET and event.id not in undone)


def _undone(events: Sequence[Event]) -> set[str]:
    """Return the ids that an undo names. The latest undo is read first, so that an undo can be undone."""
    undone: set[str] = set()
    for event in reversed(events):
        if event.kind == UNDO and event.id not in undone:
            undone.add(str(event.payload.get("event")))
    return undone


def _is_reset_by(event: Event, reset: Event) -> bool:
    return event.lesson is not None and reset.lesson in (None, event.lesson)
