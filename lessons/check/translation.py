"""Both languages say the same: the same sections, paragraphs, claims, code and numbers."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from lessons.check.code import code_in, same_names
from lessons.check.markdown import parsed
from lessons.check.numerals import missing
from lessons.check.pages import CLAIM, Page, called, pages_of, without_claims
from lessons.check.proof import Proof
from lessons.lesson import Lesson

PARTS = {"paragraph": "paragraphs", "item": "list items", "cell": "table cells", "heading": "headings"}
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
            problem = (
                f"{called(heading)} has {here} {name}, and {there} in {first.file}: both should say the same."
            )
            yield second.wrong(problem, heading)
            return


def claims(first: Page, second: Page, heading: str) -> Iterator[Proof]:
    """Other claims: compared by name, whatever the words that print them."""
    ours, theirs = claimed(second.texts[heading]), claimed(first.texts[heading])
    if ours != theirs:
        yield second.wrong(difference(heading, first, ours - theirs, theirs - ours, "prints"), heading)


def claimed(text: str) -> Counter[str]:
    return Counter(f"{{{claim[1]}}}" for claim in CLAIM.finditer(text))


def code(first: Page, second: Page, heading: str) -> Iterator[Proof]:
    """Other names or numbers in backticks; other code in a fence."""
    ours, theirs = second.texts[heading], first.texts[heading]
    here, there = (same_names(text, first.lesson) for text in (ours, theirs))
    if here != there:
        yield second.wrong(difference(heading, first, here - there, there - here, "has"), heading)
    for fence, other in zip(parsed(ours).fences, parsed(theirs).fences, strict=False):
        mine, others = code_in(fence), code_in(other)
        if mine != others:
            more, less = (f"`{name}`" for name in (mine - others)), (f"`{name}`" for name in (others - mine))
            yield second.wrong(
                difference(heading, first, more, less, "has, in its fence,"), heading, fence.text, other.text
            )


def numbers(first: Page, second: Page, heading: str) -> Iterator[Proof]:
    """Other numbers in digits, outside code; words for them count as well."""
    ours, theirs = (spoken(page.texts[heading]) for page in (second, first))
    more, less = missing(ours, theirs), missing(theirs, ours)
    if more or less:
        yield second.wrong(difference(heading, first, more, less, "says"), heading, (more or [""])[0])


def spoken(text: str) -> str:
    """A section's prose with what is in italics, but without code."""
    return " ".join(re.sub(r"`[^`]*`", " ", piece.source) for piece in parsed(without_claims(text)).pieces)


def difference(heading: str, first: Page, more: Iterable[str], less: Iterable[str], verb: str) -> str:
    """`## read prints {a}; en.md prints {b}: …`."""
    here, there = ", ".join(more) or "nothing more", ", ".join(less) or "nothing for it"
    return f"{called(heading)} {verb} {here}; {first.file} has {there}: both should say the same."
