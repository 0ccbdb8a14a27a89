"""One writer at a time: the lock beside a progress file.

On POSIX it is the lock that `filelock` takes (`flock`, which the system frees when its holder dies), but its
file stays open between writes: opening it anew each time costs half as much as the write that it protects.
Elsewhere `filelock` itself does the work.
"""

import contextlib
import errno
import os
import time
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

LONGEST_PAUSE = 0.01
NOT_SUPPORTED = {errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EINVAL}
STALE_AFTER = 60.0  # seconds; a write takes milliseconds


class LockHeld(OSError):
    """Someone else has held the lock for longer than we were willing to wait."""


class WriteLock:
    """The right to write to one learner's folder, for the length of a `with` block."""

    def __init__(self, path: Path, patience: float = 2.0) -> None:
        self.path = path
        self._place = os.fspath(path)
        self.patience = patience
        self.is_soft = False
        self._file: int | None = None
        self._owner = 0
        self._slower: Any = None

    def __enter__(self) -> "WriteLock":
        if fcntl is None or self.is_soft:
            return self._enter_slowly()
        try:
            if not self._try():
                self._wait()
            return self
        except OSError as error:
            if error.errno not in NOT_SUPPORTED:
                raise
            self.is_soft = True  # a network folder without locks: a lock is a file that exists
            return self._enter_slowly()

    def __exit__(self, *_: object) -> None:
        if self._slower is not None:
            self._slower.release()
        elif self._file is not None:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Give the file back to the system."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    __del__ = close

    def _wait(self) -> None:
        give_up = time.monotonic() + self.patience
        pause = 0.0005
        while not self._try():
            if time.monotonic() > give_up:
                raise LockHeld(errno.EAGAIN, "held by another program", str(self.path))
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _try(self) -> bool:
        if self._file is None or self._owner != os.getpid():
            self._open()
        file = self._file
        assert file is not None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            return False
        if os.fstat(file).st_nlink:
            return True
        self.close()  # the lock file was deleted: whoever comes now has another
        return False

    def _open(self) -> None:
        self.close()  # a child process must not share its parent's lock
        self._file = os.open(self._place, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._owner = os.getpid()

    def _enter_slowly(self) -> "WriteLock":
        import filelock

        path = self.path.with_suffix(".soft-lock") if self.is_soft else self.path
        if self._slower is None:
            kind = filelock.SoftFileLock if self.is_soft else filelock.FileLock
            self._slower = kind(path, timeout=self.patience)
        if self.is_soft:
            _break_stale(path)
        try:
            self._slower.acquire()
        except filelock.Timeout:
            raise LockHeld(errno.EAGAIN, "held by another program", str(self.path)) from None
        return self


def _break_stale(path: Path) -> None:
    """A soft lock that nobody has touched for a minute belongs to a program that died."""
    with contextlib.suppress(FileNotFoundError):
        if time.time() - path.stat().st_mtime > STALE_AFTER:
            path.unlink()
