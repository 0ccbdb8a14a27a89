"""Many learners together: who is where, what is most often predicted wrong, how many hints, where people stop."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from statistics import median

from lessons.course import Course
from lessons.format import MODES
from progress.calibration import Bin, brier_score, calibration
from tutor.reports.copies import OneLearner, learners, sharing, summed_up
from tutor.reports.gather import HandedIn, Unread
from tutor.reports.lesson_progress import LessonProgress
from tutor.reports.predictions import LessonKey, Prediction
from tutor.reports.pseudonyms import Naming


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
    bins: tuple[Bin, ...]
    brier: float | None
    unread: tuple[Unread, ...]
    shared: tuple[tuple[str, ...], ...]  # names of those in whose files the same events stand
    pseudonyms: bool = False

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
    everyone = named(list(learners(files, course)), naming)
    shared = sorted(tuple(sorted(learner.name for learner in group)) for group in sharing(everyone))
    judged = [each for learner in everyone for each in learner.work.judged]
    return ClassReport(
        now,
        tuple(sorted(everyone, key=lambda learner: learner.name.casefold())),
        tuple(lesson_reports(everyone, course, now.date())),
        tuple(wrong_answers(everyone)),
        calibration(judged),
        brier_score(judged),
        tuple(unread),
        tuple(shared),
        naming is not None,
    )


def named(found: Sequence[OneLearner], naming: Naming | None) -> list[OneLearner]:
    """Give every learner a name that is theirs alone."""
    taken: Counter[str] = Counter()
    named = []
    for learner in found:
        name = naming(learner.name) if naming else learner.name
        taken[name.casefold()] += 1
        count = taken[name.casefold()]
        named.append(replace(learner, name=name if count == 1 else f"{name} ({count})"))
    return named


def lesson_reports(everyone: Sequence[OneLearner], course: Course, today: date) -> Iterator[LessonReport]:
    """Sum up every lesson and mode that someone began, in the order of the course."""
    begun: dict[LessonKey, list[tuple[LessonProgress, bool]]] = defaultdict(list)
    for learner in everyone:
        quiet = learner.is_quiet(today)
        for progress in learner.work.lessons:
            begun[progress.lesson, progress.mode].append((progress, quiet))
    order = {lesson: number for number, lesson in enumerate(course.lessons)}
    ranked = sorted(begun, key=lambda key: (order.get(key[0], len(order)), key[0], MODES.index(key[1])))
    return (lesson_report(*key, begun[key]) for key in ranked)


def lesson_report(lesson: str, mode: str, begun: Sequence[tuple[LessonProgress, bool]]) -> LessonReport:
    everyone = [progress for progress, _ in begun]
    tries = [progress.tries for progress in everyone if progress.passed]
    return LessonReport(
        lesson,
        mode,
        len(everyone),
        sum(progress.finished for progress in everyone),
        Counter(progress.where for progress in everyone),
        Counter(progress.where for progress, quiet in begun if quiet and not progress.finished),
        sum(progress.right for progress in everyone),
        sum(progress.wrong for progress in everyone),
        brier_score([each for progress in everyone for each in progress.judged]),
        Counter(progress.hints for progress in everyone if progress.found),
        median(tries) if tries else None,
    )


def wrong_answers(everyone: Iterable[OneLearner]) -> list[WrongAnswer]:
    """Find what was most often answered wrong, commonest first; of equals, what people were surest of."""
    decided: Counter[LessonKey] = Counter()
    given: dict[tuple[str, str, str], list[Prediction]] = defaultdict(list)
    for learner in everyone:
        for progress in learner.work.lessons:
            for prediction in progress.predictions:
                decided[progress.lesson, prediction.question] += prediction.right is not None
                if prediction.right is False:
                    given[progress.lesson, prediction.question, prediction.answer].append(prediction)
    wrong = [wrong_answer(*key, group, decided[key[:2]]) for key, group in given.items()]
    return sorted(wrong, key=lambda each: (-each.count, -each.confidence, each.lesson, each.question))


def wrong_answer(
    lesson: str, question: str, answer: str, group: Sequence[Prediction], decided: int
) -> WrongAnswer:
    confidence = sum(each.confidence for each in group) / len(group)
    truth, _ = Counter(each.truth or "" for each in group).most_common(1)[0]
    return WrongAnswer(lesson, question, answer, len(group), decided, confidence, truth)
