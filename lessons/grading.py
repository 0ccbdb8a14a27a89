"""Who was right: a prediction against what the learner's own runs measured. No answer key anywhere."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lessons.measured import Band, Commonest, Summary, from_record
from lessons.schema import Choice, Interval, Question

# What a sweep recorded: experiment → metric → side → summary.
Record = Mapping[str, Mapping[str, Mapping[str, Mapping[str, Any]]]]

CHANCE = {"direction": 1 / 3, "curve": 1 / 5}


@dataclass(frozen=True)
class Verdict:
    """What happened, in the terms of the question. `truth` is None where the runs could not decide it."""

    question: str
    truth: str | None
    right: bool
    healthy: Summary
    broken: Summary
    compared: Summary


def summary(record: Record, question: Question, side: str) -> Summary:
    return from_record(record.get(question.experiment, {}).get(question.metric, {}).get(side, {}))


def grade(question: Question, answer: str, record: Record) -> Verdict:
    """Judge one answer from the recorded summaries."""
    healthy, broken = summary(record, question, "healthy"), summary(record, question, "broken")
    compared = summary(record, question, question.compare)
    truth = TRUTHS[question.kind](question, healthy, broken, compared)
    return Verdict(question.id, truth, is_right(question, answer, truth), healthy, broken, compared)


def is_right(question: Question, answer: str, truth: str | None) -> bool:
    if truth is None:
        return False
    if question.kind == "number":
        said = as_number(answer)
        return said is not None and abs(said - float(truth)) <= question.within
    if question.kind == "shape":
        return as_shape(answer) == as_shape(truth)
    return answer == truth


def direction_truth(question: Question, healthy: Summary, broken: Summary, compared: Summary) -> str | None:
    """More, same or fewer: the median over the seeds of broken against healthy, within the question's margin."""
    if not isinstance(compared, Band) or not isinstance(healthy, Band) or healthy.median is None:
        return None
    middle = 1.0 if question.compare == "ratio" else 0.0
    shift = math.inf if compared.median is None else compared.median - middle
    if math.isnan(shift):
        return None
    # Strictly outside the margin; the smallest float error must not turn "same" into something else.
    if abs(shift) <= question.same_within + 1e-12:
        return "same"
    return "more" if shift > 0 else "fewer"


def choice_truth(question: Question, healthy: Summary, broken: Summary, compared: Summary) -> str | None:
    """The first option whose regions hold both medians."""
    for option in question.options:
        if holds(option, healthy, broken):
            return option.id
    return None


def holds(option: Choice, healthy: Summary, broken: Summary) -> bool:
    return inside(option.healthy, healthy) and inside(option.broken, broken)


def inside(region: Interval | None, found: Summary) -> bool:
    if region is None:
        return True
    return isinstance(found, Band) and found.median is not None and region[0] <= found.median <= region[1]


def number_truth(question: Question, healthy: Summary, broken: Summary, compared: Summary) -> str | None:
    found = healthy if question.side == "healthy" else broken
    if not isinstance(found, Band) or found.median is None or math.isnan(found.median):
        return None
    return repr(found.median)


def word_truth(question: Question, healthy: Summary, broken: Summary, compared: Summary) -> str | None:
    found = healthy if question.side == "healthy" else broken
    return found.word if isinstance(found, Commonest) else None


TRUTHS = {
    "direction": direction_truth,
    "choice": choice_truth,
    "number": number_truth,
    "shape": word_truth,
    "curve": word_truth,
}


def as_number(text: str) -> float | None:
    """A number as people type it: `77 %` is 0.77, and a decimal comma is a decimal point."""
    cleaned = text.strip().replace(",", ".")
    scale = 100.0 if cleaned.endswith("%") else 1.0
    try:
        value = float(cleaned.removesuffix("%"))
    except ValueError:
        return None
    return value / scale if math.isfinite(value) else None


def as_shape(text: str) -> tuple[int, ...] | None:
    """`(5, 23)`, `5x23`, `5 × 23` and `5, 23` are the same shape."""
    parts = text.strip(" ()[]").replace("×", ",").replace("x", ",").replace("X", ",").split(",")
    try:
        shape = tuple(int(part) for part in parts if part.strip())
    except ValueError:
        return None
    return shape if shape and min(shape) > 0 else None


def why_unusable(question: Question, answer: str) -> str | None:
    """None if this answers the question, else which kind of answer it needs: a key for the words on screen."""
    if question.kind == "direction" and answer not in ("more", "same", "fewer"):
        return "direction"
    if question.kind == "choice" and answer not in {option.id for option in question.options}:
        return "choice"
    if question.kind == "number":
        value = as_number(answer)
        if value is None or (question.percent and not 0 <= value <= 1):
            return "percent" if question.percent else "number"
    if question.kind == "shape" and as_shape(answer) is None:
        return "shape"
    if question.kind == "curve" and answer not in ("follows", "slower", "plateau", "flat", "diverges"):
        return "curve"
    return None
