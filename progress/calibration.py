"""Judge how sure the learner was, and how often that was right: calibration, Brier score, and both over time.

Where they did not say how sure they were, the answer counts as right or wrong, and in no curve and no mean of these.

What counts is what was not known yet: the first verdict on each question of a lesson, in whichever mode it came, and
on each round of a review, which asks something new. What is done again, or after a reset, is known already.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from math import nextafter
from statistics import fmean
from typing import Any

from progress.event import REVIEW, VERDICT, Event

LEAST, MOST = 0.01, 0.99  # how sure one can be: from a pure guess on
EDGES = (0.0, 0.2, 0.35, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


@dataclass(frozen=True, slots=True)
class ResolvedPrediction:
    """One prediction that a run decided, in a mode of its lesson; None in a review."""

    lesson: str | None
    question: str
    confidence: float | None  # None where it was not said
    right: bool
    day: date
    mode: str | None = None


@dataclass(frozen=True, slots=True)
class Bin:
    """The predictions made with a confidence from `low` up to `high`."""

    low: float
    high: float
    count: int
    mean_confidence: float
    accuracy: float


@dataclass(frozen=True, slots=True)
class Week:
    """A week's predictions; `monday` is its first day."""

    monday: date
    count: int
    mean_confidence: float
    accuracy: float


def judged(events: Iterable[Event]) -> tuple[ResolvedPrediction, ...]:
    """Return every prediction that counts, without what no run could decide and what makes no sense."""
    decided: dict[tuple[str | None, str, str], ResolvedPrediction] = {}
    for event in events:
        payload, is_review = event.payload, event.kind == REVIEW
        if event.kind in (VERDICT, REVIEW) and not undecided(payload) and (found := read_judgement(payload)):
            name = payload.get("sibling" if is_review else "question")
            mode = None if is_review else payload.get("mode", "open")
            if isinstance(name, str) and isinstance(mode, str | None):
                asked = (event.lesson, name, str(payload.get("round")) if is_review else "")
                decided.setdefault(asked, ResolvedPrediction(event.lesson, name, *found, event.time.date(), mode))
    return tuple(decided.values())


def brier_score(predictions: Sequence[ResolvedPrediction]) -> float | None:
    """Return the mean of (confidence − right)²: 0 is perfect, always saying 50 % gets 0.25; None without any."""
    said = [(each.confidence - each.right) ** 2 for each in predictions if each.confidence is not None]
    return fmean(said) if said else None


def calibration(predictions: Sequence[ResolvedPrediction], edges: Sequence[float] = EDGES) -> tuple[Bin, ...]:
    """Count the predictions of each confidence, such as 80 %, and those that came true: a bin for each one used."""
    bins = []
    for low, high in pairwise(edges):
        end = nextafter(high, 2) if high == edges[-1] else high  # the last one takes in its end
        inside = [each for each in with_confidence(predictions) if low <= (each.confidence or 0) < end]
        if inside:
            bins.append(Bin(low, high, len(inside), _mean_confidence(inside), _accuracy(inside)))
    return tuple(bins)


def by_concept(
    predictions: Iterable[ResolvedPrediction], concept: Callable[[ResolvedPrediction], str | None]
) -> dict[str, tuple[ResolvedPrediction, ...]]:
    """Group the predictions by concept, in the order in which the concepts first came up."""
    groups: dict[str, list[ResolvedPrediction]] = defaultdict(list)
    for each in predictions:
        if (name := concept(each)) is not None:
            groups[name].append(each)
    return {name: tuple(group) for name, group in groups.items()}


def over_time(predictions: Iterable[ResolvedPrediction]) -> tuple[Week, ...]:
    """Sum up week by week, oldest first; weeks without predictions are left out."""
    weeks: dict[date, list[ResolvedPrediction]] = defaultdict(list)
    for each in with_confidence(predictions):
        weeks[each.day - timedelta(days=each.day.weekday())].append(each)
    return tuple(
        Week(monday, len(group), _mean_confidence(group), _accuracy(group)) for monday, group in sorted(weeks.items())
    )


def with_confidence(predictions: Iterable[ResolvedPrediction]) -> list[ResolvedPrediction]:
    """Return those of which the learner said how sure they were."""
    return [each for each in predictions if each.confidence is not None]


def read_judgement(payload: Mapping[str, Any]) -> tuple[float | None, bool] | None:
    """Return the confidence of an answer, if it was said, and whether it was right; None where that makes no sense."""
    confidence, right = payload.get("confidence"), payload.get("right")
    if not isinstance(right, bool) or isinstance(confidence, bool):
        return None
    if confidence is None:
        return None, right
    if not isinstance(confidence, int | float) or not LEAST <= confidence <= MOST:
        return None
    return float(confidence), right


def undecided(payload: Mapping[str, Any]) -> bool:
    """Return True if the run could not say who was right."""
    return payload.get("truth") == ""


def _mean_confidence(predictions: Sequence[ResolvedPrediction]) -> float:
    return fmean(each.confidence for each in predictions if each.confidence is not None)


def _accuracy(predictions: Sequence[ResolvedPrediction]) -> float:
    return fmean(each.right for each in predictions)
