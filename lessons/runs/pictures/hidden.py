"""A histogram of the hidden numbers, the same bins for every arm, and exact zeros in a bin of their own."""

from collections.abc import Mapping
from itertools import pairwise

import numpy as np

from lessons.numbers import number
from lessons.pictures import Histogram
from lessons.runs.metrics.features import hidden
from lessons.runs.pictures.axes import rounded
from lessons.runs.pictures.labels import Labels
from lessons.runs.rows import Array
from lessons.runs.trained import Trained

BINS = 12


def histogram(labels: Labels, runs: Mapping[str, Trained]) -> tuple[Histogram, ...]:
    """How often each size stands among the hidden numbers on the training rows. Nothing without a hidden layer."""
    found = {arm: finite(hidden(run)) for arm, run in runs.items()}
    entries = {arm: each for arm, each in found.items() if each.size}
    if not entries:
        return ()
    edges = shared_edges(np.concatenate(list(entries.values())))
    counts = {labels.name(arm): tuple(counted(each, edges)) for arm, each in entries.items()}
    roles = {labels.name(arm): labels.role(arm) for arm in entries}
    parts = [said(labels, arm, each) for arm, each in entries.items()]
    title = labels.text("picture.hidden")
    return (Histogram(title, tuple(edges), counts, roles, labels.says("histogram", parts)),)


def finite(entries: Array | None) -> Array:
    """The entries that are numbers, end to end."""
    return np.array([]) if entries is None else entries[np.isfinite(entries)]


def shared_edges(entries: Array) -> list[float]:
    """Round edges, 0 among them; twice, where an entry is exactly 0, so that those have a bin of their own."""
    low, high = min(0.0, float(entries.min())), max(0.0, float(entries.max()))
    step = rounded((high - low) / BINS) if high > low else 1.0
    first, last = int(np.floor(low / step)), int(np.ceil(high / step))
    edges = [place * step for place in range(first, max(last, first + 1) + 1)]
    return sorted([*edges, 0.0]) if (entries == 0).any() else edges


def counted(entries: Array, edges: list[float]) -> list[int]:
    """How many entries lie in each bin. Exact zeros lie in the bin that has no width."""
    zeros = int((entries == 0).sum())
    single = [low == high for low, high in pairwise(edges)]
    if not any(single):
        return [int(count) for count in np.histogram(entries, edges)[0]]
    around = list(np.histogram(entries[entries != 0], sorted(set(edges)))[0])
    return [zeros if alone else int(around.pop(0)) for alone in single]


def said(labels: Labels, arm: str, entries: Array) -> str:
    ends = {"low": number(float(entries.min())), "high": number(float(entries.max()))}
    middle, zeros = number(float(np.median(entries))), int((entries == 0).sum())
    return labels.text(
        "says.hidden", arm=labels.name(arm), middle=middle, zeros=zeros, count=entries.size, **ends
    )
