"""What a metric can be at all, and how large it is: what bounds and tolerances are judged by."""

import math
from collections.abc import Iterable

from lessons.lesson import Experiment, Interval
from lessons.runs.measured import Measured
from lessons.vocabulary import METRICS, SHARE, metric_of

EVERYTHING: Interval = (-math.inf, math.inf)
MAY_BE_NEGATIVE = ("layer_mean", "least_slope", "parameter_mean", "above_baseline")
OF_DATA = (
    "label_entropy",
    "baseline",
    "ceiling",
    "share_decided",
    "best_line",
    "labelings",
    "all_labelings",
)  # no training changes these
COUNTS = ("steps_to_loss", "steps_to_loss_0.1", "rank_w2w1", "pieces", "labelings", "bits_kept")
LOSSES = ("final_loss", "val_loss")
LOSS = 1.0  # about what knowing nothing costs: the logarithm of two to five classes


def base_of(metric: str) -> str:
    """The name of a metric without its argument."""
    return metric.partition(":")[0] if metric not in METRICS else metric


def is_share(metric: str) -> bool:
    found = metric_of(metric)
    return found is not None and found.kind == SHARE


def possible(metric: str, compare: str = "") -> Interval:
    """What a metric of an arm can be, or its `ratio` or `difference` of two."""
    low, high = (0.0, 1.0) if is_share(metric) else (0.0, math.inf)
    if base_of(metric) in MAY_BE_NEGATIVE:
        low, high = EVERYTHING
    if compare == "difference":
        return low - high, high - low
    return (low, math.inf) if compare == "ratio" else (low, high)


def meet(first: Interval, second: Interval) -> Interval | None:
    """What two intervals share; None where that is nothing."""
    low, high = max(first[0], second[0]), min(first[1], second[1])
    return (low, high) if low <= high else None


def overlap(first: Interval, second: Interval) -> bool:
    """Whether two intervals share more than an end."""
    shared = meet(first, second)
    return shared is not None and (shared[0] < shared[1] or shared in (first, second))


def holds_all(region: Interval, whole: Interval) -> bool:
    return region[0] <= whole[0] and whole[1] <= region[1]


def finite_values(metric: str, sweeps: Iterable[Measured]) -> list[float]:
    """Every number that a metric gave, on any arm and seed."""
    every = [value for each in sweeps for arm in each.values.values() for value in arm.get(metric, ())]
    return [value for value in every if isinstance(value, float) and math.isfinite(value)]


def scale_of(metric: str, sweeps: Iterable[Measured]) -> float:
    """How large a metric is where a lesson looks: at least as large as anything that was measured."""
    found = max(map(abs, finite_values(metric, sweeps)), default=0.0)
    if is_share(metric):
        return 1.0
    return max(found, LOSS) if base_of(metric) in LOSSES else found


def plausible(metric: str, experiment: Experiment, sweeps: Iterable[Measured]) -> Interval:
    """Where people would look for a number: from 0 to what it is at most, or to twice what was measured."""
    if is_share(metric):
        return 0.0, 1.0
    found = finite_values(metric, sweeps)
    low, high = min([0.0, *found]), max([0.0, *found])
    if base_of(metric).startswith("steps_to_loss"):
        return 0.0, float(experiment.steps)
    if base_of(metric) in LOSSES:
        return low, max(high, LOSS)
    return (2 * low, 2 * high) if low < high else (0.0, 1.0)
