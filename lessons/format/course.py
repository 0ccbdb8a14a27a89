"""From files to a course: its headings at once, and each lesson whole when it is first asked for.

The headings of our own course are kept in an index; `python -m lessons.format.course` writes it anew. A lesson with a
file that is newer than the index is read itself, unless the hash of its files is still the one in the index.
"""

import json
import os
import re
import tomllib
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict
from difflib import get_close_matches
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from lessons import __version__
from lessons.course.course import Course, Head, Heading, Track
from lessons.course.values import LessonError, Name, matching, nearest, quoted
from lessons.format.files import CONTENT, COURSE, OF_LESSON, STRUCTURE
from lessons.format.table import HEAD, Table, check_once, fit, read_format, read_languages, take_words

if TYPE_CHECKING:  # each is loaded when it is first asked for
    from lessons.course.lesson import Lesson

INDEX = Path(__file__).parents[1] / "index.json"
ALIKE = 0.65  # how much of two words is the same, where one may be meant by the other
ID = re.compile(r"[a-z0-9-]{1,64}")  # of a lesson, and of a track
VERSION = re.compile(r"\d{1,4}(\.\d{1,4}){0,3}")
ELSEWHERE = re.compile(rf"{ID.pattern}/{ID.pattern}")  # a lesson of a pack


@cache
def load_course(content: Path = CONTENT) -> Course:
    """Load `course.toml` and the headings of its lessons. Raises LessonError, then or when a lesson is asked for."""
    table = Table.read(content / COURSE)
    languages = read_languages(table)
    head = read_head(table, languages)  # first: a newer version may have keys that this one does not know
    read_format(table)
    identity = table.take("id", str, "")
    tracks = tuple(read_track(track, languages) for track in table.tables("track"))
    renamed = {old: str(new) for old, new in table.table("renamed", {}).rest().items()}
    inner = table.table("concepts", {})
    concepts = {name: take_words(inner, fit(name, Name, f"{inner.where}:"), languages) for name in inner.names()}
    names = [name for track in tracks for name in track.lessons]
    table.close()
    check_once(names, table.where, "lesson")
    load = partial(load_listed, content, tuple(names), concepts)
    headings = read_headings(content, names)
    return Course(tracks, Lessons(tuple(names), load), renamed, concepts, headings, id=identity, head=head)


def read_head(table: Table, languages: tuple[str, ...]) -> Head:
    """Read `[pack]`: what its authors say of it. Raises LessonError where it is for a newer version than this one."""
    inner = table.table(HEAD, {})
    needed = inner.take("tutor", Annotated[str, matching(VERSION, 'a version, such as "0.2"')], "0")
    if number_of(needed) > number_of(__version__):
        mend = "Update lynx-tutor, or ask its author for an older version of the pack."
        said = f"this pack needs lynx-tutor {needed} or newer, and this is {__version__}"
        raise LessonError(f"{table.where}: {said}. {mend}")
    words = {key: take_words(inner, key, languages) for key in ("title", "description") if inner.has(key)}
    return inner.fill(Head, ("author", "licence", "version"), tutor=needed, **words)


def number_of(version: str) -> tuple[int, ...]:
    """Return a version as what can be compared: of 0.10 more than of 0.9."""
    return tuple(map(int, version.split(".")))


def load_listed(content: Path, names: tuple[str, ...], concepts: Mapping[str, object], name: str) -> "Lesson":
    """Load a lesson of a course. Raises LessonError where what it needs, or the words of a concept, are nowhere."""
    lesson, built_in = load_lesson(content / name), load_course()
    for need in lesson.needs:
        if need not in (*names, *built_in.headings) and not ELSEWHERE.fullmatch(need):
            raise LessonError(f"{lesson.folder / STRUCTURE}: needs {need!r}, which is not in the course.")
    for concept in [*(each.concept for each in lesson.asked), *(each.concept for each in lesson.reviews)]:
        if concept is not None and concept not in {**built_in.concepts, **concepts}:
            said = f"concept = {concept!r} is not in [concepts] of course.toml.{nearest(concept, tuple(concepts))}"
            raise LessonError(f"{lesson.folder / STRUCTURE}: {said}")
    return lesson


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
        """Return the lesson, or the default where there is none of this name, or one that does not load."""
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


def read_track(table: Table, languages: tuple[str, ...]) -> Track:
    track = table.fill(Track, title=take_words(table, "title", languages))
    for name in (track.id, *track.lessons):
        if not ID.fullmatch(name):
            raise LessonError(f"{table.where}: {quoted(name)} should be an id of small letters, digits and hyphens.")
    return track


def nearest_lessons(course: Course, name: str) -> list[str]:
    """Return at most three ids that a name may mean: those it is a part of, else those that are spelt like it."""
    wanted = name.lower()
    having = [lesson for lesson in course.headings if wanted in lesson]
    parts = {part: lesson for lesson in reversed(list(course.headings)) for part in parts_of(lesson)}
    near = get_close_matches(wanted, parts, 3, ALIKE)
    return having[:3] or list(dict.fromkeys(parts[part] for part in near))


def parts_of(lesson: str) -> Iterator[str]:
    """Yield what an id may be called for short: some of its words that stand beside each other."""
    words = lesson.split("-")
    for first, last in combinations(range(len(words) + 1), 2):
        yield "-".join(words[first:last])


def read_headings(content: Path, names: Iterable[str]) -> dict[str, Heading]:
    kept, made = read_index() if content == CONTENT else ({}, 0)
    return {name: kept_heading(kept.get(name), made, content / name) for name in names}


def kept_heading(kept: dict[str, Any] | None, made: int, folder: Path) -> Heading:
    """Return the heading of the index if the lesson's files are those that it was made from; else read them."""
    if kept is not None and (is_older(folder, made) or kept["files"] == checksum(folder)):
        values = kept["heading"]
        return Heading(**{**values, "modes": tuple(values["modes"]), "needs": tuple(values["needs"])})
    return read_heading(folder)


def read_heading(folder: Path) -> Heading:
    from lessons.format.lesson import read_heading as read

    return read(folder)


def is_older(folder: Path, made: int) -> bool:
    """Return True if no file of the lesson is newer than the index: to read them all takes a tenth of the start."""
    try:
        return all(os.stat(f"{folder}/{name}").st_mtime_ns <= made for name in OF_LESSON)
    except OSError:
        return False


def checksum(folder: Path) -> int:
    try:
        return zlib.crc32(b"".join((folder / name).read_bytes() for name in OF_LESSON))
    except OSError:
        return -1


def read_index() -> tuple[dict[str, Any], int]:
    """Return what is kept of each lesson, and when it was written."""
    try:
        return json.loads(INDEX.read_text(encoding="utf-8")), INDEX.stat().st_mtime_ns
    except FileNotFoundError:
        return {}, 0


def make_index(content: Path = CONTENT) -> dict[str, Any]:
    course = tomllib.loads((content / COURSE).read_text(encoding="utf-8"))
    folders = {name: content / name for track in course["track"] for name in track["lessons"]}
    return {
        name: {"files": checksum(folder), "heading": asdict(read_heading(folder))} for name, folder in folders.items()
    }


if __name__ == "__main__":
    INDEX.write_text(json.dumps(make_index(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
