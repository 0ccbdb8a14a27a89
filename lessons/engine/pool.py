"""A pool of processes, as many as there are cores, that train chunks of seeds; it ends with whoever began it."""

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent import futures
from contextlib import contextmanager
from functools import partial
from multiprocessing import active_children, get_context, parent_process

from lessons.course.lesson.values import LessonError, error_words
from lessons.engine.chunks import ChunkItems, Executor, ExecutorError, Results, Sweep, train_chunk
from lessons.threads import one_thread

MAX_PROCESSES = 61  # that Windows lets one wait for


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
