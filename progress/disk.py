"""The few things that are done to files, each finished before it returns; and the lock that lets one program write."""

import contextlib
import errno
import os
import stat
import time
from pathlib import Path
from typing import TYPE_CHECKING

from progress.sentence import ProgressError

if TYPE_CHECKING:
    from filelock import BaseFileLock

NAME = "progress.toml"
LOCK, LOCKS = f"{NAME}.lock", (".lock", ".soft-lock")
BLOCK = bytes(4096)  # as much as a disk gives at once
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
TO_APPEND = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
ABSENT = (0, 0, 0, 0)  # the mark of a file that is not there

PATIENCE_S = 2.0
BETWEEN_TRIES_S = 0.005
STALE_AFTER_NS = 60_000_000_000  # a write takes milliseconds

# What keeps a journal from saving; the words for each kind stand in the string tables.
FAILING = "failing"
TROUBLES = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "full"),
    **dict.fromkeys((errno.EACCES, errno.EPERM), "not-allowed"),
    **dict.fromkeys((errno.ENOTDIR, errno.EEXIST), "not-a-folder"),
    errno.EISDIR: "not-plain",
    errno.EROFS: "read-only",
}
NO_LOCKS = {errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EINVAL}


def trouble_from(error: OSError | ProgressError) -> str:
    """Return the kind of trouble that an error means for the learner."""
    if isinstance(error, ProgressError):
        return "newer-format" if error.sentence.kind == "newer-refused" else FAILING
    if isinstance(error, TimeoutError):
        return "locked"
    if error.filename and os.path.lexists(error.filename) and str(error.filename).endswith(LOCKS):
        return "foreign-lock"
    return TROUBLES.get(error.errno or 0, FAILING)


def mark_of(path: Path) -> tuple[int, int, int, int] | None:
    """Return a file's device, inode, size and time, which differ after any write; None without a file."""
    try:
        state = os.stat(path)
    except OSError:
        return None
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns


def read_plain_file(path: Path) -> bytes:
    """Read a regular file; IsADirectoryError for any other: reading a pipe or a device might never end."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return path.read_bytes()


def is_there(path: Path) -> bool:
    """Return True if there is anything at a path; OSError where nobody may look."""
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def refuse_closed(path: Path) -> None:
    """Raise PermissionError where a file may not be read, or nobody may look whether it is there."""
    try:
        os.stat(path)
        may_read = os.access(path, os.R_OK, effective_ids=os.access in os.supports_effective_ids)
    except PermissionError:
        raise
    except OSError:  # it is not there, or is no file: the journal says so
        return
    if not may_read:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def make_private_folder(folder: Path) -> None:
    """Create a folder, and those above it, that only its owner may open."""
    for each in reversed((folder, *folder.parents)):
        if not each.is_dir():
            each.mkdir(PRIVATE_FOLDER, exist_ok=True)
            flush_folder(each.parent)


def append_to(path: Path, content: bytes) -> None:
    """Add to the end of a file and wait for the disk; on failure the file is as it was."""
    file = os.open(path, TO_APPEND, PRIVATE_FILE)
    try:
        size = os.fstat(file).st_size
        try:
            write_all(file, content)
        except BaseException:
            with contextlib.suppress(OSError):
                os.ftruncate(file, size)
            raise
    finally:
        os.close(file)
    if size == 0:
        flush_folder(path.parent)


def try_append(path: Path) -> None:
    """Try an append, and leave no trace of it; OSError says where it fails."""
    folder, trial = path.parent, path.with_name(f".{path.name}.{os.urandom(4).hex()}.tmp")
    made = [each for each in (folder, *folder.parents) if not is_there(each)]
    try:
        make_private_folder(folder)
        with WriteLock(folder / LOCK):
            if path.is_file():
                os.close(os.open(path, os.O_RDWR | os.O_APPEND))
            try:
                append_to(trial, BLOCK)
            finally:
                trial.unlink(missing_ok=True)
    finally:
        with contextlib.suppress(OSError):
            for each in (folder / LOCK, *made) if made else ():
                each.unlink() if each.name == LOCK else each.rmdir()


def replace_file(path: Path, content: bytes) -> None:
    """Put whole new content in a file's place: whoever looks sees all of the old or all of the new."""
    path = Path(os.path.realpath(path))  # a link stays a link
    make_private_folder(path.parent)
    draft = path.with_name(f".{path.name}.{os.urandom(4).hex()}.tmp")
    try:
        file = os.open(draft, TO_APPEND, PRIVATE_FILE)
        try:
            write_all(file, content)
        finally:
            os.close(file)
        os.replace(draft, path)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    flush_folder(path.parent)


def write_all(file: int, content: bytes) -> None:
    """Write every byte and wait until it is on the disk."""
    while (written := os.write(file, content)) < len(content):
        content = content[written:]
    os.fsync(file)


def flush_folder(folder: Path) -> None:
    """Make a file's new name in a folder last; some systems cannot, and need not."""
    with contextlib.suppress(OSError):
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)


class WriteLock:
    """Gives the right to write to one learner's folder, for the length of a `with` block.

    On a network folder without locks a file that exists is the lock, and `is_soft` is true.
    """

    def __init__(self, path: Path, patience_s: float = PATIENCE_S) -> None:
        self.path = path
        self.patience_s = patience_s
        self.is_soft = False
        self._lock: BaseFileLock | None = None

    def __enter__(self) -> "WriteLock":
        """Take the lock; raise TimeoutError where others keep it, or the OSError of a folder that cannot hold it."""
        os.stat(os.path.join(self.path.parent, "."))  # filelock would make a missing folder, readable for all
        try:
            self._lock = self._new_lock()
            self._lock.acquire(self.patience_s, poll_interval=BETWEEN_TRIES_S)
        except OSError as error:
            if self.is_soft or error.errno not in NO_LOCKS:
                raise
            self.is_soft = True
            return self.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        assert self._lock is not None
        self._lock.release()

    def _new_lock(self) -> "BaseFileLock":
        from filelock import FileLock, SoftFileLock  # reading a journal needs no lock, and the map waits for nothing

        if not self.is_soft:  # by itself it would fall back to the other kind, and print a warning
            return FileLock(self.path, mode=PRIVATE_FILE, fallback_to_soft=False)
        path = self.path.with_suffix(".soft-lock")
        mark = mark_of(path)
        if mark and time.time_ns() - mark[3] > STALE_AFTER_NS:  # of a program that died, on another machine
            path.unlink(missing_ok=True)
        return SoftFileLock(path, mode=PRIVATE_FILE)
