"""Which events are folded. What else stands in a file is left alone there, and is as if it were not: `doctor` tells.

A journal is a file that anybody may write. What an act of a lesson says is read by `tutor/records.py`, which is not
imported before a lesson is folded: the course map does not wait for it.
"""

from collections.abc import Iterable, Mapping

from progress.event import PREFERENCE, RECALL, REVIEW, Event, is_timely
from tutor.words.text import LANGUAGES

THEMES = ("lynx-dark", "lynx-light")
CHOICES: Mapping[str, tuple[str, ...]] = {"language": LANGUAGES, "theme": THEMES}  # of other preferences any


def timely(events: Iterable[Event]) -> tuple[Event, ...]:
    """The events without those that happened when no clock can have been."""
    return tuple(event for event in events if is_timely(event.time))


def understood(events: Iterable[Event]) -> tuple[Event, ...]:
    """The same, and without reviews that say what no review does."""
    return tuple(
        event for event in timely(events) if event.kind not in (RECALL, REVIEW) or can_be_read(event)
    )


def can_be_read(event: Event) -> bool:
    from tutor.records import read_event

    return read_event(event) is not None


def preferred(event: Event) -> tuple[str, str] | None:
    """What somebody prefers, if there is such a choice."""
    name, value = event.payload.get("name"), event.payload.get("value")
    if not isinstance(name, str) or not isinstance(value, str):
        return None
    return (name, value) if value in CHOICES.get(name, (value,)) else None


def why_left_out(event: Event) -> str:
    """Why an event is not folded: its `time`, its `payload`, or a `kind` that this version does not know."""
    from tutor.records import is_known

    if not is_timely(event.time):
        return "time"
    if event.kind == PREFERENCE:
        return "" if preferred(event) else "payload"
    if not is_known(event.kind):
        return "kind"
    return "" if can_be_read(event) else "payload"
