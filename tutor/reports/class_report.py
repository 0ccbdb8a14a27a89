"""Many learners together: who is where, what is most often predicted wrong, how many hints, where people stop."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from statistics import median

from lessons.acts import Opened
from lessons.course import Course
from progress.calibration import Bin, Judged, brier_score, calibration
from progress.event import Event
from progress.merge import union
from progress.scan import Scan
from tutor.records import BY_ACT
from tutor.reports.gather import HandedIn, Unread, read
from tutor.reports.pseudonyms import Naming
from tutor.reports.work import LessonKey, LessonProgress, Prediction, Work, in_course, read_work

QUIET_AFTER = timedelta(days=14)
OPENED = BY_ACT[Opened].kind


@dataclass(frozen=True)
class OneLearner:
    """One learner's work, from one file or from several copies of it. Copies know each other by the ids in `marks`."""

    name: str
    paths: tuple[Path, ...]
    work: Work
    marks: frozenset[str]
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


@dataclass(frozen=True)
class LessonReport:
    """One lesson in one mode, over all who began it. The counts go by keys: the id of a step, `done`, `unknown`."""

    lesson: str
    mode: str
    begun: int
    finished: int
    at: Counter[str]
    quiet: Counter[str]  # of these, who did nothing anywhere for two weeks
    right: int
    wrong: int
    brier: float | None
    hints: Counter[int]  # how many were taken by those who found the line
    tries: float | None  # the median number until a repair passed

    @property
    def decided(self) -> int:
        return self.right + self.wrong


@dataclass(frozen=True)
class WrongAnswer:
    """An answer that the runs contradicted: by how many, of how many who answered, and how sure they were."""

    lesson: str
    question: str
    answer: str
    count: int
    decided: int
    confidence: float
    truth: str


@dataclass(frozen=True)
class ClassReport:
    """All that the files say together."""

    made: datetime
    learners: tuple[OneLearner, ...]
    lessons: tuple[LessonReport, ...]
    wrong: tuple[WrongAnswer, ...]
    judged: tuple[Judged, ...]
    unread: tuple[Unread, ...]
    shared: tuple[tuple[str, ...], ...]  # names of those in whose files the same events stand
    pseudonyms: bool = False

    @property
    def bins(self) -> tuple[Bin, ...]:
        return calibration(self.judged)

    @property
    def quiet(self) -> int:
        """How many have done nothing for two weeks."""
        return sum(learner.is_quiet(self.made.date()) for learner in self.learners)


def class_report(
    handed_in: Iterable[HandedIn | Unread], course: Course, now: datetime, naming: Naming | None = None
) -> ClassReport:
    """Read the files one at a time, and sum up. `naming` gives each learner another name."""
    unread, files = [], []
    for found in handed_in:
        if isinstance(found, Unread):
            unread.append(found)
        else:
            files.append(summed_up(found, course))
    everyone = sorted(named(learners(files, course), naming), key=lambda each: natural(each.name))
    return ClassReport(
        now,
        tuple(everyone),
        tuple(lesson_reports(everyone, course, now.date())),
        tuple(wrong_answers(everyone)),
        tuple(each for learner in everyone for each in learner.work.judged),
        tuple(unread),
        tuple(sorted(sharing(everyone))),
        naming is not None,
    )


def natural(name: str) -> list[tuple[str, int]]:
    """Return what sorts c2 before c10."""
    parts = re.findall(r"(\D*)(\d*)", name.casefold())
    return [(words, int(digits[:99] or -1)) for words, digits in parts]


# Whose files these are: copies of one journal become one learner, and others that share events are noted.


def summed_up(found: HandedIn, course: Course) -> OneLearner:
    """Sum up one file, without keeping its events."""
    marks = {event.id for event in found.events if event.kind == OPENED} | {
        event.id for event in found.events[:1]
    }
    work = read_work(found.events, course)
    return OneLearner(found.name, (found.path,), work, frozenset(marks), found.pieces, found.newer)


def learners(files: Sequence[OneLearner], course: Course) -> Iterator[OneLearner]:
    """Make one learner of files of one name that share events; files of one name that do not are two people."""
    by_name: dict[str, list[list[OneLearner]]] = defaultdict(list)
    for file in sorted(files, key=lambda file: file.paths):
        groups = by_name[file.name.casefold()]
        mine = [group for group in groups if any(file.marks & other.marks for other in group)]
        groups[:] = [group for group in groups if group not in mine]
        groups.append([*(each for group in mine for each in group), file])
    for group in (
        group for groups in by_name.values() for group in sorted(groups, key=lambda each: each[0].paths)
    ):
        yield group[0] if len(group) == 1 else together(group, course)


