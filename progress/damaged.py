"""Damaged pieces of a progress file, kept in a named file beside it and never thrown away."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from progress.disk import Disk
from progress.scan import Damage
from progress.sentence import Sentence

FOLDER = "damaged"


@dataclass(frozen=True, slots=True)
class SetAside:
    """Bytes that could not be read: where their copy is, why, in how many pieces, and whether they are new to us.

    `file` is None where no copy could be written; the bytes are then still in the progress file.
    """

    file: Path | None
    reason: Sentence
    pieces: int
    bytes: int
    is_new: bool


def set_aside(folder: Path, damage: Sequence[Damage], disk: Disk) -> tuple[SetAside, ...]:
    """Copy the damaged pieces, all into one file, to `damaged/`, unless they are there already."""
    if not damage:
        return ()
    import hashlib

    content, reason = b"".join(piece.content for piece in damage), damage[0].reason
    digest = hashlib.sha256(content).hexdigest()[:12]
    try:
        known = next((folder / FOLDER).glob(f"*-{digest}.toml"), None)
        path = known or folder / FOLDER / f"{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}-{digest}.toml"
        if not known:
            disk.replace(path, content)
    except OSError:
        return (SetAside(None, reason, len(damage), len(content), is_new=True),)
    return (SetAside(path, reason, len(damage), len(content), is_new=not known),)


def notices_about(copies: Sequence[SetAside]) -> Iterator[Sentence]:
    """Tell the learner about what was found just now; nothing about what was known before."""
    for copy in copies:
        if copy.is_new and copy.file:
            yield Sentence("set-aside", count=copy.pieces, bytes=copy.bytes, folder=copy.file.parent)
        elif copy.is_new:
            yield Sentence("left-in-file", bytes=copy.bytes)
