"""A number in a matrix that a worked calculation computes."""

from lessons.lesson import Experiment, Prose, Question
from lessons.questions.measured import ROUNDING
from lessons.questions.typed import as_number
from lessons.summaries import Record, recorded
from lessons.text import Text


def choices(question: Question, page: Prose, text: Text) -> dict[str, str]:
    return {}


def understood(question: Question, answer: str) -> float | None:
    return as_number(answer)


def truth(question: Question, record: Record, experiment: Experiment) -> str | None:
    """What the calculation gave: its record holds the question's own id as the metric."""
    value = getattr(recorded(record, question.experiment, question.id, "value"), "median", None)
    return None if value is None or value != value else repr(value)


def is_right(question: Question, answer: float, truth: float) -> bool:
    return abs(answer - truth) <= question.within + ROUNDING


def words(question: Question, answer: str, page: Prose, text: Text) -> str:
    value = as_number(answer)
    return answer if value is None else f"{value:.4g}"


def chance(question: Question) -> float:
    return 0.1
