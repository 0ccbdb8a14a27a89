"""What is wrong with a learner's folder, explained, and mended where it can be."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from progress.block import is_as_written
from progress.damaged import FOLDER as DAMAGED
from progress.damaged import move_folder_away
from progress.disk import PRIVATE_FILE, PRIVATE_FOLDER, Disk
from progress.errors import ProgressError
from progress.header import FORMAT, format_of, notices_of, refuse_newer_format
from progress.inert import inert
from progress.progress_file import NAME
from progress.rewrite import mended, rewrite
from progress.scan import Scan, scan


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it should be. Those that `mend` cannot or need not change are for information."""

    kind: str
    sentence: str
    mendable: bool


def examine(folder: Path) -> tuple[Finding, ...]:
    """Everything that is not as it should be; empty when all is well. Nothing is changed."""
    try:
        return (*_about_places(folder), *_about_content(folder))
    except OSError as error:
        return (Finding("unreadable", f"{folder} could not be looked into ({error.strerror}).", False),)


def mend(folder: Path, *, disk: Disk | None = None) -> Path | None:
    """Mend what `examine` found: damaged pieces are set aside first, and the file as it was is kept as a backup."""
    disk = disk or Disk()
    try:
        _move_folder_away(folder)
        for path, mode in _too_open(folder):
            path.chmod(mode)
        for draft in _drafts(folder):
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise ProgressError(f"{folder} could not be mended ({error.strerror}). Check who owns it.") from None

    def change(content: bytes) -> bytes | None:
        found = scan(content)
        refuse_newer_format(found.header)
        return mended(folder, found, disk) if _needs_rewriting(found, content) else None

    return rewrite(folder, change, disk=disk) if (folder / NAME).exists() else None


def _move_folder_away(folder: Path) -> None:
    if (folder / NAME).is_dir():
        move_folder_away(folder / NAME)


def _about_places(folder: Path) -> Iterator[Finding]:
    if not folder.exists():
        yield Finding(
            "absent", f"{folder} does not exist yet; it is made with the first thing you do.", False
        )
        return
    if (folder / NAME).is_dir():
        yield Finding("not-a-file", f"{folder / NAME} is a folder; mending moves it to {DAMAGED}/.", True)
    for path, mode in _too_open(folder):
        yield Finding("too-open", f"Others may look into {path}; mending sets its mode to {mode:o}.", True)
    for draft in _drafts(folder):
        yield Finding(
            "draft", f"{draft.name} is left from a rewrite that was interrupted; mending removes it.", True
        )
    if not os.access(folder, os.W_OK):
        yield Finding(
            "not-allowed", f"You may not write in {folder}. Change its permissions or use --home.", False
        )


def _about_content(folder: Path) -> Iterator[Finding]:
    try:
        content = (folder / NAME).read_bytes()
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        return
    except OSError as error:
        yield Finding("unreadable", f"{folder / NAME} could not be read ({error.strerror}).", False)
        return
    found = scan(content)
    for piece in found.damage:
        size = len(piece.content)
        beginning = inert(piece.text[:40].strip())
        yield Finding(
            "damaged", f"{size} bytes cannot be read, from “{beginning}”. {inert(piece.reason)}", True
        )
    yield from _about_header(found, content, folder.name)
    edited = [event for event in found.events if not is_as_written(event)]
    if edited:
        many = "One event is" if len(edited) == 1 else f"{len(edited)} events are"
        yield Finding(
            "edited", f"{many} not as the program wrote it: edited by hand, or altered by a disk.", False
        )


def _about_header(found: Scan, content: bytes, learner: str) -> Iterator[Finding]:
    if not content.strip():
        yield Finding(
            "empty", f"{NAME} is empty. If it should not be, `lynx-tutor restore` lists the backups.", False
        )
    elif not found.header:
        yield Finding("no-header", f"{NAME} has no header that can be read; mending writes a new one.", True)
    if format_of(found.header) < FORMAT:
        yield Finding(
            "older", f"The file is of format {format_of(found.header)}; mending brings it to {FORMAT}.", True
        )
    if found.is_wide:
        yield Finding("wide", "An editor saved the file in UTF-16; mending brings it back to UTF-8.", True)
    yield from (Finding("header", notice, False) for notice in notices_of(found.header, learner))


def _needs_rewriting(found: Scan, content: bytes) -> bool:
    return bool(content.strip()) and (bool(found.damage) or not found.header or found.must_be_rewritten)


def _too_open(folder: Path) -> Iterator[tuple[Path, int]]:
    """Files and folders of ours that others may read, and the mode they should have."""
    if os.name != "posix" or not folder.is_dir():
        return
    inside = [
        folder / NAME,
        *(each for name in (DAMAGED, "backups", "notes") for each in _within(folder / name)),
    ]
    for path in [folder, *inside]:
        if path.exists() and not path.is_symlink() and stat.S_IMODE(path.stat().st_mode) & 0o077:
            yield path, PRIVATE_FOLDER if path.is_dir() else PRIVATE_FILE


def _within(folder: Path) -> list[Path]:
    return [folder, *sorted(folder.glob("*"))] if folder.is_dir() else []


def _drafts(folder: Path) -> list[Path]:
    return sorted(folder.glob(f".{NAME}.*.tmp"))
