"""Progress files damaged in every way that bytes can be: flipped, cut, spliced, doubled, overwritten."""

import random
import shutil
from collections.abc import Callable
from pathlib import Path

from faulty_disk import Unhurried

from progress.block import write_block
from progress.event import Event
from progress.journal import Journal

MEANINGFUL = [
    b'"',
    b'"""',
    b"'''",
    b"[[event]]\n",
    b"[event.payload]\n",
    b"\r",
    b"\n",
    b"#",
    b"= {",
    b"}",
    b"\\",
]
MEANINGFUL += [b"\xff\xfe", b"\xef\xbb\xbf", b"[[" * 40, b"format = 0\n", b"a = 1\n", b"\x1b[2J"]
MEANINGFUL += [b"9" * 5000, b"[" * 3000]

Mutation = Callable[[bytearray, random.Random], None]


def _place(content: bytearray, dice: random.Random) -> int:
    return dice.randrange(len(content) + 1)


def _range(content: bytearray, dice: random.Random) -> slice:
    start = _place(content, dice)
    return slice(start, start + int(dice.expovariate(1 / 80)))


def flip(content: bytearray, dice: random.Random) -> None:
    if content:
        content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)


def cut(content: bytearray, dice: random.Random) -> None:
    del content[_range(content, dice)]


def truncate(content: bytearray, dice: random.Random) -> None:
    del content[_place(content, dice) :]


def splice(content: bytearray, dice: random.Random) -> None:
    """Copy a stretch of the file to another place."""
    place = _place(content, dice)
    content[place:place] = content[_range(content, dice)]


def zero(content: bytearray, dice: random.Random) -> None:
    where = _range(content, dice)
    content[where] = bytes(len(content[where]))


def insert(content: bytearray, dice: random.Random) -> None:
    """Put in something that means something to a TOML reader, or to nobody."""
    place = _place(content, dice)
    content[place:place] = dice.choice([*MEANINGFUL, dice.randbytes(dice.randrange(1, 30))])


MUTATIONS: list[Mutation] = [flip, cut, truncate, splice, zero, insert]


def mutated(content: bytes, dice: random.Random) -> bytes:
    """One to six mutations of a file, more often few."""
    result = bytearray(content)
    for _ in range(min(6, 1 + int(dice.expovariate(0.8)))):
        dice.choice(MUTATIONS)(result, dice)
    return bytes(result)


def sample(folder: Path, count: int = 12) -> tuple[bytes, tuple[Event, ...]]:
    """A small file with text of many kinds in it, and its events."""
    journal = Journal.open(folder, version="1", disk=Unhurried())
    texts = ["plain", 'say "so"', "né 🐈", "two\nlines", "[[event]]", "", "x" * 200]
    for number in range(count):
        lesson = None if number % 5 == 0 else "break-gelu-identity"
        journal.append(
            "step", lesson, number=number, text=texts[number % len(texts)], values=[0.5, {"deep": True}]
        )
    return (folder / "progress.toml").read_bytes(), journal.events


def lost_events(folder: Path, content: bytes, events: tuple[Event, ...]) -> list[Event]:
    """Open a file with this content and add to it: the events whose own bytes stood there whole, but are not loaded."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "progress.toml").write_bytes(content)
    journal = Journal.open(folder, version="1", disk=Unhurried())
    later = journal.append("later")
    acknowledged = [] if later in journal.unsaved and journal.trouble == "newer-format" else [later]
    journal = Journal.open(folder, version="1", disk=Unhurried())
    _read_everything(journal)
    loaded = {event.id: event for event in journal.events}
    whole = [event for event in events if write_block(event).encode() in content]
    return [event for event in whole + acknowledged if loaded.get(event.id) != event]


def _read_everything(journal: Journal) -> None:
    for event in journal.events:
        dict(event.payload)
    for piece in journal.set_aside:
        assert piece.file is not None
        assert piece.bytes == len(piece.file.read_bytes())
    assert all(str(notice).isprintable() for notice in journal.notices)
