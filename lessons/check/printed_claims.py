"""The pages that print claims: each place names one that there is, and its words say what the claim says."""

import re
from collections.abc import Iterator

from lessons.check import sentences
from lessons.check.claims import ZERO, bounds
from lessons.check.evidence import Evidence
from lessons.check.numbers import SHARE, TIMES, PrintedNumber, folded, number_words, numbers_in, whole_numbers
from lessons.check.pages import Proof, called, pages_of, place_in_files
from lessons.course.asking.question_words import ASKED
from lessons.course.asking.verdicts import VERDICT
from lessons.course.lesson.claim import OF_EVERY_SEED, Claim
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.values import Interval, nearest

BRACES = re.compile(r"\{([^{}:\n]*)(?::([^{}\n]+))?\}")
OF_TUTOR = {ASKED: ("predict", "review"), VERDICT: ("because", "learnt")}  # the tutor's sentences; where they are said
MAX_SHARE_OFF, MAX_PART_OFF = 0.05, 0.1  # how far from its words a claim may be: a share, any number
SIDES = ("about", "more", "less")


def prove_uses(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    printed: set[str] = set()
    for page in pages_of(lesson):
        for heading, text in page.texts.items():
            for place in places(text, lesson):
                printed.add(place[1])
                after = text[place.end() :]
                if problem := wrong_place(lesson, page.language, heading, place, after):
                    what = f"{place[0]} in {page.file}, {called(heading)}"
                    yield Proof(lesson.id, what, problem, page.file, page.line(heading, place[0]))
    for claim in lesson.claims.values():
        yield use_of(lesson, claim, claim.name in printed)


def places(text: str, lesson: Lesson) -> Iterator[re.Match[str]]:
    """Yield the places where a text prints claims. Braces in code are code, unless a claim has their name."""
    code = list(sentences.code_of(text))
    for place in BRACES.finditer(text):
        if place[1] in lesson.claims or not any(first <= place.start() < last for first, last in code):
            yield place


def wrong_place(lesson: Lesson, language: str, heading: str, place: re.Match[str], after: str) -> str:
    """Return the problem of a name in braces, or of the words before the rest of its section; else `""`."""
    name, words = place[1], place[2]
    if place[0] in OF_TUTOR:
        kinds = OF_TUTOR[place[0]]
        where = ", ".join(f"## {kind}" for kind in kinds)
        return "" if heading.startswith(kinds) else f"it is filled in under {where} alone."
    if (claim := lesson.claims.get(name)) is None:
        known = nearest(name, tuple(lesson.claims)) if lesson.claims else ""
        return f"{name!r} is no claim of the lesson.{known}"
    return disagreement(claim, words, language) if words else wrong_unit(claim, language, folded(after))


def wrong_unit(claim: Claim, language: str, after: str) -> str:
    """Return the problem if the noun after a claim is not what it counts, else `""`."""
    known = number_words(language).table["counted"].items()
    said = next((name for name, words in known if re.match(rf"\*{{0,2}} (?:{words})\b", after)), "")
    setting = str(claim.arguments.get("name", "")).rpartition(".")[2]
    counted = "steps" if claim.unit(language) else setting if setting in dict(known) else ""
    if not said or said == counted or not (counted or "metric" in claim.arguments):
        return ""
    return f"it counts {counted or f'no {said}'}, and the page says {after.split()[0]!r} behind it."


def use_of(lesson: Lesson, claim: Claim, printed: bool) -> Proof:
    what, (file, line) = f"use of claim {claim.name}", place_in_files(lesson, "claims", claim.name)
    if printed and claim.unused:
        problem = f"it says why no page prints it ({claim.unused!r}), but a page does."
        return Proof(lesson.id, what, problem, file, line)
    advice = f'no page prints it. Print {{{claim.name}}}, or say why it is there: unused = "…".'
    return Proof(lesson.id, what, "", file, line, advice="" if printed or claim.unused else advice)


def disagreement(claim: Claim, words: str, language: str) -> str:
    text, (low, high) = folded(words), bounds(claim)
    found = numbers_in(text, language)
    amounts = (shares for pattern, shares in number_words(language).amounts if pattern.search(text))
    if not found and (amount := next(amounts, None)):  # words such as all, most and none
        return wrong_amount(claim, words, language, amount)
    found = found or whole_numbers(text, language)[:1]
    if not found:
        return f"{words!r} says no number. Write it as digits, a share, a number of times, all or none."
    if len(found) > 1:
        return f"{words!r} says {len(found)} numbers; a claim proves one."
    (number,) = found
    value, said = number.values[-1], f"{number.values[-1]:.3g}{' times' if number.kind == TIMES else ''}"
    if number.kind == SHARE and high > 1 and not claim.percent:  # the claim counts in percent
        value *= 100
    sides, before = number_words(language).table, text[: number.start]
    side = next((each for each in SIDES if re.search(rf"\b(?:{sides[each]}) (?:\w+ )?$", before)), "")
    if fits(number, value, side, low, high):
        return ""
    beside = {"more": "more than ", "less": "less than "}.get(side, "")
    return f"{words!r} says {beside}{said}; the claim says {between(low, high)}."


def fits(number: PrintedNumber, value: float, side: str, low: float, high: float) -> bool:
    """Return True if a claim lies on the side that its words say, or its middle beside them."""
    rounding = 1e-9 * max(1.0, abs(value))
    if side == "more":
        return low >= value - rounding
    if side == "less":
        return high <= value + rounding
    off = MAX_PART_OFF * abs(value)
    off = max(off, MAX_SHARE_OFF) if number.kind == SHARE and MAX_PART_OFF <= value <= 1 else off
    return abs((low + high) / 2 - value) <= max(ZERO, off * (2 if side == "about" else 1)) + rounding


def wrong_amount(claim: Claim, words: str, language: str, region: Interval) -> str:
    """Return the problem if a claim goes beyond words such as `all`; `on every seed` may be said of any number."""
    low, high = bounds(claim)
    if region[0] - ZERO <= low and high <= region[1] + ZERO:
        return ""
    seeds = number_words(language).table["counted"]["seeds"]
    is_opposite = low == high and {low, *region} == {0, 1}  # every row is reached where none is left out
    if claim.measure in OF_EVERY_SEED and (is_opposite or re.search(rf"\b(?:{seeds})\b", folded(words))):
        return ""
    return f"{words!r} says {between(*region)}; the claim says {between(low, high)}."


def between(low: float, high: float) -> str:
    return f"{low:.3g}" if low == high else f"{low:.3g} to {high:.3g}"
