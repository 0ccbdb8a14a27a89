"""A switch: are operations recorded? And who looks at values."""

from __future__ import annotations

import contextlib
import functools
import inspect
import threading
from collections.abc import Iterator
from typing import Any


class Recording(threading.local):
    """Each thread has its own: one may train while another measures."""

    on = True
    reads: list[tuple[int, ...]] | None = None  # shapes, for replay


recording = Recording()


class no_grad(contextlib.ContextDecorator):
    """`with no_grad():` computes values without a graph.

    It may also stand before a function or a generator: @no_grad().
    """

    def __init__(self) -> None:
        self.before: list[bool] = []

    def __enter__(self) -> None:
        self.before.append(recording.on)
        recording.on = False

    def __exit__(self, *error: object) -> None:
        recording.on = self.before.pop()

    def _recreate_cm(self) -> no_grad:
        return no_grad()

    def __call__(self, function: Any) -> Any:
        """Run a function without a graph; a generator in parts."""
        if not inspect.isgeneratorfunction(function):
            return super().__call__(function)

        @functools.wraps(function)
        def parts(*inputs: Any, **options: Any) -> Iterator[Any]:
            generator, received = function(*inputs, **options), None
            while True:
                try:
                    with no_grad():
                        value = generator.send(received)
                except StopIteration as end:
                    return end.value
                received = yield value

        return parts


@contextlib.contextmanager
def watch_reads() -> Iterator[list[tuple[int, ...]]]:
    """Note when a value leaves the graph, for lab/replay.py."""
    before, recording.reads = recording.reads, []
    try:
        yield recording.reads
    finally:
        recording.reads = before
