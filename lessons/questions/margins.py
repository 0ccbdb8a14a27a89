"""How near is near enough, in one wording for every kind of question."""

import re

from lessons.lesson import Question
from lessons.text import Text
from lessons.vocabulary import SHARE, metric_of

TYPED = ("number", "entry")
SAID = re.compile(
    r"\bcounts? as\b|\bright within\b|\bcuentan? como\b|\baciertas si te quedas\b", re.IGNORECASE
)


def margin_words(question: Question, words: str, text: Text) -> str:
    """`Up to 5 points of difference count as the same.` Nothing without a margin, or where the lesson says it."""
    margin = question.within if question.kind in TYPED else question.same_within
    if not margin or SAID.search(words):
        return ""
    key = {"trend": "flat", "which": "tie", "order": "tie", "direction": "same"}.get(question.kind, "right")
    return text(f"margin.{key}", margin=size_words(question, margin, text))


def size_words(question: Question, margin: float, text: Text) -> str:
    """Points of a share, per cent of what the other arm gave, or a plain number."""
    if question.percent or (is_share(question) and not is_ratio(question) and question.kind not in TYPED):
        return text("value.points", value=f"{100 * margin:.3g}")
    return f"{100 * margin:.3g} %" if is_ratio(question) else f"{margin:.3g}"


def is_share(question: Question) -> bool:
    metric = metric_of(question.metric)
    return metric is not None and metric.kind == SHARE


def is_ratio(question: Question) -> bool:
    """Whether the margin is a part of what the first arm gave."""
    return question.kind in ("direction", "trend") and question.compare == "ratio"
