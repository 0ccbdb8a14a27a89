"""Drawings in a page: `{draw NAME}`, on a line of its own, stands for `[drawing.NAME]` of `lesson.toml`."""

import re
from collections.abc import Iterator, Mapping

from lessons.format import LessonError
from lessons.lesson import Drawing, Lesson, Prose
from lessons.page import Block, Words
from lessons.table import Table
from lessons.text import Text
from lessons.vocabulary import DRAWINGS

LINE = re.compile(r"^\{draw ([^{}\n]+)\}[ \t]*$", re.MULTILINE)
ANYWHERE = re.compile(r"\{\s*draw\b[^{}\n]*\}")
LISTS = {"of", "tasks", "verbs", "persons", "names"}  # lists of names; the others are matrices


def read_drawing(name: str, table: Table) -> Drawing:
    """Read `[drawing.NAME]`. Raises LessonError for a kind that is none, and for settings that it does not take."""
    kind = table.one_of("kind", tuple(DRAWINGS))
    entry = DRAWINGS[kind]
    settings: dict[str, object] = {key: table.take(key, type) for key, type in entry.needs.items()}
    settings |= {key: table.take(key, type) for key, type in entry.may.items() if table.has(key)}
    table.close()
    for key, value in settings.items():
        check_setting(key, value, table.where)
    return Drawing(name, kind, settings)


def check_setting(key: str, value: object, where: str) -> None:
    """Raise LessonError where a list holds something else than it should."""
    if isinstance(value, list) and key in LISTS and not all(isinstance(each, str) for each in value):
        raise LessonError(f"{where}: {key} should be a list of names.")
    if isinstance(value, list) and key not in LISTS and not is_matrix(value):
        raise LessonError(f"{where}: {key} should be rows of numbers, all of one length: [[1, 2], [3, 4]].")
    if isinstance(value, dict) and not all(type(each) in (int, float) for each in value.values()):
        raise LessonError(f"{where}: {key} should give each name a number: {{ play = 2, write = 4 }}.")


def is_matrix(rows: list[object]) -> bool:
    """Whether these are rows of numbers, all of one length."""
    lengths = {len(row) if isinstance(row, list) else 0 for row in rows}
    numbers = [number for row in rows if isinstance(row, list) for number in row]
    return len(lengths) == 1 and bool(numbers) and all(type(number) in (int, float) for number in numbers)


def section_blocks(markdown: str, lesson: Lesson, page: Prose, text: Text) -> tuple[Block, ...]:
    """The words of a section and its drawings, in their order; nothing of a section without any."""
    return tuple(parts(markdown, lesson.drawings, page, text))


def parts(markdown: str, drawings: Mapping[str, Drawing], page: Prose, text: Text) -> Iterator[Block]:
    """Cut a section at its drawings."""
    for number, part in enumerate(LINE.split(markdown)):
        if number % 2 and part in drawings:
            yield from drawn(drawings[part], page, text)
        elif number % 2 == 0 and part.strip():
            yield Words(part.strip())


def drawn(drawing: Drawing, page: Prose, text: Text) -> tuple[Block, ...]:
    """The blocks of a drawing; of one that cannot be drawn nothing, which `check` says."""
    from lessons.runs.drawings import draw  # with NumPy, which a page without drawings does not need

    try:
        return draw(drawing, page, text)
    except LessonError:
        return ()


def make_ready(lesson: Lesson) -> None:
    """Import what draws: whoever must not wait for it calls this in a thread, before the first page."""
    if lesson.drawings or lesson.worked:
        import lessons.runs.drawings
        import lessons.runs.trace  # noqa: F401


def without_drawings(markdown: str) -> str:
    """A section's words alone, with one empty line where a drawing stood."""
    return re.sub(r"\n{3,}", "\n\n", LINE.sub("", markdown)).strip()


def drawings_in(markdown: str) -> list[str]:
    """The names of a section's drawings, in their order."""
    return LINE.findall(markdown)
