"""Where the seeds ended: a histogram of a metric's values, a value a seed, the same bins for every arm."""

from collections.abc import Mapping

import numpy as np

from lessons.numbers import number
from lessons.pictures import Histogram
from lessons.runs.measured import Measured
from lessons.runs.pictures.hidden import counted, finite, shared_edges
from lessons.runs.pictures.labels import Labels
from lessons.runs.rows import Array


def spread(labels: Labels, metric: str, measured: Measured) -> tuple[Histogram, ...]:
    """How many seeds ended in each bin; of the arms that are shown. Nothing where no seed has a value."""
    arms = measured.experiment.shown or measured.experiment.names
    entries = {arm: ended(measured, metric, arm) for arm in arms}
    if not any(each.size for each in entries.values()):
        return ()
    edges = shared_edges(np.concatenate(list(entries.values())))
    counts = {labels.name(arm): tuple(counted(each, edges)) for arm, each in entries.items()}
    roles = {labels.name(arm): labels.role(arm) for arm in entries}
    name = labels.metric(metric)
    parts = list(said(labels, edges, counts))
    says = labels.says("spread", parts, metric=name)
    return (Histogram(labels.text("picture.spread", metric=name), tuple(edges), counts, roles, says),)


def ended(measured: Measured, metric: str, arm: str) -> Array:
    """The values of the seeds that have one."""
    values = [value for value in measured.values[arm][metric] if isinstance(value, float)]
    return finite(np.array(values, dtype=float))


def said(labels: Labels, edges: list[float], counts: Mapping[str, tuple[int, ...]]) -> list[str]:
    """Every bin of every arm in which a seed ended."""
    return [
        labels.text("says.ended", arm=arm, count=count, low=number(low), high=number(high))
        for arm, bins in counts.items()
        for low, high, count in zip(edges, edges[1:], bins, strict=False)
        if count
    ]
