"""Damaged pieces of a progress file, kept in named files beside it and never thrown away."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from progress.disk import Disk
from progress.scan import Damage
from progress.sentence import Sentence

FOLDER = "damaged"


@dataclass(frozen=True, slots=True)
class SetAside:
    """Bytes that could not be read: where their copy is, why, how many, and whether they were found just now.

    `file` is None where no copy could be written; the bytes are then still in the progress file.
    """

    file: Path | None
    reason: Sentence
    bytes: int
    is_new: bool


def set_aside(folder: Path, damage: Iterable[Damage], disk: Disk) -> tuple[SetAside, ...]:
    """Copy the damaged pieces to `damaged/`, each under a name of its own, unless a copy is there already.

    Pieces that stand side by side are one: a file in which every event was mangled makes one copy, not thousands.
    """
    return tuple([_keep(folder / FOLDER, run, disk) for run in _side_by_side(damage)])


def _side_by_side(damage: Iterable[Damage]) -> Iterator[list[Damage]]:
    """Group the pieces that follow on one another."""
    run: list[Damage] = []
    end = None
    for piece in damage:
        if run and (end is None or piece.position != end):
            yield run
            run = []
        run.append(piece)
        end = None if piece.position is None else piece.position + len(piece.text)
    if run:
        yield run


def _keep(folder: Path, run: Sequence[Damage], disk: Disk) -> SetAside:
    """Copy pieces that are one to a file whose name holds their digest, unless there is such a file."""
    import hashlib

    content, reason = b"".join([piece.content for piece in run]), run[0].reason
    digest, size = hashlib.sha256(content).hexdigest()[:12], len(content)
    try:
        known = next(folder.glob(f"*-{digest}.toml"), None)
        if known:
            return SetAside(known, reason, size, is_new=False)
        path = folder / f"{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}-{digest}.toml"
        disk.replace(path, content)
    except OSError:
        return SetAside(None, reason, size, is_new=True)
    return SetAside(path, reason, size, is_new=True)


def move_folder_away(path: Path) -> Path:
    """Move a folder that stands where the progress file should be to the damaged pieces."""
    away = path.parent / FOLDER / f"{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}-{path.name}-was-a-folder"
    Disk().make_folder(away.parent)
    path.rename(away)
    return away


def notices_about(pieces: Sequence[SetAside]) -> Iterator[Sentence]:
    """Tell the learner about what was found just now; nothing about what was known before."""
    new = [piece for piece in pieces if piece.is_new]
    copied = [piece for piece in new if piece.file]
    if copied and copied[0].file:
        size = sum(piece.bytes for piece in copied)
        yield Sentence("set-aside", count=len(copied), bytes=size, folder=copied[0].file.parent)
    if left := sum(piece.bytes for piece in new if not piece.file):
        yield Sentence("left-in-file", bytes=left)
