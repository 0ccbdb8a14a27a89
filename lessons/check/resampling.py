"""Statistics of a sweep, as if other seeds of its kind had been drawn: its seeds are drawn again, with replacement."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lessons.check.evidence import DRAWN_FROM, RESAMPLES
from lessons.check.questions.answers import truth_of
from lessons.lesson import Experiment, Question
from lessons.runs.measured import PAIRS, Measured
from lessons.summaries import Value, pair_name

Array = NDArray[np.float64]
Places = NDArray[np.intp]


@lru_cache
def draws(count: int, size: int) -> Places:
    """Return the places of the seeds in each resample of a size: a row a resample."""
    return np.random.default_rng(DRAWN_FROM).integers(0, count, (RESAMPLES, size))


def as_row(values: Sequence[Value]) -> Array:
    """Return one value a seed as numbers. A value that never came is infinite. Raises ValueError for words."""
    if any(isinstance(value, str) for value in values):
        raise ValueError("it gives words")
    return np.array([np.inf if value is None else value for value in values], dtype=float)


def resampled(values: Sequence[Value], size: int = 0) -> Array:
    """Return the values of each resample: a row a resample. As many seeds are drawn as there are, or more: `size`."""
    return as_row(values)[draws(len(values), max(size, len(values)))]


def statistic(name: str, rows: Array) -> Array:
    """Return the median, mean, least or greatest of each row, as summaries have it; infinite where there is none."""
    ranked = np.sort(rows, axis=-1)  # NaN comes last
    nans = np.isnan(ranked[..., -1])
    if name == "mean":
        with np.errstate(invalid="ignore"):
            return np.where((ranked == np.inf).any(axis=-1), np.inf, ranked.mean(axis=-1))
    if name == "median":
        count = ranked.shape[-1]
        below, above = ranked[..., (count - 1) // 2], ranked[..., count // 2]
        found = np.where(below == above, below, (below + above) / 2)
    else:
        found = ranked[..., 0 if name == "least" else -1]
    return np.where(nans, np.nan, found)


def truths(question: Question, found: Measured, size: int = 0) -> dict[str | None, int]:
    """Return what each resample says is true, and how many say it. None: it decides nothing."""
    counts: dict[str | None, int] = {}
    for record, count in records(question, found, size):
        truth = truth_of(question, record, found.experiment)
        counts[truth] = counts.get(truth, 0) + count
    return counts


def records(question: Question, found: Measured, size: int) -> Iterator[tuple[dict[str, Any], int]]:
    """Return the record of each resample, as far as a question reads it; equal ones once, with their number."""
    series = compared(question, found)
    summaries = tuple(dict.fromkeys((question.summary, "median")))
    rows = [resampled(values, size) for values in series.values()]
    columns = [statistic(summary, each) for each in rows for summary in summaries]
    each, counts = np.unique(np.column_stack(columns), axis=0, return_counts=True)
    places = [(name, summary) for name in series for summary in summaries]
    for row, count in zip(each.tolist(), counts.tolist(), strict=True):
        said: dict[str, dict[str, float]] = {name: {} for name in series}
        for (name, summary), value in zip(places, row, strict=True):
            if value != np.inf:
                said[name][summary] = value
        yield {question.experiment: {question.metric: said}}, count


def compared(question: Question, found: Measured) -> dict[str, Sequence[Value]]:
    """Return the values over the seeds of every arm and pair that a question looks at, by its name in a record."""
    arms = {question.arm, question.against, *question.arms}
    arms |= {arm for option in question.options for arm in option.arms}
    series: dict[str, Sequence[Value]] = {
        arm: found.values[arm][question.metric] for arm in found.experiment.names if arm in arms
    }
    if question.against and question.compare in PAIRS:
        name = pair_of(question, found.experiment)
        series[name] = found.compared(question.metric, question.compare, question.arm, question.against)
    return series


def pair_of(question: Question, experiment: Experiment) -> str:
    return pair_name(question.compare, question.arm, question.against, experiment.names)
