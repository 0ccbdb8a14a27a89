"""Finds and reads progress files as they were handed in. Nothing is written beside them, and no link is followed."""

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from progress.disk import NotPlainFile, open_plain_file
from progress.event import Event
from progress.header import FORMAT, format_of
from progress.home import LONGEST_NAME
from progress.scan import scan

PROGRESS = re.compile(r"progress.*\.toml|.*progress\.toml", re.IGNORECASE)  # also as a mailbox renames it
BESIDE_A_FILE = {"backups", "damaged", "notes", "sessions", "workspace"}  # no other learner is in there
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
    seen: set[str] = set()
    for found in (each for path in paths for each in find(path)):
        if isinstance(found, Unread):
            yield found
        elif (real := os.path.realpath(found)) not in seen:
            seen.add(real)
            yield read(found)


def find(path: Path) -> Iterable[Path | Unread]:
    """Return the file itself; or, of a folder, every progress file in it, in the order of their paths."""
    try:
        if not path.is_dir():
            return [path] if path.exists() else [Unread(path, "missing")]
    except (OSError, ValueError) as error:
        return [unreadable(path, error)]
    return list(search(path)) or [Unread(path, "none_inside")]


def search(folder: Path) -> Iterator[Path | Unread]:
    """Walk through a folder. Links are named, and not followed."""
    closed: list[Unread] = []

    def refuse(error: OSError) -> None:
        closed.append(Unread(Path(error.filename), "not_allowed"))

    for place, folders, files in os.walk(folder, onerror=refuse):
        folders.sort()
        names = sorted(name for name in [*files, *folders] if PROGRESS.fullmatch(name))
        for path in (Path(place, name) for name in names):
            yield Unread(path, "link") if path.is_symlink() else path
        skipped = {*names, *(BESIDE_A_FILE if "progress.toml" in names else ())}
        folders[:] = [name for name in folders if name not in skipped]
    yield from closed


def read(path: Path) -> HandedIn | Unread:
    """Read what is good in one file. Its damage is counted, never mended: the copy may not be ours to change."""
    try:
        with open_plain_file(path) as file:
            if os.fstat(file.fileno()).st_size > LARGEST:
                return Unread(path, "too_large")
            content = file.read(LARGEST)
    except (OSError, ValueError) as error:
        return unreadable(path, error)
    try:
        found = scan(content)
    except (ValueError, RecursionError, OverflowError):  # nothing that a file holds may end the report
        return Unread(path, "unreadable")
    if not found.events and (found.damage or not found.header):
        return Unread(path, "unreadable" if content.strip() else "empty")
    newer = format_of(found.header) > FORMAT
    return HandedIn(path, learner_name(found.header, path), tuple(found.events), len(found.damage), newer)


def unreadable(path: Path, error: Exception) -> Unread:
    if isinstance(error, NotPlainFile | IsADirectoryError):
        return Unread(path, "not_a_file")
    return Unread(path, "not_allowed" if isinstance(error, PermissionError) else "missing")


def learner_name(header: Mapping[str, Any], path: Path) -> str:
    """Return whose file it says it is; where it does not say, the name of its folder or of the file."""
    name = header.get("learner")
    if isinstance(name, str) and name.strip():
        return unicodedata.normalize("NFC", name.strip())[:LONGEST_NAME]
    return path.absolute().parent.name if path.name == "progress.toml" else path.stem
