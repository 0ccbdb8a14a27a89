"""The union of two progress files: every event of both, each once, in the order in which things happened."""

import heapq
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from progress.backups import compose, rewrite, set_all_aside
from progress.disk import Disk, read_plain_file
from progress.errors import ProgressError
from progress.event import LAST_MILLISECOND, OWN_ID, Event
from progress.header import FORMAT, format_of, refuse_newer_format
from progress.progress_file import NAME
from progress.scan import Damage, Scan, scan
from progress.sentence import Sentence

Block = tuple[Event, str]


@dataclass(frozen=True, slots=True)
class Merge:
    """What a merge did: the events it added, how many were already here, and where the file as it was is kept.

    `differing` events have an id that is here too but say something else; ours stayed, theirs were set aside.
    """

    added: tuple[Event, ...]
    known: int
    differing: tuple[Event, ...]
    damaged: int
    backup: Path | None
    notices: tuple[Sentence, ...]


def merge_file(folder: Path, path: Path, *, disk: Disk | None = None) -> Merge:
    """Add to the learner's file the events of another that it does not have. Twice changes nothing more."""
    disk = disk or Disk()
    theirs = _read(path, folder)
    done: list[tuple[list[Event], list[Block]]] = []

    def change(content: bytes) -> bytes | None:
        ours = scan(content)
        refuse_newer_format(ours.header)
        here = {event.id: event for event in ours.events}
        added = [event for event in theirs.events if event.id not in here]
        differing = [block for block in theirs.blocks() if block[0] != here.get(block[0].id, block[0])]
        set_all_aside(folder, [*theirs.damage, *map(_told_differently, differing)], disk)
        done.append((added, differing))
        if not added:
            return None
        set_all_aside(folder, ours.damage, disk)
        return compose(ours.header or theirs.header, folder.name, union(ours, theirs))

    backup = rewrite(folder, change, disk=disk)
    added, differing = done[-1]
    return Merge(
        tuple(added),
        len(theirs.events) - len(added),
        tuple(event for event, _ in differing),
        len(theirs.damage),
        backup,
        tuple(_notices(theirs, folder.name)),
    )


def union(ours: Scan, theirs: Scan) -> Iterator[Block]:
    """Order both files' blocks by time. Within a file the order stays: a clock that went backwards changes nothing."""
    here = {event.id for event in ours.events}
    new = (dated for dated in _dated(theirs.blocks()) if dated[1][0].id not in here)
    return (block for _, block in heapq.merge(_dated(ours.blocks()), new, key=lambda dated: dated[0]))


def _dated(blocks: Iterable[Block]) -> Iterator[tuple[str, Block]]:
    """Give each block a key of its time, never earlier than the one before it in the same file."""
    latest = ""
    for block in blocks:
        latest = max(latest, _time_key(block[0]))
        yield latest, block


def _time_key(event: Event) -> str:
    """Return the id of an event of ours, which begins with its time; else what such an id would begin with."""
    if OWN_ID.fullmatch(event.id) and int(event.id[:12], 16) <= LAST_MILLISECOND:
        return event.id
    return f"{max(0, int(event.time.timestamp() * 1000)):012x}"


def _told_differently(block: Block) -> Damage:
    return Damage(block[1], Sentence("same-id", id=block[0].id))


def _read(path: Path, folder: Path) -> Scan:
    try:
        if os.path.exists(folder / NAME) and os.path.samefile(path, folder / NAME):
            raise ProgressError(Sentence("itself", file=path))
        scanned = scan(read_plain_file(path))
    except OSError as error:
        raise ProgressError(Sentence("not-merged", file=path, problem=error.strerror)) from None
    if not scanned.events:
        raise ProgressError(Sentence("nothing-in-it", file=path))
    return scanned


def _notices(theirs: Scan, learner: str) -> Iterator[Sentence]:
    other = theirs.header.get("learner", learner)
    if other != learner:
        yield Sentence("merged-other", other=str(other), learner=learner)
    if (number := format_of(theirs.header)) > FORMAT:
        yield Sentence("merged-newer", number=number)
