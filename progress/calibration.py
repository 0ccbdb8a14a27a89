"""How sure the learner was, and how often that was right: calibration, Brier score, and both over time.

A prediction is judged once: by the first verdict on its question after it was made. Runs repeated afterwards with
other seeds tell nothing new about how well the learner knew.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from progress.event import Event

PREDICTION, VERDICT = "prediction", "verdict"
EDGES = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
BY_CHANCE = 0.25  # the Brier score of someone who always says 50 %


@dataclass(frozen=True, slots=True)
class Judged:
    """One prediction that a run decided."""

    lesson: str | None
    question: str
    confidence: float
    right: bool
    day: date


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
    """Every prediction with its verdict. Events that do not say what such events say are passed over."""
    decided: set[tuple[str | None, str]] = set()
    found = []
    for event in events:
        if event.kind not in (PREDICTION, VERDICT):
            continue
        question = (event.lesson, str(event.payload.get("question")))
        if event.kind == PREDICTION:
            decided.discard(question)
        elif question not in decided and (one := _judged(event)):
            decided.add(question)
            found.append(one)
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


def _judged(event: Event) -> Judged | None:
    question, right = event.payload.get("question"), event.payload.get("right")
    confidence = event.payload.get("confidence")
    if not isinstance(question, str) or not isinstance(right, bool) or isinstance(confidence, bool):
        return None
    if not isinstance(confidence, int | float) or not 0.0 <= confidence <= 1.0:
        return None
    return Judged(event.lesson, question, float(confidence), right, event.time.date())


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _said(predictions: Sequence[Judged]) -> float:
    return _mean([each.confidence for each in predictions])


def _came_true(predictions: Sequence[Judged]) -> float:
    return _mean([each.right for each in predictions])
