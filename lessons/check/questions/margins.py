"""How far a question's truth is from the border at which it would be another."""

import math
from dataclasses import dataclass
from itertools import pairwise

from lessons.check.ranges import possible
from lessons.lesson import Experiment, Interval, Question
from lessons.questions import trend
from lessons.questions.measured import apart, asked, by_arm, comparison, of_arm, statistic
from lessons.summaries import Band, Record


@dataclass(frozen=True)
class Margin:
    """A number that decides, the border that is nearest to it, and what the number is of."""

    name: str
    value: float
    border: float

    @property
    def distance(self) -> float:
        return abs(apart(self.border, self.value))

    @property
    def is_none(self) -> bool:
        """Whether the number lies on its border."""
        return self.distance <= 1e-9 * max(1.0, abs(self.border))

    def __str__(self) -> str:
        if math.isinf(self.value):
            return f"{self.name} never comes"
        if math.isinf(self.border):
            return f"{self.name} {self.value:.3g}"
        side = "above" if self.value > self.border else "below"
        return f"{self.name} {self.value:.4g}, {self.distance:.2g} {side} the border {self.border:.4g}"


def margin(question: Question, record: Record, experiment: Experiment, truth: str) -> Margin | None:
    """The margin of a question by its record; None where words or typed numbers decide."""
    if question.kind == "choice":
        return of_choice(question, record, experiment, truth)
    if question.kind in ("which", "order"):
        return of_ranks(question, record)
    middle = 1.0 if question.kind == "direction" and question.compare == "ratio" else 0.0
    if question.kind == "direction":
        found = comparison(question, record, experiment)
        value = found.median if isinstance(found, Band) else None
        return nearest(question.compare, math.inf if value is None else value, middle, question.same_within)
    if question.kind == "trend":
        change = trend.change_of(question, record)
        return None if change is None else nearest("the change", change, middle, question.same_within)
    return None


def nearest(name: str, value: float, middle: float, same_within: float) -> Margin:
    """The margin of what is the same between two borders, and more or less outside."""
    borders = middle - same_within, middle + same_within
    return Margin(name, value, min(borders, key=lambda border: abs(value - border)))


def of_ranks(question: Question, record: Record) -> Margin | None:
    """The least distance of two neighbours that have to be apart."""
    found = by_arm(question, record) or {}
    ranked = sorted(found.values(), reverse=question.compare == "most")
    gaps = [abs(apart(first, second)) for first, second in pairwise(ranked)]
    least = gaps[:1] if question.kind == "which" else gaps
    return Margin("the distance", min(least), question.same_within) if least else None


def of_choice(question: Question, record: Record, experiment: Experiment, truth: str) -> Margin | None:
    """The number of the true option that is nearest to an end of its region."""
    option = next((each for each in question.options if each.id == truth), None)
    if option is None:
        return None
    whole = possible(question.metric)
    found = [
        of_region(arm, statistic(question, of_arm(question, record, arm)), region, whole)
        for arm, region in option.arms.items()
    ]
    if option.value is not None:
        compare = question.compare if question.against else ""
        value, whole = asked(question, record, experiment), possible(question.metric, compare)
        found.append(of_region(compare or question.arm, value, option.value, whole))
    return min((each for each in found if each), key=lambda each: each.distance, default=None)


def of_region(name: str, value: float | None, region: Interval, whole: Interval) -> Margin | None:
    """The margin of a number to the ends of its region. Nothing lies beyond what a metric can be."""
    if value is None or region[0] == region[1]:
        return None
    ends = [end for end, last in zip(region, whole, strict=True) if end != last] or [math.inf]
    return Margin(name, value, min(ends, key=lambda end: abs(value - end)))
