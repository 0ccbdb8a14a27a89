"""A learner's `progress.toml` on the disk: what it holds once it has changed, and adding to its end."""

import contextlib
import os
from pathlib import Path

from progress.disk import Disk, open_plain_file

NAME = "progress.toml"
NOWHERE = (0, 0, 0)


def mark_of(path: Path) -> tuple[int, int, int, int] | None:
    """Return what differs once anybody has written to a file; None where there is none. Costs one `stat`."""
    try:
        state = os.stat(path)
    except OSError:
        return None
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns


class ProgressFile:
    """Remembers which file it has read, and how long that was: what nobody wrote to is not read again."""

    def __init__(self, path: Path, disk: Disk) -> None:
        self.path = path
        self.disk = disk
        self._state = NOWHERE  # device, inode and size of what was read

    @property
    def is_empty(self) -> bool:
        return self._state[2] == 0

    def read(self) -> bytes | None:
        """Return all of the file if it is not as it was at the last look. One that was deleted is empty."""
        try:
            with open_plain_file(self.path) as file:
                state = os.fstat(file.fileno())
                if (state.st_dev, state.st_ino, state.st_size) == self._state:
                    return None
                content = file.read()
        except FileNotFoundError:
            was_there, self._state = self._state != NOWHERE, NOWHERE
            return b"" if was_there else None
        self._state = (state.st_dev, state.st_ino, len(content))
        return content

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
        if (
            before.st_size == self._state[2]
        ):  # else somebody wrote without the lock, and the next look shows it
            self._state = (before.st_dev, before.st_ino, before.st_size + len(content))
