"""What of a page is no prose: real source code, links, and the numbers of pages, chapters and versions."""

import re
from collections.abc import Iterator
from functools import cache

from lessons.filling import PLACE
from lessons.lesson import Lesson
from lessons.runs.edits import LIBRARY

FENCE = re.compile(r"^ *(```+|~~~+).*?(?:^ *\1|\Z)", re.DOTALL | re.MULTILINE)
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
OPTION = re.compile(r"^- [a-z0-9-]+: ", re.MULTILINE)
NUMBERED = re.compile(r"^ *\d{1,2}[.)] ", re.MULTILINE)  # an item of a list
REFERENCE = re.compile(
    r"https?://\S+|\barxiv[:. ]*\d{4}\.\d{4,5}(?:v\d+)?|\bdoi[: ]*10\.\S+"
    r"|\b(?:pages?|pp?\.|p[áa]ginas?|p[áa]gs?\.|vol\.|volumen?|chapters?|ch\.|cap[íi]tulos?|cap\.|sections?|secci[óo]n"
    r"|figures?|figuras?|fig\.|tables?|tablas?|lines?|l[íi]neas?|lessons?|lecci[óo]n|phases?|fases?"
    r"|python|numpy|pytorch|version|versi[óo]n|eq\.)\s*\d{1,4}(?:\.\d{1,2})*(?![\d%.,]*\d)(?:\s?[-–]\s?\d{1,4})?(?!\s?%)"
    r"|§\s*\d{1,2}(?:\.\d{1,2})*",
    re.IGNORECASE,
)
LETTER = re.compile(r"[^\W\d_]")


def hidden(text: str, lesson: Lesson) -> tuple[tuple[int, int], ...]:
    """The places of a section where real source code or a reference begins and ends."""
    found = [*code_of(text, lesson)]
    found += [match.span() for each in (OPTION, NUMBERED, REFERENCE) for match in each.finditer(text)]
    return tuple(sorted(found))


def code_of(text: str, lesson: Lesson) -> Iterator[tuple[int, int]]:
    """Lines of fences, and code spans, that stand in minimodel or in the lesson's own code."""
    fences = [match.span() for match in FENCE.finditer(text)]
    for first, last in fences:
        yield from (span for span in lines_of(text, first, last) if is_line(text[slice(*span)], lesson))
    for span in SPAN.finditer(text):
        if not any(first <= span.start() < last for first, last in fences) and is_source(span[1], lesson):
            yield span.span()


def lines_of(text: str, first: int, last: int) -> Iterator[tuple[int, int]]:
    at = first
    for line in text[first:last].splitlines(keepends=True):
        yield at, at + len(line.rstrip("\n"))
        at += len(line)


def is_line(line: str, lesson: Lesson) -> bool:
    """Whether a line stands, as a whole, in real source."""
    bare = line.strip()
    return bool(LETTER.search(bare)) and (bare in library_lines() or bare in own_lines(lesson))


def is_source(span: str, lesson: Lesson) -> bool:
    """Whether a code span is a name without digits of its own, or stands in real source."""
    if PLACE.search(span) or not LETTER.search(span):
        return False
    return span in library_text() or any(span in code for code in own_code(lesson))


def own_code(lesson: Lesson) -> list[str]:
    """The code that a lesson brings: its edits, its program, its lab."""
    edits = [*lesson.edits, *(edit for review in lesson.reviews for edit in review.edits)]
    code = [text for edit in edits for text in (edit.before, edit.after)]
    code += [lesson.worked.program] if lesson.worked else []
    return code + ([lesson.lab.begin, lesson.lab.solution] if lesson.lab else [])


def own_lines(lesson: Lesson) -> set[str]:
    return {line.strip() for code in own_code(lesson) for line in code.splitlines()}


@cache
def library_text() -> str:
    """All of minimodel."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(LIBRARY.rglob("*.py")))


@cache
def library_lines() -> frozenset[str]:
    return frozenset(line.strip() for line in library_text().splitlines())
