"""Whose files these are: copies of one journal become one learner, and others that share events are noted.

Only ids by which copies know each other are kept while the files come in, so that a class fits in little memory.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from lessons.acts import Opened
from lessons.course import Course
from progress.event import Event
from progress.merge import union
from progress.scan import Scan
from tutor.records import BY_ACT
from tutor.reports.gather import HandedIn, Unread, read
from tutor.reports.lesson_progress import LessonProgress, Work, read_work

QUIET_AFTER = timedelta(days=14)
OPENED = BY_ACT[Opened].kind


@dataclass(frozen=True)
class OneLearner:
    """One learner's work, from one file or from several copies of it."""

    name: str
    paths: tuple[Path, ...]
    work: Work
    landmarks: frozenset[str]
    pieces: int = 0  # of the files, that could not be read
    newer: bool = False  # a file is of a newer version

    @property
    def finished(self) -> int:
        return sum(progress.finished for progress in self.work.lessons)

    @property
    def latest(self) -> LessonProgress | None:
        """What they worked on last."""
        return max(self.work.lessons, key=lambda progress: progress.last, default=None)

    @property
    def last_day(self) -> date | None:
        return max(self.work.days, default=None)

    def is_quiet(self, today: date) -> bool:
        return self.last_day is not None and today - min(self.last_day, today) >= QUIET_AFTER


def summed_up(found: HandedIn, course: Course) -> OneLearner:
    """Sum up one file, without keeping its events."""
    work, marks = read_work(found.events, course), landmarks(found.events)
    return OneLearner(found.name, (found.path,), work, marks, found.pieces, found.newer)


def landmarks(events: Sequence[Event]) -> frozenset[str]:
    """Give a few ids by which copies of a journal know each other: the first event, and each opening of a lesson."""
    return frozenset(
        [*(event.id for event in events if event.kind == OPENED), *(each.id for each in events[:1])]
    )


def learners(files: Sequence[OneLearner], course: Course) -> Iterator[OneLearner]:
    """Make one learner of files of one name that share events; files of one name that do not are two people."""
    by_name: dict[str, list[list[OneLearner]]] = defaultdict(list)
    for file in files:
        groups = by_name[file.name.casefold()]
        mine = [group for group in groups if any(file.landmarks & other.landmarks for other in group)]
        others = [group for group in groups if group not in mine]
        groups[:] = [*others, [file, *(each for group in mine for each in group)]]
    for groups in by_name.values():
        in_order = [sorted(group, key=lambda file: file.paths) for group in groups]
        for group in sorted(in_order, key=lambda group: group[0].paths):
            yield group[0] if len(group) == 1 else together(group, course)


def together(copies: Sequence[OneLearner], course: Course) -> OneLearner:
    """Make one learner of several copies: the work is that of all their events together."""
    events: list[Event] = []
    for path in (path for copy in copies for path in copy.paths):
        again = read(path)
        if not isinstance(again, Unread):
            both = union(Scan({}, events=events), Scan({}, events=list(again.events)))
            events = [event for event, _ in both]
    return OneLearner(
        copies[0].name,
        tuple(path for copy in copies for path in copy.paths),
        read_work(events, course),
        frozenset().union(*(copy.landmarks for copy in copies)),
        sum(copy.pieces for copy in copies),
        any(copy.newer for copy in copies),
    )


def sharing(found: Iterable[OneLearner]) -> Iterator[tuple[OneLearner, ...]]:
    """Find learners of different names in whose files the same events stand."""
    holders: dict[str, list[OneLearner]] = defaultdict(list)
    for learner in found:
        for mark in learner.landmarks:
            holders[mark].append(learner)
    told: set[frozenset[int]] = set()
    for group in holders.values():
        key = frozenset(map(id, group))
        if len(key) > 1 and key not in told:
            told.add(key)
            yield tuple(group)
