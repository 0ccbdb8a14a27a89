"""Claims and the pages that print them: what a page names exists, and says what its words say; none is left over."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lessons.check.evidence import Evidence
from lessons.check.numbers.number_words import (
    SHARE,
    TIMES,
    folded,
    number_words,
    quantities,
    whole_numbers,
)
from lessons.check.numbers.page_text import code_of
from lessons.check.pages import STRUCTURE, called, line_in_structure, pages_of
from lessons.check.proof import Proof
from lessons.filling import PLACE
from lessons.lesson import Claim, Interval, Lesson
from lessons.table import nearest
from lessons.vocabulary import SHARE as SHARE_METRIC
from lessons.vocabulary import metric_of

PERCENT = re.compile(r"\s?(?:%|percent\b|per cent\b|por ciento\b)")
NEAR_LETTERS = 25  # in which a page says which way round a number of times is
MORE, LESS, ABOUT = "more", "less", "about"
EVERY_SEED = ("least", "greatest")  # measures that hold on every seed
ZERO = 1e-6  # what a page may call zero


def prove_printed_claims(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Every claim that a page names exists and says what its words say; every claim is printed, or says why not."""
    printed: set[str] = set()
    for page in pages_of(lesson):
        for heading, text in page.texts.items():
            for place in places(text, lesson):
                printed.add(place[1])
                if problem := wrong_place(lesson, page.language, place):
                    what = f"{place[0]} in {page.file}, {called(heading)}"
                    yield Proof(lesson.id, what, problem, page.file, page.line(heading, place[0]))
    for claim in lesson.claims.values():
        yield use_of(lesson, claim, claim.name in printed)


def places(text: str, lesson: Lesson) -> Iterator[re.Match[str]]:
    """Return where a text prints claims. Braces in real source code are code, unless a claim has their name."""
    code = list(code_of(text, lesson))
    for place in PLACE.finditer(text):
        if place[1] in lesson.claims or not any(first <= place.start() < last for first, last in code):
            yield place


def wrong_place(lesson: Lesson, language: str, place: re.Match[str]) -> str:
    """Return what is wrong with a claim where a page prints it, or nothing."""
    claim, words = lesson.claims.get(place[1]), place[2]
    after = place.string[place.end() :][:NEAR_LETTERS]
    if claim is None:
        known = nearest(place[1], tuple(lesson.claims)) if lesson.claims else ""
        return f"{place[1]!r} is not in [claims] of {STRUCTURE}.{known}"
    if words:
        return disagreement(claim, words, language, after)
    return wrong_percent(claim) if PERCENT.match(after) else ""


def wrong_percent(claim: Claim) -> str:
    """Return why no percent sign may follow a claim, or nothing."""
    metric = metric_of(str(claim.arguments.get("metric", "")))
    if claim.percent or (metric is not None and metric.kind == SHARE_METRIC):
        return f"it prints {claim.text()}, and a percent sign more says something else."
    return ""


def use_of(lesson: Lesson, claim: Claim, printed: bool) -> Proof:
    """Advise to print a claim that no page prints, or to say why it is there."""
    what, line = f"use of claim {claim.name}", line_in_structure(lesson, "claims", claim.name)
    if printed and claim.unused:
        problem = f"it says why no page prints it ({claim.unused!r}), but a page does."
        return Proof(lesson.id, what, problem, STRUCTURE, line)
    advice = f'no page prints it. Print {{{claim.name}}}, or say why it is there: unused = "…".'
    return Proof(lesson.id, what, "", STRUCTURE, line, advice="" if printed or claim.unused else advice)


# ---- the words of a claim ------------------------------------------------------


@dataclass(frozen=True)
class Said:
    """What words say: a number, its kind, and on which side of it the claim may lie."""

    kind: str
    value: float
    side: str = ""

    @property
    def tolerance(self) -> float:
        """How far a claim may be from the words: a tenth, of a share at most 0.05; twice that after *about*."""
        size = 0.1 * abs(self.value)
        if self.kind == SHARE and abs(self.value) >= 0.1:
            size = min(0.05, max(size, 0.02))
        return max(ZERO, size * (2 if self.side == ABOUT else 1))

    def __str__(self) -> str:
        side = {MORE: "more than ", LESS: "less than "}.get(self.side, "")
        return f"{side}{self.value:.3g}{' times' if self.kind == TIMES else ''}"


