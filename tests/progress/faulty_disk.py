"""Disks that fail on purpose: at one chosen operation, by an error of the system or by the program's sudden end."""

import errno
import os
from pathlib import Path

from progress.disk import Disk


class Killed(BaseException):
    """The program's end: after it, this disk does nothing more."""


class FaultyDisk(Disk):
    """Counts its operations. From operation `at` on, for `lasting` operations, each fails with `error`.

    With no `error` the program is killed there. A write that fails leaves `torn` of its bytes behind.
    """

    def __init__(self, at: int = -1, error: int | None = None, lasting: int = 1, torn: float = 0.0) -> None:
        self.at, self.error, self.lasting, self.torn = at, error, lasting, torn
        self.count = 0
        self.is_dead = False

    def _next(self) -> None:
        if self.is_dead:
            raise Killed
        number, self.count = self.count, self.count + 1
        if self.at <= number < self.at + self.lasting:
            if self.error is None:
                self.is_dead = True
                raise Killed
            raise OSError(self.error, os.strerror(self.error))

    def make_folder(self, folder: Path) -> None:
        self._next()
        super().make_folder(folder)

    def open_to_append(self, path: Path | str) -> int:
        self._next()
        return super().open_to_append(path)

    def write(self, file: int, content: bytes) -> int:
        try:
            self._next()
        except (OSError, Killed):
            if self.count - 1 == self.at:
                os.write(file, content[: int(len(content) * self.torn)])
            raise
        return super().write(file, content)

    def flush(self, file: int) -> None:
        self._next()  # the tests lose no power, so there is nothing to wait for

    def shorten(self, file: int, size: int) -> None:
        self._next()
        super().shorten(file, size)

    def rename(self, old: Path, new: Path) -> None:
        self._next()
        super().rename(old, new)

    def flush_folder(self, folder: Path) -> None:
        self._next()


class Unhurried(FaultyDisk):
    """A disk that never fails and never waits, for tests that open thousands of files."""


FULL, NOT_ALLOWED, READ_ONLY, INPUT_OUTPUT = errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EIO
