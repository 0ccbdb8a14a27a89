"""Where a page is written: a plain file, replaced whole or not at all, and never a learner's progress."""

import sys
from collections.abc import Iterable
from pathlib import Path

from progress.disk import Disk
from progress.inert import inert
from tutor.exits import Refused
from tutor.reports.gather import PROGRESS
from tutor.words.sentences import reason_of
from tutor.words.text import Text

TERMINAL = "-"


def print_page(page: str) -> None:
    """Print a page, in whatever letters the terminal has."""
    encoding = sys.stdout.encoding or "utf-8"
    print(page.encode(encoding, "replace").decode(encoding), end="" if page.endswith("\n") else "\n")


def checked_path(path: Path, text: Text, read: Iterable[Path] = ()) -> Path:
    """Give the file that a page may be written to. Raises Refused where that would lose something."""
    try:
        place = path.expanduser().resolve()
        if place.is_dir():
            raise refused("report.is_folder", path, text)
        if PROGRESS.fullmatch(place.name) or any(same(place, each) for each in read):
            raise refused("report.refused", path, text)
        if place.exists() and not place.is_file():
            raise refused("report.not_plain", path, text)
    except (OSError, ValueError, RuntimeError) as error:
        raise unwritable(path, error, text) from None
    return place


def write_page(path: Path, page: str, text: Text) -> None:
    """Put a page, or a picture, in its place. Raises Refused if that fails."""
    try:
        Disk().replace(path, as_bytes(page))
    except (OSError, ValueError) as error:
        raise unwritable(path, error, text) from None


def say_written(path: Path, text: Text) -> None:
    print(text("report.written", file=inert(str(path))), file=sys.stderr)


def as_bytes(page: str) -> bytes:
    return page.encode("utf-8", "replace")


def same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)


def refused(key: str, path: Path, text: Text) -> Refused:
    return Refused(text(key, file=inert(str(path))))


def unwritable(path: Path, error: Exception, text: Text) -> Refused:
    problem = inert(reason_of(error, text))
    return Refused(text("report.unwritable", file=inert(str(path)), problem=problem))
