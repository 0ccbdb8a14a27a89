"""Both languages say the same: the same sections, items, claims, code and numbers."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import combinations
from pathlib import Path

from lessons.check.numbers import folded, numbers_in, whole_numbers, words
from lessons.check.pages import CLAIM, TITLE, PageFile, Proof, called, pages_of, parsed, without_claims
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.metric import METRICS
from lessons.course.lesson.prose import options
from lessons.course.lesson.vocabulary import LOSSES, MODELS, OPTIMIZERS, PICTURES, TASKS
from lessons.format import table
from lessons.format.pages import read_marks, read_page, write_marks

PARTS = {"item": "list items", "cell": "table cells"}
DIGITS = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?!\w)")
COMMON = {0.0, 1.0}  # "none", "nothing", "a", "one of": said in too many ways to compare
PLAIN_WORDS = re.compile(r"[^\W\d_]+(?:[ '’-][^\W\d_]+)*")
CODE_IN_FENCE = re.compile(r"[A-Za-z_][\w.]*(?=\()|\w+_\w+|[A-Z]?[a-z]+[A-Z]\w*|\b[A-Z]{2,}\w*|\d+(?:\.\d+)?|[-+*/@=]")
COMMENT = re.compile(r"#.*|\"[^\"\n]*\"|'[^'\n]*'")  # and texts, which may be translated
VOCABULARY = {*TASKS, *MODELS, *OPTIMIZERS, *LOSSES, *METRICS, *PICTURES}
Compare = Callable[[PageFile, PageFile, str], Iterable[Proof]]


def of_both(compare: Compare) -> Callable[[Lesson], Iterator[Proof]]:
    """Return a check that compares each section that both pages have."""

    def proofs(lesson: Lesson) -> Iterator[Proof]:
        first, *others = pages_of(lesson)
        for second in others:
            for heading in first.texts.keys() & second.texts.keys():
                yield from compare(first, second, heading)

    return proofs


def sections(lesson: Lesson) -> Iterator[Proof]:
    first, *others = pages_of(lesson)
    for second in others:
        for page, other in ((first, second), (second, first)):
            for heading in other.texts.keys() - page.texts.keys():
                where = f"{called(heading)} is in {other.file}, but not here"
                yield page.wrong(f"{where}: write it in both languages, or in none.", "")
        if first.texts.keys() == second.texts.keys() and [*first.texts] != [*second.texts]:
            yield second.better(f"its sections are in another order than those of {first.file}.", "")


def parts(first: PageFile, second: PageFile, heading: str) -> Iterator[Proof]:
    """Find other numbers of list items, table cells or fences; other paragraphs are advice."""
    ours, theirs = parsed(second.texts[heading]), parsed(first.texts[heading])
    counts = {name: (ours.count(kind), theirs.count(kind)) for kind, name in PARTS.items()}
    counts["fences"] = len(ours.fences), len(theirs.fences)
    for name, (here, there) in counts.items():
        if here != there:
            yield second.wrong(f"{called(heading)} has {here} {name}; {first.file} has {there}.", heading)
    here, there = ours.count("paragraph"), theirs.count("paragraph")
    if here != there:
        yield second.better(f"{called(heading)} has {here} paragraphs; {first.file} has {there}.", heading)


def claims(first: PageFile, second: PageFile, heading: str) -> Iterator[Proof]:
    found = (CLAIM.finditer(page.texts[heading]) for page in (second, first))
    ours, theirs = (Counter(f"{{{claim[1]}}}" for claim in each) for each in found)
    yield from unlike(first, second, heading, "prints", ours - theirs, theirs - ours)


def numbers(first: PageFile, second: PageFile, heading: str) -> Iterator[Proof]:
    """Find numbers in digits, outside code, that the other language has neither in digits nor in words."""
    (ours, mine), (theirs, others) = (numbers_of(page, heading) for page in (second, first))
    more = [digits for digits, values in ours.items() if not values & (others | COMMON)]
    less = [digits for digits, values in theirs.items() if not values & (mine | COMMON)]
    yield from unlike(first, second, heading, "says", more, less)


def numbers_of(page: PageFile, heading: str) -> tuple[dict[str, set[float]], set[float]]:
    """Return the numbers that a section has in digits, with what each may mean; and all of its numbers."""
    pieces = parsed(without_claims(page.texts[heading])).pieces
    text = " ".join(re.sub(r"`[^`]*`", " ", piece.source) for piece in pieces)
    digits = {found: meanings(found) for found in DIGITS.findall(text)}
    return digits, values_in(folded(text), page.language).union(*digits.values())


def values_in(text: str, language: str) -> set[float]:
    """Return all that the numbers of a folded text may be read as, in digits or in words."""
    said = (*numbers_in(text, language), *whole_numbers(text, language))
    return {value for each in said for value in (*each.values, *each.of)}


def meanings(digits: str) -> set[float]:
    """Return the readings of digits: a comma is a decimal mark, or is between two numbers."""
    parts = re.split("[.,]", digits)
    whole = {float("".join(parts))}
    both = {float(".".join(parts)), *map(float, parts if "," in digits else [])} if len(parts) == 2 else set()
    return whole | both


def answers(first: PageFile, second: PageFile, heading: str) -> Iterator[Proof]:
    """Find options in another order, and two that say what the other one says in the other language."""
    theirs, ours = (options(page.texts[heading])[1] for page in (first, second))
    if theirs.keys() == ours.keys() and [*theirs] != [*ours]:
        yield second.wrong(f"{called(heading)} lists its options in another order than {first.file}.", heading)
    here = {name: signs_of(text, second.language) for name, text in ours.items()}
    there = {name: signs_of(text, first.language) for name, text in theirs.items()}
    for one, other in combinations([name for name in theirs if name in ours], 2):
        straight = len(here[one] ^ there[one]) + len(here[other] ^ there[other])
        across = len(here[one] ^ there[other]) + len(here[other] ^ there[one])
        if across < straight:
            said = f"{called(heading)}: the options {one!r} and {other!r} seem exchanged"
            yield second.wrong(f"{said}: each says what {first.file} says of the other.", heading, ours[one])


def signs_of(text: str, language: str) -> frozenset[object]:
    """Return the signs of an answer in any language: numbers, claims, more or fewer, all or none of them."""
    plain = folded(CLAIM.sub(" ", text))
    numbers = {round(value, 6) for value in values_in(plain, language)} - COMMON
    kinds = {kind for kind, pattern in words(language, "options").items() if pattern.search(plain)}
    return frozenset([*numbers, *kinds, *(claim[1] for claim in CLAIM.finditer(text))])


def code(first: PageFile, second: PageFile, heading: str) -> Iterator[Proof]:
    here, there = (code_spans(page.texts[heading], first.lesson) for page in (second, first))
    yield from unlike(first, second, heading, "has", sorted(here - there), sorted(there - here))
    fences = (parsed(page.texts[heading]).fences for page in (second, first))
    for ours, theirs in zip(*fences, strict=False):
        mine, others = code_in(ours), code_in(theirs)
        yield from unlike(first, second, heading, "has, in a fence,", mine - others, others - mine)


def code_spans(text: str, lesson: Lesson) -> set[str]:
    """Return the code in backticks, each once. Plain words may be translated."""
    arms = {arm for experiment in lesson.experiments.values() for arm in experiment.names}
    known = VOCABULARY | set(lesson.experiments) | arms
    spans = {span for piece in parsed(without_claims(text)).pieces for span in piece.code}
    return {f"`{span}`" for span in spans if span in known or not PLAIN_WORDS.fullmatch(span)}


def code_in(fence: str) -> Counter[str]:
    """Count the names, numbers and operators of a fence: these, and no comment, have to be the same."""
    return Counter(f"`{name}`" for name in CODE_IN_FENCE.findall(COMMENT.sub(" ", without_claims(fence))))


def unlike(
    first: PageFile, second: PageFile, heading: str, verb: str, more: Iterable[str], less: Iterable[str]
) -> Iterator[Proof]:
    ours, theirs = list(more), list(less)
    found = f"lacks {', '.join(theirs)}, which {first.file} has"
    if ours:
        where = f", where {first.file} has {', '.join(theirs)}" if theirs else f"; {first.file} does not"
        found = f"{verb} {', '.join(ours)}{where}"
    if ours or theirs:
        yield second.wrong(f"{called(heading)} {found}: both should say the same.", heading, (ours or [""])[0])


CHECKS: Mapping[str, Callable[[Lesson], Iterator[Proof]]] = {
    "the same sections in both languages": sections,
    "the same paragraphs and items": of_both(parts),
    "the same claims": of_both(claims),
    "the same options": of_both(answers),
    "the same code": of_both(code),
    "the same numbers": of_both(numbers),
}


# ---- which text a section was translated from ----------------------------------------

COMMAND = "lynx-tutor check PATH --translated"


def digest(text: str) -> str:
    lines = "\n".join(line.rstrip() for line in text.strip().splitlines())
    return sha256(lines.encode()).hexdigest()[:8]


def out_of_date(lesson: Lesson) -> Iterator[Proof]:
    """Advise to read again the sections that have changed since they were translated."""
    source, *others = pages_of(lesson)
    texts = {**source.texts, **source.written}
    for page in others:
        marks = read_marks(lesson.folder, page.language)
        old = [each for each in page.texts if marks.get(each) != digest(texts.get(each, ""))]
        if not marks:
            words = "does not say which text it was translated from; once it is right, write it down:"
            yield page.better(f"{page.file} {words} {COMMAND}", TITLE)
        elif old:
            names, words = ", ".join(map(called, old)), "have changed, or are new, since they were translated"
            yield page.better(f"these sections {words}: {names}. Read them again, then: {COMMAND}", old[0])


def mark_translated(folder: Path) -> list[str]:
    """Keep the hash of each translated section; return the headings that changed. Raises LessonError, OSError."""
    first, *others = table.languages_in(folder.parent)
    title, sections = read_page(folder / f"{first}.md")
    texts = {TITLE: title, **{heading: section.words for heading, section in sections.items()}}
    marks = {heading: digest(text) for heading, text in texts.items()}
    changed: list[str] = []
    for language in others:
        known = read_marks(folder, language)
        changed += [heading for heading in marks if known.get(heading) != marks[heading]]
        write_marks(folder, language, marks)
    return changed
