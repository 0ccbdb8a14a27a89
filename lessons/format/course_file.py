"""Read `course.toml`: tracks, ideas, renamed lessons, and what its authors say of it."""

import re
from pathlib import Path
from typing import Annotated

from lessons import __version__
from lessons.course.course import Course, Head, Track
from lessons.course.lesson.values import LessonError, Name, matching, quoted
from lessons.format.files import COURSE, ID
from lessons.format.table import HEAD, TomlTable, check_once, fit, read_format, read_languages, take_words

VERSION = re.compile(r"\d{1,4}(\.\d{1,4}){0,3}")


def read_course(content: Path) -> Course:
    """Read all of a course but its lessons. Raises LessonError."""
    table = TomlTable.read(content / COURSE)
    languages = read_languages(table)
    head = read_head(table, languages)  # first: a newer version may have keys that this one does not know
    read_format(table)
    identity = table.take("id", str, "")
    tracks = tuple(read_track(track, languages) for track in table.tables("track"))
    renamed = {old: str(new) for old, new in table.table("renamed", {}).rest().items()}
    inner = table.table("concepts", {})
    concepts = {name: take_words(inner, fit(name, Name, f"{inner.where}:"), languages) for name in inner.names()}
    table.close()
    course = Course(tracks, renamed=renamed, concepts=concepts, id=identity, head=head)
    check_once(course.names, table.where, "lesson")
    return course


def read_head(table: TomlTable, languages: tuple[str, ...]) -> Head:
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


def read_track(table: TomlTable, languages: tuple[str, ...]) -> Track:
    about = take_words(table, "about", languages) if table.has("about") else {}
    track = table.fill(Track, title=take_words(table, "title", languages), about=about)
    for name in (track.id, *track.lessons):
        if not ID.fullmatch(name):
            raise LessonError(f"{table.where}: {quoted(name)} should be an id of small letters, digits and hyphens.")
    return track
