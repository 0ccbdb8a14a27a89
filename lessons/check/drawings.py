"""The drawings of a lesson: each can be drawn, stands where it is shown, and fits; above an answer, on one screen."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from lessons.check.evidence import Evidence
from lessons.check.pages import FENCE_WIDTH, SCREEN_ROWS, STRUCTURE, PageFile, Proof, called, lines, pages_of, rows
from lessons.course.lesson.drawing import Drawing
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.page import Block, Table, Words
from lessons.course.lesson.prose import DRAWING_ANYWHERE, drawings_in, options, without_drawings
from lessons.course.lesson.values import LessonError, nearest
from lessons.runs.drawings import draw
from lessons.runs.figures import drawn_blocks

MAX_DRAWING_ROWS = 14  # of a drawing
ROWS_BELOW = 1  # an empty row below each block
ROWS_OF_BOX = 5  # of a question at 80×24: which of how many it is, and how sure
SHOWN_IN = ("read", "edit", "symptom", "task", "observe", "explain", "cause", "why", "remember", "next", "know")
ANSWERED = ("predict ", "review ")
SHOWN_UNDER = (*ANSWERED, "step ", "test ", "because ", "probe ", "hint ", "learnt ", "know ")


@dataclass(frozen=True)
class Keys:
    """Says each of the tutor's own words by the end of its key: drawings are measured with words about as long."""

    language: str

    def __call__(self, key: str, /, **values: object) -> str:
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
    found += [proof for page in pages for proof in below_fold(page)]
    if found or lesson.drawings:
        yield from (replace(proof, what="drawings") for proof in found or [Proof(lesson.id, "")])


def misplaced(page: PageFile, first: PageFile, heading: str) -> Iterator[str]:
    """Find marks of unknown drawings, marks in the wrong place, or other ones than in the first language."""
    text, names = page.written[heading], tuple(page.lesson.drawings)
    ours, theirs = drawings_in(text), drawings_in(first.written.get(heading, ""))
    for name in ours:
        if name not in names:
            known = nearest(name, names) if names else " lesson.toml has no [drawing.NAME]."
            yield f"draws {name!r}, which is none.{known}"
    if left := DRAWING_ANYWHERE.search(without_drawings(text)):
        yield f"has {left[0]} among words: give it a line of its own, with empty lines around it."
    if ours and not (heading in SHOWN_IN or heading.startswith(SHOWN_UNDER)):
        where = f"put it into {', '.join(SHOWN_IN)}, or under {', '.join(map(str.strip, SHOWN_UNDER))}."
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
    size = f"takes {wide} columns and {high} rows; there are {FENCE_WIDTH} and {MAX_DRAWING_ROWS}."
    return "" if wide <= FENCE_WIDTH and high <= MAX_DRAWING_ROWS else f"[drawing.{drawing.name}] {size}"


def width(block: Block) -> int:
    """Return the columns that a table needs; a picture takes what there is."""
    columns = zip(block.headings, *block.rows, strict=True) if isinstance(block, Table) else ()
    return sum(max(map(len, column)) + 2 for column in columns)


def height(block: Block) -> int:
    if isinstance(block, Words):
        return lines(block.markdown)
    if isinstance(block, Table):
        return len(block.rows) + any(block.headings)
    return int(getattr(block, "height", 0)) or MAX_DRAWING_ROWS


def drawn_rows(lesson: Lesson, language: str, heading: str) -> int:
    """Return the rows that the drawings of a section take on a page, each with an empty one below it."""
    page = lesson.prose[language]
    known = [lesson.drawings[name] for name in drawings_in(page.sections[heading]) if name in lesson.drawings]
    blocks = [block for drawing in known for block in drawn_blocks(drawing, page, Keys(language))]
    return sum(height(block) + ROWS_BELOW for block in blocks)


def below_fold(page: PageFile) -> Iterator[Proof]:
    """Find questions whose drawing and answers are not on one screen together, at 80×24."""
    for heading in page.written:
        if heading.startswith(ANSWERED) and drawings_in(page.written[heading]):
            words, offered = options(page.filled(heading))
            shown = rows(words) + drawn_rows(page.lesson, page.language, heading) + sum(map(lines, offered.values()))
            if (count := shown + ROWS_OF_BOX) > SCREEN_ROWS:
                problem = f"{called(heading)} takes {count} rows with its drawing and its answers; at 80×24 there are"
                yield page.wrong(f"{problem} {SCREEN_ROWS}. Take {count - SCREEN_ROWS} out.", heading)
