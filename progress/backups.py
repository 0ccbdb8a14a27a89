"""The dated copies that were kept before a progress file was rewritten, and how to bring one back."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from progress.disk import Disk, read_plain_file
from progress.errors import ProgressError
from progress.event import Event, is_timely
from progress.progress_file import NAME
from progress.rewrite import BACKUPS, DATED, rewrite
from progress.scan import scan
from progress.sentence import Sentence


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
