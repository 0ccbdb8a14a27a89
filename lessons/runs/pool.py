"""The executor that is a pool of processes on this machine, one BLAS thread each."""

import os
import signal
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event

from lessons.runs.chunks import Executor, ExecutorError, Items, Sweep, here
from lessons.runs.measured import Measured
from lessons.threads import one_thread

MOST = 61  # processes that Windows lets one wait for
GRACE = 0.5  # seconds to come to the end of a step, or of what is being handed over


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """Start processes that train chunks. Whatever ends this early, Ctrl+C too, ends them within half a second."""
    one_thread()
    others, context = set(active_children()), get_context("spawn")  # a fork would copy the locks of threads
    stopped = context.Event()
    pool = ProcessPoolExecutor(min(count, MOST), context, begin, (stopped,))
    try:
        yield partial(in_pool, pool)
    except BaseException:
        stopped.set()
        pool.shutdown(wait=False, cancel_futures=True)
        end(set(active_children()) - others)
        raise
    pool.shutdown()


def end(mine: Iterable[BaseProcess]) -> None:
    """Wait a moment for processes that were told to stop, and kill those that do not.

    One that is killed while it hands over what it measured would leave half a message, and somebody waiting for more.
    """
    until = time.monotonic() + GRACE
    for process in mine:
        if not wait([process.sentinel], max(0.0, until - time.monotonic())):
            process.kill()


def in_pool(pool: ProcessPoolExecutor, chunks: Sequence[Sweep]) -> Items:
    """Let the processes train chunks, each as soon as one is free."""
    places: dict[Future[Measured], int] = {}
    try:
        with without_interrupts():
            places |= {pool.submit(trained, chunk): place for place, chunk in enumerate(chunks)}
        for future in as_completed(list(places)):
            yield places.pop(future), future.result()
    except BrokenProcessPool as error:
        raise ExecutorError("process_died") from error
    finally:
        for future in places:
            future.cancel()


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Start processes that never see Ctrl+C, which a terminal sends to all: who started them ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ---- in a process of the pool ----------------------------------------------


def begin(stopped: Event) -> None:
    """Prepare a process of the pool."""
    global nobody_waits
    nobody_waits = stopped
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Wait until the process that started this one has ended, however it did, and end too."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def trained(chunk: Sweep) -> Measured:
    """Train one chunk to its end, as long as somebody waits for it."""
    for _, found in here([chunk]):
        if isinstance(found, Measured):
            return found
        if nobody_waits.is_set():
            break
    raise ExecutorError("stopped")


nobody_waits: Event  # set once nobody does
