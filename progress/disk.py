"""The few things that are done to files, each finished before it returns; tests put a faulty disk in its place."""

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path

BINARY = getattr(os, "O_BINARY", 0)
CLOSE_ON_EXEC = getattr(os, "O_CLOEXEC", 0)
WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0)  # opening a pipe would wait for someone to write to it
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700


class NotPlainFile(OSError):
    """A pipe or a device where a file should be: reading it might never end."""


class Disk:
    """Appends to files and replaces them, safely on the disk on return."""

    def make_folder(self, folder: Path) -> None:
        """Create a folder, and those above it, that only its owner may open."""
        if folder.is_dir():
            return
        if folder.parent != folder:
            self.make_folder(folder.parent)
        with contextlib.suppress(FileExistsError):
            folder.mkdir(PRIVATE_FOLDER)
            self.flush_folder(folder.parent)

    def open_to_append(self, path: Path) -> int:
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


@contextlib.contextmanager
def open_plain_file(path: Path) -> Iterator[BufferedReader]:
    """Open a file to read; IsADirectoryError or NotPlainFile for what is none."""
    file = os.open(path, os.O_RDONLY | BINARY | CLOSE_ON_EXEC | WITHOUT_WAITING)
    try:
        mode = os.fstat(file).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(mode):
            raise NotPlainFile(errno.EINVAL, "it is not a plain file")
        with os.fdopen(file, "rb", closefd=False) as reader:
            yield reader
    finally:
        os.close(file)


def read_plain_file(path: Path) -> bytes:
    """Read all of a file; an OSError for whatever is no file."""
    with open_plain_file(path) as reader:
        return reader.read()