def together(copies: Sequence[OneLearner], course: Course) -> OneLearner:
    """Make one learner of several copies: the work is that of all their events together, which are read again."""
    events: list[Event] = []
    for again in (read(path) for copy in copies for path in copy.paths):
        if not isinstance(again, Unread):
            both = union(Scan({}, events=events), Scan({}, events=list(again.events)))
            events = [event for event, _ in both]
    return replace(
        copies[0],
        paths=tuple(path for copy in copies for path in copy.paths),
        work=read_work(events, course),
        marks=frozenset().union(*(copy.marks for copy in copies)),
        pieces=sum(copy.pieces for copy in copies),
        newer=any(copy.newer for copy in copies),
    )


def named(found: Iterable[OneLearner], naming: Naming | None) -> Iterator[OneLearner]:
    """Give every learner a name that is theirs alone."""
    taken: Counter[str] = Counter()
    for learner in found:
        name = naming(learner.name) if naming else learner.name
        taken[name.casefold()] += 1
        count = taken[name.casefold()]
        yield replace(learner, name=name if count == 1 else f"{name} ({count})")


def sharing(everyone: Iterable[OneLearner]) -> set[tuple[str, ...]]:
    """Find the names of those in whose files the same events stand."""
    holders: dict[str, set[str]] = defaultdict(set)
    for learner in everyone:
        for mark in learner.marks:
            holders[mark].add(learner.name)
    return {tuple(sorted(names)) for names in holders.values() if len(names) > 1}


# What their work comes to.


def lesson_reports(everyone: Sequence[OneLearner], course: Course, today: date) -> Iterator[LessonReport]:
    """Sum up every lesson and mode that someone began, in the order of the course."""
    begun: dict[LessonKey, list[tuple[LessonProgress, bool]]] = defaultdict(list)
    for learner in everyone:
        for progress in learner.work.lessons:
            begun[progress.lesson, progress.mode].append((progress, learner.is_quiet(today)))
    return (lesson_report(key, begun[key]) for key in sorted(begun, key=lambda key: in_course(key, course)))


def lesson_report(key: LessonKey, begun: Sequence[tuple[LessonProgress, bool]]) -> LessonReport:
    everyone = [progress for progress, _ in begun]
    tries = [progress.tries for progress in everyone if progress.passed]
    return LessonReport(
        *key,
        len(everyone),
        total(everyone, lambda each: each.finished),
        Counter(progress.where for progress in everyone),
        Counter(progress.where for progress, quiet in begun if quiet and not progress.finished),
        total(everyone, lambda each: each.right),
        total(everyone, lambda each: each.wrong),
        brier_score([each for progress in everyone for each in progress.judged]),
        Counter(progress.hints for progress in everyone if progress.found),
        median(tries) if tries else None,
    )


def total(everyone: Iterable[LessonProgress], count: Callable[[LessonProgress], int]) -> int:
    return sum(map(count, everyone))


def wrong_answers(everyone: Iterable[OneLearner]) -> list[WrongAnswer]:
    """Find what was most often answered wrong, commonest first; of equals, what people were surest of."""
    decided: Counter[LessonKey] = Counter()
    given: dict[tuple[str, str, str], list[Prediction]] = defaultdict(list)
    for progress in (progress for learner in everyone for progress in learner.work.lessons):
        for each in progress.predictions:
            decided[progress.lesson, each.question] += each.right is not None
            if each.right is False:
                given[progress.lesson, each.question, each.answer].append(each)
    wrong = [wrong_answer(key, group, decided[key[:2]]) for key, group in given.items()]
    return sorted(wrong, key=lambda each: (-each.count, -each.confidence, each.lesson, each.question))


def wrong_answer(key: tuple[str, str, str], group: Sequence[Prediction], decided: int) -> WrongAnswer:
    truth, _ = Counter(each.truth or "" for each in group).most_common(1)[0]
    return WrongAnswer(*key, len(group), decided, sum(each.confidence for each in group) / len(group), truth)
