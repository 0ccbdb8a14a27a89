"""The union of two progress files: every event of both, each once, in the order in which things happened."""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path

from progress.backups import must_set_aside, rewrite
from progress.disk import NAME, read_plain_file
from progress.event import OWN_ID, Event
from progress.scan import FORMAT, Damage, Scan, format_of, refuse_newer_format, scan, write_file
from progress.sentence import ProgressError, Sentence


@dataclass(frozen=True, slots=True)
class Merge:
    """The outcome of a merge: events added, events already here, and the copy of the file as it was.

    `differing` events have an id that is here too but say something else; ours stayed, theirs were set aside.
    """

    added: tuple[Event, ...]
    known: int
    differing: tuple[Event, ...]
    damaged: int
    backup: Path | None
    notices: tuple[Sentence, ...]


def merge_file(folder: Path, path: Path) -> Merge:
    """Add to the learner's file the events of another that it does not have. A second merge of it adds none."""
    theirs = _read(path, folder)
    added, differing = list[Event](), list[Event]()

    def change(content: bytes) -> bytes | None:
        ours = scan(content)
        refuse_newer_format(ours.header)
        here = {event.id: event for event in ours.events}
        added.extend(event for event in theirs.events if event.id not in here)
        differing.extend(event for event in theirs.events if here.get(event.id, event) != event)
        told_twice = [Damage(event.block, Sentence("same-id", id=event.id)) for event in differing]
        must_set_aside(folder, [*theirs.damage, *told_twice])
        if not added:
            return None
        must_set_aside(folder, ours.damage)
        older = ours.header or {**theirs.header, "learner": folder.name}
        return write_file(folder.name, datetime.now(UTC), union(ours.events, theirs.events), older)

    backup = rewrite(folder, change)
    known, notices = len(theirs.events) - len(added), tuple(_notices(theirs, folder.name))
    return Merge(tuple(added), known, tuple(differing), len(theirs.damage), backup, notices)


def union(ours: Sequence[Event], theirs: Sequence[Event]) -> Iterator[Event]:
    """Order the events of both by time. Those of one stay in their order, even if a clock went back."""
    here = {event.id for event in ours}
    new = [event for event in theirs if event.id not in here]
    return (event for _, event in heapq.merge(_dated(ours), _dated(new), key=lambda dated: dated[0]))


def _dated(events: Sequence[Event]) -> Iterator[tuple[str, Event]]:
    """Give each event a key of its time, never earlier than the one before it in the same file."""
    return zip(accumulate(map(_time_key, events), max), events, strict=True)


def _time_key(event: Event) -> str:
    """Return the id of an event of ours, which begins with its time; else what such an id would begin with."""
    if OWN_ID.fullmatch(event.id):
        return event.id
    return f"{max(0, int(event.time.timestamp() * 1000)):012x}"


def _read(path: Path, folder: Path) -> Scan:
    try:
        if (folder / NAME).exists() and path.samefile(folder / NAME):
            raise ProgressError(Sentence("itself", file=path))
        scanned = scan(read_plain_file(path))
    except OSError as error:
        raise ProgressError(Sentence("not-merged", file=path, problem=error.strerror)) from None
    if not scanned.events:
        raise ProgressError(Sentence("nothing-in-it", file=path))
    return scanned


def _notices(theirs: Scan, learner: str) -> Iterator[Sentence]:
    other = str(theirs.header.get("learner", learner))
    if other != learner:
        yield Sentence("merged-other", other=other, learner=learner)
    if (number := format_of(theirs.header)) > FORMAT:
        yield Sentence("merged-newer", number=number)
