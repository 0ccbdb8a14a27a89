"""The drawings of a lesson: each stands in a page, the same in every language, and fits the smallest screen."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from lessons.check.evidence import Evidence
from lessons.check.markdown import FENCE_WIDTH, lines
from lessons.check.pages import STRUCTURE, Page, Proof, called, pages_of
from lessons.course.drawings import ANYWHERE, drawings_in, drawn, without_drawings
from lessons.course.lesson import Drawing, Lesson
from lessons.course.page import Block, Table, Words
from lessons.course.values import LessonError, nearest
from lessons.runs.drawings import draw

WHAT = "drawings"
MAX_ROWS = 14  # of a drawing
ROWS_BELOW = 1  # an empty row below each block
SHOWN_IN = ("read", "edit", "symptom", "task", "observe", "cause", "why", "remember", "next", "know")
SHOWN_UNDER = ("because ", "probe ", "hint ", "learnt ", "know ")


@dataclass(frozen=True)
class Keys:
    """Says each of the tutor's own words by the end of its key: drawings are measured with words about as long."""

    language: str

    def __call__(self, key: str, /, **values: Any) -> str:
        return key.rpartition(".")[2]

    def has(self, key: str) -> bool:
        return False


def prove_drawings(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    first, *_ = pages = tuple(pages_of(lesson))
    found = [
        page.wrong(f"{called(heading)} {problem}", heading)
        for page in pages
        for heading in page.written
        for problem in misplaced(page, first, heading)
    ]
    unseen = lesson.drawings.keys() - {name for text in first.written.values() for name in drawings_in(text)}
    problems = [
        f"[drawing.{name}] is in no page: write {{draw {name}}} where it belongs, or take it out." for name in unseen
    ]
    problems += [too_large(each, lesson, page.language) for page in pages for each in lesson.drawings.values()]
    found += [Proof(lesson.id, "", problem, STRUCTURE) for problem in problems if problem]
    if found or lesson.drawings:
        yield from (replace(proof, what=WHAT) for proof in found or [Proof(lesson.id, "")])


def misplaced(page: Page, first: Page, heading: str) -> Iterator[str]:
    """Find marks for nothing, in the wrong place, or other ones than in the first language."""
    text, names = page.written[heading], tuple(page.lesson.drawings)
    ours, theirs = drawings_in(text), drawings_in(first.written.get(heading, ""))
    for name in ours:
        if name not in names:
            known = nearest(name, names) if names else " lesson.toml has no [drawing.NAME]."
            yield f"draws {name!r}, which is none.{known}"
    if left := ANYWHERE.search(without_drawings(text)):
        yield f"has {left[0]} among words: give it a line of its own, with empty lines around it."
    name = heading.removeprefix("blind ")
    if ours and not (name in SHOWN_IN or name.startswith(SHOWN_UNDER)):
        where = f"put it into {', '.join(SHOWN_IN)}, or under because, probe, hint, learnt or know."
        yield f"has a drawing, and is shown without any: {where}"
    if ours != theirs:
        here, there = (", ".join(names) or "nothing" for names in (ours, theirs))
        yield f"draws {here}; in {first.file} it draws {there}."


def too_large(drawing: Drawing, lesson: Lesson, language: str) -> str:
    try:
        blocks = draw(drawing, lesson.prose[language], Keys(language))
    except LessonError as error:
        return str(error)
    wide, high = max(map(width, blocks)), sum(map(height, blocks))
    size = f"takes {wide} columns and {high} rows; there are {FENCE_WIDTH} and {MAX_ROWS}."
    return "" if wide <= FENCE_WIDTH and high <= MAX_ROWS else f"[drawing.{drawing.name}] {size}"


def width(block: Block) -> int:
    """Return the columns that a table needs; a picture takes what there is."""
    columns = zip(block.headings, *block.rows, strict=True) if isinstance(block, Table) else ()
    return sum(max(map(len, column)) + 2 for column in columns)


def height(block: Block) -> int:
    if isinstance(block, Words):
        return lines(block.markdown)
    return len(block.rows) + 1 if isinstance(block, Table) else int(getattr(block, "height", 0)) or MAX_ROWS


def drawn_rows(lesson: Lesson, language: str, heading: str) -> int:
    """Return the rows that the drawings of a section take on a page, each with an empty one below it."""
    page = lesson.prose[language]
    known = [lesson.drawings[name] for name in drawings_in(page.sections[heading]) if name in lesson.drawings]
    blocks = [block for drawing in known for block in drawn(drawing, page, Keys(language))]
    return sum(height(block) + ROWS_BELOW for block in blocks)
