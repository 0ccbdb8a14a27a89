"""What a metric does from one varied arm to the next: it rises, stays flat, or falls."""

from lessons.lesson import Experiment, Prose, Question
from lessons.questions.measured import by_arm
from lessons.summaries import Record
from lessons.text import Text
from lessons.vocabulary import TRENDS


def choices(question: Question, page: Prose, text: Text) -> dict[str, str]:
    return {name: text(f"trend.{name}") for name in TRENDS}


def understood(question: Question, answer: str) -> str | None:
    return answer if answer in TRENDS else None


def truth(question: Question, record: Record, experiment: Experiment) -> str | None:
    """The last arm beside the first, flat within the margin."""
    found = by_arm(question, record)
    if not found:
        return None
    values = list(found.values())
    change = values[-1] - values[0]
    if question.compare == "ratio":
        change = values[-1] / values[0] - 1 if values[0] else 0.0
    if abs(change) <= question.same_within:
        return "flat"
    return "rises" if change > 0 else "falls"


def is_right(question: Question, answer: str, truth: str) -> bool:
    return answer == truth


def words(question: Question, answer: str, page: Prose, text: Text) -> str:
    return text(f"trend.{answer}") if answer in TRENDS else answer


def chance(question: Question) -> float:
    return 1 / len(TRENDS)
