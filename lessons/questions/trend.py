"""What a metric does from one varied arm to the next: it rises, stays flat, or falls."""

import math

from lessons.lesson import Experiment, Prose, Question
from lessons.questions.measured import ROUNDING, apart, by_arm
from lessons.summaries import Record
from lessons.text import Text
from lessons.vocabulary import TRENDS


def choices(question: Question, page: Prose, text: Text) -> dict[str, str]:
    return {name: text(f"trend.{name}") for name in TRENDS}


def understood(question: Question, answer: str) -> str | None:
    return answer if answer in TRENDS else None


def truth(question: Question, record: Record, experiment: Experiment) -> str | None:
    """The last arm beside the first, flat within the margin."""
    change = change_of(question, record)
    if change is None:
        return None
    if abs(change) <= question.same_within + ROUNDING:
        return "flat"
    return "rises" if change > 0 else "falls"


def change_of(question: Question, record: Record) -> float | None:
    """How far the last arm is above the first, in terms of the first where the question asks for a ratio."""
    found = by_arm(question, record)
    if not found:
        return None
    first, *_, last = found.values()
    change = apart(first, last)
    if question.compare == "ratio" and first and math.isfinite(first):
        change /= abs(first)
    return change


def is_right(question: Question, answer: str, truth: str) -> bool:
    return answer == truth


def words(question: Question, answer: str, page: Prose, text: Text) -> str:
    return text(f"trend.{answer}") if answer in TRENDS else answer


def chance(question: Question) -> float:
    return 1 / len(TRENDS)
