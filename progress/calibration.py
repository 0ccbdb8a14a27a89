"""How sure the learner was, and how often that was right: calibration, Brier score, and both over time.

What counts is what was not known yet: the first verdict on each question of a lesson, in whichever mode it came, and
on each round of a review, which asks something new. What is done again, or after a reset, is known already.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

from progress.event import REVIEW, VERDICT, Event

LEAST, MOST = 0.5, 0.99  # how sure one can be
EDGES = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
BY_CHANCE = 0.25  # the Brier score of someone who always says 50 %


@dataclass(frozen=True, slots=True)
class Judged:
    """One prediction that a run decided, in a mode of its lesson; in a review there is none."""

    lesson: str | None
    question: str
    confidence: float
    right: bool
    day: date
    mode: str | None = None


@dataclass(frozen=True, slots=True)
class Bin:
    """The predictions made with a confidence from `low` up to `high`: what was said on average, what came true."""

    low: float
    high: float
    count: int
    said: float
    came_true: float


@dataclass(frozen=True, slots=True)
class Week:
    """A week's predictions; `monday` is its first day."""

    monday: date
    count: int
    said: float
    came_true: float
    brier: float


def judged(events: Iterable[Event]) -> tuple[Judged, ...]:
    """Every prediction that counts. What no run could decide, and what makes no sense, is passed over."""
    decided: set[tuple[str | None, str, str]] = set()
    found = []
    for event in events:
        if event.kind not in (VERDICT, REVIEW):
            continue
        name = event.payload.get("question" if event.kind == VERDICT else "sibling")
        said = said_and_came_true(event.payload)
        if not isinstance(name, str) or said is None or undecided(event.payload):
            continue
        asked = (event.lesson, name, str(event.payload.get("round")) if event.kind == REVIEW else "")
        if asked in decided:
            continue
        decided.add(asked)
        found.append(Judged(event.lesson, name, *said, event.time.date(), _mode(event)))
    return tuple(found)


def brier_score(predictions: Sequence[Judged]) -> float | None:
    """The mean of (confidence − right)²: 0 is perfect, 0.25 is what always saying 50 % gets; None without any."""
    return _mean([(each.confidence - each.right) ** 2 for each in predictions]) if predictions else None


def calibration(predictions: Sequence[Judged], edges: Sequence[float] = EDGES) -> tuple[Bin, ...]:
    """Of what was said at 80 %, how much came true: one bin for each stretch of confidence that was used."""
    bins = []
    for low, high in pairwise(edges):
        inside = [
            each
            for each in predictions
            if low <= each.confidence < high or each.confidence == high == edges[-1]
        ]
        if inside:
            bins.append(Bin(low, high, len(inside), _said(inside), _came_true(inside)))
    return tuple(bins)


def by_concept(
    predictions: Iterable[Judged], concept: Callable[[Judged], str | None]
) -> dict[str, tuple[Judged, ...]]:
    """The predictions under each concept, in the order in which the concepts first came up."""
    groups: dict[str, list[Judged]] = defaultdict(list)
    for each in predictions:
        if (name := concept(each)) is not None:
            groups[name].append(each)
    return {name: tuple(group) for name, group in groups.items()}


def over_time(predictions: Iterable[Judged]) -> tuple[Week, ...]:
    """Week by week, oldest first; weeks without predictions are left out."""
    weeks: dict[date, list[Judged]] = defaultdict(list)
    for each in predictions:
        weeks[each.day - timedelta(days=each.day.weekday())].append(each)
    return tuple(
        Week(monday, len(group), _said(group), _came_true(group), brier_score(group) or 0.0)
        for monday, group in sorted(weeks.items())
    )


def said_and_came_true(payload: Mapping[str, Any]) -> tuple[float, bool] | None:
    """The confidence of a judged answer, and whether it was right; None where that is not what stands there."""
    confidence, right = payload.get("confidence"), payload.get("right")
    if not isinstance(right, bool) or isinstance(confidence, bool):
        return None
    if not isinstance(confidence, int | float) or not LEAST <= confidence <= MOST:
        return None
    return float(confidence), right


def undecided(payload: Mapping[str, Any]) -> bool:
    """Whether the run could not say who was right."""
    return payload.get("truth") == ""


def _mode(event: Event) -> str | None:
    mode = event.payload.get("mode", "open") if event.kind == VERDICT else None
    return mode if isinstance(mode, str) else None


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _said(predictions: Sequence[Judged]) -> float:
    return _mean([each.confidence for each in predictions])


def _came_true(predictions: Sequence[Judged]) -> float:
    return _mean([each.right for each in predictions])
