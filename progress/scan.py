"""The content of a progress file, taken apart: its header, its good events, and the pieces that cannot be read.

A line `[[event]]` always begins a new block, so a damaged block costs itself alone. A block that is exactly as it
was written is found wherever it stands, even glued to garbage; what lies between such blocks is read by TOML.
"""

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple

from progress.event import AS_WRITTEN, Event, event_from_match, event_from_table, is_as_written, write_lines
from progress.sentence import ProgressError, Sentence
from progress.toml import read_toml

FORMAT = 1
COMMENT = """\
# What you did in lynx-tutor: a header, then one [[event]] for each thing that happened.
# It is yours to read, copy and merge. The program only ever adds to its end.
"""
BLOCK_START = re.compile(r"^(?=[ \t]*\[\[[ \t]*event[ \t]*\]\])", re.MULTILINE)
UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")  # how some editors begin a file


class Damage(NamedTuple):
    """A piece of the file that could not be read, why, and the line on which it begins.

    `line` is None for an event that stands there whole, but whose id another has.
    """

    text: str
    reason: Sentence
    line: int | None = None

    @property
    def content(self) -> bytes:
        return self.text.encode("utf-8", "surrogateescape")


@dataclass(slots=True)
class Scan:
    """The content of a file, in its order."""

    is_utf16: bool
    header: Mapping[str, Any] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    damage: list[Damage] = field(default_factory=list)


def scan(content: bytes) -> Scan:
    """Read everything that can be read in the content of a file."""
    scanned, text, position = Scan(is_utf16(content)), text_of(content), 0
    for match in AS_WRITTEN.finditer(text):
        if event := event_from_match(match):
            if match.start() - position > 1:  # more than the empty line between two blocks
                _read_between(text, position, match.start(), scanned)
            scanned.events.append(event)
            position = match.end()
    _read_between(text, position, len(text), scanned)
    _keep_each_once(scanned)
    return scanned


def is_utf16(content: bytes) -> bool:
    """Return True if it is a progress file in UTF-16, and not one in UTF-8 whose first bytes were damaged."""
    try:
        return content.startswith(UTF_16_MARKS) and "[[event]]" in content.decode("utf-16")
    except UnicodeDecodeError:
        return False


def text_of(content: bytes) -> str:
    """Return the bytes as text; those that are not UTF-8 stay recognisable, so that they can be set aside."""
    text = content.decode("utf-16") if is_utf16(content) else content.decode("utf-8-sig", "surrogateescape")
    return text.replace("\r\n", "\n")


def _read_between(text: str, start: int, end: int, scanned: Scan) -> None:
    """Read the text between two intact blocks; it is usually empty."""
    cuts = [start, *(match.start() for match in BLOCK_START.finditer(text, start, end)), end]
    for begin, stop in pairwise(cuts):
        piece = text[begin:stop]
        try:
            if piece.strip():
                _read_piece(piece, scanned, is_first=begin == 0)
        except ProgressError as error:
            line = 1 + text.count("\n", 0, begin)
            scanned.damage.append(Damage(piece, error.sentence, line))


def _read_piece(piece: str, scanned: Scan, is_first: bool) -> None:
    """Read a block that a hand has changed, the header, or what a newer version added to the block before."""
    if BLOCK_START.match(piece):
        scanned.events.append(event_from_table(read_toml(piece)["event"][0], piece))
    elif is_first:
        header = read_toml(f"{piece}\n[[event]]\n")  # a header that leaves no room for events is damage
        scanned.header = {key: value for key, value in header.items() if key != "event"}
    else:
        block = scanned.events[-1].block + piece
        read_toml(block)
        scanned.events[-1] = replace(scanned.events[-1], block=block)


def _keep_each_once(scanned: Scan) -> None:
    """Of two blocks with one id, keep the one that is as it was written; what differs from it is damage."""
    kept: dict[str, Event] = {}
    for event in scanned.events:
        other = kept.setdefault(event.id, event)
        if event == other:
            continue
        if is_as_written(event) and not is_as_written(other):
            kept[event.id] = event
        else:
            other = event
        scanned.damage.append(Damage(other.block, Sentence("same-id", id=event.id)))
    scanned.events = list(kept.values())


def write_file(learner: str, created: datetime, events: Iterable[Event], older: Mapping[str, Any]) -> bytes:
    """Return a whole file: a header, with what an older one said, and a block for each event."""
    fresh = {"format": FORMAT, "learner": learner, "journal": os.urandom(16).hex()}
    header = {**fresh, "created": created.replace(microsecond=0), **older, "format": FORMAT}
    return (COMMENT + write_lines(header)).encode() + write_blocks(events)


def write_blocks(events: Iterable[Event]) -> bytes:
    """Return the events as they are added to a file: each is whole even after a tail that was torn."""
    return "".join("\n" + event.block.strip("\n") + "\n" for event in events).encode()


def format_of(header: Mapping[str, Any]) -> int:
    """Return the number of a file's format; a header without one is taken for the present format."""
    number = header.get("format", FORMAT)
    return number if isinstance(number, int) else FORMAT


def refuse_newer_format(header: Mapping[str, Any]) -> None:
    """Raise ProgressError if the file was written by a version of the program that knows more than this one."""
    if (number := format_of(header)) > FORMAT:
        raise ProgressError(Sentence("newer-refused", number=number, format=FORMAT))


def notices_of(header: Mapping[str, Any], folder_name: str) -> Iterator[Sentence]:
    """Yield a notice on each oddity of a header."""
    learner = str(header.get("learner", folder_name))
    if unicodedata.normalize("NFC", learner) != unicodedata.normalize("NFC", folder_name):
        yield Sentence("swapped", other=learner, learner=folder_name)
    if (number := format_of(header)) > FORMAT:
        yield Sentence("newer", number=number)
