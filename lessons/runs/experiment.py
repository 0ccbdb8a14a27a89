"""A lesson's experiment: its arms from the same seed, in lockstep; and over many seeds, with what that showed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lessons.course.lesson.lesson import Arm, Experiment
from lessons.course.lesson.metric import CURVE
from lessons.course.lesson.summaries import KEPT_STEPS, LOSSES, Summary, Value, as_plain, pair_name, paired, summarise
from lessons.runs.metrics import measure
from lessons.runs.trained_model import Array, Trained
from lessons.runs.training import Alone, OneByOne, Together, swept, watched


@dataclass(frozen=True, eq=False)
class Measured:
    """A sweep's results. `losses` has, for each arm, a row a step and a column a seed."""

    experiment: Experiment
    seeds: tuple[int, ...]
    values: Mapping[str, Mapping[str, tuple[Value, ...]]]
    losses: Mapping[str, Array] = field(default_factory=dict)

    def of(self, metric: str, name: str) -> tuple[Value, ...]:
        """Return the values of an arm, or of the last arm beside the first: `ratio` or `difference`."""
        if name in self.values:
            return self.values[name][metric]
        return self.compared(metric, name, self.experiment.names[-1], self.experiment.names[0])

    def compared(self, metric: str, compare: str, arm: str, against: str) -> tuple[Value, ...]:
        both = zip(self.values[arm][metric], self.values[against][metric], strict=True)
        return tuple(paired(compare, value, reference) for value, reference in both)

    def summary(self, metric: str, name: str) -> Summary:
        return summarise(self.of(metric, name))

    def is_number(self, metric: str) -> bool:
        return not any(isinstance(value, str) for arm in self.values.values() for value in arm[metric])

    def as_record(self) -> dict[str, Any]:
        """Return the summaries as plain data, for a journal: each arm, and pairs of them that a question compares."""
        found: dict[str, Any] = {
            metric: {arm: as_plain(summarise(values[metric])) for arm, values in self.values.items()}
            for metric in self.experiment.metrics
        }
        for metric, compare, arm, against in self.experiment.pairs:
            if self.is_number(metric) and {arm, against} <= self.values.keys():  # not every arm is shown
                name = pair_name(compare, arm, against, self.experiment.names)
                found[metric][name] = as_plain(summarise(self.compared(metric, compare, arm, against)))
        for arm, losses in self.losses.items():
            if arm in found.get(CURVE, {}):
                found[CURVE][arm][LOSSES] = middle_losses(losses)
        return found

    def of_one_seed(self) -> dict[str, Any]:
        """Return a single run's values, for the journal: what has no value is left out."""
        return {
            arm: {metric: each[0] for metric, each in values.items() if each[0] is not None}
            for arm, values in self.values.items()
        }


