"""Words of reports: figures, names of the course, and Markdown in which words from a file stay words."""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from typing import TypeAlias

from lessons.course.course import Course, LessonMode
from lessons.course.lesson.page import Block, Table
from lessons.course.lesson.state import State
from progress.sentence import inert
from tutor.words.text import Text, title_of

Part: TypeAlias = "str | Block"  # of a page: Markdown, or a block
DONE, UNKNOWN = "done", "unknown"
FIGURE = re.compile(r"[\d.]+( %)?$|—$")
# What Markdown would take for markup, at the start of a line or anywhere; and what some readers make links of.
ACTIVE = re.compile(r"^\d{1,9}[.)](?=\s|$)|^[-+=]|[\\`*_\[\]<>&|~#$@]|(?<=:)//|(?<=\bwww)\.", re.IGNORECASE)


def day(when: date | None) -> str:
    return "—" if when is None else when.isoformat()


def place_of(lesson: str, mode: str, course: Course) -> LessonMode | None:
    found = course.lessons.get(lesson)
    return next((LessonMode(found, each) for each in found.modes if each == mode), None) if found else None


def own_title(place: LessonMode, state: State, course: Course, text: Text) -> str:
    """Give a lesson's title for who learns it: a blind break is not told by its name before it is solved."""
    title = title_of(place, course, text, state)
    if title != text("map.mystery"):
        title = with_pack(place.lesson.id, title)
    is_one_of_two = len(place.lesson.modes) > 1 and place.mode == "open"
    return f"{title} · {text('mode.open')}" if is_one_of_two else title


def concept_name(concept: str, course: Course, text: Text) -> str:
    """Name a concept; one that this course does not have by its id."""
    return course.concepts.get(concept, {}).get(text.language, concept)


def with_pack(lesson: str, title: str) -> str:
    """Give a title, and of a pack's lesson its name beside it: two packs may have one title."""
    return f"{title} · {lesson}" if "/" in lesson else title


def page(parts: Iterable[str]) -> str:
    """Join paragraphs, lists and tables to a page; an empty one is left out."""
    return "\n\n".join(part for part in parts if part) + "\n"


def literal(words: str) -> str:
    """Write words that Markdown shows as they are, on one line."""
    # Every mark comes behind a backslash of its own; the digits of a numbered line stay as they are.
    return ACTIVE.sub(lambda found: re.sub(r"(\D)", r"\\\1", found[0]), inert(words).strip())


def bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def table(headings: Iterable[str], rows: Iterable[Sequence[str]]) -> Table:
    return Table(tuple(headings), tuple(map(tuple, rows)))


def table_lines(table: Table) -> str:
    """Write a table of literal words; columns of numbers stand right, words stand left."""
    if not table.rows:
        return ""
    columns = zip(*table.rows, strict=True)
    sides = ["---:" if all(map(FIGURE.match, column)) else "---" for column in columns]
    lines = [map(literal, table.headings), sides, *(map(literal, row) for row in table.rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
