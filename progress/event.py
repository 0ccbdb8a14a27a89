"""The record of one thing that happened, and the `[[event]]` table in which it stands in the file."""

import json
import os
import re
import zlib
from collections import UserDict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any

import tomli_w

from progress.sentence import ProgressError, Sentence
from progress.toml import read_toml

# The kinds of events that progress itself reads.
VERDICT = "verdict"  # on a prediction: {question, answer, confidence, right, truth}
FINISHED = "finished"  # a lesson was worked through to its end
RECALL = "recall"  # a review's answer is given: {concept, sibling, round, answer, confidence}
REVIEW = "review"  # its run has judged it: the same, with {right, truth}
RESET = "reset"  # with a lesson: that lesson begins anew; without: every lesson does
UNDO = "undo"  # that reset, or that undoing, did not happen: {event}, the id of it
MODE = "mode"  # where every event of a lesson says in which of its modes it happened
VISIT = "visit"  # true where it happened in a lesson that a page of another one had named
FINDING = "finding"  # seen at play, beside the lessons: {text, settings, figures}
PREFERENCE = "preference"  # the learner's choice of language, of light or dark: {name, value}

# The years that a clock can tell: between them any time has a date everywhere, and days can be counted on from it.
FIRST_YEAR, LAST_YEAR = 1969, 8999
FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)  # before it there was no lynx-tutor: a clock that had not been set
A_DAY = timedelta(days=1)  # as far as the clocks of two machines may differ
OWN_ID = re.compile(r"[0-9a-f]{32}")
# A block exactly as `new_event` leaves it. One whose checksum holds too needs no second look.
# Its parts: the id without its checksum, the checksum, all the rest, and in that the time, the origin and the payload.
AS_WRITTEN = re.compile(
    r"\[\[event\]\]\n"
    r'id = "([0-9a-f]{24})([0-9a-f]{8})"\n'
    r"(time = ([0-9T:.-]+[+-][0-9:]{5})\n"
    r'(version = "[^"\\\n]*"\nkind = "[^"\\\n]*"\n(?:lesson = "[^"\\\n]*"\n)?)'
    r"payload = (\{[^\n]*\}))(?:\n|\Z)"
)
TYPES = {"id": str, "time": datetime, "version": str, "kind": str, "payload": dict}
# What a terminal would obey or hide (C1 control characters, line separators, marks that reverse the direction of
# text), and halves of characters, which TOML cannot hold.
UNSAFE = re.compile("[\t\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
# Where a payload differs from JSON: in its keys, and in what is not a number. Strings match to be passed over.
UNLIKE_JSON = re.compile(r'"(?:[^"\\]|\\.)*"(?: =)?|[A-Za-z0-9_-]+ =|\binf\b|\bnan\b')
NOT_A_NUMBER = {"inf": "Infinity", "nan": "NaN"}


class Payload(UserDict[str, Any]):
    """The named values of one event, in the form they have in the file until they are first looked at."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def data(self) -> dict[str, Any]:  # type: ignore[override]
        return read_inline(self.text)

    def __eq__(self, other: object) -> bool:
        """Equal texts are equal, even where they say nan."""
        return (isinstance(other, Payload) and self.text == other.text) or super().__eq__(other)

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Event:
    """A thing that happened: its time, its lesson, and what was said.

    The id is 32 hex digits: 12 of milliseconds, 4 of a counter, 8 random, and 8 that are a checksum of the
    rest of the record. The ids that one journal makes only ever grow, even when the clock goes backwards.
    """

    id: str
    time: datetime
    version: str
    kind: str
    lesson: str | None
    payload: Mapping[str, Any]
    block: str = field(default="", compare=False, repr=False)  # its table, as it stands in the file


def new_event(
    kind: str, lesson: str | None, payload: Mapping[str, Any], *, version: str, time: datetime, latest: str = ""
) -> Event:
    """Make an event whose id comes after the id `latest`."""
    origin = {"version": version, "kind": kind} | ({} if lesson is None else {"lesson": lesson})
    values = payload if isinstance(payload, Payload) else Payload(write_inline(payload))
    body = f"time = {time.isoformat()}\n{write_lines(origin)}payload = {values.text}"
    start = next_id_start(time, latest)
    name = start + checksum(start, body)
    return Event(name, time, version, kind, lesson, values, f'[[event]]\nid = "{name}"\n{body}\n')


def next_id_start(time: datetime, latest: str) -> str:
    """Return the first 24 digits of a new id: by the clock, but always after `latest`."""
    stamp = int(time.timestamp() * 1000) << 16
    if OWN_ID.fullmatch(latest):
        stamp = max(stamp, int(latest[:16], 16) + 1)
    return f"{stamp:016x}{os.urandom(4).hex()}"


def checksum(start: str, body: str) -> str:
    """Return the last eight digits of an id, made from its other digits and everything else in the block."""
    return f"{zlib.crc32((start + body).encode()):08x}"


def is_timely(time: datetime) -> bool:
    """Return True if a clock can have told this time."""
    return FIRST_YEAR <= time.year <= LAST_YEAR


def is_misdated(time: datetime, now: datetime) -> bool:
    """Return True if the clock that told a time was wrong: ahead of the present one, or never set."""
    return time < FIRST_DAY or time > now + A_DAY


def is_as_written(event: Event) -> bool:
    """Return True if the event's block is as the program wrote it, but for what a newer version added to its end."""
    match = AS_WRITTEN.match(event.block)
    return match is not None and event_from_match(match) is not None


def event_from_match(match: re.Match[str]) -> Event | None:
    """Return the event of a block that is as it was written; None where its checksum does not hold."""
    start, seal, body, time, origin, payload = match.groups()
    try:
        if checksum(start, body) == seal:
            when = datetime.fromisoformat(time)
            return Event(start + seal, when, *read_origin(origin), Payload(payload), match.group())
    except ValueError:  # not UTF-8
        pass
    return None


@lru_cache(1024)
def read_origin(lines: str) -> tuple[str, str, str | None]:
    """Return version, kind and lesson from the lines of a block that is as it was written."""
    version, kind, *lesson = lines.split('"')[1::2]
    return version, kind, lesson[0] if lesson else None


def event_from_table(table: Mapping[str, Any], block: str) -> Event:
    """Return an event from a table that TOML has parsed; ProgressError says what is wrong with it."""
    for key, kind in TYPES.items():
        if key not in table:
            raise ProgressError(Sentence("no-key", key=key))
        if not isinstance(table[key], kind):
            raise ProgressError(Sentence("wrong-type", key=key, type=kind.__name__))
    if not isinstance(table.get("lesson", ""), str):
        raise ProgressError(Sentence("wrong-type", key="lesson", type="str"))
    if table["time"].tzinfo is None:
        raise ProgressError(Sentence("no-offset"))
    values = {key: table[key] for key in TYPES}
    return Event(**values, lesson=table.get("lesson"), block=block)


def read_inline(text: str) -> dict[str, Any]:
    """Read the values of an inline table such as `{ question = "steps", confidence = 0.8 }`.

    They are read as JSON, which takes a fifth of the time: a finished course has thousands. What nobody can read says
    nothing.
    """
    with suppress(ValueError, RecursionError):
        return dict(json.loads(UNLIKE_JSON.sub(_as_json, text)))
    with suppress(ProgressError):
        return dict(read_toml(f"payload = {text}")["payload"])
    return {}


def _as_json(match: re.Match[str]) -> str:
    text = match.group()
    if text[-1] != "=":
        return NOT_A_NUMBER.get(text, text)
    return f"{text[:-2]}:" if text[0] == '"' else f'"{text[:-2]}":'


def write_inline(values: Mapping[str, Any]) -> str:
    """Write the values as an inline table, all on one line. TypeError: TOML has no such value."""
    line = write_lines({"_": [[values]]})  # what is in a list, tomli_w writes inline
    return line.removeprefix("_ = [[").removesuffix("]]\n")


def write_lines(values: Mapping[str, Any]) -> str:
    """Write each value on a line of its own, without a character that a terminal would obey."""
    lists_open = tomli_w.dumps(values, indent=0)  # one item a line; text has no line breaks of its own
    lines = lists_open.replace(",\n]", "]").replace("[\n", "[").replace(",\n", ", ")
    return UNSAFE.sub(_escape, lines)


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    return "\ufffd" if "\ud800" <= character <= "\udfff" else f"\\u{ord(character):04X}"
