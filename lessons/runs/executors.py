"""Executors of chunks beside this process: a pool of processes, or the workers of a dask cluster (extra `cluster`)."""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent import futures
from contextlib import contextmanager
from functools import partial
from multiprocessing import active_children, get_context, parent_process
from types import ModuleType
from typing import Any

from lessons.course.values import LessonError, error_words
from lessons.course.vocabulary import brought
from lessons.runs.chunks import Executor, ExecutorError, Items, Sweep, fingerprint, train_chunk
from lessons.runs.experiment import Measured
from lessons.threads import one_thread

MAX_PROCESSES = 61  # that Windows lets one wait for
TIMEOUT_S = 5  # for a scheduler to answer
RETRIES = 2  # of a chunk that raised: it may have been its machine


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
    """End when the process that started this one has ended, however it did."""

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


def train_in(pool: futures.Executor, address: str, chunks: Sequence[Sweep]) -> Items:
    """Let a pool train chunks, each as soon as somebody is free. A cluster trains again what a lost worker had."""
    places: dict[futures.Future[Measured], int] = {}
    try:  # Ctrl+C, which a terminal sends to all, reaches no process that starts here: it is ended from here
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            places = {pool.submit(train_chunk, chunk): place for place, chunk in enumerate(chunks)}
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        for future in futures.as_completed(list(places)):
            yield places.pop(future), future.result()
    except futures.BrokenExecutor as error:
        raise ExecutorError("process_died") from error
    except futures.CancelledError as error:
        raise ExecutorError("gone", address=address) from error
    except LessonError:
        raise
    except Exception as error:
        raise ExecutorError("cannot", worker=address, error=error_words(error)) from error
    finally:
        for future in places:
            future.cancel()
