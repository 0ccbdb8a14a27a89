"""The `[[event]]` table of one event: how it is written, and how it is read."""

import re
import zlib
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from progress.errors import ProgressError
from progress.event import OWN_ID, Event, next_id_start
from progress.payload import Payload, write_inline, write_lines
from progress.sentence import Sentence

# A block exactly as `write_block` leaves it. One whose checksum holds too needs no second look.
# Its parts: the id without its checksum, the checksum, all the rest, and in that the time, the origin and the payload.
AS_WRITTEN = re.compile(
    r"\[\[event\]\]\n"
    r'id = "([0-9a-f]{24})([0-9a-f]{8})"\n'
    r"(time = ([0-9T:.-]+[+-][0-9:]{5})\n"
    r'(version = "[^"\\\n]*"\nkind = "[^"\\\n]*"\n(?:lesson = "[^"\\\n]*"\n)?)'
    r"payload = (\{[^\n]*\}))(?:\n|\Z)"
)


def new_event(
    kind: str,
    lesson: str | None,
    payload: Mapping[str, Any],
    *,
    version: str,
    time: datetime,
    latest: str = "",
    random: str = "",
) -> tuple[Event, str]:
    """Make an event whose new id comes after the id `latest`, and its block; `random` makes an id that repeats."""
    time = _plain_time(time)
    values = payload if isinstance(payload, Payload) else Payload(write_inline(payload))
    body = _body(time, version, kind, lesson, values.text)
    start = next_id_start(time, latest, random)
    name = start + checksum(start, body)
    return Event(name, time, version, kind, lesson, values), f'[[event]]\nid = "{name}"\n{body}\n'


def write_block(event: Event) -> str:
    """Return the event as the text of its table."""
    return f"[[event]]\n{write_lines({'id': event.id})}{_body_of(event)}\n"


def is_as_written(event: Event) -> bool:
    """Tell whether the checksum in the event's id still agrees with what the event says."""
    start, seal = event.id[:-8], event.id[-8:]
    return OWN_ID.fullmatch(event.id) is not None and seal == checksum(start, _body_of(event))


def checksum(start: str, body: str) -> str:
    """Return the last eight digits of an id, made from its other digits and everything else in the block."""
    return f"{zlib.crc32((start + body).encode()):08x}"


def origin(text: str) -> tuple[str, str, str | None]:
    """Return version, kind and lesson from the lines of a block that is as it was written."""
    version, kind, *lesson = text.split('"')[1::2]
    return version, kind, lesson[0] if lesson else None


def event_from_table(table: Mapping[str, Any]) -> Event:
    """Return an event from a table that TOML has parsed; ProgressError says what is wrong with it."""
    for key, kind in {"id": str, "time": datetime, "version": str, "kind": str, "payload": dict}.items():
        if key not in table:
            raise ProgressError(Sentence("no-key", key=key))
        if not isinstance(table[key], kind):
            raise ProgressError(Sentence("wrong-type", key=key, type=kind.__name__))
    lesson = table.get("lesson")
    if not isinstance(lesson, str | None):
        raise ProgressError(Sentence("wrong-type", key="lesson", type="str"))
    if table["time"].tzinfo is None:
        raise ProgressError(Sentence("no-offset"))
    payload = Payload(write_inline(table["payload"]))
    return Event(table["id"], table["time"], table["version"], table["kind"], lesson, payload)


def _body_of(event: Event) -> str:
    text = event.payload.text if isinstance(event.payload, Payload) else write_inline(event.payload)
    return _body(event.time, event.version, event.kind, event.lesson, text)


def _body(time: datetime, version: str, kind: str, lesson: str | None, payload: str) -> str:
    return f"time = {time.isoformat()}\n{_origin_lines(version, kind, lesson)}payload = {payload}"


@lru_cache(256)
def _origin_lines(version: str, kind: str, lesson: str | None) -> str:
    values = {"version": version, "kind": kind}
    return write_lines(values if lesson is None else {**values, "lesson": lesson})


def _plain_time(time: datetime) -> datetime:
    """Return the time with an offset of whole minutes, which is all that TOML can write."""
    time = time if time.tzinfo else time.astimezone()
    offset = time.utcoffset()
    return time.astimezone(UTC) if offset is None or offset.seconds % 60 or offset.microseconds else time
