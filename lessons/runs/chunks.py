"""Sweeps over many seeds, in chunks of at most GROUP seeds that are trained anywhere, and put together in order.

A chunk is a pure function of its experiment, its seeds and its steps. Whoever trains the chunks is an Executor: this
process (`here`), a pool of processes, or the workers of a dask cluster (extra `cluster`). Their numbers are the same,
bit for bit.
"""

import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent import futures
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256
from itertools import chain
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from lessons.course.lesson import Experiment
from lessons.course.source import LIBRARY
from lessons.course.summaries import Value
from lessons.course.values import LessonError, error_words
from lessons.course.vocabulary import brought
from lessons.runs.experiment import GROUP, Measured, Sweeping, length_of, sweep
from lessons.runs.trained_model import Array
from lessons.threads import one_thread

LOSSES = 16_000_000  # how many losses a sweep keeps, for its curves: 128 MB
ONE_AT_A_TIME = threading.Lock()  # minimodel draws from one generator for all the threads of a worker

MAX_PROCESSES = 61  # that Windows lets one wait for
TIMEOUT_S = 5  # for a scheduler to answer
RETRIES = 2  # of a chunk that raised: it may have been its machine


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
    """What a chunk showed: the values of each arm by metric, and its losses if they are kept."""

    values: Mapping[str, Mapping[str, tuple[Value, ...]]]
    losses: Mapping[str, Array]


# What comes of sweeps, each with its place among them: how far it is, and at its end what it showed.
Items = Iterator[tuple[int, Sweeping | Measured]]
ChunkItems = Iterator[tuple[int, Sweeping | Results]]
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
    for owner, item in executor([chunk for chunks in parts for chunk in chunks]):
        number, place = owners[owner]
        whole, count = sweeps[number], len(parts[number])
        if isinstance(item, Results):
            found[number][place] = item
        steps[number][place] = item.done if isinstance(item, Sweeping) else whole.length
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
    """Train chunks in this process: one after the other, step by step."""
    for place, chunk in enumerate(chunks):
        try:
            for item in sweep(chunk.experiment, chunk.seeds, chunk.steps):
                yield (
                    place,
                    item if isinstance(item, Sweeping) else Results(item.values, item.losses if chunk.losses else {}),
                )
        except LessonError:
            raise
        except Exception as error:  # an edited library's own errors cannot even be sent to another process
            first, last = chunk.seeds[0], chunk.seeds[-1]
            raise LessonError(f"{chunk.experiment.id}, seeds {first} to {last}: {error_words(error)}") from error


def train_chunk(chunk: Sweep) -> Results:
    with ONE_AT_A_TIME:
        *_, (_, found) = here([chunk])
    assert isinstance(found, Results)
    return found


@cache
def fingerprint() -> Mapping[str, str]:
    """Return everything that has to be the same on two machines for their numbers to be the same."""
    code = sha256()
    for folder in (LIBRARY, Path(__file__).parents[1]):
        for file in sorted(folder.rglob("*.py")):
            code.update(file.relative_to(folder.parent).as_posix().encode() + b"\0" + file.read_bytes())
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    return {"lynx-tutor": code.hexdigest()[:12], "Python": python, "NumPy": np.__version__}


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """Start processes that train chunks, one BLAS thread each. Whatever ends this early, Ctrl+C too, kills them."""
    one_thread()
    others, context = set(active_children()), get_context("spawn")  # a fork would copy the locks of threads
    pool = futures.ProcessPoolExecutor(min(count, MAX_PROCESSES), context, begin_process)
    try:
        yield partial(train_in, pool, "")
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - others:
            process.kill()
        raise
    pool.shutdown()


def begin_process() -> None:
    """End when the process that started this one has ended, however it did, and not by Ctrl+C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def end_with_parent() -> None:
        parent_process().join()  # type: ignore[union-attr]
        os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Connect to a scheduler, whose workers train chunks until the end of the block."""
    if any(brought()):  # a pack's own functions are computed in a process with limits alone
        raise ExecutorError("own_functions")
    try:
        import distributed
    except ImportError as error:
        raise ExecutorError("not_installed") from error
    for name in ("distributed", "distributed.client"):  # what matters of what they log is said in a sentence
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        asyncio.run(asyncio.wait_for(check_scheduler(distributed, address), TIMEOUT_S))
        client = distributed.Client(address, timeout=TIMEOUT_S, set_as_default=False)
    except Exception as error:  # whoever answers may be no scheduler, and say anything
        raise ExecutorError("nobody", address=address) from error
    with client:
        check_workers(client, address)
        yield partial(train_in, client.get_executor(pure=False, retries=RETRIES), address)


async def check_scheduler(distributed: ModuleType, address: str) -> None:
    """Raise ValueError unless a scheduler answers. A Client would wait for ever for somebody who is silent."""
    security = distributed.Security()
    async with distributed.rpc(address, connection_args=security.get_connection_args("client")) as somebody:
        if (await somebody.identity())["type"] != "Scheduler":
            raise ValueError(address)


def check_workers(client: Any, address: str) -> None:
    """Raise ExecutorError where there is no worker, or one with other code than here: its numbers would be others."""
    ours, found = fingerprint(), client.run(fingerprint, on_error="return")
    if not found:
        raise ExecutorError("no_workers", address=address)
    for worker, theirs in found.items():
        if isinstance(theirs, Exception):
            raise ExecutorError("cannot", worker=worker, error=error_words(theirs))
        if other := [f"{name} {theirs[name]} ≠ {ours[name]}" for name in ours if theirs[name] != ours[name]]:
            raise ExecutorError("differs", worker=worker, differing=", ".join(other))


def train_in(pool: futures.Executor, address: str, chunks: Sequence[Sweep]) -> ChunkItems:
    """Let a pool train chunks, each as soon as somebody is free. A cluster trains again what a lost worker had."""
    places: dict[futures.Future[Results], int] = {}
    try:
        with interrupts_blocked():
            places = {pool.submit(train_chunk, chunk): place for place, chunk in enumerate(chunks)}
        for future in futures.as_completed(list(places)):
            yield places.pop(future), future.result()
    except futures.BrokenExecutor as error:
        raise ExecutorError("process_died") from error
    except futures.CancelledError as error:
        raise ExecutorError("gone", address=address) from error
    except LessonError:
        raise
    except Exception as error:
        raise ExecutorError("cannot" if address else "failed", worker=address, error=error_words(error)) from error
    finally:
        for future in places:
            future.cancel()


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Let no process that starts meanwhile hear Ctrl+C, which a terminal sends to all: it is ended from here.

    Windows has no such means: there a process ignores Ctrl+C from `begin_process` on.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
