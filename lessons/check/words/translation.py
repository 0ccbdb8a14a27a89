"""Both languages say the same: the same sections, paragraphs, claims, code and numbers."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from lessons.check.markdown import parsed
from lessons.check.pages import CLAIM, Page, called, pages_of, without_claims
from lessons.check.proof import Proof
from lessons.check.words.code import code_in, same_names
from lessons.check.words.languages import words_in
from lessons.check.words.numerals import missing
from lessons.lesson import Lesson

PARTS = {"paragraph": "paragraphs", "item": "list items", "cell": "table cells", "heading": "headings"}
LONG = 20  # words of a paragraph that tell how long it is in another language
LEAST = 0.5  # of the longer one; between Spanish and English it is 0.75 and more in 450 paragraphs of honest lessons
Compare = Callable[[Page, Page, str], Iterable[Proof]]


def of_both(compare: Compare) -> Callable[[Lesson], Iterator[Proof]]:
    """A comparison of each section that both pages have."""

    def proofs(lesson: Lesson) -> Iterator[Proof]:
        pages = list(pages_of(lesson))
        if len(pages) == 2:
            first, second = pages
            for heading in first.texts:
                if heading in second.texts:
                    yield from compare(first, second, heading)

    return proofs


def sections(lesson: Lesson) -> Iterator[Proof]:
    """A section that only one language has; and sections in another order."""
    pages = list(pages_of(lesson))
    for page, other in zip(pages, reversed(pages), strict=True):
        for heading in other.texts:
            if heading not in page.texts:
                where = f"{called(heading)} stands in {other.file}, but not here"
                yield page.wrong(
                    f"{where}: write it in both languages, or in none.", "", mend=f"## {heading}"
                )
    if len(pages) == 2 and Counter(pages[0].texts) == Counter(pages[1].texts):
        yield from order(*pages)


def order(first: Page, second: Page) -> Iterator[Proof]:
    for before, after in zip(first.texts, second.texts, strict=True):
        if before != after:
            advice = f"{called(after)} stands where {first.file} has {called(before)}: one order is easier to keep."
            yield second.better(advice, after)
            return


def parts(first: Page, second: Page, heading: str) -> Iterator[Proof]:
    """Other numbers of paragraphs, list items, fences, ..."""
    ours, theirs = parsed(second.texts[heading]), parsed(first.texts[heading])
    counts = {name: (ours.count(kind), theirs.count(kind)) for kind, name in PARTS.items()}
    counts["fences"] = len(ours.fences), len(theirs.fences)
    for name, (here, there) in counts.items():
        if here != there:
            problem = f"{called(heading)} has another number of {name} than in {first.file}: {here}, and not {there}."
            yield second.wrong(problem, heading)
            return


def extents(first: Page, second: Page, heading: str) -> Iterator[Proof]:
    """Paragraphs of which one language has hardly half: something was left out."""
    pairs = zip(parsed(first.texts[heading]).pieces, parsed(second.texts[heading]).pieces, strict=False)
    for pair in pairs:
        counts = [len(words_in(piece.source)) for piece in pair]
        if max(counts) >= LONG and min(counts) < LEAST * max(counts):
            page, other = (first, second) if counts[0] < counts[1] else (second, first)
            few, many = sorted(counts)
            problem = f"{called(heading)} says in {few} words what takes {many} in {other.file}: something is left out."
            yield page.wrong(problem, heading, pair[counts.index(few)].source)
            return


def claims(first: Page, second: Page, heading: str) -> Iterator[Proof]:
    """Other claims, compared by name, whatever the words that print them; and claims in another order."""
    ours, theirs = claimed(second.texts[heading]), claimed(first.texts[heading])
    more, less = (
        list((a - b).elements())
        for a, b in ((Counter(ours), Counter(theirs)), (Counter(theirs), Counter(ours)))
    )
    if more or less:
        yield unlike(first, second, heading, "prints", more, less)
    elif ours != theirs:
        advice = f"{called(heading)} prints its claims in another order than {first.file}: {', '.join(ours)}"
        yield second.better(f"{advice}. See that each stands for the same.", heading)


def claimed(text: str) -> list[str]:
    return [f"{{{claim[1]}}}" for claim in CLAIM.finditer(text)]


def code(first: Page, second: Page, heading: str) -> Iterator[Proof]:
    """Other names or numbers in backticks; other code in a fence."""
    ours, theirs = second.texts[heading], first.texts[heading]
    here, there = (same_names(text, first.lesson) for text in (ours, theirs))
    if here != there:
        yield unlike(first, second, heading, "has", sorted(here - there), sorted(there - here))
    for fence, other in zip(parsed(ours).fences, parsed(theirs).fences, strict=False):
        mine, others = code_in(fence), code_in(other)
        if mine != others:
            more, less = ([f"`{name}`" for name in found] for found in (mine - others, others - mine))
            yield unlike(first, second, heading, "has, in a fence,", more, less, fence.text, other.text)


def numbers(first: Page, second: Page, heading: str) -> Iterator[Proof]:
    """Other numbers in digits, outside code; words for them count as well."""
    ours, theirs = (spoken(page.texts[heading]) for page in (second, first))
    more, less = missing(ours, theirs), missing(theirs, ours)
    if more or less:
        yield unlike(first, second, heading, "says", more, less, (more or [""])[0])


def spoken(text: str) -> str:
    """A section's prose with what is in italics, but without code."""
    return " ".join(re.sub(r"`[^`]*`", " ", piece.source) for piece in parsed(without_claims(text)).pieces)


def unlike(
    first: Page,
    second: Page,
    heading: str,
    verb: str,
    more: list[str],
    less: list[str],
    text: str = "",
    mend: str = "",
) -> Proof:
    """A section that has something more, or something less, than in the other language."""
    if more:
        where = f", where {first.file} has {', '.join(less)}" if less else f"; {first.file} does not"
        found = f"{verb} {', '.join(more)}{where}"
    else:
        found = f"lacks {', '.join(less)}, which {first.file} has"
    return second.wrong(
        f"{called(heading)} {found}: both should say the same.", heading, text, mend or ", ".join(less)
    )
