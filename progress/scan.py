"""The text of a progress file, taken apart: its header, its good events, and the pieces that cannot be read.

A line `[[event]]` always begins a new block, so a damaged block costs itself alone. A block that is exactly as it
was written is found wherever it stands, even glued to garbage; what lies between such blocks is read by TOML.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import Any
from zlib import crc32

from progress.block import AS_WRITTEN, event_from_table, is_as_written
from progress.errors import ProgressError
from progress.event import Event
from progress.payload import Payload

BLOCK_START = re.compile(r"^(?=[ \t]*\[\[[ \t]*event[ \t]*\]\])", re.MULTILINE)
NOT_UTF8 = re.compile("[\ud800-\udfff]")
BLANK = re.compile(r"(?:[ \t\r]*(?:#[^\n\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]*)?\n)*[ \t\r]*\Z")


@dataclass(frozen=True, slots=True)
class Damage:
    """A piece of the file that could not be read, and why."""

    text: str
    reason: str

    @property
    def content(self) -> bytes:
        return self.text.encode("utf-8", "surrogateescape")


@dataclass(slots=True)
class Scan:
    """What a text held, in the order it stood there. `spans` are the places of the events' own blocks in it."""

    text: str = ""
    header: dict[str, Any] = field(default_factory=dict)
    header_text: str = ""
    events: list[Event] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    damage: list[Damage] = field(default_factory=list)


def decode(content: bytes) -> str:
    """The bytes as text; those that are not UTF-8 stay recognisable, so that they can be set aside exactly."""
    return content.decode("utf-8", "surrogateescape")


def scan(content: bytes, *, expect_header: bool = True) -> Scan:
    """Everything that can be read in the content of a file, or of its end (which has no header)."""
    text = decode(content)
    found = Scan(text)
    position = 0
    for match in AS_WRITTEN.finditer(text):
        name, body, time, version, kind, lesson, payload = match.groups()
        if crc32((name[:24] + body).encode("utf-8", "surrogateescape")) != int(name[24:], 16):
            continue
        try:
            when = datetime.fromisoformat(time)
        except ValueError:
            continue
        if match.start() > position:
            _read_between(text, position, match.start(), found, expect_header and position == 0)
        found.events.append(Event(name, when, version, kind, lesson, Payload(payload)))
        found.spans.append(match.span())
        position = match.end()
    if position < len(text):
        _read_between(text, position, len(text), found, expect_header and position == 0)
    if len({event.id for event in found.events}) < len(found.events):
        _keep_each_once(text, found)
    return found


def _read_between(text: str, start: int, end: int, found: Scan, is_start: bool) -> None:
    """Read what stands between two blocks that are as written: usually one empty line."""
    if text[start:end] in ("\n", ""):
        return
    for piece_start, piece_end in _pieces(text, start, end):
        piece = text[piece_start:piece_end]
        if BLOCK_START.match(piece):
            _read_block(piece, piece_start, found)
        elif is_start and piece_start == start:
            _read_header(piece, found)
        elif not BLANK.match(piece):
            _read_addition(piece, found)


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    cuts = [start, *(match.start() for match in BLOCK_START.finditer(text, start, end)), end]
    return ((a, b) for a, b in pairwise(cuts) if a < b)


def _read_header(piece: str, found: Scan) -> None:
    found.header_text = piece
    table, problem = _parse(piece.removeprefix("\ufeff"))
    found.header = table
    if problem:
        found.damage.append(Damage(piece, f"The header cannot be read as TOML. {problem}"))


def _read_block(piece: str, start: int, found: Scan) -> None:
    table, problem = _parse(piece)
    try:
        if problem:
            raise ProgressError(problem)
        event = event_from_table(table["event"][0])
    except ProgressError as error:
        found.damage.append(Damage(piece, str(error)))
    else:
        found.events.append(event)
        found.spans.append((start, start + len(piece)))


def _read_addition(piece: str, found: Scan) -> None:
    """Text after a whole block: keys that a newer version added to it are ignored, anything else is damage."""
    problem = _parse(f"[[event]]\n{piece}")[1]
    if problem:
        found.damage.append(Damage(piece, f"It belongs to no event. {problem}"))


def _keep_each_once(text: str, found: Scan) -> None:
    """Of two blocks with one id, keep the one that is as it was written; one that says something else is set aside."""
    chosen: dict[str, int] = {}
    for index, event in enumerate(found.events):
        rival = chosen.setdefault(event.id, index)
        if event != found.events[rival]:
            if not is_as_written(found.events[rival]) and is_as_written(event):
                chosen[event.id], rival = index, rival
            else:
                rival = index
            piece = text[slice(*found.spans[rival])]
            found.damage.append(
                Damage(piece, f"Another event has the same id, {event.id}, and says something else.")
            )
    kept = sorted(chosen.values())
    found.events = [found.events[index] for index in kept]
    found.spans = [found.spans[index] for index in kept]


def _parse(text: str) -> tuple[dict[str, Any], str]:
    """A text's TOML, and what is wrong with it if it is none."""
    import tomllib

    if NOT_UTF8.search(text):
        return {}, "It holds bytes that are not UTF-8 text."
    try:
        return tomllib.loads(text), ""
    except tomllib.TOMLDecodeError as error:
        return {}, f"It is not whole TOML: {error}."
    except (RecursionError, ValueError, OverflowError):
        return {}, "It holds a value that cannot be read."
