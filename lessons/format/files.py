"""The files of a lesson, a pack or a course: plain text of a sensible size, in folders that hold nothing else."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from lessons.course.lesson.values import LANGUAGES, LessonError

CONTENT = Path(__file__).resolve().parents[1] / "content"
COURSE, STRUCTURE, PLACEMENT = "course.toml", "lesson.toml", "placement.toml"
TRANSLATED = "translated.toml"
PAGES = tuple(f"{language}.md" for language in LANGUAGES)
OF_LESSON = (STRUCTURE, *PAGES)
ID = re.compile(r"[a-z0-9-]{1,64}")  # of a lesson, which is the name of its folder, and of a track
LARGEST_BYTES = 200_000
# Control characters but for line breaks and tabs, other line breaks, marks of byte order, and what reverses text.
ACTIVE = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]"


def read_text(path: Path) -> str:
    """Read a text file, with a byte order mark or without, its lines ended in either way. Raises LessonError."""
    try:
        if not path.exists():
            raise LessonError(f"{path} is missing.")
        if not path.is_file():  # a pipe would keep us waiting for ever
            raise LessonError(f"{path} is no plain file.")
        if (size := path.stat().st_size) > LARGEST_BYTES:
            most = f"A file of a lesson has at most {LARGEST_BYTES // 1000} kB."
            raise LessonError(f"{path} is too large: {size / 1000:.0f} kB. {most}")
        text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise LessonError(f"{path} is not UTF-8 text.") from None
    except (OSError, ValueError) as error:
        raise LessonError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from None
    if problem := text_problem(text):
        raise LessonError(f"{path}{problem}")
    return text


def text_problem(text: str) -> str:
    """Return the problem if a text holds an invisible character that acts, such as a control code; else `""`."""
    found = re.search(ACTIVE, text)
    if found is None:
        return ""
    line = text.count("\n", 0, found.start()) + 1
    return f", line {line}: the control character U+{ord(found[0]):04X} has no place in a lesson. Remove it."


def is_folder(path: Path) -> bool:
    """Return True for a folder, and False for a path that cannot be looked at, such as a name that is too long."""
    return os.path.isdir(path)


def foreign_files(folder: Path, lessons: tuple[Path, ...], languages: tuple[str, ...] = LANGUAGES) -> Iterator[str]:
    """Yield a sentence on each file of a course, a pack or a lesson that no lesson reads, as a page of no language."""
    files = (STRUCTURE, *(f"{language}.md" for language in languages))
    for lesson in lessons:
        for entry in sorted(lesson.glob("*")):
            if entry.name not in (*files, TRANSLATED):
                yield f"{entry} belongs to no lesson: its files are {', '.join(files)}."
    for structure in sorted(folder.glob(f"*/{STRUCTURE}")):
        if structure.parent not in lessons:
            yield f"{structure.parent} is listed nowhere in {COURSE}. List it in a track, or take it away."
