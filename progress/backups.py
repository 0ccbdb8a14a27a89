"""Backups beside a progress file: pieces that could not be read, and dated copies from before it was rewritten."""

import os
import zlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from progress.disk import LOCK, NAME, WriteLock, make_private_folder, read_plain_file, replace_file
from progress.event import Event
from progress.scan import Damage, Scan, scan, write_file
from progress.sentence import ProgressError, Sentence

BACKUPS, DAMAGED = "backups", "damaged"  # folders
DATED = "%Y-%m-%dT%H%M%S.%fZ"  # the name of a backup
MAX_BACKUPS = 10
PATIENCE_S = 5.0

Change = Callable[[bytes], bytes | None]


class SetAside(NamedTuple):
    """Bytes that could not be read: where their copy is, in how many pieces, and whether they are new to us.

    `file` is None where no copy could be written; the bytes are then still in the progress file.
    """

    file: Path | None
    pieces: int
    bytes: int
    is_new: bool

    def notices(self) -> Iterator[Sentence]:
        """Tell the learner about the damage found just now, and not about what was known before."""
        if self.is_new and self.file:
            yield Sentence("set-aside", count=self.pieces, bytes=self.bytes, folder=self.file.parent)
        elif self.is_new:
            yield Sentence("left-in-file", bytes=self.bytes)


def set_aside(folder: Path, damage: Sequence[Damage]) -> SetAside | None:
    """Copy the damaged pieces, all into one file, to `damaged/`, unless they are there already."""
    if not damage:
        return None
    content = b"".join(piece.content for piece in damage)
    name = f"{zlib.crc32(content):08x}.toml"
    try:
        known = next((folder / DAMAGED).glob(f"*-{name}"), None)
        path = known or folder / DAMAGED / f"{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}-{name}"
        if not known:
            replace_file(path, content)
    except OSError:
        return SetAside(None, len(damage), len(content), is_new=True)
    return SetAside(path, len(damage), len(content), is_new=not known)


def must_set_aside(folder: Path, damage: Sequence[Damage]) -> None:
    """See that the damaged pieces have their copy before they are left out; ProgressError if they have not."""
    copy = set_aside(folder, damage)
    if copy and copy.file is None:
        raise ProgressError(Sentence("not-copied", folder=folder / DAMAGED))


def rewrite(folder: Path, change: Change) -> Path | None:
    """Replace the file by what `change` makes of it; return its backup, or None if nothing had to change."""
    try:
        make_private_folder(folder)
        with WriteLock(folder / LOCK, PATIENCE_S):
            return rewrite_locked(folder, change)
    except TimeoutError:
        raise ProgressError(Sentence("in-use", folder=folder)) from None
    except OSError as error:
        raise ProgressError(Sentence("not-rewritten", file=folder / NAME, problem=error.strerror)) from None


def rewrite_locked(folder: Path, change: Change) -> Path | None:
    """Do the same for a caller who holds the lock."""
    path = folder / NAME
    old = read_plain_file(path) if os.path.lexists(path) else b""  # a link to nothing is refused
    new = change(old)
    if new is None or new == old:
        return None
    backup = back_up(folder, old) if old else None
    replace_file(path, new)
    return backup


def back_up(folder: Path, content: bytes) -> Path:
    """Put a dated copy into `backups/`; of older copies the newest nine stay."""
    path = folder / BACKUPS / f"{datetime.now(UTC):{DATED}}.toml"
    replace_file(path, content)
    for old in [each for each in backups(folder) if each != path][MAX_BACKUPS - 1 :]:
        old.unlink()
    return path


def mended(folder: Path, scanned: Scan) -> bytes:
    """Return the file in UTF-8, without its damaged pieces, which are set aside first."""
    must_set_aside(folder, scanned.damage)
    return write_file(folder.name, datetime.now(UTC), scanned.events, scanned.header)


class Changes(NamedTuple):
    """The effect of a backup brought back: events that would go, return or be different."""

    gone: tuple[Event, ...]
    returned: tuple[Event, ...]
    changed: tuple[Event, ...]


class Backup(NamedTuple):
    """A copy: when it was made, and the events that can be read of it."""

    made: datetime
    events: tuple[Event, ...]


def backups(folder: Path) -> tuple[Path, ...]:
    """List the copies there are, newest first."""
    return tuple(sorted((folder / BACKUPS).glob("*.toml"), reverse=True))


def read_backup(path: Path) -> Backup:
    """Read the time and the events of a copy. Raises ProgressError if it cannot be read."""
    events = tuple(scan(_content(path)).events)
    try:
        made = datetime.strptime(path.stem, DATED).replace(tzinfo=UTC)
    except ValueError:  # somebody gave it another name
        made = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return Backup(made, events)


def changes(folder: Path, backup: Path) -> Changes:
    """Return the changes that `restore` would make, without making them."""
    path = folder / NAME
    now = {event.id: event for event in (scan(_content(path)).events if path.exists() else ())}
    then = {event.id: event for event in scan(_content(backup)).events}
    return Changes(
        gone=tuple(event for id, event in now.items() if id not in then),
        returned=tuple(event for id, event in then.items() if id not in now),
        changed=tuple(event for id, event in then.items() if now.get(id, event) != event),
    )


def restore(folder: Path, backup: Path) -> Path | None:
    """Put a backup in the file's place. The file as it was becomes a backup itself, whose path is returned."""
    wanted = _content(backup)
    if not scan(wanted).events:
        raise ProgressError(Sentence("empty-backup", name=backup.name))
    return rewrite(folder, lambda _: wanted)


def _content(path: Path) -> bytes:
    try:
        return read_plain_file(path)
    except OSError as error:
        raise ProgressError(Sentence("unreadable", file=path, problem=error.strerror)) from None
