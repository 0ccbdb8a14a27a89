"""Progress files as they were handed in: found, read, and given other names. No file but the key is written."""

import hmac
import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from progress import disk, merge
from progress.event import Event
from progress.home import LONGEST_NAME
from progress.scan import FORMAT, format_of, scan

PROGRESS = re.compile(r"progress.*\.toml|.*progress\.toml", re.IGNORECASE)  # also as a mailbox renames it
BESIDE_A_FILE = {"backups", "damaged", "notes", "sessions", "workspace"}  # no other learner is in there
MAX_BYTES = 64_000_000  # years of heavy use are a third of this

KEY, KEY_BYTES = "pseudonyms.key", 32
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # nothing that is easily mistaken for something else
Naming = Callable[[str], str]


@dataclass(frozen=True)
class HandedIn:
    """A learner's file, or several copies of it: whose it says it is, its events, and what could not be read."""

    paths: tuple[Path, ...]
    name: str
    events: tuple[Event, ...]
    pieces: int = 0  # that could not be read
    newer: bool = False  # written by a newer version

    def joined(self, other: "HandedIn") -> "HandedIn":
        events, pieces = tuple(merge.union(self.events, other.events)), self.pieces + other.pieces
        return HandedIn(self.paths + other.paths, self.name, events, pieces, self.newer or other.newer)

    def ids(self) -> set[str]:
        return {event.id for event in self.events}


@dataclass(frozen=True)
class Unread:
    """A path that could not be read; `reason` is a key under `[report]`."""

    path: Path
    reason: str


def gather(paths: Iterable[Path]) -> Iterator[HandedIn | Unread]:
    """Read every progress file in these folders and files, each once, in the order of their paths."""
    found: dict[str, Path | Unread] = {}
    for path in paths:
        inside = list(search(path)) or [Unread(path, "none_inside")] if os.path.isdir(path) else [path]
        for each in inside:
            found.setdefault(os.path.realpath(each) if isinstance(each, Path) else str(each), each)
    yield from (each if isinstance(each, Unread) else read(each) for each in found.values())


def search(folder: Path) -> Iterator[Path | Unread]:
    """Walk through a folder. Links are named, and not followed."""
    closed: list[OSError] = []
    for place, folders, files in os.walk(folder, onerror=closed.append):
        skipped = BESIDE_A_FILE if "progress.toml" in files else ()
        folders[:] = sorted(name for name in folders if name not in skipped)
        for path in (Path(place, name) for name in sorted(filter(PROGRESS.fullmatch, files))):
            yield Unread(path, "link") if path.is_symlink() else path
    yield from (Unread(Path(error.filename), "not_allowed") for error in closed)


def read(path: Path) -> HandedIn | Unread:
    """Read what is good in one file. Its damage is counted, never mended: the copy may not be ours to change."""
    try:
        if path.stat().st_size > MAX_BYTES:
            return Unread(path, "too_large")
        content = disk.read_plain_file(path)
    except IsADirectoryError:
        return Unread(path, "not_a_file")
    except (OSError, ValueError) as error:
        return Unread(path, "not_allowed" if isinstance(error, PermissionError) else "missing")
    try:
        found = scan(content)
    except (ValueError, RecursionError, OverflowError):  # nothing that a file holds may end the report
        return Unread(path, "unreadable")
    if not found.events and (found.damage or not found.header):
        return Unread(path, "unreadable" if content.strip() else "empty")
    newer, name = format_of(found.header) > FORMAT, found.header.get("learner")
    if isinstance(name, str) and name.strip():
        name = unicodedata.normalize("NFC", name.strip())[:LONGEST_NAME]
    else:  # the file does not say whose it is
        name = path.absolute().parent.name if path.name == "progress.toml" else path.stem
    return HandedIn((path,), name, tuple(found.events), len(found.damage), newer)


def pseudonym(name: str, key: bytes) -> str:
    """Make six letters and digits of a name, with a key: a plain hash could be compared with that of every name."""
    plain = unicodedata.normalize("NFC", name).strip().casefold()
    digest = hmac.digest(key, plain.encode("utf-8", "surrogatepass"), "sha256")
    return "L-" + "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:6])


def own_key(home: Path) -> tuple[bytes, bool]:
    """Return the key in the home folder, made if it is missing; and whether it is kept for the next report."""
    key = os.urandom(KEY_BYTES)
    try:
        kept = disk.read_plain_file(home / KEY) if os.path.lexists(home / KEY) else b""
        if len(kept) == KEY_BYTES:
            return kept, True
        disk.replace_file(home / KEY, key)
    except OSError:
        return key, False
    return key, True
