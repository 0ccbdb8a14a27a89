"""One writer at a time: the lock beside a progress file, taken by `filelock`."""

import contextlib
import errno
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from progress.disk import PRIVATE_FILE, NotPlainFile

if TYPE_CHECKING:
    from filelock import BaseFileLock

BETWEEN_TRIES = 0.005  # seconds
NOT_SUPPORTED = {errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EINVAL}
STALE_AFTER = 60.0  # seconds; a write takes milliseconds


class LockHeld(OSError):
    """Someone else has held the lock for longer than we were willing to wait."""


class WriteLock:
    """Gives the right to write to one learner's folder, for the length of a `with` block.

    On a network folder without locks a file that exists is the lock, and `is_soft` is true.
    """

    def __init__(self, path: Path, patience: float = 2.0) -> None:
        self.path = path
        self.patience = patience
        self.is_soft = False
        self._lock: BaseFileLock | None = None

    def __enter__(self) -> "WriteLock":
        """Take the lock; raise LockHeld where others keep it, or the OSError of a folder that cannot hold it."""
        import filelock

        os.stat(os.path.join(self.path.parent, "."))  # filelock would make a missing folder, readable for all
        self._lock = self._new_lock()
        try:
            self._lock.acquire()
        except filelock.Timeout:
            raise LockHeld(errno.EAGAIN, "held by another program", str(self.path)) from None
        except OSError as error:
            if self.is_soft or error.errno not in NOT_SUPPORTED:
                raise
            self.is_soft = True
            return self.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        assert self._lock is not None
        self._lock.release()

    def _new_lock(self) -> "BaseFileLock":
        import filelock

        if self.is_soft:
            path = self.path.with_suffix(".soft-lock")
            _remove_stale(path)
            return filelock.SoftFileLock(path, self.patience, PRIVATE_FILE, poll_interval=BETWEEN_TRIES)
        return filelock.FileLock(
            self.path,
            self.patience,
            PRIVATE_FILE,
            poll_interval=BETWEEN_TRIES,
            fallback_to_soft=False,  # it would print a warning, and the learner would not be told
        )


def _remove_stale(path: Path) -> None:
    """Remove a soft lock that nobody has touched for a minute: it belongs to a program that died."""
    with contextlib.suppress(FileNotFoundError):
        if time.time() - path.stat().st_mtime > STALE_AFTER:
            path.unlink()


# What keeps a journal from saving; the words for each kind stand in the string tables.
FAILING = "failing"
KINDS = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "full",
    errno.EROFS: "read-only",
    errno.EACCES: "not-allowed",
    errno.EPERM: "not-allowed",
    errno.ENOTDIR: "not-a-folder",
    errno.EISDIR: "not-a-file",
}


def trouble_from(error: OSError) -> str:
    """Return the kind of trouble that an error of the system means for the learner."""
    if isinstance(error, LockHeld):
        return "locked"
    if isinstance(error, NotPlainFile):
        return "not-plain"
    return KINDS.get(error.errno or 0, FAILING)
