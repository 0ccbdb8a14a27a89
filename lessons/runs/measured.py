"""One experiment over its seeds: for each arm and metric, a value a seed; and the loss of each seed at every step."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lessons.lesson import Experiment
from lessons.summaries import KEPT_STEPS, LOSSES, Summary, Value, as_plain, pair_name, paired, summarise

PAIRS = ("ratio", "difference")
CURVE = "curve"  # the metric whose record holds a curve, too: a journal keeps what its verdict is drawn from


@dataclass(frozen=True, eq=False)
class Measured:
    """What a sweep showed. `losses` has, for each arm, a row a step and a column a seed."""

    experiment: Experiment
    seeds: tuple[int, ...]
    values: Mapping[str, Mapping[str, tuple[Value, ...]]]
    losses: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)

    def of(self, metric: str, name: str) -> tuple[Value, ...]:
        """The values of an arm, or of its last arm beside its first: `ratio` or `difference`."""
        if name in self.values:
            return self.values[name][metric]
        first, last = self.experiment.names[0], self.experiment.names[-1]
        return self.compared(metric, name, last, first)

    def compared(self, metric: str, compare: str, arm: str, against: str) -> tuple[Value, ...]:
        """One arm beside another, seed by seed."""
        both = zip(self.values[arm][metric], self.values[against][metric], strict=True)
        return tuple(paired(compare, value, reference) for value, reference in both)

    def summary(self, metric: str, name: str) -> Summary:
        return summarise(self.of(metric, name))

    def is_number(self, metric: str) -> bool:
        """Whether a metric's values are numbers, and no words."""
        return not any(isinstance(value, str) for arm in self.values.values() for value in arm[metric])

    def as_record(self) -> dict[str, Any]:
        """The summaries as plain data, for a journal: each arm, and each pair that a question compares."""
        found: dict[str, Any] = {
            metric: {arm: as_plain(summarise(values[metric])) for arm, values in self.values.items()}
            for metric in self.experiment.metrics
        }
        for metric, compare, arm, against in self.experiment.pairs:
            if self.is_number(metric):
                name = pair_name(compare, arm, against, self.experiment.names)
                found[metric][name] = as_plain(summarise(self.compared(metric, compare, arm, against)))
        for arm, losses in self.losses.items():
            if arm in found.get(CURVE, {}):
                found[CURVE][arm][LOSSES] = middle_losses(losses)
        return found

    def of_one_seed(self) -> dict[str, Any]:
        """A single run's values, for the journal: what has no value is left out."""
        return {
            arm: {metric: each[0] for metric, each in values.items() if each[0] is not None}
            for arm, values in self.values.items()
        }


def middle_losses(losses: NDArray[np.float64]) -> list[float]:
    """The median loss over the seeds at evenly spaced steps, in three digits, as far as there is one."""
    if not losses.size:
        return []
    rows = np.linspace(0, len(losses) - 1, min(KEPT_STEPS, len(losses))).round().astype(int)
    middle = np.median(losses[rows], axis=1)
    end = len(middle) if np.isfinite(middle).all() else int(np.argmin(np.isfinite(middle)))
    return [float(f"{loss:.3g}") for loss in middle[:end]]
