"""Tells whose files these are: copies of one journal become one learner, and others that share events are noted.

Only ids by which copies know each other are kept while the files come in, so that a class fits in little memory.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lessons.acts import Opened
from lessons.lesson import Course
from progress.event import Event
from progress.merge import union
from progress.scan import Scan
from tutor.records import BY_ACT
from tutor.reports_new.gather import HandedIn, Unread, read
from tutor.reports_new.lesson_progress import Work, read_work

OPENED = BY_ACT[Opened].kind


@dataclass(frozen=True)
class OneFile:
    """A file after reading: what it says, without its events."""

    path: Path
    name: str
    work: Work
    landmarks: frozenset[str]
    pieces: int
    newer: bool


@dataclass(frozen=True)
class OneLearner:
    """The file, or the copies, of one learner."""

    name: str
    files: tuple[OneFile, ...]
    work: Work


def summed_up(found: HandedIn, course: Course) -> OneFile:
    work = read_work(found.events, course)
    return OneFile(found.path, found.name, work, landmarks(found.events), found.pieces, found.newer)


def landmarks(events: Sequence[Event]) -> frozenset[str]:
    """Give a few ids by which copies of a journal know each other: the first event, and each opening of a lesson."""
    return frozenset(
        [*(event.id for event in events if event.kind == OPENED), *(each.id for each in events[:1])]
    )


def learners(files: Sequence[OneFile], course: Course) -> Iterator[OneLearner]:
    """Make one learner of files of one name that share events; files of one name that do not are two people."""
    by_name: dict[str, list[list[OneFile]]] = defaultdict(list)
    for file in files:
        groups = by_name[file.name.casefold()]
        mine = [group for group in groups if any(file.landmarks & other.landmarks for other in group)]
        others = [group for group in groups if group not in mine]
        groups[:] = [*others, [file, *(each for group in mine for each in group)]]
    for groups in by_name.values():
        in_order = [sorted(group, key=lambda file: file.path) for group in groups]
        for group in sorted(in_order, key=lambda group: group[0].path):
            yield OneLearner(group[0].name, tuple(group), work_of(group, course))


def work_of(copies: Sequence[OneFile], course: Course) -> Work:
    """Give one file's work as it is; of several copies, that of all their events together."""
    if len(copies) == 1:
        return copies[0].work
    events: list[Event] = []
    for copy in copies:
        again = read(copy.path)
        if not isinstance(again, Unread):
            both = union(Scan({}, events=events), Scan({}, events=list(again.events)))
            events = [event for event, _ in both]
    return read_work(events, course)


def sharing(found: Iterable[OneLearner]) -> Iterator[tuple[OneLearner, ...]]:
    """Find learners of different names in whose files the same events stand."""
    holders: dict[str, list[OneLearner]] = defaultdict(list)
    for learner in found:
        for mark in frozenset().union(*(file.landmarks for file in learner.files)):
            holders[mark].append(learner)
    told: set[frozenset[int]] = set()
    for group in holders.values():
        key = frozenset(map(id, group))
        if len(key) > 1 and key not in told:
            told.add(key)
            yield tuple(group)
