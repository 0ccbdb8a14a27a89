"""Kinds of questions, one file each. A kind says which answers are usable, what is true, and how both are said."""

from collections.abc import Mapping
from typing import Any, Protocol

from lessons.lesson import Experiment, Prose, Question
from lessons.questions import choice, curve, direction, entry, number, order, shape, trend, which
from lessons.summaries import Record
from lessons.text import Text

MOST_CONFIDENT = 0.99


class Kind(Protocol):
    """What a file of this folder offers."""

    def choices(self, question: Question, page: Prose, text: Text) -> dict[str, str]:
        """The answers on offer by id; none where an answer is typed."""

    def understood(self, question: Question, answer: str) -> Any:
        """The answer as it is compared; None if it cannot be used."""

    def truth(self, question: Question, record: Record, experiment: Experiment) -> str | None:
        """What the runs say, in the question's terms; None where they do not decide it."""

    def is_right(self, question: Question, answer: Any, truth: Any) -> bool:
        """Whether an answer that was understood agrees with the truth."""

    def words(self, question: Question, answer: str, page: Prose, text: Text) -> str:
        """An answer, or a truth, as people say it."""

    def chance(self, question: Question) -> float:
        """How often a pure guess would be right."""


KINDS: Mapping[str, Kind] = {
    "direction": direction,
    "number": number,
    "choice": choice,
    "shape": shape,
    "curve": curve,
    "which": which,
    "order": order,
    "trend": trend,
    "entry": entry,
}


def kind_of(question: Question) -> Kind:
    return KINDS[question.kind]


def is_usable(question: Question, answer: str) -> bool:
    """Whether this answers the question at all."""
    return kind_of(question).understood(question, answer) is not None


def why_unusable(question: Question, text: Text) -> str:
    """What kind of answer the question needs."""
    name = "percent" if question.percent and question.kind == "number" else question.kind
    return text(f"wrong.{name}")


def complaint(question: Question, answer: str, text: Text) -> str:
    """Why an answer cannot be kept; nothing if it can. Shapes of one number are in journals, and asked no more."""
    if not is_usable(question, answer):
        return why_unusable(question, text)
    understood = kind_of(question).understood(question, answer)
    one_number = question.kind == "shape" and not question.of and len(understood) < 2
    return why_unusable(question, text) if one_number else ""


def chance_of(question: Question) -> float:
    """Where the confidence begins: at a pure guess, and never above a coin toss."""
    return max(0.01, min(0.5, round(kind_of(question).chance(question), 2)))
