"""Many learners together: who is where, what is most often predicted wrong, how many hints, where people stop."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import reduce
from statistics import fmean, median
from typing import Any

from lessons.course.asking.question_words import is_usable
from lessons.course.asking.questions import kind_of
from lessons.course.course import Course
from lessons.course.lesson import value_words
from lessons.course.lesson.lesson import Lesson, Question
from lessons.course.lesson.state import Graded, State
from lessons.course.lesson.values import MODES
from lessons.course.steps import recipes
from progress.calibration import Bin, ResolvedPrediction, brier_score, calibration, judged, read_judgement
from progress.event import MODE, RECALL, RESET, REVIEW, VERDICT, Event
from progress.history import renamed
from tutor.fold import fold, understood
from tutor.records import read_event
from tutor.reports.handed_in import HandedIn, Naming, Unread
from tutor.reports.words import DONE, UNKNOWN, place_of

QUIET_AFTER = timedelta(days=14)
IN_NO_MODE = (RECALL, REVIEW, RESET)  # they happen to a lesson, and in none of its modes
LessonKey = tuple[str, str]  # a lesson's id, and the mode
Row = dict[str, Any]  # as `report --json` prints it and `--csv` writes it: its keys are permanent


@dataclass(frozen=True)
class OneLearner:
    """One learner's work, from one file or from several copies of it."""

    name: str
    file: HandedIn
    lessons: tuple[Row, ...]  # a row a lesson and mode
    latest: LessonKey | None
    judged: tuple[ResolvedPrediction, ...]
    days: frozenset[date]  # on which something was recorded in a lesson, or a review was done

    @property
    def last_day(self) -> date | None:
        return max(self.days, default=None)

    def is_quiet(self, today: date) -> bool:
        return self.last_day is not None and today - self.last_day >= QUIET_AFTER


@dataclass(frozen=True)
class ClassReport:
    """All that the files say together."""

    made: datetime
    learners: tuple[OneLearner, ...]
    lessons: tuple[Row, ...]
    wrong: tuple[Row, ...]
    unread: tuple[Unread, ...]
    shared: tuple[tuple[str, ...], ...]  # names of those in whose files the same events stand
    pseudonyms: bool = False

    @property
    def judged(self) -> tuple[ResolvedPrediction, ...]:
        return tuple(each for learner in self.learners for each in learner.judged)

    @property
    def bins(self) -> tuple[Bin, ...]:
        return calibration(self.judged)

    @property
    def quiet(self) -> int:
        """Count those who have not worked for two weeks."""
        return sum(learner.is_quiet(self.made.date()) for learner in self.learners)


def class_report(
    handed_in: Iterable[HandedIn | Unread], course: Course, now: datetime, naming: Naming | None = None
) -> ClassReport:
    """Sum up every learner under a name that is theirs alone, and all together. `naming` gives each another name."""
    found = list(handed_in)
    everyone: list[OneLearner] = []
    taken: Counter[str] = Counter()
    for file in join_copies(each for each in found if isinstance(each, HandedIn)):
        name = naming(file.name) if naming else file.name
        taken[name.casefold()] += 1
        count = taken[name.casefold()]
        everyone.append(sum_up(file, course, name if count == 1 else f"{name} ({count})"))
    everyone.sort(key=lambda each: natural(each.name))
    return ClassReport(
        now,
        tuple(everyone),
        tuple(lesson_reports(everyone, course, now.date())),
        tuple(wrong_answers([each for learner in everyone for each in learner.lessons])),
        tuple(each for each in found if isinstance(each, Unread)),
        tuple(sorted(sharing(everyone))),
        naming is not None,
    )


def natural(name: str) -> list[tuple[str, int]]:
    """Return a sorting key that puts c2 before c10."""
    parts = re.findall(r"(\D*)(\d*)", name.casefold())
    return [(words, int(digits[:99] or -1)) for words, digits in parts]


def join_copies(files: Iterable[HandedIn]) -> list[HandedIn]:
    """Make one of the files of one name that share events; files of one name that do not are two people."""
    people: list[HandedIn] = []
    for file in sorted(files, key=lambda file: file.paths):
        named = [each for each in people if each.name.casefold() == file.name.casefold()]
        copies = [each for each in named if each.ids() & file.ids()]
        people = [each for each in people if each not in copies]
        people.append(reduce(HandedIn.joined, [*copies, file]))
    return people


def sum_up(file: HandedIn, course: Course, name: str = "") -> OneLearner:
    """Sum up one learner. What was judged before a reset stays judged: it was not known then."""
    events = renamed(understood(file.events), course.renamed)
    happened: dict[LessonKey, list[Event]] = defaultdict(list)
    latest: LessonKey | None = None
    for event in events:
        mode = event.payload.get(MODE, MODES[0])
        if event.lesson is not None and event.kind not in IN_NO_MODE and mode in MODES:
            latest = event.lesson, mode
            happened[latest].append(event)
    days = frozenset(event.time.date() for event in events if event.lesson is not None)
    lessons = tuple(lesson_rows(events, happened, course))
    return OneLearner(name or file.name, file, lessons, latest, judged(events), days)


def sharing(everyone: Iterable[OneLearner]) -> set[tuple[str, ...]]:
    holders: dict[str, set[str]] = defaultdict(set)
    for learner in everyone:
        for event in learner.file.events:
            holders[event.id].add(learner.name)
    return {tuple(sorted(names)) for names in holders.values() if len(names) > 1}


