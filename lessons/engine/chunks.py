"""Sweeps over many seeds, in chunks of at most GROUP seeds that are trained anywhere, and put together in order.

A chunk is a pure function of its experiment, its seeds and its steps. Whoever trains the chunks is an Executor: this
process (`here`), a pool of processes (`pool.py`), or the workers of a dask cluster (`cluster.py`). Their numbers are
the same, bit for bit.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from lessons.course.lesson.lesson import Experiment
from lessons.course.lesson.summaries import Value
from lessons.course.lesson.values import LessonError, error_words
from lessons.runs.beat import Beat
from lessons.runs.experiment import GROUP, Measured, Sweeping, length_of, sweep
from lessons.runs.trained_model import Array

LOSSES = 16_000_000  # how many losses a sweep keeps, for its curves: 128 MB
ONE_AT_A_TIME = threading.Lock()  # minimodel draws from one generator for all the threads of a worker


@dataclass(frozen=True)
class Sweep:
    """A training to do: every arm of an experiment from each of these seeds; and whether to keep losses."""

    experiment: Experiment
    seeds: tuple[int, ...]
    steps: int | None = None
    losses: bool = True

    @property
    def length(self) -> int:
        return sum(length_of(arm, self.steps) for arm in self.experiment.arms)


@dataclass(frozen=True, eq=False)
class Results:
    """The results of a chunk: the values of each arm by metric, and its losses if they are kept."""

    values: Mapping[str, Mapping[str, tuple[Value, ...]]]
    losses: Mapping[str, Array]


# What comes of sweeps, each with its place among them: how far it is, and at its end what it showed.
Items = Iterator[tuple[int, Sweeping | Measured]]
ChunkItems = Iterator[tuple[int, Sweeping | Results] | None]
Executor = Callable[[Sequence[Sweep]], ChunkItems]


class ExecutorError(Exception):
    """Raised where those who should train cannot: `what` happened, and the values that its sentence needs."""

    def __init__(self, what: str, **values: str) -> None:
        super().__init__(what, values)
        self.what, self.values = what, values


def sweep_all(sweeps: Sequence[Sweep], executor: Executor) -> Items:
    """Let an executor train many sweeps at once. Yields Sweeping of each, and Measured after its last chunk."""
    parts = [chunks_of(each) for each in sweeps]
    owners = [(number, place) for number, chunks in enumerate(parts) for place in range(len(chunks))]
    steps = [[0] * len(chunks) for chunks in parts]
    found: list[dict[int, Results]] = [{} for _ in parts]
    for owner, item in filter(None, executor([chunk for chunks in parts for chunk in chunks])):
        number, place = owners[owner]
        whole, count = sweeps[number], len(parts[number])
        if isinstance(item, Results):
            found[number][place] = item
        own = len(parts[number][place].seeds)
        steps[number][place] = item.done // own if isinstance(item, Sweeping) else whole.length
        yield number, Sweeping(sum(steps[number]), count * whole.length)
        if len(found[number]) == count:
            yield number, joined(whole, [found[number].pop(each) for each in range(count)])


def chunks_of(whole: Sweep) -> list[Sweep]:
    """Cut a sweep into sweeps of at most GROUP seeds. The first alone keep losses, where all would be too many."""
    kept = LOSSES // max(1, whole.length)
    starts = range(0, len(whole.seeds), GROUP)
    return [replace(whole, seeds=whole.seeds[at : at + GROUP], losses=at == 0 or at + GROUP <= kept) for at in starts]


def joined(whole: Sweep, parts: Sequence[Results]) -> Measured:
    arms, metrics = whole.experiment.names, whole.experiment.metrics
    values = {
        arm: {metric: tuple(chain.from_iterable(part.values[arm][metric] for part in parts)) for metric in metrics}
        for arm in arms
    }
    losses = {arm: beside([part.losses[arm] for part in parts if part.losses]) for arm in arms}
    return Measured(whole.experiment, whole.seeds, values, losses)


def beside(parts: Sequence[Array]) -> Array:
    """Put the losses of more and more seeds into one table; where runs ended early, all wait for the longest."""
    length = max(map(len, parts))
    padded = (np.pad(part, ((0, length - len(part)), (0, 0)), constant_values=np.nan) for part in parts)
    return np.concatenate(list(padded), axis=1)


def here(chunks: Sequence[Sweep]) -> ChunkItems:
    """Train chunks in this process, one after the other: None after a step, unless it is told how far they are."""
    beat = Beat()
    for place, chunk in enumerate(chunks):
        try:
            for item in sweep(chunk.experiment, chunk.seeds, chunk.steps):
                if isinstance(item, Measured):
                    yield place, Results(item.values, item.losses if chunk.losses else {})
                else:
                    yield (place, item) if beat.is_due() else None
        except LessonError:
            raise
        except Exception as error:  # an edited library's own errors cannot even be sent to another process
            first, last = chunk.seeds[0], chunk.seeds[-1]
            raise LessonError(f"{chunk.experiment.id}, seeds {first} to {last}: {error_words(error)}") from error


def train_chunk(chunk: Sweep) -> Results:
    with ONE_AT_A_TIME:
        *_, (_, found) = filter(None, here([chunk]))
    assert isinstance(found, Results)
    return found
