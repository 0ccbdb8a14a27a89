"""Reading the files of a lesson, whoever wrote them: plain text of a sensible size, and nothing else is ever opened."""

import re
import stat
from pathlib import Path

from lessons.format import LessonError

LARGEST = 200_000  # bytes
OWN = Path(__file__).parent  # what came with the tutor may be links: some package managers install by them
# Control characters but for line breaks and tabs, other line breaks, marks of byte order, and what reverses text.
ACTIVE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")


def read_text(path: Path) -> str:
    """Read a text file, with a byte order mark or without, its lines ended in either way. Raises LessonError."""
    if problem := file_problem(path):
        raise LessonError(f"{path} {problem}")
    try:
        text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise LessonError(f"{path} is not UTF-8 text.") from None
    except OSError as error:
        raise LessonError(f"{path} cannot be read: {error.strerror}.") from None
    if problem := text_problem(text):
        raise LessonError(f"{path}{problem}")
    return text


def file_problem(path: Path) -> str:
    """Why a file is not to be opened, or nothing. A pipe would keep us waiting for ever."""
    try:
        state = path.lstat()
        if stat.S_ISLNK(state.st_mode) and path.is_relative_to(OWN):
            state = path.stat()
    except FileNotFoundError:
        return "is missing."
    except (OSError, ValueError) as error:
        return f"cannot be read: {getattr(error, 'strerror', None) or error}."
    if stat.S_ISLNK(state.st_mode):
        return "is a link. A lesson's files stand in its own folder: copy it there."
    if not stat.S_ISREG(state.st_mode):
        return "is no plain file."
    if state.st_size > LARGEST:
        return f"is too large: {state.st_size / 1000:.0f} kB. A file of a lesson has at most {LARGEST // 1000} kB."
    return ""


def is_folder(path: Path) -> bool:
    """Whether there is a folder; also for what no system can have as a name."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def check_folder(path: Path) -> None:
    """Raise LessonError for a lesson's folder that is a link: what it leads to is not the pack's."""
    if path.is_symlink() and not path.is_relative_to(OWN):
        raise LessonError(f"{path} is a link. A lesson's folder stands in its pack: copy it there.")


def text_problem(text: str) -> str:
    """Where a text holds a character that is not to be seen but does something, or nothing."""
    found = ACTIVE.search(text)
    if found is None:
        return ""
    line = text.count("\n", 0, found.start()) + 1
    return f", line {line}: the control character U+{ord(found[0]):04X} has no place in a lesson. Remove it."
