"""Which events count: lessons under their present names, resets, and their undoing. Nothing is ever deleted."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from progress.event import Event

RESET = "reset"  # with a lesson: that lesson begins anew; without: every lesson does
UNDO = "undo"  # payload {event: ID}: that reset, or that undoing, did not happen


def renamed(events: Iterable[Event], names: Mapping[str, str]) -> tuple[Event, ...]:
    """The events with each lesson under its present name; `names` maps an old id to the next one."""
    return tuple(
        replace(event, lesson=present_name(event.lesson, names))
        if event.lesson and event.lesson in names
        else event
        for event in events
    )


def present_name(lesson: str, names: Mapping[str, str]) -> str:
    """A lesson's present id, through as many renamings as there were."""
    seen = {lesson}
    while (following := names.get(lesson)) is not None and following not in seen:
        lesson = following
        seen.add(lesson)
    return lesson


def that_count(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events that count now: without what a reset put behind the learner, unless the reset was undone."""
    undone = _undone(events)
    counting: list[Event] = []
    for event in events:
        if event.kind == RESET and event.id not in undone:
            counting = [each for each in counting if not _is_reset_by(each, event)]
        if event.kind not in (RESET, UNDO):
            counting.append(event)
    return tuple(counting)


def resets_in_force(events: Sequence[Event]) -> tuple[Event, ...]:
    """The resets that could be undone, oldest first."""
    undone = _undone(events)
    return tuple(event for event in events if event.kind == RESET and event.id not in undone)


def _undone(events: Sequence[Event]) -> set[str]:
    """The ids that an undo names, latest undo first, so that an undo can be undone."""
    undone: set[str] = set()
    for event in reversed(events):
        if event.kind == UNDO and event.id not in undone:
            undone.add(str(event.payload.get("event")))
    return undone


def _is_reset_by(event: Event, reset: Event) -> bool:
    return event.lesson is not None and reset.lesson in (None, event.lesson)