def lesson_rows(events: Sequence[Event], happened: dict[LessonKey, list[Event]], course: Course) -> Iterator[Row]:
    """Yield a row for every lesson and mode with an event, in the order of the course."""
    states, counted = fold(events, course).states, judged(events)
    for key in in_order(happened, course):
        place = place_of(*key, course)
        state = states.get(place, State()) if place else State()
        step = recipes.steps_of(place).all[state.furthest].id if place else UNKNOWN
        given = predictions(happened[key], state, course.lessons.get(key[0]))
        sure = mean_confidence(given)
        days = [event.time.date() for event in happened[key]]
        brier = brier_score([each for each in counted if (each.lesson, each.mode) == key])
        yield {
            "lesson": key[0],
            "mode": key[1],
            "stage": DONE if state.finished else step,
            "finished": state.finished,
            "predictions": given,
            "right": sum(each["right"] is True for each in given),
            "wrong": sum(each["right"] is False for each in given),
            "mean_confidence": None if sure is None else round(sure, 4),
            "brier": None if brier is None else round(brier, 4),
            "rungs": sum(state.hints.values()),
            "found_line": bool(state.found),
            "repair_tries": sum(state.tries.values()),
            "repaired": bool(state.passed),
            "days": len(set(days)),
            "first_day": min(days).isoformat(),
            "last_day": max(days).isoformat(),
        }


def in_order(keys: Iterable[LessonKey], course: Course) -> list[LessonKey]:
    """Sort lessons and modes as the course has them; lessons from elsewhere come last."""
    order = {lesson: place for place, lesson in enumerate(course.lessons)}
    return sorted(keys, key=lambda key: (order.get(key[0], len(order)), key[0], MODES.index(key[1])))


def predictions(happened: Iterable[Event], state: State, lesson: Lesson | None) -> list[Row]:
    """Collect the first verdict on each question, and the answers without one. What comes after is known already."""
    found: dict[str, Row] = {}
    verdicts = (read_event(event) for event in happened if event.kind == VERDICT and read_judgement(event.payload))
    answers = (Graded(name, each.value, each.confidence, False, "") for name, each in state.answers.items())
    for each in (*filter(None, verdicts), *answers):
        question = lesson.question(each.question) if lesson else None
        if each.question not in found and (question is None or is_usable(question, each.answer)):
            found[each.question] = {
                "question": each.question,
                "answer": in_one_spelling(question, each.answer),
                "confidence": each.confidence,
                "right": each.right if each.truth else None,  # None where the runs have not decided
                "truth": in_one_spelling(question, each.truth) if each.truth else None,
            }
    return list(found.values())


def in_one_spelling(question: Question | None, answer: str) -> str:
    """Spell an answer in one way, so that `77 %` and `0.77` are counted together."""
    found = kind_of(question).understood(question, answer) if question else None
    if question and isinstance(found, float):
        return f"{100 * found:.0f} %" if question.percent else value_words.number(found)
    if isinstance(found, tuple):
        return (" < " if isinstance(found[0], str) else " × ").join(map(str, found))
    return answer


def lesson_reports(everyone: Sequence[OneLearner], course: Course, today: date) -> Iterator[Row]:
    """Yield a row for every lesson and mode that someone began, in the order of the course; counts go by stages."""
    begun: dict[LessonKey, list[tuple[Row, OneLearner]]] = defaultdict(list)
    for learner in everyone:
        for row in learner.lessons:
            begun[row["lesson"], row["mode"]].append((row, learner))
    for key in in_order(begun, course):
        rows = [row for row, _ in begun[key]]
        quiet = [row for row, learner in begun[key] if learner.is_quiet(today) and not row["finished"]]
        tries = [row["repair_tries"] for row in rows if row["repaired"]]
        counted = [each for learner in everyone for each in learner.judged if (each.lesson, each.mode) == key]
        yield {
            "lesson": key[0],
            "mode": key[1],
            "begun": len(rows),
            "finished": sum(row["finished"] for row in rows),
            "at": Counter(row["stage"] for row in rows),
            "quiet_at": Counter(row["stage"] for row in quiet),
            "right": sum(row["right"] for row in rows),
            "wrong": sum(row["wrong"] for row in rows),
            "brier": brier_score(counted),
            "rungs": Counter(row["rungs"] for row in rows if row["found_line"]),
            "median_repair_tries": median(tries) if tries else None,
        }


def wrong_answers(lessons: Iterable[Row]) -> list[Row]:
    """Find what was most often answered wrong, commonest first; of equals, what people were surest of."""
    decided: Counter[LessonKey] = Counter()
    given: dict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for lesson, each in ((row["lesson"], each) for row in lessons for each in row["predictions"]):
        decided[lesson, each["question"]] += each["right"] is not None
        if each["right"] is False:
            given[lesson, each["question"], each["answer"]].append(each)
    wrong = [
        {
            "lesson": key[0],
            "question": key[1],
            "answer": key[2],
            "count": len(group),
            "decided": decided[key[:2]],
            "confidence": mean_confidence(group),
            "truth": Counter(each["truth"] or "" for each in group).most_common(1)[0][0],
        }
        for key, group in given.items()
    ]
    return sorted(wrong, key=lambda row: (-row["count"], -(row["confidence"] or 0), row["lesson"], row["question"]))


def mean_confidence(answers: Iterable[Row]) -> float | None:
    said = [each["confidence"] for each in answers if each["confidence"] is not None]
    return fmean(said) if said else None
