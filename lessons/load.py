"""From files to a course: its headings at once, and each lesson whole when it is first asked for."""

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lessons.course import Course, Track
from lessons.format import LessonError
from lessons.headings import CONTENT, read_headings
from lessons.table import Table, check_format, nearest, quoted, read_words

if TYPE_CHECKING:  # each is loaded when it is first asked for
    from lessons.lesson import Lesson

ALIKE = 0.65  # how much of two words is the same, where one may be meant by the other
ID = re.compile(r"[a-z0-9-]{1,64}")  # of a lesson, and of a track
ELSEWHERE = re.compile(rf"{ID.pattern}/{ID.pattern}")  # a lesson of a pack


@cache
def load_course(content: Path = CONTENT) -> Course:
    """Load `course.toml` and the headings of its lessons. Raises LessonError, then or when a lesson is asked for."""
    table = Table.read(content / "course.toml")
    check_format(table)
    identity, tracks = table.take("id", str, ""), tuple(read_track(track) for track in table.tables("track"))
    renamed = {old: str(new) for old, new in table.table("renamed", {}).rest().items()}
    concepts = {name: read_words(inner) for name, inner in table.named_tables("concepts").items()}
    names = [name for track in tracks for name in track.lessons]
    table.close()
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise LessonError(f"{content / 'course.toml'}: lesson {twice!r} stands twice.")
    load = partial(load_listed, content, tuple(names), concepts)
    return Course(
        tracks, Lessons(tuple(names), load), renamed, concepts, read_headings(content, names), id=identity
    )


def load_listed(content: Path, names: tuple[str, ...], concepts: Mapping[str, object], name: str) -> "Lesson":
    """Load a lesson that a `course.toml` lists. Raises LessonError."""
    lesson = load_lesson(content / name)
    check_needs(lesson, names)
    check_concepts(lesson, concepts)
    return lesson


class Lessons(Mapping[str, "Lesson"]):
    """The lessons of a course, each loaded when it is first asked for. Asking may raise LessonError; `get` does not."""

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
        """The lesson, or the default where there is none of this name, or one that does not load."""
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
    """Load one lesson from its folder. Raises LessonError."""
    from lessons.whole import read_folder  # with all that reads its parts: the course map is shown without it

    return read_folder(folder)


def read_track(table: Table) -> Track:
    track = table.fill(Track)
    for name in (track.id, *track.lessons):
        if not ID.fullmatch(name):
            raise LessonError(
                f"{table.where}: {quoted(name)} should be an id of small letters, digits and hyphens."
            )
    return track


def check_needs(lesson: "Lesson", names: tuple[str, ...]) -> None:
    """What a lesson needs is in its own course, in the built-in one, or of another pack, as `PACK/LESSON`."""
    for need in lesson.needs:
        if need not in (*names, *load_course().headings) and not ELSEWHERE.fullmatch(need):
            raise LessonError(f"{lesson.folder}/lesson.toml: needs {need!r}, which is not in the course.")


def check_concepts(lesson: "Lesson", concepts: Mapping[str, object]) -> None:
    """Every concept that a lesson names has its words in course.toml, or in that of the built-in course."""
    for concept in [*(each.concept for each in lesson.asked), *(each.concept for each in lesson.reviews)]:
        if concept is not None and concept not in {**load_course().concepts, **concepts}:
            raise LessonError(
                f"{lesson.folder}/lesson.toml: concept = {concept!r} is not in [concepts] of course.toml."
                f"{nearest(concept, tuple(concepts))}"
            )


def nearest_lessons(course: Course, name: str) -> list[str]:
    """The ids that a name may mean: those it is a part of, else those with a part spelt much like it; at most three."""
    wanted = name.lower()
    whole = [lesson for lesson in course.headings if wanted in lesson]
    parts = {part: lesson for lesson in reversed(list(course.headings)) for part in parts_of(lesson)}
    near = get_close_matches(wanted, parts, 3, ALIKE)
    return whole[:3] or list(dict.fromkeys(parts[part] for part in near))


def parts_of(lesson: str) -> Iterator[str]:
    """What an id may be called for short: some of its words that stand beside each other."""
    words = lesson.split("-")
    for first in range(len(words)):
        for end in range(first + 1, len(words) + 1):
            yield "-".join(words[first:end])
