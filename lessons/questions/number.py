"""A number, typed: right within the question's margin."""

from lessons.lesson import Experiment, Prose, Question
from lessons.questions.measured import ROUNDING, asked
from lessons.questions.typed import as_number, as_share
from lessons.summaries import Record
from lessons.text import Text


def choices(question: Question, page: Prose, text: Text) -> dict[str, str]:
    return {}


def understood(question: Question, answer: str) -> float | None:
    return as_share(answer) if question.percent else as_number(answer)


def truth(question: Question, record: Record, experiment: Experiment) -> str | None:
    value = asked(question, record, experiment)
    return None if value is None else repr(value)


def is_right(question: Question, answer: float, truth: float) -> bool:
    return abs(answer - truth) <= question.within + ROUNDING


def words(question: Question, answer: str, page: Prose, text: Text) -> str:
    """A share is shown back as a percentage, whatever was typed."""
    value = understood(question, answer)
    if value is None:
        return answer
    return f"{100 * value:.3g} %" if question.percent else f"{value:.4g}"


def chance(question: Question) -> float:
    """As wide as the margin, where there are bounds to guess between."""
    return 2 * question.within if question.percent else 0.1
