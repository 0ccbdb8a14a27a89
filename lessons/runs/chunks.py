"""Sweeps over many seeds, in chunks of at most GROUP seeds that are trained anywhere, and put together in order.

A chunk is a pure function of its experiment, its seeds and its steps. Whoever trains the chunks is an Executor: this
process (`here`), or the processes or workers of `executors.py`. Their numbers are the same, bit for bit.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from lessons.course.lesson import Experiment
from lessons.course.values import LessonError
from lessons.runs.experiment import GROUP, Measured, Sweeping, length_of, sweep
from lessons.runs.training import error_words

LOSSES = 16_000_000  # how many losses a sweep keeps, for its curves: 128 MB


@dataclass(frozen=True)
class Sweep:
    """A training to do: every arm of an experiment from each of these seeds; and whether to keep losses."""

    experiment: Experiment
    seeds: tuple[int, ...]
    steps: int | None = None
    losses: bool = True

    @property
    def length(self) -> int:
        """Return how many steps a group of its seeds trains."""
        return sum(length_of(arm, self.steps) for arm in self.experiment.arms)


# What comes of sweeps, each with its place among them: how far it is, and at its end what it showed.
Items = Iterator[tuple[int, Sweeping | Measured]]
Executor = Callable[[Sequence[Sweep]], Items]


class ExecutorError(Exception):
    """Raised where those who should train cannot: `what` happened, and the values that its sentence needs."""

    def __init__(self, what: str, **values: str) -> None:
        super().__init__(what, values)
        self.what, self.values = what, values


def sweep_chunks(
    experiment: Experiment, seeds: tuple[int, ...], steps: int | None, executor: Executor
) -> Iterator[Sweeping | Measured]:
    """Let an executor train a sweep. Yields Sweeping, and at the very end the Measured."""
    for _, item in sweep_all([Sweep(experiment, seeds, steps)], executor):
        yield item


def sweep_all(sweeps: Sequence[Sweep], executor: Executor) -> Items:
    """Let an executor train many sweeps at once; each ends when its last chunk does."""
    gathered = [Gathered(each) for each in sweeps]
    owners = [(number, place) for number, each in enumerate(gathered) for place in range(len(each.chunks))]
    for owner, item in executor([chunk for each in gathered for chunk in each.chunks]):
        number, place = owners[owner]
        yield number, gathered[number].take(place, item)
        if gathered[number].is_whole:
            yield number, gathered[number].joined()


class Gathered:
    """The chunks of a sweep, and what has come of them so far."""

    def __init__(self, whole: Sweep) -> None:
        self.whole, self.chunks = whole, chunks_of(whole)
        self.steps = [0] * len(self.chunks)
        self.found: dict[int, Measured] = {}

    def take(self, place: int, item: Sweeping | Measured) -> Sweeping:
        """Take in what came of one chunk, and say how far the sweep is."""
        if isinstance(item, Measured):
            self.found[place] = item
        self.steps[place] = item.done if isinstance(item, Sweeping) else self.whole.length
        return Sweeping(sum(self.steps), len(self.chunks) * self.whole.length)

    @property
    def is_whole(self) -> bool:
        return len(self.found) == len(self.chunks)

    def joined(self) -> Measured:
        """Return what the sweep showed, in the order of its seeds."""
        parts = [self.found.pop(place) for place in range(len(self.chunks))]
        return joined(self.whole, parts)


def chunks_of(whole: Sweep) -> list[Sweep]:
    """Cut a sweep into sweeps of at most GROUP seeds. The first alone keep losses, where all would be too many."""
    kept = LOSSES // max(1, whole.length)
    return [
        replace(whole, seeds=whole.seeds[start : start + GROUP], losses=start == 0 or start + GROUP <= kept)
        for start in range(0, len(whole.seeds), GROUP)
    ]


def joined(whole: Sweep, parts: Sequence[Measured]) -> Measured:
    """Put what the chunks showed behind each other."""
    arms, metrics = whole.experiment.names, whole.experiment.metrics
    values = {
        arm: {metric: tuple(chain.from_iterable(part.values[arm][metric] for part in parts)) for metric in metrics}
        for arm in arms
    }
    losses = {arm: beside([part.losses[arm] for part in parts if part.losses]) for arm in arms}
    return Measured(whole.experiment, whole.seeds, values, losses)


def beside(parts: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Losses of more and more seeds, as one table; where runs ended early, all wait for the longest."""
    length = max(map(len, parts))
    padded = (np.pad(part, ((0, length - len(part)), (0, 0)), constant_values=np.nan) for part in parts)
    return np.concatenate(list(padded), axis=1)


# ---- training chunks -------------------------------------------------------


def here(chunks: Sequence[Sweep]) -> Items:
    """Train chunks in this process: one after the other, step by step."""
    for place, chunk in enumerate(chunks):
        with as_sentences(chunk):
            for item in sweep(chunk.experiment, chunk.seeds, chunk.steps):
                yield place, item if isinstance(item, Sweeping) else kept(chunk, item)


def kept(chunk: Sweep, measured: Measured) -> Measured:
    return measured if chunk.losses else replace(measured, losses={})


@contextmanager
def as_sentences(chunk: Sweep) -> Iterator[None]:
    """Turn what is raised into a LessonError: an edited library's own errors cannot even be sent to another process."""
    try:
        yield
    except LessonError:
        raise
    except Exception as error:
        first, last = chunk.seeds[0], chunk.seeds[-1]
        raise LessonError(f"{chunk.experiment.id}, seeds {first} to {last}: {error_words(error)}") from error
