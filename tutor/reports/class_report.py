"""Many learners together: who is where, what is most often predicted wrong, how deep the hints go, where people stop."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from statistics import median

from lessons.cascade import Stage
from lessons.schema import Course
from progress.event import Event
from tutor.reports.calibration import Bin, Forecast, bins, brier
from tutor.reports.gather import HandedIn, Unread
from tutor.reports.pseudonyms import Naming
from tutor.reports.standing import Place, Standing, standings

QUIET_AFTER = timedelta(days=14)


@dataclass(frozen=True)
class LearnerReport:
    """One learner, from one file or from several copies of it."""

    name: str
    paths: tuple[Path, ...]
    standings: tuple[Standing, ...]
    pieces: int = 0
    newer: bool = False

    @property
    def days(self) -> frozenset[date]:
        return frozenset().union(*(standing.days for standing in self.standings))

    @property
    def forecasts(self) -> list[Forecast]:
        return [forecast for standing in self.standings for forecast in standing.forecasts]

    @property
    def finished(self) -> int:
        return sum(standing.finished for standing in self.standings)

    @property
    def latest(self) -> Standing | None:
        """What they worked on last."""
        return max(self.standings, key=lambda standing: max(standing.days), default=None)


@dataclass(frozen=True)
class PlaceReport:
    """One lesson in one mode, over all learners who began it."""

    lesson: str
    mode: str
    begun: int
    finished: int
    at: tuple[tuple[str, int], ...]  # those who have not finished, by the furthest stage they reached
    quiet: tuple[tuple[str, int], ...]  # of these, those who did nothing anywhere for two weeks
    right: int
    wrong: int
    brier: float | None
    rungs: tuple[tuple[int, int], ...]  # how many took how many rungs, of those who found the line
    attempts: float | None  # median tries until the repair passed


@dataclass(frozen=True)
class WrongAnswer:
    """An answer that the runs contradicted: by how many, of how many who answered, and how sure they were."""

    lesson: str
    question: str
    answer: str
    count: int
    decided: int
    confidence: float
    truth: str | None


@dataclass(frozen=True)
class ClassReport:
    """All that the files say together."""

    made: datetime
    learners: tuple[LearnerReport, ...]
    places: tuple[PlaceReport, ...]
    wrong: tuple[WrongAnswer, ...]
    bins: tuple[Bin, ...]
    brier: float | None
    unread: tuple[Unread, ...]
    shared: tuple[tuple[str, ...], ...]  # names whose files have events in common
    pseudonyms: bool = False

    @property
    def damaged(self) -> tuple[LearnerReport, ...]:
        return tuple(learner for learner in self.learners if learner.pieces)


@dataclass
class Collected:
    """One learner while their files come in. Only files that are copies of one another keep their events."""

    first: HandedIn
    standings: tuple[Standing, ...]
    landmarks: frozenset[str]


def class_report(
    handed_in: Iterable[HandedIn | Unread], course: Course, now: datetime, naming: Naming | None = None
) -> ClassReport:
    """Read every file, one at a time, and sum up. `naming` gives each learner another name."""
    unread: list[Unread] = []
    files: list[Collected] = []
    for found in handed_in:
        if isinstance(found, Unread):
            unread.append(found)
        else:
            files.append(
                Collected(
                    replace(found, events=()), standings(found.events, course), landmarks(found.events)
                )
            )
    learners, shared = together(files, course, naming)
    forecasts = [forecast for learner in learners for forecast in learner.forecasts]
    return ClassReport(
        made=now,
        learners=learners,
        places=tuple(place_reports(learners, now.date())),
        wrong=wrong_answers(learners),
        bins=bins(forecasts),
        brier=brier(forecasts),
        unread=tuple(unread),
        shared=shared,
        pseudonyms=naming is not None,
    )


def landmarks(events: Sequence[Event]) -> frozenset[str]:
    """A few ids by which copies of one journal know each other: the first event, and each opening of a lesson."""
    opened = [event.id for event in events if event.kind == "opened"]
    return frozenset([*opened, *(event.id for event in events[:1])])
