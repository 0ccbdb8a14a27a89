"""The kinds of questions. Each says which answers are usable, what is true, and how both are said."""

import math
import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from lessons.course.lesson import Experiment, Prose, Question
from lessons.course.measurements import asked, by_arm, comparison, holds, named, of_arm, statistic
from lessons.course.page import Text, plain_text
from lessons.course.prose import options
from lessons.course.summaries import Band, Majority, Record, recorded
from lessons.course.trial import CAUSE, OTHER, survivors
from lessons.course.value_words import ROUNDING, as_number, as_shape, as_share, digits, is_share
from lessons.course.vocabulary import CURVES, DIRECTIONS, TRENDS

BEFORE, BESIDE = " < ", " / "
MARKS = re.compile(r"\s*[<,]\s*")


class Kind:
    """A question whose answer is typed; others say what they offer."""

    def choices(self, question: Question, page: Prose, text: Text) -> dict[str, str]:
        """Return the answers on offer by id; none where an answer is typed."""
        return {}

    def understood(self, question: Question, answer: str) -> Any:
        """Return the answer as it is compared; None if it cannot be used."""
        raise NotImplementedError

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        """Return what the runs say, in the question's terms; None where they do not decide it."""
        raise NotImplementedError

    def is_right(self, question: Question, answer: Any, truth: Any) -> bool:
        """Return True if an answer that was understood agrees with the truth."""
        return bool(answer == truth)

    def words(self, question: Question, answer: str, page: Prose, text: Text) -> str:
        """Write an answer, or a truth, as people say it."""
        return self.choices(question, page, text).get(answer, answer)

    def chance(self, question: Question) -> float:
        """Return how often a pure guess would be right."""
        return 0.1


class Number(Kind):
    """A number, typed: right within the question's margin. A share is said as a percentage, whatever was typed."""

    def understood(self, question: Question, answer: str) -> float | None:
        return as_share(answer) if question.percent else as_number(answer)

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        value = asked(question, record, experiment)
        return None if value is None else repr(value)

    def is_right(self, question: Question, answer: float, truth: float) -> bool:
        return abs(answer - truth) <= question.within + ROUNDING

    def words(self, question: Question, answer: str, page: Prose, text: Text) -> str:
        value = self.understood(question, answer)
        if value is None:
            return answer
        return f"{100 * value:.3g} %" if question.percent else digits(value, 4)

    def chance(self, question: Question) -> float:
        return 2 * question.within if question.percent else 0.1


class Entry(Number):
    """A number in a matrix that a worked calculation computes: its record has the question's id as the metric."""

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        value = statistic(question, recorded(record, question.experiment, question.id, "value"))
        return None if value is None else repr(value)


class Shape(Kind):
    """The shape of a matrix, typed: what most seeds gave, or what a worked calculation gave."""

    def understood(self, question: Question, answer: str) -> tuple[int, ...] | None:
        return as_shape(answer)

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        metric, arm = (question.id, "value") if question.of else (question.metric, question.arm)
        return word_of(recorded(record, question.experiment, metric, arm))

    def words(self, question: Question, answer: str, page: Prose, text: Text) -> str:
        shape = as_shape(answer)
        return " × ".join(map(str, shape)) if shape else answer


class Choice(Kind):
    """One answer of several, each with the region of the measurement in which it is the right one."""

    def choices(self, question: Question, page: Prose, text: Text) -> dict[str, str]:
        return {name: plain_text(words) for name, words in options(page.question(question.id))[1].items()}

    def understood(self, question: Question, answer: str) -> str | None:
        return answer if answer in question.answers else None

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        """Return the first option all of whose regions hold what was measured."""
        return next((each.id for each in question.options if holds(each, question, record, experiment)), None)

    def chance(self, question: Question) -> float:
        return 1 / len(question.answers)


class Curve(Choice):
    """The course of a loss curve, compared with that of the first arm."""

    def choices(self, question: Question, page: Prose, text: Text) -> dict[str, str]:
        return {name: text(f"answer.{name}") for name in CURVES}

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        return word_of(of_arm(question, record, question.arm))


class Direction(Choice):
    """More, the same or less: one arm compared with another, within the question's margin."""

    def choices(self, question: Question, page: Prose, text: Text) -> dict[str, str]:
        """Offer more or fewer of steps; shares, losses and ranks higher or lower; other numbers larger or smaller."""
        ending = "_large"
        if question.metric.startswith("steps_to"):
            ending = ""
        elif is_share(question.metric) or "loss" in question.metric or "rank" in question.metric:
            ending = "_high"
        return {name: text(f"answer.{name}{ending}") for name in DIRECTIONS}

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        """Return the comparison by the question's statistic. An arm without a value ranks as never."""
        compared = comparison(question, record, experiment)
        reference = of_arm(question, record, question.against)
        if not isinstance(compared, Band) or not isinstance(reference, Band):
            return None
        found = getattr(compared, question.summary)
        if found is None and getattr(reference, question.summary) is None:
            return None
        middle = 1.0 if question.compare == "ratio" else 0.0
        shift = math.inf if found is None else found - middle
        return None if math.isnan(shift) else side(shift, question, DIRECTIONS)


