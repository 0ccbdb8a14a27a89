"""The shape of a matrix, typed."""

from lessons.lesson import Experiment, Prose, Question
from lessons.questions.typed import as_shape
from lessons.summaries import Majority, Record, recorded
from lessons.text import Text


def choices(question: Question, page: Prose, text: Text) -> dict[str, str]:
    return {}


def understood(question: Question, answer: str) -> tuple[int, ...] | None:
    return as_shape(answer)


def truth(question: Question, record: Record, experiment: Experiment) -> str | None:
    """What most seeds gave, or what a worked calculation gave."""
    metric, arm = (question.id, "value") if question.of else (question.metric, question.arm)
    found = recorded(record, question.experiment, metric, arm)
    return found.word if isinstance(found, Majority) else None


def is_right(question: Question, answer: tuple[int, ...], truth: tuple[int, ...]) -> bool:
    return answer == truth


def words(question: Question, answer: str, page: Prose, text: Text) -> str:
    shape = as_shape(answer)
    return " × ".join(map(str, shape)) if shape else answer


def chance(question: Question) -> float:
    return 0.1
