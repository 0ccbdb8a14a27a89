"""The doctor: explains what is wrong with a learner's folder, and mends what can be mended."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from progress.backups import BACKUPS, DAMAGED, mended, rewrite
from progress.claim import FOLDER, read_owner
from progress.disk import NAME, PRIVATE_FILE, PRIVATE_FOLDER, is_there, read_plain_file, try_append
from progress.event import Event, is_as_written, is_misdated, is_timely
from progress.journal import local_time
from progress.refusal import refusal
from progress.scan import Damage, notices_of, refuse_newer_format, scan
from progress.sentence import ProgressError, Sentence

# The kinds of findings that `mend` changes; the others are for information.
MENDABLE = {"too-open", "draft", "damaged", "repeated", "no-header", "wide"}
# While one of these stands, nothing is saved, or read: only the learner can help.
BEYOND_MENDING = {
    "dangling", "not-plain", "not-allowed", "foreign", "closed", "not-yours", "unusable", "lock", "stopped", "in-use",
}  # fmt: skip


def examine(folder: Path) -> tuple[Sentence, ...]:
    """Find everything that is not as it should be; `()` when all is well. No file is changed."""
    found = list[Sentence]()
    try:
        if is_there(folder):
            for about in (_about_places, _about_content, _about_claims):
                found += about(folder)
        if not any(each.kind in BEYOND_MENDING for each in found):
            try_append(folder / NAME)
    except TimeoutError:
        found.append(Sentence("in-use", folder=folder))
    except OSError as error:
        error.filename = error.filename or str(folder / NAME)  # a file that is open has no name any more
        found.append(refusal(error, folder.parent.parent))
    else:
        if not is_there(folder):
            found.append(Sentence("absent", folder=folder))
        elif not os.access(folder, os.W_OK):
            found.append(Sentence("not-allowed", folder=folder))
    return tuple(found)


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
    if path.is_symlink() and not path.exists():
        yield Sentence("dangling", file=path, target=os.readlink(path))
    elif path.exists() and not path.is_file():
        yield Sentence("not-plain", file=path)
    for place, mode in _too_open(folder):
        yield Sentence("too-open", file=place, mode=f"{mode:o}")
    for draft in _drafts(folder):
        yield Sentence("draft", name=draft.name)


def _about_content(folder: Path) -> Iterator[Sentence]:
    if not (folder / NAME).is_file():
        return
    content = read_plain_file(folder / NAME)
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
    yield from _about_clocks(scanned.events)


def _about_clocks(events: list[Event]) -> Iterator[Sentence]:
    now = local_time()
    wrong = [event.time for event in events if is_timely(event.time) and is_misdated(event.time, now)]
    if wrong:
        yield Sentence("misdated", count=len(wrong), first=f"{min(wrong):%Y-%m-%d}", last=f"{max(wrong):%Y-%m-%d}")


def _about_claims(folder: Path) -> Iterator[Sentence]:
    for path in sorted((folder / FOLDER).glob("*.toml")):
        if read_owner(path) is None:
            yield Sentence("no-claim", file=path)


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
