"""Whether operations are being remembered, and who looks at values."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator


class Recording(threading.local):
    """Each thread has its own: one may train while another measures."""

    on = True
    reads: list[str] | None = None


recording = Recording()


class no_grad(contextlib.ContextDecorator):
    """`with no_grad():` computes values and remembers nothing.

    It may also stand before a function: @no_grad().
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


@contextlib.contextmanager
def watch_reads() -> Iterator[list[str]]:
    """Note when a value leaves the graph, for replay.py."""
    before, recording.reads = recording.reads, []
    try:
        yield recording.reads
    finally:
        recording.reads = before
