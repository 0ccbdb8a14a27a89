"""What many seeds showed: one value a seed, summed up as a median and a 5–95 % band. No NumPy needed to read it back.

A seed may have no value (a loss never reached): that ranks after every number, and is None when asked for. A value may
also be a word (the shape of a matrix, the kind of a curve); then the summary is the commonest one.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Value = float | str | None
SIDES = ("healthy", "broken", "ratio", "difference")


@dataclass(frozen=True)
class Band:
    """The middle of many seeds, and where nine in ten of them lie. None: the middle seed has no value."""

    median: float | None
    p5: float | None = None
    p95: float | None = None


@dataclass(frozen=True)
class Commonest:
    """The word that most seeds gave, and the share of seeds that gave it."""

    word: str
    share: float


Summary = Band | Commonest


@dataclass(frozen=True)
class Measured:
    """One experiment over its seeds: for each metric, the values of both sides in seed order.

    `median_losses` are the two loss curves of the middle seed at every step.
    """

    experiment: str
    seeds: tuple[int, ...]
    steps: int
    healthy: Mapping[str, tuple[Value, ...]]
    broken: Mapping[str, tuple[Value, ...]]
    median_losses: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())

    def summary(self, metric: str, side: str) -> Summary:
        return summarise(self.values(metric, side))

    def values(self, metric: str, side: str) -> tuple[Value, ...]:
        if side in ("healthy", "broken"):
            return (self.healthy if side == "healthy" else self.broken)[metric]
        combine = paired_ratio if side == "ratio" else paired_difference
        return tuple(map(combine, self.healthy[metric], self.broken[metric]))


def paired_ratio(healthy: Value, broken: Value) -> float | None:
    """Broken over healthy, for one seed."""
    if isinstance(healthy, str) or isinstance(broken, str) or healthy is None:
        return None
    if broken is None:
        return math.inf
    return broken / healthy if healthy else math.nan


def paired_difference(healthy: Value, broken: Value) -> float | None:
    """Broken minus healthy, for one seed."""
    if isinstance(healthy, str) or isinstance(broken, str) or healthy is None:
        return None
    return math.inf if broken is None else broken - healthy


def summarise(values: Sequence[Value]) -> Summary:
    """Median and 5th and 95th percentile, interpolated linearly; or the commonest word."""
    words = [value for value in values if isinstance(value, str)]
    if words:
        word, count = Counter(words).most_common(1)[0]
        return Commonest(word, count / len(values))
    numbers = [math.inf if value is None else value for value in values if not isinstance(value, str)]
    return Band(percentile(numbers, 0.5), percentile(numbers, 0.05), percentile(numbers, 0.95))


def percentile(numbers: Sequence[float], share: float) -> float | None:
    """The value below which this share of the numbers lies. None: a number never reached. NaN stays NaN."""
    if not numbers:
        return None
    if any(math.isnan(number) for number in numbers):
        return math.nan
    ranked = sorted(numbers)
    place = share * (len(ranked) - 1)
    below, above = ranked[math.floor(place)], ranked[math.ceil(place)]
    if math.inf in (below, above):
        return None
    return below + (above - below) * (place - math.floor(place))


def as_record(measured: Measured) -> dict[str, Any]:
    """The summaries as plain data, for a journal. What has no value is left out."""
    return {
        metric: {
            side: record(measured.summary(metric, side)) for side in SIDES if has_side(measured, metric, side)
        }
        for metric in measured.healthy
    }


def as_record_of_one(measured: Measured) -> dict[str, Any]:
    """A single run's values, for the journal: what has no value is left out."""
    sides = {"healthy": measured.healthy, "broken": measured.broken}
    return {
        side: {metric: found[0] for metric, found in values.items() if found[0] is not None}
        for side, values in sides.items()
    }


def has_side(measured: Measured, metric: str, side: str) -> bool:
    return side in ("healthy", "broken") or not isinstance(measured.healthy[metric][0], str)


def record(summary: Summary) -> dict[str, Any]:
    return {name: value for name, value in vars(summary).items() if value is not None}


def from_record(found: Mapping[str, Any]) -> Summary:
    """The opposite of `record`. Anything unreadable becomes a band with no value."""
    if isinstance(found.get("word"), str):
        return Commonest(found["word"], number(found.get("share")) or 0.0)
    return Band(number(found.get("median")), number(found.get("p5")), number(found.get("p95")))


def number(value: object) -> float | None:
    return float(value) if isinstance(value, (int, float)) else None
