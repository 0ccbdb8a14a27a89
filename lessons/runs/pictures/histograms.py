"""Histograms with the same bins for every arm: of the hidden numbers, and of where the seeds ended."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np

from lessons.course.axes import rounded
from lessons.course.pictures import Histogram
from lessons.course.value_words import number
from lessons.runs.experiment import Measured
from lessons.runs.metrics.features import hidden
from lessons.runs.pictures.labels import Labels, Runs
from lessons.runs.trained_model import Array

BINS = 12


def histogram(labels: Labels, runs: Runs) -> tuple[Histogram, ...]:
    """Draw how often each size stands among the hidden numbers on the training rows; nothing without any."""
    found = {arm: finite(hidden(run)) for arm, run in runs.items()}
    entries = {arm: each for arm, each in found.items() if each.size}
    if not entries:
        return ()
    says = labels.says("histogram", [hidden_words(labels, arm, each) for arm, each in entries.items()])
    return (histogram_of(labels, labels.text("picture.hidden"), entries, says),)


def hidden_words(labels: Labels, arm: str, entries: Array) -> str:
    return labels.text(
        "says.hidden",
        arm=labels.name(arm),
        low=number(float(entries.min())),
        high=number(float(entries.max())),
        middle=number(float(np.median(entries))),
        zeros=int((entries == 0).sum()),
        count=entries.size,
    )


def spread(labels: Labels, metric: str, measured: Measured) -> tuple[Histogram, ...]:
    """Draw where the seeds of the shown arms ended; nothing where no seed has a value."""
    arms, name = measured.experiment.shown or measured.experiment.names, labels.metric(metric)
    values = {arm: [each for each in measured.values[arm][metric] if isinstance(each, float)] for arm in arms}
    entries = {arm: finite(np.array(each)) for arm, each in values.items()}
    if not any(each.size for each in entries.values()):
        return ()
    found = histogram_of(labels, labels.text("picture.spread", metric=name), entries)
    ended = [
        labels.text("says.ended", arm=arm, count=count, low=number(low), high=number(high))
        for arm, bins in found.counts.items()
        for (low, high), count in zip(pairwise(found.edges), bins, strict=True)
        if count
    ]
    return (replace(found, says=labels.says("spread", ended, metric=name)),)


def histogram_of(labels: Labels, title: str, entries: Mapping[str, Array], says: str = "") -> Histogram:
    """Count the entries of every arm in the same bins."""
    edges = shared_edges(np.concatenate(list(entries.values())))
    counts = {labels.name(arm): tuple(in_bins(each, edges)) for arm, each in entries.items()}
    roles = {labels.name(arm): labels.role(arm) for arm in entries}
    return Histogram(title, tuple(edges), counts, roles, says)


def finite(entries: Array | None) -> Array:
    """Return the entries that are numbers, end to end."""
    return np.array([]) if entries is None else entries[np.isfinite(entries)]


def shared_edges(entries: Array) -> list[float]:
    """Return round edges, 0 among them; twice, where an entry is exactly 0, so that those have a bin of their own."""
    low, high = min(0.0, float(entries.min())), max(0.0, float(entries.max()))
    step = rounded((high - low) / BINS) if high > low else 1.0
    first, last = int(np.floor(low / step)), int(np.ceil(high / step))
    edges = [place * step for place in range(first, max(last, first + 1) + 1)]
    return sorted([*edges, 0.0]) if (entries == 0).any() else edges


def in_bins(entries: Array, edges: list[float]) -> list[int]:
    """Return how many entries lie in each bin. Exact zeros lie in the bin that has no width."""
    zeros = int((entries == 0).sum())
    single = [low == high for low, high in pairwise(edges)]
    if not any(single):
        return [int(count) for count in np.histogram(entries, edges)[0]]
    around = list(np.histogram(entries[entries != 0], sorted(set(edges)))[0])
    return [zeros if alone else int(around.pop(0)) for alone in single]
