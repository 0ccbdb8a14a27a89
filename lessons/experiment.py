"""A lesson's experiment: a healthy and a broken model from the same seed, in lockstep; and over many seeds at once.

Randomness comes only from the seed, so the same seed gives the same curve, bit for bit, wherever it runs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lessons.breaks import broken_library, healthy_library
from lessons.measured import Measured, Value
from lessons.paths import TRIED, agree
from lessons.schema import Break, Experiment, Lesson

REACHED = 0.1  # the loss that counts as "learnt" in steps_to_loss_0.1
WATCHED = 60  # how many times in a run the accuracies are looked at

Losses = NDArray[np.float64]


@dataclass(frozen=True)
class PairStep:
    """One step of both models: the losses before their update."""

    step: int
    healthy: float
    broken: float


class TrainedSide:
    """One model of the pair, with its data, its library, and what was seen while it trained.

    Unless `replayed` says so, it is replayed if that does what the plain loop does: see paths.py.
    """

    def __init__(
        self, library: ModuleType, experiment: Experiment, seed: int, steps: int, replayed: bool | None = None
    ) -> None:
        if replayed is None:
            plain, quick = (partial(trained_losses, library, experiment, seed, way) for way in (False, True))
            replayed = agree(plain, quick)
        self.library = library
        self.data = library.lab.tense.split(experiment.task, seed)
        self.model = build_model(library, experiment, seed)
        optimizer = build_optimizer(library, experiment, self.model.parameters())
        train = library.lab.replay.train if replayed else library.training.train
        self.steps = train(self.model, self.data.x_train, self.data.y_train, optimizer, steps)
        self.losses: list[float] = []
        self.accuracies: list[tuple[int, float, float]] = []

    def advance(self) -> float:
        """Train one step. Raises StopIteration at the end."""
        loss = float(next(self.steps).loss)
        self.losses.append(loss)
        return loss

    def look(self, step: int) -> None:
        """Note the training and held-out accuracy at this moment."""
        self.accuracies.append((step, *self.accuracy()))

    def accuracy(self) -> tuple[float, float]:
        accuracy, data = self.library.lab.probes.accuracy, self.data
        return (
            float(accuracy(self.model, data.x_train, data.y_train)),
            float(accuracy(self.model, data.x_held_out, data.y_held_out)),
        )


def trained_losses(library: ModuleType, experiment: Experiment, seed: int, replayed: bool) -> Iterator[float]:
    """The first losses of one side."""
    return (step.loss for step in TrainedSide(library, experiment, seed, TRIED, replayed).steps)


class PairedRun:
    """Healthy and broken, trained in lockstep. Iterate over it for PairSteps; stop whenever you like."""

    def __init__(self, broken: Break, experiment: Experiment, seed: int, steps: int | None = None) -> None:
        self.experiment, self.seed = experiment, seed
        self.steps = steps or experiment.steps
        self.healthy = TrainedSide(healthy_library(), experiment, seed, self.steps)
        self.broken = TrainedSide(broken_library(broken), experiment, seed, self.steps)

    def __iter__(self) -> Iterator[PairStep]:
        stride = max(1, self.steps // WATCHED)
        with np.errstate(all="ignore"):  # a diverging model is a finding, shown as NaN, and not a warning
            for step in range(self.steps):
                yield PairStep(step, self.healthy.advance(), self.broken.advance())
                if step % stride == 0 or step == self.steps - 1:
                    self.healthy.look(step)
                    self.broken.look(step)

    def measured(self) -> Measured:
        """What this one seed showed."""
        sides = self.healthy, self.broken
        losses = [np.asarray(side.losses)[:, None] for side in sides]
        values = [
            measure(side.library, side.model, stacked([side.data]), side_losses)
            for side, side_losses in zip(sides, losses, strict=True)
        ]
        return compared(self.experiment, (self.seed,), self.steps, values, losses)


@dataclass(frozen=True)
class Sweeping:
    """How far a sweep has come."""

    done: int
    total: int


def sweep(
    broken: Break, experiment: Experiment, seeds: tuple[int, ...], steps: int | None = None
) -> Iterator[Sweeping | Measured]:
    """Train every seed, each side as one batched model. Yields Sweeping, and at the very end the Measured."""
    length = steps or experiment.steps
    libraries = healthy_library(), broken_library(broken)
    losses: list[list[Losses]] = [[], []]
    values: list[list[dict[str, list[Value]]]] = [[], []]
    groups = [seeds[start : start + 64] for start in range(0, len(seeds), 64)]
    total = length * len(groups)
    with np.errstate(all="ignore"):
        for index, group in enumerate(groups):
            sides = [swept_side(library, experiment, group, length) for library in libraries]
            for step in range(length):
                for side in sides:
                    side.advance()
                yield Sweeping(index * length + step + 1, total)
            for place, side in enumerate(sides):
                losses[place].append(np.asarray(side.losses))
                values[place].append(side.measure())
    joined = [np.concatenate(side, axis=1) for side in losses]
    yield compared(experiment, seeds, length, [merge(side) for side in values], joined)


class BatchedSide:
    """One side of a sweep: many seeds, each with its own data, trained as one batched model."""

    def __init__(
        self, library: ModuleType, experiment: Experiment, seeds: tuple[int, ...], steps: int
    ) -> None:
        self.library = library
        self.data = stacked([library.lab.tense.split(experiment.task, seed) for seed in seeds])
        self.model = library.lab.ensemble.Ensemble([build_model(library, experiment, seed) for seed in seeds])
        self.steps = library.lab.replay.train_ensemble(
            self.model,
            self.data["x_train"],
            self.data["y_train"],
            partial(build_optimizer, library, experiment),
            steps,
        )
        self.losses: list[Losses] = []

    def advance(self) -> None:
        self.losses.append(np.array(next(self.steps), dtype=np.float64))

    def measure(self) -> dict[str, list[Value]]:
        return measure(self.library, self.model, self.data, np.asarray(self.losses))


class SidesOneByOne:
    """One side of a sweep, each seed trained the plain way."""

    def __init__(
        self, library: ModuleType, experiment: Experiment, seeds: tuple[int, ...], steps: int
    ) -> None:
        self.sides = [TrainedSide(library, experiment, seed, steps, replayed=False) for seed in seeds]

    def advance(self) -> None:
        for side in self.sides:
            side.advance()

    @property
    def losses(self) -> list[Losses]:
        return list(np.transpose([side.losses for side in self.sides]))

    def measure(self) -> dict[str, list[Value]]:
        return merge(
            [
                measure(side.library, side.model, stacked([side.data]), np.asarray(side.losses)[:, None])
                for side in self.sides
            ]
        )


def swept_side(
    library: ModuleType, experiment: Experiment, seeds: tuple[int, ...], steps: int
) -> BatchedSide | SidesOneByOne:
    """One side of a sweep: as a batched model, if two seeds of it do what they do one by one."""
    few = seeds[:2]

    def swept_losses(kind: type[BatchedSide] | type[SidesOneByOne]) -> Iterator[Losses]:
        side = kind(library, experiment, few, TRIED)
        for _ in range(TRIED):
            side.advance()
            yield side.losses[-1]

    same = agree(partial(swept_losses, SidesOneByOne), partial(swept_losses, BatchedSide), within=1e-9)
    return (BatchedSide if same else SidesOneByOne)(library, experiment, seeds, steps)


def build_model(library: ModuleType, experiment: Experiment, seed: int) -> Any:
    """The experiment's model with the weights of this seed."""
    options = {name: value for name, value in experiment.model.items() if name != "name"}
    return library.lab.tense.TenseMLP(**options, generator=np.random.default_rng(seed))


