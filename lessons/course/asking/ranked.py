"""The kinds of questions that rank arms by a metric: which has the most or the least, and their whole order."""

import math
import re
from itertools import pairwise

from lessons.course.asking.kind import Kind, apart
from lessons.course.asking.measurements import by_arm, named
from lessons.course.asking.offered import Offered
from lessons.course.lesson.lesson import Experiment, Prose, Question
from lessons.course.lesson.page import Strings
from lessons.course.lesson.summaries import Record
from lessons.course.lesson.value_words import ROUNDING

BEFORE = " < "
MARKS = re.compile(r"\s*[<,]\s*")


class Which(Offered):
    """The arm that has the most of a metric, or, where the question's `compare` is `least`, the least."""

    compares = True
    comparisons = ("most", "least")
    margin_key = "tie"

    def answers(self, question: Question) -> tuple[str, ...]:
        return question.arms

    def choices(self, question: Question, page: Prose, text: Strings) -> dict[str, str]:
        return {arm: named(arm, page, text) for arm in question.arms}

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        """Return the arm at the end that is asked for; None where two share it, within the margin."""
        ranked = ranking(question, record, question.compare != "least")
        return ranked[0] if ranked and not are_tied(question, record, ranked[:2]) else None

    def words(self, question: Question, answer: str, page: Prose, text: Strings) -> str:
        return named(answer, page, text)

    def ends(self, question: Question, answer: str) -> tuple[str, str]:
        return (answer, "") if question.compare == "least" else ("", answer)

    def asked_key(self, question: Question) -> str:
        return f"{question.kind}_{question.compare}"


class Order(Kind):
    """The order of arms by a metric, the least first."""

    compares = by_number = True
    margin_key = "tie"

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

    def may_become(self, question: Question, typed: str) -> bool:
        """Return True for numbers of the arms, and what may be between them; letters only as their whole names."""
        numbers = map(str, range(1, len(question.arms) + 1))
        return set(typed) <= {*numbers, *" <,"} or self.understood(question, typed) is not None

    def typed(self, question: Question, answer: str) -> str:
        """Return the numbers of the arms in their order, however they were typed."""
        arms = self.understood(question, answer) or ()
        return "".join(str(question.arms.index(arm) + 1) for arm in arms)

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        """Return the arms in order; None where two neighbours are closer than the margin."""
        ranked = ranking(question, record)
        return BEFORE.join(ranked) if ranked and not are_tied(question, record, ranked) else None

    def words(self, question: Question, answer: str, page: Prose, text: Strings) -> str:
        arms = self.understood(question, answer)
        return BEFORE.join(named(arm, page, text) for arm in arms) if arms else answer

    def ends(self, question: Question, answer: str) -> tuple[str, str]:
        arms = self.understood(question, answer)
        return (arms[0], arms[-1]) if arms else ("", "")

    def chance(self, question: Question) -> float:
        return 1 / math.factorial(len(question.arms))

    def reads_many_ways(self, question: Question) -> bool:
        return True


def ranking(question: Question, record: Record, falling: bool = False) -> list[str]:
    """Sort the arms by their numbers; `[]` if one of them was not measured."""
    found = by_arm(question, record)
    return sorted(found, key=found.__getitem__, reverse=falling)


def are_tied(question: Question, record: Record, ranked: list[str]) -> bool:
    found = by_arm(question, record) or {}
    gaps = (abs(apart(found[first], found[second])) for first, second in pairwise(ranked))
    return any(gap <= question.same_within + ROUNDING for gap in gaps)
