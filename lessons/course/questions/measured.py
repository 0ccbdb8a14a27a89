"""The measurement of a question: an arm's summary or how two arms compare; how near is near enough; arms in words."""

import math
import re
from collections.abc import Mapping

from lessons.course.lesson import Experiment, Interval, Option, Prose, Question
from lessons.course.summaries import Band, Record, Summary, pair_name, recorded, written
from lessons.course.text import Text
from lessons.course.value_words import is_share

TYPED = ("number", "entry")
SAID = re.compile(r"\b(counts? as|right within|cuentan? como|aciertas si te quedas)\b", re.IGNORECASE)


def named(arm: str, page: Prose, text: Text) -> str:
    if words := page.sections.get(f"arm {arm}"):
        return words
    return text(f"side.{arm}") if text.has(f"side.{arm}") else arm


def of_arm(question: Question, record: Record, arm: str) -> Summary:
    return recorded(record, question.experiment, question.metric, arm)


def comparison(question: Question, record: Record, experiment: Experiment) -> Summary:
    name = pair_name(question.compare, question.arm, question.against, experiment.names)
    return recorded(record, question.experiment, question.metric, name)


def statistic(question: Question, summary: Summary) -> float | None:
    """Return the one number of a summary that the question asks for; None where there is none."""
    value = getattr(summary, question.summary) if isinstance(summary, Band) else None
    return None if value is None or value != value else value


def asked(question: Question, record: Record, experiment: Experiment) -> float | None:
    """Return the number that decides: of an arm, or of its comparison with another."""
    if question.against:
        return statistic(question, comparison(question, record, experiment))
    return statistic(question, of_arm(question, record, question.arm))


def by_arm(question: Question, record: Record) -> dict[str, float]:
    """Return each compared arm's statistic, infinite where it never came; nothing if one is NaN, or not measured."""
    found: dict[str, float] = {}
    for arm in question.arms:
        value = statistic(question, of_arm(question, record, arm))
        if value is None:
            kept = written(record, question.experiment, question.metric, arm)
            if not isinstance(kept, Mapping) or question.summary in kept or "word" in kept:
                return {}
        found[arm] = math.inf if value is None else value
    return found


def holds(option: Option, question: Question, record: Record, experiment: Experiment) -> bool:
    if option.value is not None and not inside(option.value, asked(question, record, experiment)):
        return False
    regions = option.arms.items()
    return all(inside(region, statistic(question, of_arm(question, record, arm))) for arm, region in regions)


def inside(region: Interval, value: float | None) -> bool:
    return value is not None and region[0] <= value <= region[1]


def margin_words(question: Question, words: str, text: Text) -> str:
    """Write `Up to 5 points of difference count as the same.` Nothing without a margin, or where the lesson says it."""
    is_typed = question.kind in TYPED
    margin = question.within if is_typed else question.same_within
    if not margin or SAID.search(words):
        return ""
    is_part = question.kind in ("direction", "trend") and question.compare == "ratio"  # of what the first arm gave
    if question.percent or (is_share(question.metric) and not is_part and not is_typed):
        size = text("value.points", value=f"{100 * margin:.3g}")
    else:
        size = f"{100 * margin:.3g} %" if is_part else f"{margin:.3g}"
    key = {"trend": "flat", "which": "tie", "order": "tie", "direction": "same"}.get(question.kind, "right")
    return text(f"margin.{key}", margin=size)
