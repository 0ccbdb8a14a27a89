"""Writing a progress file anew, under the lock and after a dated copy; the copies, and how to bring one back."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from progress.damaged import set_aside
from progress.disk import Disk, read_plain_file
from progress.errors import ProgressError
from progress.event import Event, is_timely
from progress.header import write_header
from progress.lock import LockHeld, WriteLock
from progress.progress_file import NAME
from progress.scan import Damage, Scan, scan
from progress.sentence import Sentence

BACKUPS = "backups"
DATED = "%Y-%m-%dT%H%M%S.%fZ"  # the name of a backup
KEPT = 10  # backups

Change = Callable[[bytes], bytes | None]


def rewrite(folder: Path, change: Change, *, disk: Disk | None = None, patience: float = 5.0) -> Path | None:
    """Replace the file by what `change` makes of it; return its backup, or None if nothing had to change."""
    disk = disk or Disk()
    try:
        disk.make_folder(folder)
        with WriteLock(folder / f"{NAME}.lock", patience):
            return rewrite_locked(folder, change, disk)
    except LockHeld:
        raise ProgressError(Sentence("in-use", folder=folder)) from None
    except OSError as error:
        raise ProgressError(Sentence("not-rewritten", file=folder / NAME, problem=error.strerror)) from None


def rewrite_locked(folder: Path, change: Change, disk: Disk) -> Path | None:
    """Do the same for a caller who holds the lock."""
    path = folder / NAME
    # A link to nothing is refused, not followed.
    old = read_plain_file(path) if os.path.lexists(path) else b""
    new = change(old)
    if new is None or new == old:
        return None
    backup = back_up(folder, old, disk) if old else None
    disk.replace(path, new)
    return backup


def back_up(folder: Path, content: bytes, disk: Disk) -> Path:
    """Put a dated copy into `backups/`; of older copies the newest nine stay."""
    path = folder / BACKUPS / f"{datetime.now(UTC):{DATED}}.toml"
    disk.replace(path, content)
    for old in sorted(set(path.parent.glob("*.toml")) - {path})[: 1 - KEPT]:
        os.unlink(old)
    return path


def compose(header: Mapping[str, Any], learner: str, blocks: Iterable[tuple[Event, str]]) -> bytes:
    """Return a whole file: a header that keeps what the old one said, and the blocks."""
    created = header.get("created")
    text = write_header(
        str(header.get("learner", learner)),
        created if isinstance(created, datetime) else datetime.now(UTC),
        header,
    )
    return "\n".join([text, *(block.strip("\r\n") + "\n" for _, block in blocks)]).encode()


def set_all_aside(folder: Path, damage: Sequence[Damage], disk: Disk) -> None:
    """See that the damaged pieces have their copy before they are left out; ProgressError if they have not."""
    if any(copy.file is None for copy in set_aside(folder, damage, disk)):
        raise ProgressError(Sentence("not-copied", folder=folder / "damaged"))


def upgrade_locked(folder: Path, disk: Disk) -> None:
    """Bring a file in UTF-16 to UTF-8, for a caller who holds the lock."""
    rewrite_locked(folder, lambda content: mended(folder, scan(content), disk), disk)


def mended(folder: Path, scanned: Scan, disk: Disk) -> bytes:
    """Return the file in the present format, without its damaged pieces, which are set aside first."""
    set_all_aside(folder, scanned.damage, disk)
    return compose(scanned.header, folder.name, scanned.blocks())


@dataclass(frozen=True, slots=True)
class Changes:
    """What bringing a backup back would do: the events that would go, those that would return or be different."""

    backup: Path
    gone: tuple[Event, ...]
    returned: tuple[Event, ...]
    changed: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy: when it was made, and the events that can be read of it."""

    path: Path
    made: datetime
    events: tuple[Event, ...]


def backups(folder: Path) -> tuple[Path, ...]:
    """List the copies there are, newest first."""
    return tuple(sorted((folder / BACKUPS).glob("*.toml"), reverse=True))


def read_backup(path: Path) -> Backup:
    """Tell what a copy holds. Raises ProgressError where it cannot be read."""
    return Backup(path, made_at(path), tuple(scan(_content(path)).events))


def made_at(path: Path) -> datetime:
    """When a copy was made, by its name; one that somebody renamed, by its file."""
    times = (lambda: datetime.strptime(path.stem, DATED).replace(tzinfo=UTC), lambda: changed_at(path))
    for time in times:
        with suppress(ValueError, OverflowError):
            if is_timely(found := time()):
                return found
    return datetime.fromtimestamp(0, UTC)  # neither its name nor the disk can tell


def changed_at(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)


def changes(folder: Path, backup: Path) -> Changes:
    """Tell what `restore` would do, without doing it."""
    now = {event.id: event for event in scan(_content(folder / NAME)).events}
    then = {event.id: event for event in scan(_content(backup)).events}
    return Changes(
        backup,
        gone=tuple(event for id, event in now.items() if id not in then),
        returned=tuple(event for id, event in then.items() if id not in now),
        changed=tuple(event for id, event in then.items() if id in now and now[id] != event),
    )


def restore(folder: Path, backup: Path, *, disk: Disk | None = None) -> Path | None:
    """Put a backup in the file's place. The file as it was becomes a backup itself, whose path is returned."""
    wanted = _content(backup)
    if not scan(wanted).events:
        raise ProgressError(Sentence("empty-backup", name=backup.name))
    return rewrite(folder, lambda _: wanted, disk=disk)


def _content(path: Path) -> bytes:
    try:
        return read_plain_file(path)
    except FileNotFoundError:
        if path.name == NAME:
            return b""
        raise ProgressError(Sentence("no-backup", name=path.name)) from None
    except OSError as error:
        raise ProgressError(Sentence("unreadable", file=path, problem=error.strerror)) from None
