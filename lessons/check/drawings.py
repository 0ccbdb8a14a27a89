"""The drawings of a lesson: each stands in a page, the same in every language, and fits the smallest screen."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from lessons.check.evidence import Evidence
from lessons.check.markdown import FENCE_WIDTH, lines
from lessons.check.pages import Page, called, pages_of
from lessons.check.proof import Proof
from lessons.drawings import ANYWHERE, drawings_in, without_drawings
from lessons.format import LessonError
from lessons.lesson import Drawing, Lesson, Prose
from lessons.page import Block, Table, Words
from lessons.table import nearest

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
    """Check where the drawings of a lesson are, and draw them."""
    found = [replace(proof, what=WHAT) for check in (placed, drawable) for proof in check(lesson)]
    if found or lesson.drawings:
        yield from found or [Proof(lesson.id, WHAT)]


def placed(lesson: Lesson) -> Iterator[Proof]:
    """Find marks for nothing or in the wrong place, drawings that no page has, other ones in a language."""
    first, *others = pages_of(lesson)
    for page in (first, *others):
        for heading, text in page.written.items():
            yield from misplaced(page, heading, text)
            ours, theirs = drawings_in(text), drawings_in(first.written.get(heading, ""))
            if ours != theirs:
                here, there = (", ".join(names) or "nothing" for names in (ours, theirs))
                yield page.wrong(
                    f"{called(heading)} draws {here}; in {first.file} it draws {there}.", heading
                )
    for name in lesson.drawings.keys() - {
        name for text in first.written.values() for name in drawings_in(text)
    }:
        problem = f"[drawing.{name}] is in no page: write {{draw {name}}} where it belongs, or take it out."
        yield Proof(lesson.id, "", problem, "lesson.toml")


def misplaced(page: Page, heading: str, text: str) -> Iterator[Proof]:
    names = tuple(page.lesson.drawings)
    for name in drawings_in(text):
        if name not in names:
            known = nearest(name, names) if names else " lesson.toml has no [drawing.NAME]."
            yield page.wrong(
                f"{called(heading)} draws {name!r}, which is none.{known}", heading, f"{{draw {name}"
            )
    if left := ANYWHERE.search(without_drawings(text)):
        problem = f"{called(heading)} has {left[0]} among words: give it a line of its own, with empty lines around it."
        yield page.wrong(problem, heading, left[0])
    if drawings_in(text) and not shows_drawings(heading):
        problem = (
            f"{called(heading)} has a drawing, and is shown without any: put it into {', '.join(SHOWN_IN)}"
        )
        yield page.wrong(f"{problem}, or under because, probe, hint, learnt or know.", heading)


def shows_drawings(heading: str) -> bool:
    name = heading.removeprefix("blind ")
    return name in SHOWN_IN or name.startswith(SHOWN_UNDER)


def drawable(lesson: Lesson) -> Iterator[Proof]:
    """A drawing that cannot be drawn, or is too wide or too tall."""
    for page in pages_of(lesson):
        for drawing in lesson.drawings.values():
            try:
                blocks = blocks_of(drawing, lesson.prose[page.language], page.language)
            except LessonError as error:
                yield Proof(lesson.id, "", f"{error}", "lesson.toml")
                continue
            wide, high = max(map(width, blocks)), sum(map(height, blocks))
            if wide > FENCE_WIDTH or high > MAX_ROWS:
                size = f"takes {wide} columns and {high} rows; there are {FENCE_WIDTH} and {MAX_ROWS}."
                yield Proof(lesson.id, "", f"[drawing.{drawing.name}] {size}", "lesson.toml")


def blocks_of(drawing: Drawing, page: Prose, language: str) -> tuple[Block, ...]:
    from lessons.runs.drawings import draw  # with NumPy, which lessons without drawings are proved without

    return draw(drawing, page, Keys(language))


def width(block: Block) -> int:
    """The columns that a table needs; a picture takes what there is."""
    if not isinstance(block, Table):
        return 0
    columns = zip(block.headings, *block.rows, strict=True)
    return sum(max(map(len, column)) + 2 for column in columns)


def height(block: Block) -> int:
    """The rows of a table, of words; of a picture those that it asks for."""
    if isinstance(block, Words):
        return lines(block.markdown)
    if isinstance(block, Table):
        return len(block.rows) + 1
    return int(getattr(block, "height", 0)) or MAX_ROWS


def drawn_rows(lesson: Lesson, language: str, heading: str) -> int:
    """The rows that the drawings of a section take on a page, each with an empty one below it."""
    prose = lesson.prose[language]
    drawings = [
        lesson.drawings[name] for name in drawings_in(prose.sections[heading]) if name in lesson.drawings
    ]
    try:
        blocks = [block for each in drawings for block in blocks_of(each, prose, language)]
    except LessonError:  # which has a proof of its own
        return 0
    return sum(height(block) + ROWS_BELOW for block in blocks)
