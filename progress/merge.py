"""The union of two progress files: every event of both, each once, in the order in which things happened."""

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from progress.disk import Disk
from progress.errors import ProgressError
from progress.event import LAST_MILLISECOND, OWN_ID, Event
from progress.header import refuse_newer_format
from progress.inert import inert
from progress.rewrite import compose, put_away, rewrite
from progress.scan import Scan, scan

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
    notices: tuple[str, ...]


def merge_file(folder: Path, path: Path, *, disk: Disk | None = None) -> Merge:
    """Add to the learner's file the events of another that it does not have. Twice changes nothing more."""
    disk = disk or Disk()
    theirs = _read(path)
    done: list[tuple[list[Event], list[Event]]] = []

    def change(content: bytes) -> bytes | None:
        ours = scan(content)
        refuse_newer_format(ours.header)
        here = {event.id: event for event in ours.events}
        added = [event for event in theirs.events if event.id not in here]
        differing = [event for event in theirs.events if event != here.get(event.id, event)]
        put_away(folder, theirs.damage, disk)
        done.append((added, differing))
        if not added:
            return None
        put_away(folder, ours.damage, disk)
        return compose(ours.header or theirs.header, folder.name, union(ours, theirs))

    backup = rewrite(folder, change, disk=disk)
    added, differing = done[-1]
    return Merge(
        tuple(added),
        len(theirs.events) - len(added),
        tuple(differing),
        len(theirs.damage),
        backup,
        tuple(_notices(theirs, folder.name)),
    )


def union(ours: Scan, theirs: Scan) -> Iterator[Block]:
    """Both files' blocks by time. Within each file the order stays: a clock that went backwards changes nothing."""
    here = {event.id for event in ours.events}
    new = (dated for dated in _dated(theirs.blocks()) if dated[1][0].id not in here)
    return (block for _, block in heapq.merge(_dated(ours.blocks()), new, key=lambda dated: dated[0]))


def _dated(blocks: Iterable[Block]) -> Iterator[tuple[str, Block]]:
    """Each block with its place in time, never earlier than the one before it in the same file."""
    latest = ""
    for block in blocks:
        latest = max(latest, _place_in_time(block[0]))
        yield latest, block


def _place_in_time(event: Event) -> str:
    """The id of an event of ours begins with its place in time; of any other it is made from the time."""
    if OWN_ID.fullmatch(event.id) and int(event.id[:12], 16) <= LAST_MILLISECOND:
        return event.id
    return f"{max(0, int(event.time.timestamp() * 1000)):012x}"


def _read(path: Path) -> Scan:
    try:
        found = scan(path.read_bytes())
    except OSError as error:
        raise ProgressError(
            f"{inert(str(path))} could not be read ({error.strerror}). Nothing was changed."
        ) from None
    if not found.events:
        raise ProgressError(f"{inert(str(path))} holds no event that can be read. Is it a progress.toml?")
    return found


def _notices(theirs: Scan, learner: str) -> Iterator[str]:
    other = theirs.header.get("learner", learner)
    if other != learner:
        yield (
            f"The merged file is the progress of “{inert(str(other))}”, this is “{inert(learner)}”. "
            "If that was a mistake, `lynx-tutor restore` brings back the file as it was."
        )
