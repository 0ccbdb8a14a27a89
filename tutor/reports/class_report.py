"""Many learners together: who is where, what is most often predicted wrong, how many hints, where people stop."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from statistics import median

from lessons.schema import Course
from progress.calibration import Bin, Judged, brier_score, calibration
from tutor.reports import copies
from tutor.reports.gather import HandedIn, Unread
from tutor.reports.pseudonyms import Naming
from tutor.reports.standing import Standing
from tutor.reports.work import Work

QUIET_AFTER = timedelta(days=14)


@dataclass(frozen=True)
class LearnerReport:
    """One learner, from one file or from several copies of it."""

    name: str
    paths: tuple[Path, ...]
    work: Work
    pieces: int = 0
    newer: bool = False

    @property
    def standings(self) -> tuple[Standing, ...]:
        return self.work.standings

    @property
    def judged(self) -> tuple[Judged, ...]:
        return self.work.judged

    @property
    def last_day(self) -> date | None:
        return max(self.work.days, default=None)

    @property
    def finished(self) -> int:
        return sum(standing.finished for standing in self.standings)

    @property
    def latest(self) -> Standing | None:
        """What they worked on last."""
        return max(self.standings, key=lambda standing: standing.last, default=None)

    def is_quiet(self, today: date) -> bool:
        return self.last_day is not None and today - min(self.last_day, today) >= QUIET_AFTER


@dataclass(frozen=True)
class PlaceReport:
    """One lesson in one mode, over all learners who began it. The counts go by keys: a stage, `done`, `unknown`."""

    lesson: str
    mode: str
    begun: int
    finished: int
    at: Counter[str]
    quiet: Counter[str]  # of these, who did nothing anywhere for two weeks
    right: int
    wrong: int
    brier: float | None
    rungs: Counter[int]  # how many rungs were taken by those who found the line
    attempts: float | None  # the median number of tries until a repair passed


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
    learners: tuple[LearnerReport, ...]
    places: tuple[PlaceReport, ...]
    wrong: tuple[WrongAnswer, ...]
    bins: tuple[Bin, ...]
    brier: float | None
    unread: tuple[Unread, ...]
    shared: tuple[tuple[str, ...], ...]  # names of those in whose files the same events stand
    pseudonyms: bool = False

    @property
    def quiet(self) -> int:
        """How many have done nothing for two weeks."""
        return sum(learner.is_quiet(self.made.date()) for learner in self.learners)

    @property
    def damaged(self) -> tuple[LearnerReport, ...]:
        return tuple(learner for learner in self.learners if learner.pieces)


def class_report(
    handed_in: Iterable[HandedIn | Unread], course: Course, now: datetime, naming: Naming | None = None
) -> ClassReport:
    """Read the files one at a time, and sum up. `naming` gives each learner another name."""
    unread, files = [], []
    for found in handed_in:
        if isinstance(found, Unread):
            unread.append(found)
        else:
            files.append(copies.summed_up(found, course))
    learners, shared = named(list(copies.learners(files, course)), naming)
    judged = [each for learner in learners for each in learner.judged]
    return ClassReport(
        now,
        learners,
        tuple(place_reports(learners, course, now.date())),
        tuple(wrong_answers(learners)),
        calibration(judged),
        brier_score(judged),
        tuple(unread),
        shared,
        naming is not None,
    )


def named(
    found: Sequence[copies.OneLearner], naming: Naming | None
) -> tuple[tuple[LearnerReport, ...], tuple[tuple[str, ...], ...]]:
    """Every learner under a name that is theirs alone, in the order of these names; and who shares events."""
    taken: Counter[str] = Counter()
    names: dict[int, str] = {}
    for learner in found:
        name = naming(learner.name) if naming else learner.name
        taken[name.casefold()] += 1
        count = taken[name.casefold()]
        names[id(learner)] = name if count == 1 else f"{name} ({count})"
    reports = [
        LearnerReport(
            names[id(learner)],
            tuple(file.path for file in learner.files),
            learner.work,
            sum(file.pieces for file in learner.files),
            any(file.newer for file in learner.files),
        )
        for learner in found
    ]
    shared = (tuple(sorted(names[id(learner)] for learner in group)) for group in copies.sharing(found))
    return tuple(sorted(reports, key=lambda learner: learner.name.casefold())), tuple(sorted(shared))


def place_reports(learners: Sequence[LearnerReport], course: Course, today: date) -> Iterator[PlaceReport]:
    """Every lesson and mode that someone began, in the order of the course."""
    begun: dict[tuple[str, str], list[tuple[Standing, bool]]] = defaultdict(list)
    for learner in learners:
        quiet = learner.is_quiet(today)
        for standing in learner.standings:
            begun[standing.lesson, standing.mode].append((standing, quiet))
    order = {lesson: number for number, lesson in enumerate(course.lessons)}
    ranked = sorted(begun, key=lambda place: (order.get(place[0], len(order)), place[0], place[1] == "blind"))
    return (place_report(*place, begun[place]) for place in ranked)


def place_report(lesson: str, mode: str, begun: Sequence[tuple[Standing, bool]]) -> PlaceReport:
    all_of_them = [standing for standing, _ in begun]
    return PlaceReport(
        lesson,
        mode,
        len(all_of_them),
        sum(standing.finished for standing in all_of_them),
        Counter(standing.where for standing in all_of_them),
        Counter(standing.where for standing, quiet in begun if quiet and not standing.finished),
        sum(standing.right for standing in all_of_them),
        sum(standing.wrong for standing in all_of_them),
        brier_score([each for standing in all_of_them for each in standing.judged]),
        Counter(standing.rungs for standing in all_of_them if standing.diagnosed),
        median(tries)
        if (tries := [standing.attempts for standing in all_of_them if standing.repaired])
        else None,
    )


def wrong_answers(learners: Iterable[LearnerReport]) -> list[WrongAnswer]:
    """What was most often answered wrong, commonest first; of equals, what people were surest of."""
    decided: Counter[tuple[str, str]] = Counter()
    given: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    truths: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for learner in learners:
        for standing in learner.standings:
            for prediction in standing.predictions:
                if prediction.right is None:
                    continue
                question = (standing.lesson, prediction.question)
                decided[question] += 1
                if not prediction.right:
                    given[*question, prediction.answer].append(prediction.confidence)
                    truths[*question, prediction.answer][prediction.truth or ""] += 1
    wrong = [
        WrongAnswer(
            *key, len(sure), decided[key[:2]], sum(sure) / len(sure), truths[key].most_common(1)[0][0]
        )
        for key, sure in given.items()
    ]
    return sorted(wrong, key=lambda each: (-each.count, -each.confidence, each.lesson, each.question))
