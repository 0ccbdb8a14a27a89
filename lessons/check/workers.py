"""Processes with limits for what a lesson's edited code does: one that never ends costs a sentence."""

import queue
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any

from lessons.course.values import LessonError
from lessons.runs.limited_process import CodeEnded, LimitedProcess

BEAT_INTERVAL_S = 0.2  # between two signs of life

Beat = Callable[[float], None]  # told how much of a job is done


class Trouble(Exception):
    """A lesson's code gave no answer: a sentence says what it did instead."""


class Desk:
    """Does one job after another, in a process. A job is a function; one that takes long yields how far it is."""

    def begin(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self.job = function(*arguments)

    def go_on(self) -> tuple[bool, Any]:
        """Return that the job is done, and its answer; or how far it is."""
        if not isinstance(self.job, Generator):
            return True, self.job
        until = time.monotonic() + BEAT_INTERVAL_S
        try:
            while True:
                done = next(self.job)
                if time.monotonic() > until:
                    return False, done
        except StopIteration as end:
            return True, end.value


class Workers:
    """As many processes as there are cores. May be asked from several threads at once."""

    def __init__(self, count: int) -> None:
        self.count, self.ended = count, False
        self.desks = [LimitedProcess(Desk) for _ in range(count)]
        self.idle: queue.LifoQueue[int] = queue.LifoQueue()
        for place in range(count):
            self.idle.put(place)

    def ask(self, function: Callable[..., Any], *arguments: Any, beat: Beat = lambda done: None) -> Any:
        """Let an idle process call a function of a module. Raises Trouble."""
        with self.core() as place:
            desk = self.desks[place]
            try:
                desk.call("begin", function, arguments)
                while not (found := desk.call("go_on"))[0]:
                    beat(found[1])
            except LessonError as error:
                if isinstance(error, CodeEnded):
                    self.desks[place] = LimitedProcess(Desk)
                raise Trouble(str(error).rstrip(".")) from None
            return found[1]

    @contextmanager
    def core(self) -> Iterator[int]:
        place = self.idle.get()
        try:
            if self.ended:
                raise Trouble("the check was ended")
            yield place
        finally:
            self.idle.put(place)

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *error: object) -> None:
        self.ended = True
        for desk in self.desks:
            desk.close()
