"""A learner's `progress.toml` on the disk: what is new in it, and adding to its end."""

import contextlib
import os
import sys
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
    """Remembers how far it has read, so that a file which only grew costs only its growth.

    Where that is safe it stays open between appends: opening it costs as much as a tenth of the wait for the disk.
    """

    def __init__(self, path: Path, disk: Disk) -> None:
        self.path = path
        self.place = os.fspath(path)
        self.disk = disk
        self._identity: tuple[int, int] | None = None
        self._size = 0
        self._seam = b""
        self._file: int | None = None
        self._opened = (0, 0)
        self.may_stay_open = False

    def read(self) -> News | None:
        """What is new since the last look, or None."""
        file = open_to_read(self.place)
        try:
            return self._news(file, state_of_plain_file(file))
        finally:
            os.close(file)

    def open(self) -> News | None:
        """Have the file that is at the path now open to append; what is new in it since the last look, or None."""
        if self._file is not None:
            try:
                state = os.stat(self.place)
                if (state.st_dev, state.st_ino) == self._opened:
                    return self._news(self._file, state)
            except FileNotFoundError:  # deleted under us
                pass
            self.close()  # replaced by a rewrite, an editor or another's copy
        self._file = self.disk.open_to_append(self.place)
        state = state_of_plain_file(self._file)
        self._opened = (state.st_dev, state.st_ino)
        self.may_stay_open = _is_on_a_disk_of_this_machine(state.st_dev)
        return self._news(self._file, state)

    def close(self) -> None:
        """Give the file back to the system."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    __del__ = close

    def _news(self, file: int, state: os.stat_result) -> News | None:
        """What is new in the open file."""
        identity = (state.st_dev, state.st_ino)
        if identity == self._identity and state.st_size == self._size:
            return None
        whole = identity != self._identity or state.st_size < self._size or not self._seam_holds(file)
        start = 0 if whole else self._size
        content = _read_from(file, start, state.st_size - start)
        self._identity = identity
        self._remember(content, whole)
        return News(content, whole)

    def append(self, content: bytes) -> None:
        """Add to the end of the open file and wait for the disk; on failure the file is as it was.

        Each block begins with a line break, so that it is whole even after a tail that was torn.
        """
        file, before = self._file, self._size
        assert file is not None
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


def _is_on_a_disk_of_this_machine(device: int) -> bool:
    """Where it surely is: Linux gives a network folder no major number, and only opening a file there asks anew
    for what other machines wrote to it. Windows lets nobody replace a file that is open; of others we cannot tell.
    """
    return sys.platform == "linux" and os.major(device) != 0


def _read_from(file: int, start: int, size: int) -> bytes:
    os.lseek(file, start, os.SEEK_SET)
    content = os.read(file, size)
    while len(content) < size and (more := os.read(file, size - len(content))):
        content += more
    return content
