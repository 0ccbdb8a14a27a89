"""Jobs done in this process, by whichever thread asks for their items."""

import sys
import threading
from collections.abc import Iterator
from typing import Any

from lessons.course.lesson.film import Pace
from lessons.engine.job import Doing, Job, Paces

EAGER_S = 0.0005  # between switches of threads, while one trains: see tests/benchmarks/app_manners.py


class Here:
    """Does jobs in the thread that asks, as many at once as there are such threads."""

    def items(self, job: Job, paces: Paces = Pace) -> Iterator[Any]:
        """Yield the items of a job, and Progress in between; until it is stopped. Raises LessonError."""
        doing = Doing(job)
        with EagerSwitching():
            while not paces().stopped and (found := doing.go_on(paces)):
                yield found[0]

    def stop(self, job: Job) -> None:
        """Do nothing: the pace says that it is stopped."""


class EagerSwitching:
    """While threads train, the event loop has the interpreter sooner: a key echoes after 13 ms, not 16."""

    lock, threads, before_s = threading.Lock(), 0, 0.0

    def __enter__(self) -> None:
        self.count(1)

    def __exit__(self, *error: object) -> None:
        self.count(-1)

    @classmethod
    def count(cls, change: int) -> None:
        with cls.lock:
            if not cls.threads:
                cls.before_s = sys.getswitchinterval()
            cls.threads += change
            sys.setswitchinterval(EAGER_S if cls.threads else cls.before_s)
