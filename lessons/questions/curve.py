"""What a loss curve does, beside that of the first arm."""

from lessons.lesson import Experiment, Prose, Question
from lessons.questions.measured import of_arm
from lessons.summaries import Majority, Record
from lessons.text import Text
from lessons.vocabulary import CURVES


def choices(question: Question, page: Prose, text: Text) -> dict[str, str]:
    return {name: text(f"answer.{name}") for name in CURVES}


def understood(question: Question, answer: str) -> str | None:
    return answer if answer in CURVES else None


def truth(question: Question, record: Record, experiment: Experiment) -> str | None:
    found = of_arm(question, record, question.arm)
    return found.word if isinstance(found, Majority) else None


def is_right(question: Question, answer: str, truth: str) -> bool:
    return answer == truth


def words(question: Question, answer: str, page: Prose, text: Text) -> str:
    return text(f"answer.{answer}") if answer in CURVES else answer


def chance(question: Question) -> float:
    return 1 / len(CURVES)
