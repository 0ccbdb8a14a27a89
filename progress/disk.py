"""The few things that are done to files, each finished before it returns; tests put a faulty disk in its place."""

import contextlib
import errno
import os
import stat
from pathlib import Path

BINARY = getattr(os, "O_BINARY", 0)
CLOSE_ON_EXEC = getattr(os, "O_CLOEXEC", 0)
AT_ONCE = getattr(os, "O_NONBLOCK", 0)  # opening a pipe would wait for someone to write to it
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700


class NotPlainFile(OSError):
    """A pipe or a device where a file should be: reading it might never end."""


class Disk:
    """Reads, appends, and replacements that are safely on the disk when they return."""

    def make_folder(self, folder: Path) -> None:
        """Create a folder, and those above it, that only its owner may open."""
        missing = [folder, *folder.parents]
        for each in reversed(
            missing[: next((i for i, path in enumerate(missing) if path.is_dir()), len(missing))]
        ):
            with contextlib.suppress(FileExistsError):
                each.mkdir(PRIVATE_FOLDER)
                self.flush_folder(each.parent)

    def open_to_append(self, path: Path | str) -> int:
        return os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | BINARY | CLOSE_ON_EXEC, PRIVATE_FILE)

    def write(self, file: int, content: bytes) -> int:
        return os.write(file, content)

    def flush(self, file: int) -> None:
        os.fsync(file)

    def shorten(self, file: int, size: int) -> None:
        os.ftruncate(file, size)

    def rename(self, old: Path, new: Path) -> None:
        os.replace(old, new)

    def flush_folder(self, folder: Path) -> None:
        """Make a file's new name in a folder last; some systems cannot, and need not."""
        with contextlib.suppress(OSError):
            file = os.open(folder, os.O_RDONLY | CLOSE_ON_EXEC)
            try:
                os.fsync(file)
            finally:
                os.close(file)

    def write_all(self, file: int, content: bytes) -> None:
        """Write every byte and wait until it is on the disk."""
        while (written := self.write(file, content)) < len(content):
            content = content[written:]
        self.flush(file)

    def replace(self, path: Path, content: bytes) -> None:
        """Put whole new content in a file's place: whoever looks sees all of the old or all of the new."""
        path = Path(os.path.realpath(path))  # a link stays a link
        self.make_folder(path.parent)
        draft = path.with_name(f".{path.name}.{os.urandom(4).hex()}.tmp")
        try:
            file = self.open_to_append(draft)
            try:
                self.write_all(file, content)
            finally:
                os.close(file)
            self.rename(draft, path)
        except BaseException:
            with contextlib.suppress(OSError):
                draft.unlink(missing_ok=True)
            raise
        self.flush_folder(path.parent)


def open_to_read(path: Path | str) -> int:
    return os.open(path, os.O_RDONLY | BINARY | CLOSE_ON_EXEC | AT_ONCE)


def state_of_plain_file(file: int) -> os.stat_result:
    """What the system knows of an open file; IsADirectoryError or NotPlainFile if it is none."""
    state = os.fstat(file)
    if stat.S_ISDIR(state.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(state.st_mode):
        raise NotPlainFile(errno.EINVAL, "it is not a plain file")
    return state


def read_plain_file(path: Path) -> bytes:
    """All of a file, and an OSError for whatever is no file."""
    file = open_to_read(path)
    try:
        state_of_plain_file(file)
        with os.fdopen(file, "rb", closefd=False) as reader:
            return reader.read()
    finally:
        os.close(file)
