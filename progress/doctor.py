"""The doctor: explains what is wrong with a learner's folder, and mends what can be mended."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from progress.backups import BACKUPS, DAMAGED, mended, rewrite
from progress.disk import NAME, PRIVATE_FILE, PRIVATE_FOLDER, read_plain_file
from progress.event import is_as_written
from progress.scan import Damage, notices_of, refuse_newer_format, scan
from progress.sentence import ProgressError, Sentence

# The kinds of findings that `mend` changes; the others are for information.
MENDABLE = {"too-open", "draft", "damaged", "repeated", "no-header", "wide"}


def examine(folder: Path) -> tuple[Sentence, ...]:
    """Find everything that is not as it should be; empty when all is well. Nothing is changed."""
    try:
        return (*_about_places(folder), *_about_content(folder))
    except OSError as error:
        return (Sentence("unreadable", file=folder, problem=error.strerror),)


def mend(folder: Path) -> Path | None:
    """Mend what `examine` found: damaged pieces are set aside first, and the file as it was is kept as a backup."""
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
        is_whole = scanned.header and not scanned.damage and not scanned.is_utf16
        return None if is_whole or not content.strip() else mended(folder, scanned)

    return rewrite(folder, change) if (folder / NAME).is_file() else None


def _about_places(folder: Path) -> Iterator[Sentence]:
    path = folder / NAME
    if not folder.exists():
        yield Sentence("absent", folder=folder)
        return
    if path.is_symlink() and not path.exists():
        yield Sentence("dangling", file=path, target=os.readlink(path))
    elif path.exists() and not path.is_file():
        yield Sentence("not-plain", file=path)
    for place, mode in _too_open(folder):
        yield Sentence("too-open", file=place, mode=f"{mode:o}")
    for draft in _drafts(folder):
        yield Sentence("draft", name=draft.name)
    if not os.access(folder, os.W_OK):
        yield Sentence("not-allowed", folder=folder)


def _about_content(folder: Path) -> Iterator[Sentence]:
    if not (folder / NAME).is_file():
        return
    try:
        content = read_plain_file(folder / NAME)
    except OSError as error:
        yield Sentence("unreadable", file=folder / NAME, problem=error.strerror)
        return
    scanned = scan(content)
    yield from map(_about_damage, scanned.damage)
    if not content.strip():
        yield Sentence("empty")
    elif not scanned.header:
        yield Sentence("no-header")
    if scanned.is_utf16:
        yield Sentence("wide")
    yield from notices_of(scanned.header, folder.name)
    edited = [event.id for event in scanned.events if not is_as_written(event)]
    if edited:
        yield Sentence("edited", count=len(edited), first=edited[0])


def _about_damage(damage: Damage) -> Sentence:
    if damage.line is None:
        return Sentence("repeated", reason=damage.reason)
    beginning, size = damage.text.strip()[:40], len(damage.content)
    return Sentence("damaged", line=damage.line, bytes=size, beginning=beginning, reason=damage.reason)


def _too_open(folder: Path) -> Iterator[tuple[Path, int]]:
    """Find files and folders of ours that others may read, and the mode they should have."""
    folders = [folder / name for name in (DAMAGED, BACKUPS, "notes")]
    files = [file for each in folders for file in each.glob("*")]
    for path in (folder, *folders, *files, *([folder / NAME] if (folder / NAME).is_file() else [])):
        is_ours = os.name == "posix" and path.exists() and not path.is_symlink()
        if is_ours and stat.S_IMODE(path.stat().st_mode) & 0o077:
            yield path, PRIVATE_FOLDER if path.is_dir() else PRIVATE_FILE


def _drafts(folder: Path) -> list[Path]:
    return sorted(folder.glob(f".{NAME}.*.tmp"))
