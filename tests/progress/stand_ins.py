"""Stand-ins: disks that fail at one chosen operation, and events that are kept in memory only."""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

from progress.doctor import MENDABLE, examine
from progress.event import Event, new_event
from progress.journal import Journal, local_time

FULL, NOT_ALLOWED, READ_ONLY, INPUT_OUTPUT = errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EIO
COUNTED = {"open", "write", "fsync", "ftruncate", "replace"}


class Killed(BaseException):
    """The program's end: after it, this disk does nothing more."""


class FaultyDisk:
    """Stands in for `os` in `progress.disk`. From operation `at` on, for `lasting` operations, each fails with `error`.

    With no `error` the program is killed there. A write that fails leaves `torn` of its bytes behind. Nothing waits
    for the disk: the tests lose no power.
    """

    def __init__(self, at: int = -1, error: int | None = None, lasting: int = 1, torn: float = 0.0) -> None:
        self.at, self.error, self.lasting, self.torn = at, error, lasting, torn
        self.done: list[str] = []
        self.is_dead = False

    def __getattr__(self, name: str) -> Any:
        return self.counted(name) if name in COUNTED else getattr(os, name)

    def counted(self, name: str) -> Callable[..., Any]:
        def do(*arguments: Any) -> Any:
            if self.is_dead:
                raise Killed
            self.done.append(name)
            number = len(self.done) - 1
            if self.at <= number < self.at + self.lasting:
                if name == "write" and number == self.at:
                    os.write(arguments[0], arguments[1][: int(len(arguments[1]) * self.torn)])
                self.fail()
            return None if name == "fsync" else getattr(os, name)(*arguments)

        return do

    def fail(self) -> None:
        if self.error is None:
            self.is_dead = True
            raise Killed
        raise OSError(self.error, os.strerror(self.error))


@contextmanager
def disk(*arguments: Any, **options: Any) -> Iterator[FaultyDisk]:
    """Work on such a disk for a while. Without arguments it never fails, and never waits."""
    faulty = FaultyDisk(*arguments, **options)
    with patch("progress.disk.os", faulty):
        yield faulty


class Memory:
    """Stands in for a journal where a test is about events and not about files."""

    def __init__(self, clock: Callable[[], datetime] = local_time) -> None:
        self.clock = clock
        self.events: tuple[Event, ...] = ()

    def append(self, kind: str, lesson: str | None = None, **payload: Any) -> Event:
        latest = self.events[-1].id if self.events else ""
        event = new_event(kind, lesson, payload, version="1", time=self.clock(), latest=latest)
        self.events += (event,)
        return event


def written(folder: Path, count: int = 3) -> list[Event]:
    journal = Journal.open(folder, version="1")
    return [journal.append("step", "lesson", number=number) for number in range(count)]


def findings(folder: Path) -> list[tuple[str, bool]]:
    """Return what the doctor finds, and whether it can mend it."""
    return [(finding.kind, finding.kind in MENDABLE) for finding in examine(folder)]
