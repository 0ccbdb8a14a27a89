"""Summaries of many seeds: a median with its band, or the commonest word. Read back without NumPy.

A seed may have no value (a loss never reached): it ranks after every number, and is None when asked for.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from lessons.course.lesson.metric import metric_of

Value = float | str | None
PAIRS = ("ratio", "difference")  # how two arms are compared
SIDES = ("lower", "higher")  # and 1 where the first of two arms is; their mean is the share of such seeds
NUMBERS = ("median", "p5", "p95", "mean", "least", "greatest")  # of a band
ENOUGH_SEEDS = 16  # that count where a sweep is stopped
SEEDS = "seeds"  # of a sweep that was stopped its record keeps how many there were, as if they were a metric
LOSSES, KEPT_STEPS = "losses", 41  # of a curve a record keeps the middle of the seeds at so many steps

# What a sweep recorded: experiment → metric → arm or pair → summary, as plain data of a journal.
Record = Mapping[str, Mapping[str, Mapping[str, Mapping[str, Any]]]]
NO_RECORD: Record = {}


@dataclass(frozen=True)
class Band:
    """The middle of many seeds, where nine in ten of them lie, and their mean. None: the seed there has no value."""

    median: float | None
    p5: float | None = None
    p95: float | None = None
    mean: float | None = None
    least: float | None = None
    greatest: float | None = None


@dataclass(frozen=True)
class Majority:
    """The word that most seeds gave, and the share of seeds that gave it."""

    word: str
    share: float


Summary = Band | Majority


def as_shown(found: Band, metric: str, statistic: str = "median") -> Band:
    """Return an arm's band, around the mean where its lesson speaks of means; of what is 1 or 0 the share alone."""
    if found.mean is None:
        return found
    known = metric_of(metric)
    if not known or not known.is_yes_or_no:
        return found if statistic == "median" else replace(found, median=found.mean)
    return Band(found.mean, found.mean, found.mean, found.mean, found.least, found.greatest)


def pair_name(compare: str, arm: str, against: str, arms: Sequence[str]) -> str:
    """Name the comparison of two arms: the last with the first needs no more than `ratio` or `difference`."""
    return compare if (arm, against) == (arms[-1], arms[0]) else f"{compare} {arm} {against}"


def paired(compare: str, value: Value, reference: Value) -> float:
    """Compare one seed of an arm with the same seed of another. A value that never came counts as infinite."""
    if isinstance(value, str) or isinstance(reference, str):
        return math.nan
    first, second = (math.inf if one is None else one for one in (value, reference))
    if compare in SIDES:
        first, second = (math.inf if one != one else one for one in (first, second))
        is_side = first < second if compare == "lower" else first > second
        return float(is_side and not math.isclose(first, second))  # else rounding would take sides
    if first == second:
        return 1.0 if compare == "ratio" and first else math.nan if compare == "ratio" else 0.0
    if compare == "difference":
        return first - second
    if math.isinf(second):
        return 0.0
    return first / second if second else math.nan


def summarise(values: Sequence[Value]) -> Summary:
    """Sum up one value a seed: numbers by median and percentiles, words by the commonest."""
    words = [value for value in values if isinstance(value, str)]
    if words:
        word, count = Counter(words).most_common(1)[0]
        return Majority(word, count / len(values))
    numbers = [math.inf if value is None else value for value in values if not isinstance(value, str)]
    median, p5, p95, least, greatest = (percentile(numbers, share) for share in (0.5, 0.05, 0.95, 0.0, 1.0))
    return Band(median, p5, p95, mean(numbers), least, greatest)


def percentile(numbers: Sequence[float], share: float) -> float | None:
    """Return the value below which this share of the numbers lies, interpolated. None: a number never reached."""
    if not numbers:
        return None
    if any(math.isnan(number) for number in numbers):
        return math.nan
    ranked = sorted(numbers)
    place = share * (len(ranked) - 1)
    below, above = ranked[math.floor(place)], ranked[math.ceil(place)]
    if math.inf in (below, above):
        return None
    if math.isinf(below):
        return below
    return below + (above - below) * (place - math.floor(place))


def mean(numbers: Sequence[float]) -> float | None:
    """Return the mean; None where a seed has no value."""
    if not numbers or math.inf in numbers:
        return None
    return math.fsum(numbers) / len(numbers) if all(map(math.isfinite, numbers)) else math.nan


def as_plain(summary: Summary) -> dict[str, Any]:
    return {name: value for name, value in vars(summary).items() if value is not None}


def from_plain(found: object) -> Summary:
    """Read a summary back from a journal. Anything unreadable becomes a band with no value."""
    if not isinstance(found, Mapping):
        return Band(None)
    if isinstance(found.get("word"), str):
        return Majority(found["word"], number(found.get("share")) or 0.0)
    return Band(*(number(found.get(name)) for name in NUMBERS))


def checked_record(found: Any) -> Mapping[str, Any]:
    """Return a sweep's record of one experiment, if it is well formed. Raises TypeError or OverflowError.

    Of each summary a word and how many gave it are checked, or numbers; a later version may keep more there.
    """
    for arms in as_table(found).values():
        for summary in map(as_table, as_table(arms).values()):
            losses = summary.get(LOSSES, ())
            if not isinstance(summary.get("word", ""), str) or not isinstance(losses, list | tuple):
                raise TypeError("not a word, or not a list")
            if None in map(number, [*(summary[name] for name in (*NUMBERS, "share") if name in summary), *losses]):
                raise TypeError("not a number")
    return dict(found)


def as_table(found: Any) -> Mapping[str, Any]:
    if not isinstance(found, Mapping):
        raise TypeError("not a table")
    return found


def recorded(record: Record, experiment: str, metric: str, name: str) -> Summary:
    """Return the summary of an arm or pair in a record; a band without values if it is missing."""
    return from_plain(written(record, experiment, metric, name))


def written(record: Record, experiment: str, metric: str, name: str) -> Any:
    """Return the raw record of an arm or pair, or None."""
    found: Any = record
    for key in (experiment, metric, name):
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def with_seeds(metrics: Mapping[str, Any], seeds: int) -> Mapping[str, Any]:
    return {**metrics, SEEDS: {"": as_plain(Band(float(seeds)))}}


def seeds_of(record: Record, experiment: str, planned: int) -> int:
    """Return how many seeds a record is of: as many as were planned, unless the sweep was stopped."""
    found = recorded(record, experiment, SEEDS, "")
    return int(found.median) if isinstance(found, Band) and found.median else planned


def recorded_losses(record: Record, experiment: str, metric: str, arm: str) -> tuple[float, ...]:
    """Return the losses that a record keeps of an arm's curve; `()` if an earlier version wrote it."""
    found = written(record, experiment, metric, arm)
    losses = found.get(LOSSES) if isinstance(found, Mapping) else None
    numbers = [number(loss) for loss in losses] if isinstance(losses, list | tuple) else []
    return tuple(loss for loss in numbers if loss is not None and 0 < loss < math.inf)


def final_losses(arms: Any) -> tuple[float, ...]:
    """Return the finite losses with which the arms of a watched run ended, as far as it says them."""
    known = (each for each in arms.values() if isinstance(each, Mapping)) if isinstance(arms, Mapping) else ()
    numbers = [number(each.get("final_loss")) for each in known]
    return tuple(loss for loss in numbers if loss is not None and math.isfinite(loss))


def number(value: object) -> float | None:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None
