"""The order of arms by a metric, the least first."""

import re
from itertools import pairwise
from math import factorial

from lessons.lesson import Experiment, Prose, Question
from lessons.questions.arms import named
from lessons.questions.measured import ROUNDING, apart, by_arm
from lessons.summaries import Record
from lessons.text import Text

BEFORE = " < "
MARKS = re.compile(r"\s*[<,]\s*")


def choices(question: Question, page: Prose, text: Text) -> dict[str, str]:
    return {}


def understood(question: Question, answer: str) -> tuple[str, ...] | None:
    """`a < b < c`, `a, b, c` or `2 1 3`, by the numbers that the question gives its arms.

    An arm's own name may be a number, or several words: what can be read as names is read so.
    """
    numbers = {str(number): arm for number, arm in enumerate(question.arms, 1)}
    for parts in (MARKS.split(answer.strip()), MARKS.sub(" ", answer).split()):
        numbered = [numbers.get(part, "") for part in parts]
        mixed = [part if part in question.arms else numbers.get(part, "") for part in parts]
        for arms in (parts, numbered, mixed):
            if sorted(arms) == sorted(question.arms):
                return tuple(arms)
    return None


def truth(question: Question, record: Record, experiment: Experiment) -> str | None:
    """None where two neighbours are closer than the margin."""
    found = by_arm(question, record)
    if not found:
        return None
    ranked = sorted(found, key=found.__getitem__)
    if any(
        apart(found[first], found[second]) <= question.same_within + ROUNDING
        for first, second in pairwise(ranked)
    ):
        return None
    return BEFORE.join(ranked)


def is_right(question: Question, answer: tuple[str, ...], truth: tuple[str, ...]) -> bool:
    return answer == truth


def words(question: Question, answer: str, page: Prose, text: Text) -> str:
    arms = understood(question, answer)
    return BEFORE.join(named(arm, page, text) for arm in arms) if arms else answer


def chance(question: Question) -> float:
    return 1 / factorial(len(question.arms))
