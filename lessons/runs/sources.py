"""The texts that are judged, a learner's copy of minimodel or a lab's file, read without trusting what stands there."""

import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from lessons.lesson import Lesson
from lessons.runs.edits import LIBRARY, edited_files, edited_text, inside

MOST_BYTES = 1_000_000  # of one file
MOST_FILES = 300
Texts = Mapping[str, str]  # by their path in the folder


class Unreadable(Exception):
    """A file of the learner's that cannot be read as Python's text: a word about which, and why."""


def read_sources(folder: Path, lesson: Lesson) -> Texts:
    """Read a learner's copy of minimodel, or the one file of a lab. Raises Unreadable."""
    names = [lesson.lab.file] if lesson.lab else list(files_of(folder))
    return {name: read_text(folder, name) for name in names}


def is_unchanged(lesson: Lesson, texts: Texts) -> bool:
    """Whether the code is still what there was to begin with."""
    if lesson.lab:
        return same(texts[lesson.lab.file], lesson.lab.begin)
    files = edited_files(lesson.edits)
    return all(same(texts.get(inside(file), ""), edited_text(lesson.edits, file)) for file in files)


def same(text: str, other: str) -> bool:
    return text.split() == other.split()


def files_of(folder: Path) -> Iterator[str]:
    """The Python files in a folder and below it, by their path in it."""
    count = 0
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__" and not name.startswith("."))
        for name in sorted(names):
            if name.endswith(".py") and count < MOST_FILES:
                count += 1
                yield Path(place, name).relative_to(folder).as_posix()


def read_text(folder: Path, name: str) -> str:
    """Read one file's text. Raises Unreadable where it is none: a pipe, something huge, bytes that are not UTF-8."""
    path = folder / name
    try:
        if not path.is_file() or path.stat().st_size > MOST_BYTES:
            raise Unreadable(f"{name}: no file of at most {MOST_BYTES // 1_000_000} MB")
        return path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise Unreadable(f"{name}: {error}") from None


@cache
def healthy_texts() -> Texts:
    """The texts of minimodel as it is."""
    return {name: read_text(LIBRARY, name) for name in files_of(LIBRARY)}


def with_texts(lesson: Lesson, files: Texts) -> Texts:
    """A lab's file, or a copy of the broken library, with these texts in it; the names are those of the lesson."""
    if lesson.lab:
        return dict(files)
    broken = {inside(file): edited_text(lesson.edits, file) for file in edited_files(lesson.edits)}
    given = {inside(file): text for file, text in files.items()}
    return {**healthy_texts(), **broken, **given}
