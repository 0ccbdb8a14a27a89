"""A learner's `progress.toml` on the disk: what is new in it, and adding to its end."""

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path

from progress.disk import Disk, open_to_read, state_of_plain_file

NAME = "progress.toml"
SEAM = 64  # bytes before the place we had read to, compared to see that they are still the same


@dataclass(frozen=True, slots=True)
class News:
    """Bytes not seen before; `whole` says that they are the entire file, not its new end."""

    content: bytes
    whole: bool


class ProgressFile:
    """Remembers how far it has read, so that a file which only grew costs only its growth."""

    def __init__(self, path: Path, disk: Disk) -> None:
        self.path = path
        self.place = os.fspath(path)
        self.disk = disk
        self._identity: tuple[int, int] | None = None
        self._size = 0
        self._seam = b""

    def read(self) -> News | None:
        """What is new since the last look, or None."""
        file = open_to_read(self.place)
        try:
            return self.news(file)
        finally:
            os.close(file)

    def news(self, file: int) -> News | None:
        """What is new in the open file."""
        state = state_of_plain_file(file)
        identity = (state.st_dev, state.st_ino)
        if identity == self._identity and state.st_size == self._size:
            return None
        whole = identity != self._identity or state.st_size < self._size or not self._seam_holds(file)
        start = 0 if whole else self._size
        content = _read_from(file, start, state.st_size - start)
        self._identity = identity
        self._remember(content, whole)
        return News(content, whole)

    def append(self, file: int, content: bytes) -> None:
        """Add to the end and wait for the disk; on failure the file is as it was.

        Each block begins with a line break, so that it is whole even after a tail that was torn.
        """
        before = self._size
        try:
            self.disk.write_all(file, content)
        except BaseException:
            with contextlib.suppress(OSError):
                self.disk.shorten(file, before)
            raise
        if before == 0:
            self.disk.flush_folder(self.path.parent)
        self._remember(content, whole=False)

    @property
    def is_empty(self) -> bool:
        return self._size == 0

    def _remember(self, content: bytes, whole: bool) -> None:
        self._size = len(content) if whole else self._size + len(content)
        self._seam = content[-SEAM:] if whole or len(content) >= SEAM else (self._seam + content)[-SEAM:]

    def _seam_holds(self, file: int) -> bool:
        os.lseek(file, self._size - len(self._seam), os.SEEK_SET)
        return os.read(file, len(self._seam)) == self._seam


def _read_from(file: int, start: int, size: int) -> bytes:
    os.lseek(file, start, os.SEEK_SET)
    content = os.read(file, size)
    while len(content) < size and (more := os.read(file, size - len(content))):
        content += more
    return content
