"""What a question looks at: an arm's summary or how two arms compare; how near is near enough; arms in words."""

import math
import re
from collections.abc import Mapping

from lessons.course.lesson import Experiment, Interval, Option, Prose, Question
from lessons.course.summaries import Band, Record, Summary, pair_name, recorded, written
from lessons.course.text import Text
from lessons.course.vocabulary import SHARE, metric_of


def named(arm: str, page: Prose, text: Text) -> str:
    if words := page.sections.get(f"arm {arm}"):
        return words
    return text(f"side.{arm}") if text.has(f"side.{arm}") else arm


ROUNDING = 1e-12  # float errors, which must not turn what is the same into something else


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


def by_arm(question: Question, record: Record) -> dict[str, float] | None:
    """Return the statistic of each arm that the question compares; None if one was not measured, or is NaN.

    An arm without a value, such as the steps to a loss that is never reached, ranks after every number.
    """
    found: dict[str, float] = {}
    for arm in question.arms:
        value = statistic(question, of_arm(question, record, arm))
        if value is None and not never_came(question, record, arm):
            return None
        found[arm] = math.inf if value is None else value
    return found


def never_came(question: Question, record: Record, arm: str) -> bool:
    """Return True if an arm was measured, and has no value."""
    found = written(record, question.experiment, question.metric, arm)
    return isinstance(found, Mapping) and question.summary not in found and "word" not in found


def change_of(question: Question, record: Record) -> float | None:
    """Return how far the last arm is above the first, as a part of the first where the question asks for a ratio."""
    found = by_arm(question, record)
    if not found:
        return None
    first, *_, last = found.values()
    change = apart(first, last)
    if question.compare == "ratio" and first and math.isfinite(first):
        change /= abs(first)
    return change


def holds(option: Option, question: Question, record: Record, experiment: Experiment) -> bool:
    """Return True if what was measured lies in every region of an option."""
    if option.value is not None and not inside(option.value, asked(question, record, experiment)):
        return False
    regions = option.arms.items()
    return all(inside(region, statistic(question, of_arm(question, record, arm))) for arm, region in regions)


def inside(region: Interval, value: float | None) -> bool:
    return value is not None and region[0] <= value <= region[1]


def apart(first: float, second: float) -> float:
    """Return how far the second is above the first. Two that never came are not apart."""
    return 0.0 if first == second else second - first


TYPED = ("number", "entry")
SAID = re.compile(r"\b(counts? as|right within|cuentan? como|aciertas si te quedas)\b", re.IGNORECASE)


def margin_words(question: Question, words: str, text: Text) -> str:
    """Write `Up to 5 points of difference count as the same.` Nothing without a margin, or where the lesson says it."""
    margin = question.within if question.kind in TYPED else question.same_within
    if not margin or SAID.search(words):
        return ""
    key = {"trend": "flat", "which": "tie", "order": "tie", "direction": "same"}.get(question.kind, "right")
    return text(f"margin.{key}", margin=size_words(question, margin, text))


def size_words(question: Question, margin: float, text: Text) -> str:
    """Write points of a share, per cent of what the other arm gave, or a plain number."""
    if question.percent or (is_share(question) and not is_ratio(question) and question.kind not in TYPED):
        return text("value.points", value=f"{100 * margin:.3g}")
    return f"{100 * margin:.3g} %" if is_ratio(question) else f"{margin:.3g}"


def is_share(question: Question) -> bool:
    metric = metric_of(question.metric)
    return metric is not None and metric.kind == SHARE


def is_ratio(question: Question) -> bool:
    """Return True if the margin is a part of what the first arm gave."""
    return question.kind in ("direction", "trend") and question.compare == "ratio"
