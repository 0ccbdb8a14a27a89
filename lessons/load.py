"""From files to a course: its headings at once, and each lesson whole when it is first asked for."""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from lessons.lesson import LANGUAGES, MODES, Course, Heading, Lesson, LessonError, Track
from lessons.prose import MARK
from lessons.table import Table, check_format, nearest, read_text, read_words

CONTENT = Path(__file__).parent / "content"
MINUTES = re.compile(r"^minutes\s*=\s*(\d+)", re.MULTILINE)
BREAK = re.compile(r"^\[\[?break\]", re.MULTILINE)
SUMMARY = re.compile(r"^## summary\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


@cache
def load_course(content: Path = CONTENT) -> Course:
    """Load `course.toml` and the headings of its lessons. Raises LessonError, then or when a lesson is asked for."""
    table = Table.read(content / "course.toml")
    check_format(table)
    tracks = tuple(read_track(track) for track in table.tables("track"))
    renamed = table.table("renamed", {}).rest()
    concepts = {name: read_words(inner) for name, inner in table.named_tables("concepts").items()}
    table.close()
    names = [name for track in tracks for name in track.lessons]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise LessonError(f"{content / 'course.toml'}: lesson {twice!r} stands twice.")
    headings = {name: read_heading(content / name) for name in names}
    return Course(tracks, Lessons(content, tuple(names), concepts), renamed, concepts, headings)


class Lessons(Mapping[str, Lesson]):
    """The lessons of a course, each loaded when it is first asked for. Asking may raise LessonError."""

    def __init__(self, content: Path, names: tuple[str, ...], concepts: Mapping[str, object]) -> None:
        self.content, self.names, self.concepts = content, names, concepts
        self.loaded: dict[str, Lesson] = {}

    def __getitem__(self, name: str) -> Lesson:
        if name not in self.loaded:
            if name not in self.names:
                raise KeyError(name)
            lesson = load_lesson(self.content / name)
            check_needs(lesson, self.names)
            check_concepts(lesson, self.concepts)
            self.loaded[name] = lesson
        return self.loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


def read_heading(folder: Path) -> Heading:
    """Read what the map shows of a lesson: its titles and summaries, its minutes, and whether it can be met blind."""
    structure = read_text(folder / "lesson.toml")
    minutes = MINUTES.search(structure)
    pages = {language: MARK.sub("", read_text(folder / f"{language}.md")) for language in LANGUAGES}
    summaries = {language: SUMMARY.search(page) for language, page in pages.items()}
    return Heading(
        folder.name,
        int(minutes[1]) if minutes else 20,
        MODES if BREAK.search(structure) else MODES[:1],
        {language: page.partition("\n")[0].removeprefix("#").strip() for language, page in pages.items()},
        {language: found[1].strip() if found else "" for language, found in summaries.items()},
    )


def load_lesson(folder: Path) -> Lesson:
    """Load one lesson from its folder. Raises LessonError."""
    from lessons.whole import read_folder  # with all that reads its parts: the course map is shown without it

    return read_folder(folder)


def read_track(table: Table) -> Track:
    track = Track(table.take("id", str), read_words(table.table("title")), table.texts("lessons"))
    table.close()
    return track


def check_needs(lesson: Lesson, names: tuple[str, ...]) -> None:
    for need in lesson.needs:
        if need not in names:
            raise LessonError(f"{lesson.folder}/lesson.toml: needs {need!r}, which is not in the course.")


def check_concepts(lesson: Lesson, concepts: Mapping[str, object]) -> None:
    """Every concept that a lesson names has its words in course.toml."""
    for concept in [*(each.concept for each in lesson.asked), *(each.concept for each in lesson.reviews)]:
        if concept is not None and concept not in concepts:
            raise LessonError(
                f"{lesson.folder}/lesson.toml: concept = {concept!r} is not in [concepts] of course.toml."
                f"{nearest(concept, tuple(concepts))}"
            )


def nearest_lessons(course: Course, name: str) -> list[str]:
    """The ids most like a name that is none; where nothing is alike, the first of the course."""
    return get_close_matches(name, course.lessons, n=3, cutoff=0.3) or list(course.lessons)[:3]
