"""The words and drawings of a lesson: nothing is left over, all of it can be shown and understood, and fits."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from lessons.check import lengths, named_lessons, translation
from lessons.check.drawings import drawn_rows
from lessons.check.evidence import Evidence
from lessons.check.pages import (
    CLAIM,
    FENCE_WIDTH,
    SCREEN_ROWS,
    TITLE,
    PageFile,
    Proof,
    called,
    lines,
    pages_of,
    parsed,
    rows,
    without_claims,
)
from lessons.course.course import LessonMode
from lessons.course.lesson.glossary import owners, pattern
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.prose import options
from lessons.course.lesson.source import edited_files
from lessons.course.lesson.values import LessonError
from lessons.course.steps import hints, recipes
from lessons.course.steps.plan import LessonStep
from lessons.format.glossary import glossary_for

LEFT_OVER = re.compile(r"\b(?:TODO|FIXME|XXX+|TBD|TBC|WIP)\b|(?i:lorem ipsum|dolor sit amet)|\?{3,}")
CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`", re.DOTALL)
FENCE_LINE = re.compile(r"^ {0,3}(?:`{3,}|~{3,})", re.MULTILINE)
EMPHASIS = re.compile(r"\*{1,3}([^*\n]+)\*{1,3}")

MAX_PAGE_ROWS = 3 * SCREEN_ROWS
MAX_FENCE_ROWS, MAX_FENCE_WIDTH = 20, 90  # what is beyond is cut off, on any screen
# What reads well, and the room that there is: characters of a title, which the map has beside other things, and of a
# name, which heads a column; rows of a summary and of an option.
TITLE_LENGTH, NAME_LENGTH, SUMMARY_ROWS, OPTION_ROWS = (46, 70), (50, 75), (2, 4), (2, 4)
NAMES = ("name ", "arm ", "experiment ")

Room = tuple[int, int]
Found = Iterator[tuple[str, str]]  # what is wrong, and the text that it is about


def prove_words(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    for what, check in CHECKS.items():
        found = [replace(proof, what=what) for proof in check(lesson)]
        yield from found or [Proof(lesson.id, what)]


def of_sections(find: Callable[[str], Found]) -> Callable[[Lesson], Iterator[Proof]]:
    """Return a check of each section by itself."""

    def proofs(lesson: Lesson) -> Iterator[Proof]:
        for page in pages_of(lesson):
            for heading, text in page.texts.items():
                for problem, words in find(text):
                    yield page.wrong(f"{called(heading)} {problem}", heading, words)

    return proofs


def left_over(text: str) -> Found:
    """Find what an author meant to come back to."""
    for found in LEFT_OVER.findall(CODE.sub(" ", text))[:1]:
        yield f"has {found!r}: write what belongs there, or take it out.", found


def empty(text: str) -> Found:
    if not any(letter.isalnum() for letter in CLAIM.sub("claim", text)):
        shown = f"only {text.strip()!r}" if text.strip() else "nothing"
        yield f"says {shown}: a learner would find an empty place.", ""


def unclosed(text: str) -> Found:
    fences = FENCE_LINE.findall(text)
    if len(fences) % 2:
        yield "opens a fence and does not close it.", fences[-1]
        return
    for piece in [each for each in parsed(CLAIM.sub("claim", text)).pieces if each.stray][:1]:
        mark = f"has a {piece.stray[0]} without its pair"
        yield f"{mark}, which a learner would see: close it, or put it in backticks.", piece.source


def unshown(text: str) -> Found:
    for what, source in parsed(text).hidden:
        yield f"has {what}, {source[:60]!r}, which a terminal does not show: say it in words.", source


@cache
def jargon(language: str) -> frozenset[str]:
    table = tomllib.loads(Path(__file__).with_name("jargon.toml").read_text(encoding="utf-8"))["words"]
    return frozenset(" ".join(word.split()) for word in table.get(language, "").split(",") if word.strip())


def unexplained_terms(lesson: Lesson) -> Iterator[Proof]:
    """Find each term that is neither in the glossary nor in bold or italics, where a page first uses it."""
    try:
        glossary = glossary_for(lesson.folder.parent)
    except LessonError as error:
        yield Proof(lesson.id, "", str(error))
        return
    for page in pages_of(lesson):
        marked = " ".join(found for text in page.texts.values() for found in EMPHASIS.findall(text))
        words = jargon(page.language)
        explained = {found.lower() for found in pattern(words).findall(marked)}
        words -= {*owners(glossary[page.language]), *explained}
        met: set[str] = set()
        for heading, text in page.texts.items():
            for found in pattern(words).findall(CODE.sub(" ", without_claims(text))):
                if found.lower() not in met:
                    met.add(found.lower())
                    problem = f"{called(heading)} uses {found!r}, which nothing explains: say what it means where it"
                    where = f"first stands, with the word in bold, or in glossary.{page.language}.md."
                    yield page.wrong(f"{problem} {where}", heading, found)


def long_pages(lesson: Lesson) -> Iterator[Proof]:
    for page in pages_of(lesson):
        steps = [step for mode in lesson.modes for step in recipes.steps_of(LessonMode(lesson, mode)).all]
        for step in {getattr(step, "sections", ()): step for step in steps}.values():
            yield from long_page(page, step)
        for heading, text in page.texts.items():
            if heading not in ("read", "why") and rows(text) > MAX_PAGE_ROWS:
                yield page.wrong(f"{called(heading)} takes {too_many(rows(text))}", heading)


def long_page(page: PageFile, step: LessonStep) -> Iterator[Proof]:
    names = [name for name in getattr(step, "sections", ()) if name in page.texts]
    count = sum(rows(page.filled(name)) + drawn_rows(page.lesson, page.language, name) for name in names)
    if getattr(step, "shows_edit", False):
        edits = page.lesson.edits
        count += sum(len(hints.diff(edits, file, 4)) + 3 for file in edited_files(edits))
    if names and count > MAX_PAGE_ROWS:
        sections = ", ".join(map(called, names))
        yield page.wrong(f"the page {step.id} ({sections}) takes {too_many(count)}", names[0])


def too_many(count: int) -> str:
    rest = f"Take {count - MAX_PAGE_ROWS} out, or make two lessons of it."
    return f"{count} rows; three screens at 80×24 are {MAX_PAGE_ROWS}. {rest}"


def long_texts(lesson: Lesson) -> Iterator[Proof]:
    for page in pages_of(lesson):
        for heading, text in page.texts.items():
            if heading in (TITLE, "true title", "blind title") or heading.startswith(NAMES):
                room = NAME_LENGTH if heading.startswith(NAMES) else TITLE_LENGTH
                yield from too_long(page, heading, called(heading), (len(text), "characters"), room)
            elif heading in ("summary", "blind summary"):
                yield from too_long(page, heading, "the summary", (lines(text), "rows"), SUMMARY_ROWS)
            for name, words in options(text)[1].items():
                what = f"option {name} of {called(heading)}"
                yield from too_long(page, heading, what, (lines(words), "rows"), OPTION_ROWS)


def too_long(page: PageFile, heading: str, what: str, size: tuple[int, str], room: Room) -> Iterator[Proof]:
    """Fail a text that does not fit; advise on one that is longer than reads well."""
    (count, unit), (good, most) = size, room
    if count > most:
        yield page.wrong(f"{what} takes {count} {unit}; there is room for {most}, and {good} read well.", heading)
    elif count > good:
        yield page.better(f"{what} takes {count} {unit}; {good} read well.", heading)


def cut_fences(lesson: Lesson) -> Iterator[Proof]:
    for page in pages_of(lesson):
        for heading, text in page.texts.items():
            for fence in parsed(text).fences:
                written = [line.rstrip() for line in fence.splitlines()]
                longest = max(written, key=len, default="")
                said = f"a fence of {called(heading)} has"
                if len(written) > MAX_FENCE_ROWS:
                    problem = f"{said} {len(written)} lines, and {MAX_FENCE_ROWS} are shown."
                    yield page.wrong(f"{problem} Take some out, or make two of it.", heading, written[0])
                elif len(longest) > MAX_FENCE_WIDTH:
                    problem = f"{said} a line of {len(longest)} columns, and no screen shows more than"
                    yield page.wrong(f"{problem} {MAX_FENCE_WIDTH}. Break the line.", heading, longest)
                elif len(longest) > FENCE_WIDTH:
                    cut = f"at 80 columns the last {len(longest) - FENCE_WIDTH} are cut off."
                    yield page.better(f"{said} a line of {len(longest)} columns: {cut}", heading, longest)


CHECKS: Mapping[str, Callable[[Lesson], Iterator[Proof]]] = {
    **translation.CHECKS,
    "translations up to date": translation.out_of_date,
    "nothing left over": of_sections(left_over),
    "no empty section": of_sections(empty),
    "marks in pairs": of_sections(unclosed),
    "everything can be shown": of_sections(unshown),
    "every term is explained": unexplained_terms,
    "lessons that are named": named_lessons.named_lessons,
    "pages of three screens at most": long_pages,
    "short titles, summaries and options": long_texts,
    "fences that are shown whole": cut_fences,
    **lengths.CHECKS,
}
