"""A learner's `progress.toml` on the disk: what is new in it, and adding to its end."""

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path

from progress.disk import Disk, open_plain_file

NAME = "progress.toml"
TAIL = 64  # bytes before the place we had read to, compared to see that they are still the same


@dataclass(frozen=True, slots=True)
class NewBytes:
    """Bytes not seen before; `whole` says that they are the entire file, not its new end."""

    content: bytes
    whole: bool


def mark_of(path: Path) -> tuple[int, int, int, int] | None:
    """Return what differs once anybody has written to a file; None where there is none. Costs one `stat`."""
    try:
        state = os.stat(path)
    except OSError:
        return None
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns


class ProgressFile:
    """Remembers how far it has read, so that a file which only grew costs only its growth."""

    def __init__(self, path: Path, disk: Disk) -> None:
        self.path = path
        self.disk = disk
        self._identity: tuple[int, int] | None = None
        self._size = 0
        self._tail = b""

    @property
    def is_empty(self) -> bool:
        return self._size == 0

    def read(self) -> NewBytes | None:
        """Return what is new since the last look, or None. A file that was deleted is one that is empty."""
        try:
            return self._read()
        except FileNotFoundError:
            was_there = self._identity is not None
            self._identity, self._size, self._tail = None, 0, b""
            return NewBytes(b"", whole=True) if was_there else None

    def _read(self) -> NewBytes | None:
        with open_plain_file(self.path) as file:
            state = os.fstat(file.fileno())
            identity = (state.st_dev, state.st_ino)
            if identity == self._identity and state.st_size == self._size:
                return None
            whole = True
            if identity == self._identity and state.st_size > self._size:
                file.seek(self._size - len(self._tail))
                whole = file.read(len(self._tail)) != self._tail
            file.seek(0 if whole else self._size)
            content = file.read()
        self._remember(identity, content, whole)
        return NewBytes(content, whole)

    def append(self, content: bytes) -> None:
        """Add to the end of the file and wait for the disk; on failure the file is as it was.

        Each block begins with a line break, so that it is whole even after a tail that was torn.
        """
        file = self.disk.open_to_append(self.path)
        try:
            before = os.fstat(file)
            try:
                self.disk.write_all(file, content)
            except BaseException:
                with contextlib.suppress(OSError):
                    self.disk.shorten(file, before.st_size)
                raise
        finally:
            os.close(file)
        if before.st_size == 0:
            self.disk.flush_folder(self.path.parent)
        if before.st_size == self._size:  # else somebody wrote without the lock, and the next look shows it
            self._remember((before.st_dev, before.st_ino), content, whole=False)

    def _remember(self, identity: tuple[int, int], content: bytes, whole: bool) -> None:
        self._identity = identity
        self._size = len(content) if whole else self._size + len(content)
        self._tail = (content if whole else self._tail + content)[-TAIL:]
