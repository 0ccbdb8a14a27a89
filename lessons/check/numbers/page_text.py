"""What of a page is prose: without real source code, claims, links, and the numbers of pages, chapters and versions."""

import re
from collections.abc import Iterator
from functools import cache

from lessons.filling import PLACE
from lessons.lesson import Lesson
from lessons.runs.edits import LIBRARY

CLAIM, CODE = "\ue000", "\ue001"  # what is read in place of a `{claim}`, and of real source code
FENCE = re.compile(r"^ *(```+|~~~+).*?(?:^ *\1|\Z)", re.DOTALL | re.MULTILINE)
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
REFERENCE = re.compile(
    r"^- [a-z0-9-]+: |^ *\d{1,2}[.)] "  # the id of an option, the number of an item
    r"|https?://\S+|\barxiv[:. ]*\d{4}\.\d{4,5}(?:v\d+)?|\bdoi[: ]*10\.\S+"
    r"|\b(?:pages?|pp?\.|p[áa]ginas?|p[áa]gs?\.|vol\.|volumen?|chapters?|ch\.|cap[íi]tulos?|cap\.|sections?|secci[óo]n"
    r"|figures?|figuras?|fig\.|tables?|tablas?|lines?|l[íi]neas?|lessons?|lecci[óo]n|phases?|fases?"
    r"|python|numpy|pytorch|version|versi[óo]n|eq\.)\s*\d{1,4}(?:\.\d{1,2})*(?![\d%.,]*\d)(?:\s?[-–]\s?\d{1,4})?(?!\s?%)"
    r"|§\s*\d{1,2}(?:\.\d{1,2})*",
    re.IGNORECASE | re.MULTILINE,
)
LETTER = re.compile(r"[^\W\d_]")


def prose_of(text: str, lesson: Lesson) -> str:
    """Return a section of the same length in which what is no prose is covered."""
    found = text
    for first, last in [*code_of(text, lesson), *(each.span() for each in REFERENCE.finditer(text))]:
        found = found[:first] + CODE * (last - first) + found[last:]
    found = COMMENT.sub(lambda comment: CODE * len(comment[0]), found)
    return re.sub(r"[*`]", " ", PLACE.sub(lambda place: CLAIM * len(place[0]), found))


def code_of(text: str, lesson: Lesson) -> Iterator[tuple[int, int]]:
    """Return the lines of fences, and the code spans, that are in minimodel or in the lesson's own code."""
    fences = [match.span() for match in FENCE.finditer(text)]
    for first, last in fences:
        at = first
        for line in text[first:last].splitlines(keepends=True):
            if is_line(line, lesson):
                yield at, at + len(line.rstrip("\n"))
            at += len(line)
    for span in SPAN.finditer(text):
        if not any(first <= span.start() < last for first, last in fences) and is_source(span[1], lesson):
            yield span.span()


def is_line(line: str, lesson: Lesson) -> bool:
    """Return True if a line is, as a whole, real source."""
    bare = line.strip()
    own = {line.strip() for code in own_code(lesson) for line in code.splitlines()}
    return bool(LETTER.search(bare)) and (bare in library_lines() or bare in own)


def is_source(span: str, lesson: Lesson) -> bool:
    """Return True if a code span is part of real source."""
    if PLACE.search(span) or not LETTER.search(span):
        return False
    return span in library_text() or any(span in code for code in own_code(lesson))


def own_code(lesson: Lesson) -> list[str]:
    """Return the code that a lesson brings: its edits, its program, its lab."""
    edits = [*lesson.edits, *(edit for review in lesson.reviews for edit in review.edits)]
    code = [text for edit in edits for text in (edit.before, edit.after)]
    code += [lesson.worked.program] if lesson.worked else []
    return code + ([lesson.lab.begin, lesson.lab.solution] if lesson.lab else [])


@cache
def library_text() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(LIBRARY.rglob("*.py")))


@cache
def library_lines() -> frozenset[str]:
    return frozenset(line.strip() for line in library_text().splitlines())
