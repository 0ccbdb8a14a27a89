"""Drawings in a page: `{draw NAME}`, on a line of its own, stands for `[drawing.NAME]` of `lesson.toml`."""

import re

from lessons.course.lesson import Drawing, Lesson, Prose
from lessons.course.page import Block, Words
from lessons.course.text import Text
from lessons.course.values import LessonError

LINE = re.compile(r"^\{draw ([^{}\n]+)\}[ \t]*$", re.MULTILINE)
ANYWHERE = re.compile(r"\{\s*draw\b[^{}\n]*\}")


def section_blocks(markdown: str, lesson: Lesson, page: Prose, text: Text) -> tuple[Block, ...]:
    """Return the words of a section and its drawings, in their order; nothing of a section without any."""
    blocks: list[Block] = []
    for number, part in enumerate(LINE.split(markdown)):
        if number % 2 and part in lesson.drawings:
            blocks += drawn(lesson.drawings[part], page, text)
        elif number % 2 == 0 and part.strip():
            blocks.append(Words(part.strip()))
    return tuple(blocks)


def drawn(drawing: Drawing, page: Prose, text: Text) -> tuple[Block, ...]:
    """Return the blocks of a drawing; of one that cannot be drawn nothing, which `check` says."""
    from lessons.runs.drawings import draw  # with NumPy, which a page without drawings does not need

    try:
        return draw(drawing, page, text)
    except LessonError:
        return ()


def without_drawings(markdown: str) -> str:
    """Return a section's words alone, with one empty line where a drawing stood."""
    return re.sub(r"\n{3,}", "\n\n", LINE.sub("", markdown)).strip()


def drawings_in(markdown: str) -> list[str]:
    return LINE.findall(markdown)
