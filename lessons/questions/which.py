"""Which arm has the most of a metric, or, where the question's `compare` is `least`, the least."""

from lessons.lesson import Experiment, Prose, Question
from lessons.questions.arms import named
from lessons.questions.measured import ROUNDING, apart, by_arm
from lessons.summaries import Record
from lessons.text import Text


def choices(question: Question, page: Prose, text: Text) -> dict[str, str]:
    return {arm: named(arm, page, text) for arm in question.arms}


def understood(question: Question, answer: str) -> str | None:
    return answer if answer in question.arms else None


def truth(question: Question, record: Record, experiment: Experiment) -> str | None:
    """The arm at the end that is asked for; None where two share it, within the margin."""
    found = by_arm(question, record)
    if not found:
        return None
    ranked = sorted(found, key=found.__getitem__, reverse=question.compare != "least")
    if len(ranked) > 1 and abs(apart(found[ranked[0]], found[ranked[1]])) <= question.same_within + ROUNDING:
        return None
    return ranked[0]


def is_right(question: Question, answer: str, truth: str) -> bool:
    return answer == truth


def words(question: Question, answer: str, page: Prose, text: Text) -> str:
    return named(answer, page, text)


def chance(question: Question) -> float:
    return 1 / len(question.arms)
