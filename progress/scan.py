"""The content of a progress file, taken apart: its header, its good events, and the pieces that cannot be read.

A line `[[event]]` always begins a new block, so a damaged block costs itself alone. A block that is exactly as it
was written is found wherever it stands, even glued to garbage; what lies between such blocks is read by TOML.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import Any

from progress.block import AS_WRITTEN, checksum, event_from_table, is_as_written, origin, write_block
from progress.errors import ProgressError
from progress.event import Event
from progress.payload import Payload
from progress.sentence import Sentence

BLOCK_START = re.compile(r"^(?=[ \t]*\[\[[ \t]*event[ \t]*\]\])", re.MULTILINE)
NOT_UTF8 = re.compile("[\ud800-\udfff]")
# Possessive: a hundred million empty lines must not each be remembered as a place to come back to.
BLANK = re.compile(r"(?:[ \t\r]*+(?:#[^\n\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]*+)?\n)*+[ \t\r]*+\Z")
WHERE_IN_PIECE = re.compile(r" \(at [^()]*\)\Z")  # lines counted from the piece's own beginning only confuse
WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")  # how a file in UTF-16 begins


@dataclass(frozen=True, slots=True)
class Damage:
    """A piece of the file that could not be read, why, and at which character of what was scanned it begins.

    `position` is None for an event that stands there whole, but whose id another has.
    """

    text: str
    reason: Sentence
    position: int | None = None

    @property
    def content(self) -> bytes:
        return self.text.encode("utf-8", "surrogateescape")


@dataclass(slots=True)
class Scan:
    """What a file held, in the order it stood there."""

    header: Mapping[str, Any]
    is_wide: bool = False  # UTF-16, as some editors save
    events: list[Event] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    damage: list[Damage] = field(default_factory=list)
    texts: dict[int, str] = field(default_factory=dict)  # by index in `events`: blocks not as we write them

    def blocks(self) -> Iterator[tuple[Event, str]]:
        """Give each event with the text of its block, with whatever a hand or a newer version put there."""
        for index, event in enumerate(self.events):
            yield event, self.texts.get(index) or write_block(event)


def scan(content: bytes) -> Scan:
    """Read everything that can be read in the content of a file."""
    text = text_of(content)
    scanned = Scan({}, _is_wide(content))
    add, at_start, position = scanned.events.append, True, 0
    origins: dict[str, tuple[str, str, str | None]] = {}  # the same few lines stand in thousands of blocks
    for match in AS_WRITTEN.finditer(text):
        begin, seal, body, time, lines, payload = match.groups()
        try:
            if checksum(begin, body) != seal:
                continue
            when = datetime.fromisoformat(time)
        except ValueError:  # not UTF-8, or no such time
            continue
        start = match.start()
        if start - position > 1 or at_start:
            _read_between(text, position, start, scanned, at_start)
            at_start = False
        if lines not in origins:
            origins[lines] = origin(lines)
        add(Event(begin + seal, when, *origins[lines], Payload(payload)))
        position = match.end()
    _read_between(text, position, len(text), scanned, at_start)
    scanned.ids = {event.id for event in scanned.events}
    if len(scanned.ids) < len(scanned.events):
        _keep_each_once(scanned)
    return scanned


def _is_wide(content: bytes) -> bool:
    """Tell whether it is a progress file in UTF-16, and not one in UTF-8 whose first bytes were damaged."""
    try:
        return content.startswith(WIDE_MARKS) and "[[event]]" in content.decode("utf-16")
    except UnicodeDecodeError:
        return False


def text_of(content: bytes) -> str:
    """Return the bytes as text; those that are not UTF-8 stay recognisable, so that they can be set aside exactly."""
    if _is_wide(content):
        return content.decode("utf-16").removeprefix("\ufeff")
    return content.decode("utf-8", "surrogateescape")


def _read_between(text: str, start: int, end: int, scanned: Scan, is_start: bool) -> None:
    """Read what stands between two blocks that are as written: usually one empty line."""
    cuts = [start, *(match.start() for match in BLOCK_START.finditer(text, start, end)), end]
    for piece_start, piece_end in pairwise(cuts):
        piece = text[piece_start:piece_end]
        if BLOCK_START.match(piece):
            _read_block(piece, piece_start, scanned)
        elif BLANK.match(piece):
            continue
        elif is_start and piece_start == start:
            _read_header(piece, piece_start, scanned)
        else:
            _read_addition(piece, piece_start, scanned)


def _read_header(piece: str, position: int, scanned: Scan) -> None:
    table, problem = _parse(piece.removeprefix("\ufeff"))
    scanned.header = table
    if problem:
        scanned.damage.append(Damage(piece, Sentence("bad-header", reason=problem), position))


def _read_block(piece: str, position: int, scanned: Scan) -> None:
    table, problem = _parse(piece)
    try:
        if problem:
            raise ProgressError(problem)
        event = event_from_table(table["event"][0])
    except ProgressError as error:
        scanned.damage.append(Damage(piece, error.sentence, position))
        return
    scanned.events.append(event)
    plain = piece.replace("\r\n", "\n").rstrip("\n") + "\n"
    if plain != write_block(event):
        scanned.texts[len(scanned.events) - 1] = piece


def _read_addition(piece: str, position: int, scanned: Scan) -> None:
    """Read text after a whole block: keys that a newer version added to it are kept, anything else is damage."""
    last = len(scanned.events) - 1
    before = scanned.texts.get(last) or (write_block(scanned.events[last]) if scanned.events else "")
    problem = _parse(before + piece)[1]
    if problem:
        scanned.damage.append(Damage(piece, Sentence("no-event", reason=problem), position))
    elif scanned.events:
        scanned.texts[last] = before + piece


def _keep_each_once(scanned: Scan) -> None:
    """Of two blocks with one id, keep the one that is as it was written; what differs from it is set aside."""
    chosen: dict[str, int] = {}
    for index, (event, text) in enumerate(scanned.blocks()):
        first = chosen.setdefault(event.id, index)
        if event == scanned.events[first]:
            continue
        if is_as_written(event) and not is_as_written(scanned.events[first]):
            chosen[event.id], event = index, scanned.events[first]
            text = scanned.texts.get(first) or write_block(event)
        scanned.damage.append(Damage(text, Sentence("same-id", id=event.id)))
    kept = sorted(chosen.values())
    scanned.texts = {new: scanned.texts[old] for new, old in enumerate(kept) if old in scanned.texts}
    scanned.events = [scanned.events[index] for index in kept]


def _parse(text: str) -> tuple[dict[str, Any], Sentence | None]:
    """Return the values of a text in TOML, or what is wrong with it."""
    import tomllib

    if NOT_UTF8.search(text):
        return {}, Sentence("not-utf8")
    try:
        return tomllib.loads(text), None
    except tomllib.TOMLDecodeError as error:
        return {}, Sentence("not-toml", problem=WHERE_IN_PIECE.sub("", str(error)))
    except (RecursionError, ValueError, OverflowError):
        return {}, Sentence("unreadable-value")