def middle_losses(losses: Array) -> list[float]:
    """Return the median loss over the seeds at evenly spaced steps, in three digits, as far as there is one."""
    if not losses.size:
        return []
    rows = np.linspace(0, len(losses) - 1, min(KEPT_STEPS, len(losses))).round().astype(int)
    ordered = np.sort(losses[rows], axis=1)  # NaN last; `np.median` would load a whole package, numpy.ma, for them
    seeds = ordered.shape[1]
    middle = np.where(np.isnan(ordered[:, -1]), np.nan, (ordered[:, (seeds - 1) // 2] + ordered[:, seeds // 2]) / 2)
    end = len(middle) if np.isfinite(middle).all() else int(np.argmin(np.isfinite(middle)))
    return [float(f"{loss:.3g}") for loss in middle[:end]]


GROUP = 64  # seeds trained as one batched model
LOOKS = 60  # how many times in a run the accuracies are looked at


@dataclass(frozen=True)
class WatchedStep:
    """One step of every arm that is watched: the losses before their update."""

    step: int
    losses: Mapping[str, float]


class WatchedRun:
    """Arms trained in lockstep from one seed. Iterate over it for its steps; stop whenever you like."""

    def __init__(self, experiment: Experiment, seed: int, steps: int | None = None, arms: Sequence[str] = ()) -> None:
        self.experiment, self.seed = experiment, seed
        self.length = experiment.steps if steps is None else steps
        self.arms: dict[str, Alone] = {
            arm.name: watched(arm, seed, min(self.length, arm.settings.steps) if steps is None else self.length)
            for arm in experiment.arms
            if not arms or arm.name in arms
        }
        self.accuracies: dict[str, list[tuple[int, float, float]]] = {name: [] for name in self.arms}

    def __iter__(self) -> Iterator[WatchedStep]:
        stride = max(1, self.length // LOOKS)
        with np.errstate(all="ignore"):  # a diverging model is a finding, shown as NaN, and not a warning
            for step in range(self.length):
                yield WatchedStep(step, {name: arm.advance() for name, arm in self.arms.items()})
                if step % stride == 0 or step == self.length - 1:
                    self.look(step)

    def look(self, step: int) -> None:
        for name, run in self.trained.items():
            if run.rows.classes and not run.trouble:
                train, held_out = map(as_float, measure(run, ("train_accuracy", "val_accuracy")).values())
                self.accuracies[name].append((step, train, held_out))

    @property
    def trained(self) -> dict[str, Trained]:
        return {name: arm.trained for name, arm in self.arms.items()}

    def measured(self) -> Measured:
        return measure_all(self.experiment, (self.seed,), {name: [run] for name, run in self.trained.items()})


def as_float(value: Value) -> float:
    return value if isinstance(value, float) else float("nan")


Ways = dict[str, list[OneByOne | Together]]  # by arm: its groups of seeds, each as far as it has come


@dataclass(frozen=True)
class Sweeping:
    """The progress of a sweep, in steps of a seed; the arm in hand; and the seeds of all arms."""

    done: int
    total: int
    arm: str = ""
    seeds: int = 0  # that are trained to their end, in every arm


def sweep(
    experiment: Experiment,
    seeds: tuple[int, ...],
    steps: int | None = None,
    ways: Ways | None = None,
    first: int = 0,
    enough: Callable[[], bool] = bool,
) -> Iterator[Sweeping | Measured]:
    """Train every arm on every seed, the `first` few before the others. Yields Sweeping, and at the end the Measured.

    Once these are there, it ends with what is there where that is `enough`.
    """
    starts = [*range(0, first, GROUP), *range(first, len(seeds), GROUP)]
    groups = [seeds[start:end] for start, end in zip(starts, [*starts[1:], len(seeds)], strict=True)]
    lengths = [length_of(arm, steps) for arm in experiment.arms]
    total, done, there = len(seeds) * sum(lengths), 0, 0
    runs: dict[str, list[Trained]] = {arm.name: [] for arm in experiment.arms}
    with np.errstate(all="ignore"):
        for group in groups:
            for arm, length in zip(experiment.arms, lengths, strict=True):
                way = swept(arm, group, length)
                if ways is not None:  # somebody looks on
                    ways.setdefault(arm.name, []).append(way)
                for _ in range(length):
                    way.advance()
                    done += len(group)
                    yield Sweeping(done, total, arm.name, there)
                    if there and enough():
                        yield measure_all(experiment, seeds[:there], {name: of[:there] for name, of in runs.items()})
                        return
                runs[arm.name] += way.finished()
            there += len(group)
        yield measure_all(experiment, seeds, runs)


def trained_first(ways: Sequence[OneByOne | Together], seeds: int) -> list[Trained]:
    """Return the first seeds of an arm, which are trained to their end; those that still train are left alone."""
    found: list[Trained] = []
    for way in ways:
        if len(found) < seeds:
            found += way.finished()
    return found


def length_of(arm: Arm, steps: int | None) -> int:
    """Return the number of steps that an arm trains; 0 if the arm is never trained."""
    return arm.settings.steps if steps is None or not arm.settings.steps else steps


def measure_all(experiment: Experiment, seeds: tuple[int, ...], runs: Mapping[str, list[Trained]]) -> Measured:
    """Measure every run of every arm, each beside the first arm's of the same seed."""
    first = next(iter(runs.values()))
    values: dict[str, dict[str, tuple[Value, ...]]] = {}
    losses: dict[str, Array] = {}
    with np.errstate(all="ignore"):
        for arm, trained in runs.items():
            for run, reference in zip(trained, first, strict=True):
                run.reference = reference
            found = [measure(run, experiment.metrics) for run in trained]
            for run in trained:
                run.reference = None  # the first arm's is itself: nothing but the collector would end that circle
            values[arm] = {metric: tuple(each[metric] for each in found) for metric in experiment.metrics}
            length = max((len(run.losses) for run in trained), default=0)  # of others that ended early, NaN follows
            rows = [[*run.losses, *[np.nan] * (length - len(run.losses))] for run in trained]
            losses[arm] = np.array(rows, dtype=float).T
    return Measured(experiment, seeds, values, losses)


def sweep_seeds(first: int, count: int) -> tuple[int, ...]:
    return tuple(range(first, first + count))
