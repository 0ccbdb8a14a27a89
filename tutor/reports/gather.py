"""Finds and reads progress files as they were handed in. Nothing is written beside them, and no link is followed."""

import os
import re
import stat
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from progress.event import Event
from progress.header import FORMAT, format_of
from progress.home import LONGEST_NAME
from progress.scan import scan

PROGRESS = re.compile(r"progress.*\.toml|.*progress\.toml", re.IGNORECASE)  # also as a mailbox renames it
OWN_FOLDERS = {
    "backups",
    "damaged",
    "notes",
    "sessions",
    "workspace",
}  # beside a learner's file; no other learner is in there
LARGEST = 64_000_000  # bytes; years of heavy use are a third of this


@dataclass(frozen=True)
class HandedIn:
    """One learner's file: whose it says it is, its events, and how many pieces of it could not be read."""

    path: Path
    name: str
    events: tuple[Event, ...]
    pieces: int = 0
    newer: bool = False


@dataclass(frozen=True)
class Unread:
    """A path from which nothing could be read; `reason` is a key under `[report]`."""

    path: Path
    reason: str


def gather(paths: Iterable[Path]) -> Iterator[HandedIn | Unread]:
    """Read every progress file in these folders and files, each once, one at a time."""
    seen: set[tuple[int, int]] = set()
    for path in paths:
        for found in find(path):
            if isinstance(found, Unread):
                yield found
                continue
            try:
                state = found.stat()
            except OSError:
                yield Unread(found, "missing")
                continue
            if (state.st_dev, state.st_ino) not in seen:
                seen.add((state.st_dev, state.st_ino))
                yield read(found)


def find(path: Path) -> Iterator[Path | Unread]:
    """Give the file itself; or, of a folder, every progress file in it, in the order of their paths."""
    try:
        is_folder = stat.S_ISDIR(path.stat().st_mode)
    except (OSError, ValueError) as error:
        yield unreadable(path, error)
        return
    if not is_folder:
        yield path
        return
    yield from list(search(path)) or [Unread(path, "none_inside")]


def search(folder: Path) -> Iterator[Path | Unread]:
    """Walk through a folder. Links are named, and not followed."""
    closed: list[Unread] = []

    def refuse(error: OSError) -> None:
        closed.append(Unread(Path(error.filename), "not_allowed"))

    for place, folders, files in os.walk(folder, onerror=refuse):
        folders.sort()
        names = sorted(name for name in [*files, *folders] if PROGRESS.fullmatch(name))
        if "progress.toml" in names:
            folders[:] = [name for name in folders if name not in OWN_FOLDERS]
        for name in names:
            path = Path(place, name)
            yield Unread(path, "link") if path.is_symlink() else path
        folders[:] = [name for name in folders if name not in names]
    yield from closed


def read(path: Path) -> HandedIn | Unread:
    """Read what is good in one file. Its damage is counted, never mended: the copy may not be ours to change."""
    content = content_of(path)
    if isinstance(content, Unread):
        return content
    try:
        found = scan(content)
    except (ValueError, RecursionError, OverflowError):  # nothing that a file holds may end the report
        return Unread(path, "unreadable")
    if not found.events and (found.damage or not found.header):
        return Unread(path, "unreadable" if content.strip() else "empty")
    is_newer = format_of(found.header) > FORMAT
    return HandedIn(path, learner_name(found.header, path), tuple(found.events), len(found.damage), is_newer)


def content_of(path: Path) -> bytes | Unread:
    """Read a plain file of a sensible size. A pipe or a device could keep us waiting for ever."""
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        try:
            state = os.fstat(file)
            if not stat.S_ISREG(state.st_mode):
                return Unread(path, "not_a_file")
            if state.st_size > LARGEST:
                return Unread(path, "too_large")
            with open(file, "rb", closefd=False) as stream:
                return stream.read(LARGEST)
        finally:
            os.close(file)
    except (OSError, ValueError) as error:
        return unreadable(path, error)


def unreadable(path: Path, error: Exception) -> Unread:
    return Unread(path, "not_allowed" if isinstance(error, PermissionError) else "missing")


def learner_name(header: Mapping[str, Any], path: Path) -> str:
    """Tell whose file it says it is; where it does not say, the name of its folder or of the file."""
    name = header.get("learner")
    if isinstance(name, str) and name.strip():
        return unicodedata.normalize("NFC", name.strip())[:LONGEST_NAME]
    return path.absolute().parent.name if path.name == "progress.toml" else path.stem