def disagreement(claim: Claim, words: str, language: str, after: str = "") -> str:
    """Return why these words are not what a claim proves, or nothing. `after` is what the page says next."""
    text, (low, high) = folded(words), interval(claim)
    found = list(said(text, language))
    if len(found) > 1:
        return f"{words!r} says {len(found)} numbers; a claim proves one."
    if not found:
        return of_all(claim, words, language)
    smaller = number_words(language).tells["smaller"].search(f"{text} {folded(after)}")
    if any(fits(each, low, high) for each in in_units_of(found[0], high, bool(smaller))):
        return ""
    return f"{words!r} says {found[0]}; the claim says {between(low, high)}."


def said(text: str, language: str) -> Iterator[Said]:
    """Return every number that words say: quantities, or else numbers in digits or words."""
    compares = number_words(language).compares
    found = [each for each in quantities(f"{text} {compares}", language) if each.start < len(text)]
    for each in found:
        yield Said(each.kind, each.value, side_of(text[: each.start], language))
    if found or share_words(text, language):
        return
    digits = [
        float(each.replace(",", "")) for each in re.findall(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?", text)
    ]
    first = re.search(r"\d", text)
    for value in digits or whole_numbers(text, language)[:1]:
        start = first.start() if first else start_of_number(text, language)
        yield Said("number", value, side_of(text[:start], language))


def start_of_number(text: str, language: str) -> int:
    found = number_words(language).number.search(text)
    return found.start() if found else 0


def side_of(before: str, language: str) -> str:
    """Return on which side of a number the claim may lie, by the words before it."""
    sides = number_words(language).sides
    if re.search(rf"\b{sides['little']} (?:{sides[MORE]}|{sides[LESS]}) (?:\w+ )?$", before):
        return ABOUT
    return next(
        (side for side in (MORE, LESS, ABOUT) if re.search(rf"\b{sides[side]} (?:\w+ )?$", before)), ""
    )


def share_words(text: str, language: str) -> Interval | None:
    """Return between which shares words such as all, most and none lie."""
    return next((region for pattern, region in number_words(language).shares if pattern.search(text)), None)


def in_units_of(found: Said, high: float, smaller: bool) -> Iterator[Said]:
    """Return the number as a claim may hold it: in percent, or upside down where something is smaller."""
    yield Said(TIMES, 100 * found.value, found.side) if found.kind == SHARE and high > 1 else found
    if found.kind == TIMES and found.value and smaller:
        yield Said(TIMES, 1 / found.value, {MORE: LESS, LESS: MORE}.get(found.side, found.side))


def fits(found: Said, low: float, high: float) -> bool:
    """Return True if a claim lies on the side that its words say, or its middle beside them."""
    slack = 1e-9 * max(1.0, abs(found.value))
    if found.side == MORE:
        return low >= found.value - slack
    if found.side == LESS:
        return high <= found.value + slack
    return abs((low + high) / 2 - found.value) <= found.tolerance + slack


def of_all(claim: Claim, words: str, language: str) -> str:
    """Return why words for all or none are not what a claim proves, or nothing."""
    region, (low, high) = share_words(folded(words), language), interval(claim)
    if region is None:
        return f"{words!r} says no number. Write it as digits, a share, a number of times, all or none."
    if claim.measure in EVERY_SEED and region[0] == region[1]:
        return ""
    if region[0] - ZERO <= low and high <= region[1] + ZERO:
        return ""
    return f"{words!r} says {between(*region)}; the claim says {between(low, high)}."


def interval(claim: Claim) -> Interval:
    """Return between which numbers a claim lies."""
    if claim.between is not None:
        return claim.between
    equals = claim.equals or 0.0
    return equals - claim.within, equals + claim.within


def between(low: float, high: float) -> str:
    return f"{low:.3g}" if low == high else f"{low:.3g} to {high:.3g}"