def build_optimizer(library: ModuleType, experiment: Experiment, parameters: Any) -> Any:
    kinds = {"adam": library.optim.Adam, "sgd": library.optim.SGD}
    return kinds[str(experiment.optimizer["name"])](parameters, lr=experiment.optimizer["lr"])


def stacked(splits: list[Any]) -> dict[str, NDArray[Any]]:
    """The data of many seeds, one seed a row."""
    names = ("x_train", "y_train", "x_held_out", "y_held_out")
    return {name: np.stack([getattr(split, name) for split in splits]) for name in names}


def measure(
    library: ModuleType, model: Any, data: Mapping[str, NDArray[Any]], losses: Losses
) -> dict[str, list[Value]]:
    """Every metric, one value a seed. `losses` has one row a step and one column a seed."""
    probes = library.lab.probes
    product = probes.effective_weight(model)
    found = {
        "train_accuracy": probes.accuracy(model, data["x_train"], data["y_train"]),
        "val_accuracy": probes.accuracy(model, data["x_held_out"], data["y_held_out"]),
        "final_loss": losses[-1],
        "steps_to_loss_0.1": [first_below(column) for column in losses.T],
        "rank_w2w1": probes.numerical_rank(product)
        if np.isfinite(product).all()
        else [None] * losses.shape[1],
        "interaction_gap": probes.interaction_gap(model),
        "shape_w2w1": [str(product.shape[-2:])] * losses.shape[1],
    }
    return {name: [as_value(value) for value in row(values)] for name, values in found.items()}


