"""Dated copies of a progress file, kept before anything rewrites it: the newest ten, and how to bring one back."""

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from progress.disk import Disk, read_plain_file
from progress.errors import ProgressError
from progress.event import Event
from progress.progress_file import NAME
from progress.scan import scan
from progress.sentence import Sentence

FOLDER = "backups"
KEPT = 10


@dataclass(frozen=True, slots=True)
class Changes:
    """What bringing a backup back would do: the events that would go, and those that would return."""

    backup: Path
    gone: tuple[Event, ...]
    returned: tuple[Event, ...]
    changed: tuple[Event, ...]


def backups(folder: Path) -> tuple[Path, ...]:
    """The copies there are, newest first."""
    return tuple(sorted((folder / FOLDER).glob("*.toml"), reverse=True))


def keep_copy(folder: Path, content: bytes, disk: Disk) -> Path:
    """Put a dated copy beside the file; of older copies the newest nine stay."""
    path = folder / FOLDER / f"{datetime.now(UTC):%Y-%m-%dT%H%M%S.%fZ}.toml"
    disk.replace(path, content)
    others = [each for each in backups(folder) if each != path]
    for old in others[KEPT - 1 :]:
        os.unlink(old)
    return path


def changes(folder: Path, backup: Path) -> Changes:
    """What `restore` would do, without doing it."""
    now = {event.id: event for event in scan(_content(folder / NAME)).events}
    then = {event.id: event for event in scan(_content(backup)).events}
    return Changes(
        backup,
        gone=tuple(event for name, event in now.items() if name not in then),
        returned=tuple(event for name, event in then.items() if name not in now),
        changed=tuple(event for name, event in then.items() if name in now and now[name] != event),
    )


def restore(folder: Path, backup: Path, *, disk: Disk | None = None) -> Path | None:
    """Put a backup in the file's place. The file as it was becomes a backup itself, whose path is returned."""
    from progress.rewrite import rewrite

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
