"""A pool of processes, as many as there are cores: each does one job after another. They end with who began them."""

import os
import queue
from collections.abc import Callable, Iterator, Sequence
from concurrent import futures
from contextlib import contextmanager
from typing import Any

from lessons.course.lesson.film import Pace
from lessons.course.lesson.values import LessonError, error_words
from lessons.engine.chunks import ChunkItems, ExecutorError, Results, Sweep, here
from lessons.engine.job import Job, Paces, last_item
from lessons.engine.process import ANSWER_S, CodeEnded, Process


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Pool:
    """May be asked from several threads at once. Whatever ends it early, Ctrl+C too, ends its processes."""

    def __init__(self, count: int, answer_s: float = ANSWER_S) -> None:
        self.count, self.answer_s = count, answer_s
        self.processes = [Process(answer_s) for _ in range(count)]
        self.idle: queue.LifoQueue[Process] = queue.LifoQueue()
        for each in self.processes:
            self.idle.put(each)

    def items(self, job: Job, paces: Paces = Pace) -> Iterator[Any]:
        """Let an idle process do a job, and yield what comes of it. Raises LessonError."""
        with self.core() as process:
            yield from process.items(job, paces)

    @contextmanager
    def core(self) -> Iterator[Process]:
        """Take the place of a process: nobody else has it meanwhile."""
        process = self.idle.get()
        try:
            yield process
        finally:
            self.idle.put(process)

    def train(self, chunks: Sequence[Sweep]) -> ChunkItems:
        """Train chunks, each as soon as a process is idle."""
        with futures.ThreadPoolExecutor(self.count) as threads:
            try:
                yield from trained_by(lambda chunk: threads.submit(self.trained, chunk), "", chunks)
            except BaseException:
                self.close()
                raise

    def trained(self, chunk: Sweep) -> Results:
        _, found = last_item(self.items(Job.of(here, [chunk])))
        assert isinstance(found, Results)
        return found

    def close(self) -> None:
        for each in self.processes:
            each.end()


def trained_by(submit: Callable[[Sweep], futures.Future[Results]], address: str, chunks: Sequence[Sweep]) -> ChunkItems:
    """Let others train chunks, each as soon as one is free. A cluster trains again what a lost worker had."""
    places: dict[futures.Future[Results], int] = {}
    try:
        places = {submit(chunk): place for place, chunk in enumerate(chunks)}
        for future in futures.as_completed(list(places)):
            yield places.pop(future), future.result()
    except CodeEnded as error:
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