class Trend(Choice):
    """The course of a metric from the first varied arm to the last: it rises, stays flat, or falls."""

    def choices(self, question: Question, page: Prose, text: Text) -> dict[str, str]:
        return {name: text(f"trend.{name}") for name in TRENDS}

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        """Compare the last arm with the first, by a part of the first where the question asks for a ratio."""
        found = by_arm(question, record)
        if not found:
            return None
        first, *_, last = found.values()
        change = apart(first, last)
        if question.compare == "ratio" and first and math.isfinite(first):
            change /= abs(first)
        return side(change, question, TRENDS)


class Which(Choice):
    """The arm that has the most of a metric, or, where the question's `compare` is `least`, the least."""

    def choices(self, question: Question, page: Prose, text: Text) -> dict[str, str]:
        return {arm: named(arm, page, text) for arm in question.arms}

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        """Return the arm at the end that is asked for; None where two share it, within the margin."""
        ranked = ranking(question, record, question.compare != "least")
        return ranked[0] if ranked and not are_tied(question, record, ranked[:2]) else None

    def words(self, question: Question, answer: str, page: Prose, text: Text) -> str:
        return named(answer, page, text)


class Cause(Kind):
    """An explanation of the runs: a cause that no test of its trial refutes, or something else."""

    def choices(self, question: Question, page: Prose, text: Text) -> dict[str, str]:
        causes = {each.id: plain_text(page.sections[f"cause {each.id}"]) for each in question.options}
        return {**causes, OTHER: text("trial.other")}

    def understood(self, question: Question, answer: str) -> frozenset[str] | None:
        causes = frozenset(answer.split(BESIDE))
        return causes if causes <= {*question.answers, OTHER} else None

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        """Return the causes that are left; None where the runs decide no test."""
        came = {test.id: KINDS[test.kind].truth(test, record, experiment) for test in question.tests}
        left = BESIDE.join(survivors(question, came)) or OTHER
        return left if any(came.values()) else None

    def is_right(self, question: Question, answer: frozenset[str], truth: frozenset[str]) -> bool:
        return answer <= truth

    def chance(self, question: Question) -> float:
        return 1 / (len(question.answers) + 1)  # and something else

    def words(self, question: Question, answer: str, page: Prose, text: Text) -> str:
        known = self.choices(question, page, text)
        return BESIDE.join(known.get(each, each).split(":")[0] for each in answer.split(BESIDE))


class Order(Kind):
    """The order of arms by a metric, the least first."""

    def understood(self, question: Question, answer: str) -> tuple[str, ...] | None:
        """Read `a < b < c`, `a, b, c`, `2 1 3` or `213`: as names where it can be, else by the numbers of the arms."""
        numbers = {str(number): arm for number, arm in enumerate(question.arms, 1)}
        for parts in (MARKS.split(answer.strip()), MARKS.sub(" ", answer).split(), [*answer.strip()]):
            numbered = [numbers.get(part, "") for part in parts]
            mixed = [part if part in question.arms else numbers.get(part, "") for part in parts]
            for arms in (parts, numbered, mixed):
                if sorted(arms) == sorted(question.arms):
                    return tuple(arms)
        return None

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        """Return the arms in order; None where two neighbours are closer than the margin."""
        ranked = ranking(question, record)
        return BEFORE.join(ranked) if ranked and not are_tied(question, record, ranked) else None

    def words(self, question: Question, answer: str, page: Prose, text: Text) -> str:
        arms = self.understood(question, answer)
        return BEFORE.join(named(arm, page, text) for arm in arms) if arms else answer

    def chance(self, question: Question) -> float:
        return 1 / math.factorial(len(question.arms))


KINDS: Mapping[str, Kind] = {
    "direction": Direction(),
    "number": Number(),
    "choice": Choice(),
    "shape": Shape(),
    "curve": Curve(),
    "which": Which(),
    "order": Order(),
    "trend": Trend(),
    "entry": Entry(),
    CAUSE: Cause(),
}


def word_of(found: object) -> str | None:
    return found.word if isinstance(found, Majority) else None


def side(shift: float, question: Question, names: tuple[str, str, str]) -> str:
    """Name a shift above zero, within the margin, or below zero."""
    above, within, below = names
    if abs(shift) <= question.same_within + ROUNDING:
        return within
    return above if shift > 0 else below


def apart(first: float, second: float) -> float:
    """Return how far the second is above the first. Two that never came are not apart."""
    return 0.0 if first == second else second - first


def ranking(question: Question, record: Record, falling: bool = False) -> list[str]:
    """Sort the arms by what they gave; nothing where one of them was not measured."""
    found = by_arm(question, record)
    return sorted(found, key=found.__getitem__, reverse=falling)


def are_tied(question: Question, record: Record, ranked: list[str]) -> bool:
    found = by_arm(question, record) or {}
    gaps = (abs(apart(found[first], found[second])) for first, second in pairwise(ranked))
    return any(gap <= question.same_within + ROUNDING for gap in gaps)
