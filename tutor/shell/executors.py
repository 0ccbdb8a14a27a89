"""Who trains a command's sweeps: this process, a pool of processes, or a cluster; their troubles in sentences."""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext

from lessons.runs.chunks import Executor, ExecutorError, Sweep, chunks_of, here
from lessons.runs.pool import cores, processes
from progress.inert import inert
from tutor.exits import Refused
from tutor.words.text import Text


@contextmanager
def executor(asked: argparse.Namespace, sweeps: Sequence[Sweep], text: Text) -> Iterator[Executor]:
    """Those who train the sweeps, until the end of the block. Raises Refused where they cannot."""
    try:
        with chosen(asked, sweeps) as found:
            yield found
    except ExecutorError as error:
        values = {name: inert(value) for name, value in error.values.items()}
        raise Refused(text(f"sweep.{error.what}", **values)) from error


@contextmanager
def on_cluster(address: str | None, text: Text) -> Iterator[Executor | None]:
    """The cluster at an address; None where there is no address. Raises Refused where it cannot train."""
    asked = argparse.Namespace(scheduler=address)
    with executor(asked, (), text) if address is not None else nullcontext() as found:
        yield found


def chosen(asked: argparse.Namespace, sweeps: Sequence[Sweep]) -> AbstractContextManager[Executor]:
    """The cluster or as many processes as were asked for; without a word, all cores where a sweep has many chunks."""
    if asked.scheduler is not None:
        from lessons.runs.cluster import cluster

        return cluster(asked.scheduler)
    counts = [len(chunks_of(each)) for each in sweeps]
    count = asked.processes or (cores() if max(counts) > 1 else 1)
    return processes(count) if min(count, sum(counts)) > 1 else nullcontext(here)
