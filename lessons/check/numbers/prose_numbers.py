"""Numbers in prose: each is a claim, the year of a citation, or one that the lesson's own settings and models have.

Where a page says what was found, any other number fails; elsewhere it is advice. What only asks is not judged.
"""

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from lessons.check.evidence import Evidence
from lessons.check.numbers.number_words import Quantity, folded, number_words, quantities, whole_numbers
from lessons.check.numbers.own_numbers import is_among, own_numbers
from lessons.check.numbers.page_text import prose_of
from lessons.check.pages import Page, called, pages_of
from lessons.check.proof import Proof
from lessons.lesson import Lesson

FOUND = ("because", "why", "learnt", "remember")  # sections that say what was found
ASKING = ("predict", "review", "step", "hint", "near", "next", "name", "arm", "experiment")
ALWAYS, SMALL = 2, 12  # whole numbers that are ordinary language: always, and where nothing is measured
MANY = 30  # numbers of a paragraph from which another one may be made
FIGURE = re.compile(
    r"(?<![\w.,])(?P<number>\d{1,3}(?:[ '’,]\d{3})+(?:\.\d+)?(?!\d)|\d+(?:[.,]\d+)?(?:[eE][-+]?\d+)?)(?![\w])"
    r"(?P<over>/\d+(?![\d/]))?(?P<percent>\s?(?:%|percent\b|per cent\b|por ciento\b))?"
)
YEAR = re.compile(r"(?:19|20)\d\d")
CITED = re.compile(
    r"(?:[A-ZÁÉÍÓÚÑÜ][\w.'’-]+|\bal\.?)[,)]* ?[(\[]?$|\b(?:in|since|en|desde|de|hasta) $|[,;(] ?$", re.I
)
ENDS = re.compile(r"[.!?…]+[»”\"')_]*(?=\s|$)|\n\s*\n|\n(?=\s*-)")
MADE: tuple[Callable[[float, float], float], ...] = (
    lambda one, other: one + other,
    lambda one, other: abs(one - other),
    lambda one, other: one * other,
    lambda one, other: one / other if other else math.nan,
)


@dataclass(frozen=True)
class Figure:
    """A number in digits, all the values that it may be read as, and the two numbers of a fraction."""

    start: int
    end: int
    values: tuple[float, ...]
    is_whole: bool
    of: tuple[float, ...] = ()


@dataclass(frozen=True)
class Passage:
    """One section of a page as its numbers are read."""

    page: Page
    heading: str
    own: frozenset[float]

    @property
    def kind(self) -> str:
        return self.heading.removeprefix("blind ").partition(" ")[0]

    @cached_property
    def text(self) -> str:
        return prose_of(self.page.texts[self.heading], self.page.lesson)

    @cached_property
    def folded(self) -> str:
        return folded(self.text)

    def sentence(self, start: int, end: int) -> str:
        """Return the sentence around a place, in small letters."""
        first = max((found.end() for found in ENDS.finditer(self.text, 0, start)), default=0)
        last = ENDS.search(self.text, end)
        return self.folded[first : last.end() if last else len(self.text)]

    def paragraph(self, start: int) -> str:
        first, last = self.text.rfind("\n\n", 0, start), self.text.find("\n\n", start)
        return self.text[first + 1 : last if last >= 0 else len(self.text)]


def pages_with_numbers(lesson: Lesson) -> list[str]:
    return [f"numbers in {page.file}" for page in pages_of(lesson)]


