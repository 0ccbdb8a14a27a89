"""The doctor: explains what is wrong with a learner's folder, and mends what can be mended."""

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from progress.backups import BACKUPS, mended, rewrite
from progress.block import is_as_written
from progress.damaged import FOLDER as DAMAGED
from progress.disk import PRIVATE_FILE, PRIVATE_FOLDER, Disk, NotPlainFile, read_plain_file
from progress.errors import ProgressError
from progress.header import notices_of, refuse_newer_format
from progress.progress_file import NAME
from progress.scan import Damage, Scan, scan, text_of
from progress.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it should be. Those that `mend` cannot or need not change are for information."""

    sentence: Sentence
    mendable: bool

    @property
    def kind(self) -> str:
        return self.sentence.kind


def examine(folder: Path) -> tuple[Finding, ...]:
    """Find everything that is not as it should be; empty when all is well. Nothing is changed."""
    try:
        return (*_about_places(folder), *_about_content(folder))
    except OSError as error:
        return (_to_know("unreadable", file=folder, problem=error.strerror),)


def mend(folder: Path, *, disk: Disk | None = None) -> Path | None:
    """Mend what `examine` found: damaged pieces are set aside first, and the file as it was is kept as a backup."""
    disk = disk or Disk()
    try:
        for path, mode in _too_open(folder):
            path.chmod(mode)
        for draft in _drafts(folder):
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise ProgressError(Sentence("not-mended", folder=folder, problem=error.strerror)) from None

    def change(content: bytes) -> bytes | None:
        scanned = scan(content)
        refuse_newer_format(scanned.header)
        return mended(folder, scanned, disk) if _needs_rewriting(scanned, content) else None

    return rewrite(folder, change, disk=disk) if (folder / NAME).is_file() else None


def _to_know(kind: str, **values: object) -> Finding:
    return Finding(Sentence(kind, **values), mendable=False)


def _to_mend(kind: str, **values: object) -> Finding:
    return Finding(Sentence(kind, **values), mendable=True)


def _about_places(folder: Path) -> Iterator[Finding]:
    if not folder.exists():
        yield _to_know("absent", folder=folder)
        return
    if (folder / NAME).is_dir():
        yield _to_know("not-a-file", file=folder / NAME)
    if (folder / NAME).is_symlink() and not (folder / NAME).exists():
        yield _to_know("dangling", file=folder / NAME, target=os.readlink(folder / NAME))
    for path, mode in _too_open(folder):
        yield _to_mend("too-open", file=path, mode=f"{mode:o}")
    for draft in _drafts(folder):
        yield _to_mend("draft", name=draft.name)
    if not os.access(folder, os.W_OK):
        yield _to_know("not-allowed", folder=folder)


def _about_content(folder: Path) -> Iterator[Finding]:
    try:
        content = read_plain_file(folder / NAME)
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        return
    except NotPlainFile:
        yield _to_know("not-plain", file=folder / NAME)
        return
    except OSError as error:
        yield _to_know("unreadable", file=folder / NAME, problem=error.strerror)
        return
    scanned = scan(content)
    yield from _about_damage(scanned.damage, text_of(content))
    yield from _about_header(scanned, content, folder.name)
    edited = [event.id for event in scanned.events if not is_as_written(event)]
    if edited:
        yield _to_know("edited", count=len(edited), first=edited[0])


def _about_damage(damage: Iterable[Damage], text: str) -> Iterator[Finding]:
    """Name each piece with the line on which it begins, counted from the one before it."""
    line, position = 1, 0
    for piece in damage:
        if piece.position is None:
            yield _to_mend("repeated", reason=piece.reason)
            continue
        line, position = line + text.count("\n", position, piece.position), piece.position
        beginning = piece.text.strip()[:40]
        size = len(piece.content)
        yield _to_mend("damaged", line=line, bytes=size, beginning=beginning, reason=piece.reason)


def _about_header(scanned: Scan, content: bytes, learner: str) -> Iterator[Finding]:
    if not content.strip():
        yield _to_know("empty")
    elif not scanned.header:
        yield _to_mend("no-header")
    if scanned.is_wide:
        yield _to_mend("wide")
    yield from (Finding(notice, mendable=False) for notice in notices_of(scanned.header, learner))


def _needs_rewriting(scanned: Scan, content: bytes) -> bool:
    return bool(content.strip()) and (bool(scanned.damage) or not scanned.header or scanned.is_wide)


def _too_open(folder: Path) -> Iterator[tuple[Path, int]]:
    """Find files and folders of ours that others may read, and the mode they should have."""
    if os.name != "posix" or not folder.is_dir():
        return
    inside = [
        *([folder / NAME] if (folder / NAME).is_file() else []),
        *(each for name in (DAMAGED, BACKUPS, "notes") for each in _within(folder / name)),
    ]
    for path in [folder, *inside]:
        if path.exists() and not path.is_symlink() and stat.S_IMODE(path.stat().st_mode) & 0o077:
            yield path, PRIVATE_FOLDER if path.is_dir() else PRIVATE_FILE


def _within(folder: Path) -> list[Path]:
    return [folder, *sorted(folder.glob("*"))] if folder.is_dir() else []


def _drafts(folder: Path) -> list[Path]:
    return sorted(folder.glob(f".{NAME}.*.tmp"))
