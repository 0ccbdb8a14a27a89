"""Numbers in prose: each is a claim, the year of a citation, or one that the lesson's own models and settings have.

Quantities in words are tied to a claim, as `{share_broken:three quarters}`, or are a setting of the lesson in words.
"""

from collections.abc import Iterator
from itertools import islice

from lessons.check.evidence import Evidence
from lessons.check.numbers.figures import TOUCHING, figures
from lessons.check.numbers.mending import mend_of
from lessons.check.numbers.own_numbers import Own, own_numbers
from lessons.check.numbers.permitted import forbidden, forbidden_figures
from lessons.check.numbers.quantities import quantities
from lessons.check.numbers.sections import Section, sections
from lessons.check.numbers.shapes import wrong_shapes
from lessons.check.places import line_of_text
from lessons.check.proof import Proof
from lessons.lesson import Lesson

AT_ONCE = 20  # proofs of one section that are made at once


def prove_numbers(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Every number of every page is a claim, or the lesson's own."""
    if evidence.trouble or not any(prose.written for prose in lesson.prose.values()):
        return
    if (own := own_numbers(lesson, evidence)) is None:
        return
    for language in lesson.prose:
        found = list(of_page(lesson, language, own, evidence))
        yield from found or [Proof(lesson.id, f"numbers in {language}.md")]


def of_page(lesson: Lesson, language: str, own: Own, evidence: Evidence) -> Iterator[Proof]:
    """What is wrong with the numbers of one page."""
    for section in sections(lesson, language):
        yield from islice(of_section(section, own, evidence), AT_ONCE)


def of_section(section: Section, own: Own, evidence: Evidence) -> Iterator[Proof]:
    """What is wrong with the numbers of one section."""
    spoken = quantities(section.page.folded, section.language)
    for start, end in touching(section):
        yield said(section, start, end, "it touches a claim, and changes what the claim prints.")
    for start, end, problem in wrong_shapes(section, own):
        yield said(section, start, end, problem)
    for quantity in spoken:
        if problem := forbidden(quantity, section, own):
            mend = mend_of(quantity, section, evidence)
            yield said(section, quantity.start, quantity.end, problem, mend)
    for figure, problem in forbidden_figures(figures(section.page.text), spoken, section, own):
        mend = mend_of(figure, section, evidence)
        yield said(section, figure.start, figure.end, problem, mend)


def touching(section: Section) -> Iterator[tuple[int, int]]:
    """Digits and signs without a space between them and a claim."""
    for match in TOUCHING.finditer(section.page.text):
        yield match.span()


def said(section: Section, start: int, end: int, problem: str, mend: str = "") -> Proof:
    words = section.page.written(start, end)
    return Proof(section.lesson.id, what(section), f"{words!r}: {problem}", *place(section, start), mend)


def what(section: Section) -> str:
    return f"number in {section.language}.md, {f'## {section.heading}' if section.heading else 'the title'}"


def place(section: Section, start: int) -> tuple[str, int | None]:
    """The file and the line of a place of a section."""
    line = line_of_text(section.lesson, section.language, section.heading, section.page.line(start))
    return f"{section.language}.md", line if section.heading else 1
