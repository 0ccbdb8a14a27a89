"""From files to a course: its headings at once, and each lesson whole when it is first asked for.

What the map shows of our own course is kept in an index, and so are its figures; `python docs/make_index.py` writes it
anew. What has a file that is newer than the index is read itself, unless the hash of its files is still the one there.
"""

import json
import os
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from lessons.course.course import Course, Heading, Track
from lessons.course.lesson.values import LessonError, nearest
from lessons.format.files import CONTENT, COURSE, ID, OF_LESSON, STRUCTURE

if TYPE_CHECKING:  # each is loaded when it is first asked for
    from lessons.course.lesson.lesson import Lesson

INDEX = Path(__file__).parents[1] / "index.json"
Kept = Mapping[str, dict[str, Any]]  # of the index: by the name of a lesson, or of course.toml
ALIKE = 0.65  # how much of two words is the same, where one may be meant by the other
ELSEWHERE = re.compile(rf"{ID.pattern}/{ID.pattern}")  # a lesson of a pack


@cache
def load_course(content: Path = CONTENT) -> Course:
    """Load `course.toml` and the headings of its lessons. Raises LessonError, then or when a lesson is asked for."""
    kept, made = read_index() if content == CONTENT else ({}, 0)
    course = kept_course(kept.get(COURSE), made, content)
    headings = {name: kept_heading(kept.get(name), made, content / name) for name in course.names}
    load = partial(load_listed, content, tuple(headings), course.concepts, kept, made)
    return replace(course, lessons=Lessons(tuple(headings), load), headings=headings)


def load_listed(
    content: Path, names: tuple[str, ...], concepts: Mapping[str, object], kept: Kept, made: int, name: str
) -> "Lesson":
    """Load a lesson of a course. Raises LessonError where what it needs, or the words of a concept, are nowhere."""
    lesson, built_in = load_lesson(content / name), load_course()
    for need in lesson.needs:
        if need not in (*names, *built_in.headings) and not ELSEWHERE.fullmatch(need):
            raise LessonError(f"{lesson.folder / STRUCTURE}: needs {need!r}, which is not in the course.")
    for concept in [*(each.concept for each in lesson.asked), *(each.concept for each in lesson.reviews)]:
        if concept is not None and concept not in {**built_in.concepts, **concepts}:
            said = f"concept = {concept!r} is not in [concepts] of course.toml.{nearest(concept, tuple(concepts))}"
            raise LessonError(f"{lesson.folder / STRUCTURE}: {said}")
    own = kept.get(name)
    return kept_figures(lesson, own) if is_kept(own, made, content / name, OF_LESSON) else lesson


def kept_figures(lesson: "Lesson", kept: Mapping[str, Any]) -> "Lesson":
    from lessons.course.lesson.figures import with_figures  # and what they are made of: the map is shown without it
    from lessons.plain_data import decode

    return with_figures(lesson, decode(kept["figures"].encode()))


class Lessons(Mapping[str, "Lesson"]):
    """Hold lessons, each loaded when it is first asked for. Asking may raise LessonError; `get` does not."""

    def __init__(self, names: tuple[str, ...], load: Callable[[str], "Lesson"]) -> None:
        self.names, self.load = names, load
        self.loaded: dict[str, Lesson] = {}

    def __getitem__(self, name: str) -> "Lesson":
        if name not in self.loaded:
            if name not in self.names:
                raise KeyError(name)
            self.loaded.setdefault(name, self.load(name))  # of two threads that load it, one is first
        return self.loaded[name]

    def get(self, name: str, default: Any = None) -> Any:
        """Return the lesson, or the default if there is none of this name, or it does not load."""
        try:
            return self[name]
        except (KeyError, LessonError):
            return default

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


def load_lesson(folder: Path) -> "Lesson":
    from lessons.format.lesson import read_folder  # with all that reads its parts: the map is shown without it

    return read_folder(folder)


def nearest_lessons(course: Course, name: str) -> list[str]:
    """Return at most three ids that a name may mean: those it is a part of, else those that are spelt like it."""
    wanted = name.lower()
    having = [lesson for lesson in course.headings if wanted in lesson]
    parts = {part: lesson for lesson in reversed(list(course.headings)) for part in parts_of(lesson)}
    near = get_close_matches(wanted, parts, 3, ALIKE)
    return having[:3] or list(dict.fromkeys(parts[part] for part in near))


def parts_of(lesson: str) -> Iterator[str]:
    """Yield the short names of an id: some of its words that stand beside each other."""
    words = lesson.split("-")
    for first, last in combinations(range(len(words) + 1), 2):
        yield "-".join(words[first:last])


def kept_course(kept: dict[str, Any] | None, made: int, folder: Path) -> Course:
    """Return the tracks and ideas of the index if `course.toml` is the one that they were made from; else read it."""
    if is_kept(kept, made, folder, (COURSE,)):
        tracks = (Track(**{**track, "lessons": tuple(track["lessons"])}) for track in kept["tracks"])
        return Course(tuple(tracks), renamed=kept["renamed"], concepts=kept["concepts"])
    from lessons.format.course_file import read_course  # with all that reads tables

    return read_course(folder)


def kept_heading(kept: dict[str, Any] | None, made: int, folder: Path) -> Heading:
    if is_kept(kept, made, folder, OF_LESSON):
        values = kept["heading"]
        return Heading(**{**values, "modes": tuple(values["modes"]), "needs": tuple(values["needs"])})
    return read_heading(folder)


def read_heading(folder: Path) -> Heading:
    from lessons.format.lesson import read_heading as read

    return read(folder)


def is_kept(kept: dict[str, Any] | None, made: int, folder: Path, files: Sequence[str]) -> TypeGuard[dict[str, Any]]:
    """Return True if no file is newer than the index: to read them all takes a tenth of the start."""
    if kept is None:
        return False
    try:
        if all(os.stat(f"{folder}/{name}").st_mtime_ns <= made for name in files):
            return True
    except OSError:
        pass
    return bool(kept["files"] == checksum(folder, files))


def checksum(folder: Path, files: Sequence[str]) -> int:
    try:
        return zlib.crc32(b"".join((folder / name).read_bytes() for name in files))
    except OSError:
        return -1


def read_index() -> tuple[Kept, int]:
    """Return the index of the course and of each lesson, and the time when it was written."""
    try:
        return json.loads(INDEX.read_text(encoding="utf-8")), INDEX.stat().st_mtime_ns
    except FileNotFoundError:
        return {}, 0
