"""A course: its lessons in order and in tracks, what the map shows of each, and packs from elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lessons.course.lesson.values import Mode

if TYPE_CHECKING:  # the course map shows headings, and loads no lesson
    from lessons.course.lesson.lesson import Lesson


class LessonMode(NamedTuple):
    """A lesson in one of its modes: what the course map lists, and what is opened."""

    lesson: "Lesson"
    mode: Mode = "open"

    @property
    def key(self) -> str:
        """Return what is the same each time: a lesson that is loaded again is not equal to what it was."""
        return f"{self.lesson.id}.{self.mode}"


class Heading(NamedTuple):
    """A lesson's row on the course map, read without loading the whole of it."""

    id: str
    minutes: int
    modes: tuple[Mode, ...]
    titles: Mapping[str, str]  # by language
    summaries: Mapping[str, str]
    needs: tuple[str, ...] = ()  # the lessons that come before it
    # What a break is told by until its edit is known.
    blind_titles: Mapping[str, str] = {}
    blind_summaries: Mapping[str, str] = {}
    true_titles: Mapping[str, str] = {}  # what the questions would be answered by

    def title(self, language: str, done: bool) -> str:
        """Return the title; of a lesson that is done its true one, if it has one."""
        return (self.true_titles.get(language) if done else "") or self.titles[language]

    @property
    def is_break(self) -> bool:
        return len(self.modes) > 1


@dataclass(frozen=True)
class Track:
    """A named row of lessons on the course map."""

    id: str
    title: Mapping[str, str]
    lessons: tuple[str, ...]  # their ids, which are the names of their folders
    about: Mapping[str, str] = field(default_factory=dict)  # it in a few words, by language


@dataclass(frozen=True)
class Head:
    """The words of a pack's authors about it, which are not proved: any text may stand there."""

    title: Mapping[str, str] = field(default_factory=dict)
    description: Mapping[str, str] = field(default_factory=dict)
    author: str = ""  # who made it
    licence: str = ""  # under which it may be used and changed
    version: str = ""  # of the pack
    tutor: str = "0"  # the least version of lynx-tutor that it works with


class Pack(NamedTuple):
    """Lessons from elsewhere. Everywhere but in its own files they are called `PACK/LESSON`."""

    id: str
    folder: Path
    lessons: Mapping[str, Path]  # the folder of each, by its own id
    head: Head = Head()


@dataclass(frozen=True)
class Course:
    """Everything there is to learn, in order."""

    tracks: tuple[Track, ...]
    lessons: Mapping[str, "Lesson"] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)  # a lesson's old id → the next one
    concepts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # id → language → words
    headings: Mapping[str, Heading] = field(default_factory=dict)
    packs: Mapping[str, Pack] = field(default_factory=dict)
    id: str = ""  # that its `course.toml` gives it, if it is a pack
    head: Head = field(default_factory=Head)

    def pack_of(self, lesson: str) -> Pack | None:
        """Return the pack that a lesson comes from; None for one of the built-in course."""
        pack, slash, _ = lesson.partition("/")
        return self.packs.get(pack) if slash else None

    def breaks(self, pack: str = "") -> list[str]:
        """Return the ids of the course's own breaks, or of a pack's, in the order in which they are numbered."""
        return [each.id for each in self.headings.values() if each.is_break and each.id.rpartition("/")[0] == pack]

    @property
    def names(self) -> list[str]:
        return [name for track in self.tracks for name in track.lessons]

    def openings(self) -> tuple[tuple[Heading, Mode], ...]:
        """Return the heading of every lesson in every mode, in order. None is loaded for it."""
        return tuple((self.headings[name], mode) for name in self.names for mode in self.headings[name].modes)

    def places(self) -> tuple[LessonMode, ...]:
        """Return every lesson in every mode, in order. One of a pack that does not load says so when it is opened."""
        lessons = [self.lessons.get(name) if self.pack_of(name) else self.lessons[name] for name in self.names]
        return tuple(LessonMode(lesson, mode) for lesson in lessons if lesson for mode in lesson.modes)