def prove_numbers(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Judge every number of every page. Raises Trouble where the lesson's own numbers cannot be known."""
    own = own_numbers(lesson, evidence)
    for page in pages_of(lesson):
        what = f"numbers in {page.file}"
        passages = [Passage(page, heading, own) for heading in page.texts]
        found = [replace(proof, what=what) for each in passages for proof in unproved(each)]
        yield from found or [Proof(lesson.id, what)]


def unproved(passage: Passage) -> Iterator[Proof]:
    """Find the numbers of a section that are nobody's."""
    if passage.kind in ASKING or not passage.heading:
        return
    words = quantities(passage.folded, passage.page.language)
    spoken = [each for each in words if not is_permitted_quantity(each, passage)]
    alone = [each for each in figures(passage.text) if not any(w.start <= each.start < w.end for w in words)]
    digits = [each for each in alone if not is_permitted(each, passage)]
    found: list[Quantity | Figure] = [*spoken, *digits]
    for each in found:
        text = passage.page.texts[passage.heading][each.start : each.end].strip("*_` \n")
        where = f"{called(passage.heading)} says {text!r}"
        said = f"{where}: no claim proves it, and it is none of the lesson's own numbers."
        if passage.kind in FOUND:
            yield passage.page.wrong(said, passage.heading, text)
        else:
            yield passage.page.better(said, passage.heading, text)


# ---- digits ------------------------------------------------------------------


def figures(text: str) -> Iterator[Figure]:
    """Return every number in digits. A name with digits, such as W1, is none."""
    for match in FIGURE.finditer(text):
        values = readings(match["number"])
        if match["over"] and (over := float(match["over"][1:])):
            yield Figure(
                match.start(), match.end(), tuple(each / over for each in values), False, (values[0], over)
            )
        else:
            values = tuple(value / 100 for value in values) if match["percent"] else values
            yield Figure(match.start(), match.end(), values, match[0].isdigit())


def readings(digits: str) -> tuple[float, ...]:
    """Return what digits may mean: 1,000 is a thousand, and in another country one."""
    plain = float(re.sub(r"[ '’]", "", digits).replace(",", ".")) if digits.count(",") < 2 else math.nan
    return (plain, float(re.sub(r"[ '’,]", "", digits))) if re.search(r"[ '’,]\d{3}", digits) else (plain,)


def is_permitted(figure: Figure, passage: Passage) -> bool:
    """Return True if a number in digits is the lesson's own, a small one, a year, or made of two own numbers."""
    if any(is_among(value, passage.own) for value in figure.values):
        return True
    if figure.of and all(number <= SMALL or is_among(number, passage.own) for number in figure.of):
        return True
    return (
        is_small(figure, passage) or is_year(figure, passage) or is_made(figure.values, passage, figure.start)
    )


def is_small(figure: Figure, passage: Passage) -> bool:
    """Return True for a small whole number by which nothing is measured."""
    if not figure.is_whole or figure.values[0] > SMALL:
        return False
    return figure.values[0] <= ALWAYS or not tells("measured", passage, figure.start, figure.end)


def is_year(figure: Figure, passage: Passage) -> bool:
    """Return True for the year of a citation."""
    written = passage.text[figure.start : figure.end]
    return bool(
        YEAR.fullmatch(written) and CITED.search(passage.text[max(0, figure.start - 40) : figure.start])
    )


def is_made(values: tuple[float, ...], passage: Passage, start: int) -> bool:
    """Return True for a sum, difference, product or quotient of two own numbers of the same paragraph."""
    paragraph = passage.paragraph(start)
    near = [each.values[0] for each in figures(paragraph)] + whole_numbers(paragraph, passage.page.language)
    own = [value for value in dict.fromkeys(near) if value > 1 and is_among(value, passage.own)][:MANY]
    made = {make(one, other) for one in own for other in own for make in MADE}
    return any(is_among(value, made) for value in values)


# ---- words -------------------------------------------------------------------


def is_permitted_quantity(quantity: Quantity, passage: Passage) -> bool:
    """Return True for a setting in words, two settings side by side, or what others are said to expect."""
    values = (quantity.value, 1 / quantity.value) if quantity.value else (0.0,)
    if any(is_among(value, passage.own) for value in values):
        return True
    if quantity.of and all(is_among(each, passage.own) for each in quantity.of):
        return True
    asks = passage.sentence(quantity.start, quantity.end).rstrip().endswith("?")
    told = tells("reported", passage, quantity.start, quantity.end)
    return asks or told or is_made(values, passage, quantity.start)


def tells(what: str, passage: Passage, start: int, end: int) -> bool:
    """Return True if the sentence has a word that tells what its numbers are."""
    return bool(number_words(passage.page.language).tells[what].search(passage.sentence(start, end)))