def row(values: Any) -> list[Any]:
    """One value a seed: a single model's measurement is a row of one."""
    return values if isinstance(values, list) else list(np.atleast_1d(values).tolist())


def as_value(value: Any) -> Value:
    return value if value is None or isinstance(value, str) else float(value)


def first_below(losses: Losses) -> float | None:
    """How many steps it took to bring the loss below 0.1. None: never."""
    below = np.flatnonzero(losses < REACHED)
    return float(below[0]) if below.size else None


def curve_kind(losses: Losses, reference: Losses) -> str:
    """What a loss curve does, beside the healthy one: diverges, flat, plateau, slower or follows."""
    if not np.isfinite(losses[-1]) or losses[-1] > 1.5 * losses[0]:
        return "diverges"
    if losses[-1] > 0.9 * losses[0]:
        return "flat"
    mine, healthy = first_below(losses), first_below(reference)
    if mine is None:
        return "plateau"
    return "slower" if healthy is not None and mine > 1.1 * healthy else "follows"


def compared(
    experiment: Experiment,
    seeds: tuple[int, ...],
    steps: int,
    values: list[dict[str, list[Value]]],
    losses: list[Losses],
) -> Measured:
    """Both sides together, with what can only be said of the two: the kind of curve."""
    reference = losses[0]
    for side, side_losses in zip(values, losses, strict=True):
        side["curve"] = [
            curve_kind(mine, healthy) for mine, healthy in zip(side_losses.T, reference.T, strict=True)
        ]
    healthy, broken = ({name: tuple(row) for name, row in side.items()} for side in values)
    middle, other = (tuple(np.median(side, axis=1).tolist()) for side in losses)
    return Measured(experiment.id, seeds, steps, healthy, broken, (middle, other))


def merge(groups: list[dict[str, list[Value]]]) -> dict[str, list[Value]]:
    return {name: [value for group in groups for value in group[name]] for name in groups[0]}


def sweep_seeds(first: int, count: int) -> tuple[int, ...]:
    return tuple(range(first, first + count))


def run_lesson(
    lesson: Lesson, first_seed: int = 0, seeds: int | None = None, steps: int | None = None
) -> Iterator[tuple[str, Sweeping | Measured]]:
    """The sweep of every experiment of a lesson, each item with the experiment's id."""
    for experiment in lesson.experiments.values():
        chosen = sweep_seeds(first_seed, seeds or experiment.seeds)
        for item in sweep(lesson.broken, experiment, chosen, steps):
            yield experiment.id, item
