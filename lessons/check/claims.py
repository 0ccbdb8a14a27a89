"""Claims: each measured again, on own seeds and on others; and the pages that print them, which say what it says."""

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from lessons.check import measures, sentences, sweeps
from lessons.check.evidence import Evidence
from lessons.check.numbers import SHARE, TIMES, PrintedNumber, folded, number_words, numbers_in, whole_numbers
from lessons.check.pages import Proof, called, pages_of, place_in_files
from lessons.check.rounding import ENOUGH, HANGS, elsewhere, most_growing
from lessons.course.asking.question_words import ASKED
from lessons.course.asking.verdicts import VERDICT
from lessons.course.lesson.claim import BOUNDS, OF_EVERY_SEED, Claim
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.values import Interval, LessonError, nearest
from lessons.runs.experiment import Measured

ROUNDING, ZERO = 1e-12, 1e-6  # what a page may call zero
MAX_OFF_EXACT = 0.1  # of a number that is known exactly
CENTRAL_RESAMPLES = (0.005, 0.995)
NINE_IN_TEN_SEEDS = (0.05, 0.95)
# A claim is at most as wide as three times what chance makes of it, a fifth of its number, a tenth of its metric's
# scale, or the next value to each side.
MAX_TIMES_CHANCE, MAX_PART_OF_VALUE, MAX_PART_OF_SCALE, MAX_VALUES = 3, 0.2, 0.1, 2
ROUNDED = 0.6  # of the last digit that is printed
MAX_BEYOND = 0.25  # of other seeds, beyond what is claimed of every seed


Finding = tuple[str, str, float]  # a claim's problem, if it has one, what was measured, and its number

BRACES = re.compile(r"\{([^{}:\n]*)(?::([^{}\n]+))?\}")
OF_TUTOR = {ASKED: ("predict", "review"), VERDICT: ("because", "learnt")}  # the tutor's sentences; where they are said
MAX_SHARE_OFF, MAX_PART_OFF = 0.05, 0.1  # how far from its words a claim may be: a share, any number
SIDES = ("about", "more", "less")


def prove_claims(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    texts = (text for page in pages_of(lesson) for text in page.texts.values())
    in_digits = {place[1] for text in texts for place in BRACES.finditer(text) if not place[2]}
    for claim in lesson.claims.values():
        problem, shown, found = judged(claim, lesson, evidence)
        advice = other_digits(claim, found) if claim.name in in_digits and not problem else ""
        place = place_in_files(lesson, "claims", claim.name)
        yield Proof(lesson.id, f"claim {claim.name}", problem, *place, advice, "" if problem else shown)


def other_digits(claim: Claim, found: float) -> str:
    """Return a tip if the page's digits differ from the measured number, else `""`."""
    if claim.equals is None:
        return ""
    said = claim.number(claim.equals).removesuffix(" %")
    places, measured = len(said.partition(".")[2]), 100 * found if claim.percent else found
    if "e" in said or abs(float(said) - measured) <= ROUNDED * 10**-places:
        return ""
    return f"it prints {said}, where the runs give {measured:.4g}: equals is the run's number, rounded."


def judged(claim: Claim, lesson: Lesson, evidence: Evidence) -> Finding:
    try:
        return of_seeds(claim, evidence) if claim.measure in measures.OVER_SEEDS else of_exact(claim, lesson, evidence)
    except (LookupError, ValueError, LessonError) as error:  # its arguments name what there is not
        given = ", ".join(f"{key} = {json.dumps(value)}" for key, value in claim.arguments.items())
        said = f"there is no {error.args[0]}" if isinstance(error, KeyError) else str(error)
        return f"{claim.measure} does not take {given}: {said.rstrip('?.')}.", "", math.nan


def untrue(claim: Claim, found: float) -> str:
    if not math.isfinite(found):
        return f"{claim.measure} has no value."
    if claim.equals is not None and not abs(found - claim.equals) <= claim.within + ROUNDING:
        return f"says {claim.equals:g} ± {claim.within:g}; measured {found:.6g}."
    if claim.between is not None and not claim.between[0] <= found <= claim.between[1]:
        return f"says {claim.between[0]:g} to {claim.between[1]:g}; measured {found:.6g}."
    return ""


def of_exact(claim: Claim, lesson: Lesson, evidence: Evidence) -> Finding:
    value = measures.EXACT[claim.measure](claim.arguments, lesson, evidence)
    problem = untrue(claim, value)
    if not problem and claim.equals is not None and claim.within > max(MAX_OFF_EXACT * abs(value), ZERO):
        problem = f"says {claim.equals:g} ± {claim.within:g}, but it is known: {value:.6g}."
    return problem, f"{value:.6g}", value


@dataclass(frozen=True)
class Sample:
    """A claim's value on one set of seeds, where nearly all resamples lie, and each seed's value."""

    value: float
    resampled: Interval
    seeds: measures.Array

    @property
    def chance(self) -> float:
        """Return the width of nearly all resamples, or of nine in ten seeds, if that is more."""
        finite = self.seeds[np.isfinite(self.seeds)]
        seeds = np.quantile(finite, NINE_IN_TEN_SEEDS) if len(finite) else (0.0, 0.0)
        return max(length(self.resampled), float(seeds[1] - seeds[0]))


def sample(claim: Claim, found: Measured, size: int) -> Sample:
    """Measure a claim on one set of seeds, and on resamples of that size. Raises ValueError for what there is not."""
    rows = measures.draws(len(found.seeds), max(size, len(found.seeds)))
    again = measures.over_seeds(claim.measure, claim.arguments, found, rows)
    finite = again[np.isfinite(again)]
    low, high = np.quantile(finite, CENTRAL_RESAMPLES) if len(finite) else (np.nan, np.nan)
    seeds = measures.as_row(measures.values(claim.arguments, found))
    value = float(measures.over_seeds(claim.measure, claim.arguments, found)[0])
    return Sample(value, (float(low), float(high)), seeds)


def of_seeds(claim: Claim, evidence: Evidence) -> Finding:
    """Judge a claim about an experiment's seeds; of every one, as a claim of the least and of the greatest."""
    if claim.measure == "every":
        found = [of_seeds(replace(claim, measure=end), evidence) for end in BOUNDS]
        return next((each for each in found if each[0]), found[0])
    swept = evidence.both(str(claim.arguments["experiment"]))
    own, other = (sample(claim, each, len(swept[0].seeds)) for each in swept)
    problem = measures.unmeasured(claim.arguments["metric"], swept[0])
    problem = problem or hangs_on_rounding(claim, own.value, evidence) or untrue(claim, own.value)
    problem = problem or too_wide(claim, own, other, swept) or only_here(claim, own, other)
    low, high = own.resampled
    shown = f"{own.value:.4g} in [{low:.4g}, {high:.4g}] over resamples; held back {other.value:.4g}"
    return problem, shown, own.value


def hangs_on_rounding(claim: Claim, value: float, evidence: Evidence) -> str:
    """Return that a claim does not hold on nearly all other processors, or is no number there; or nothing.

    One that holds nowhere is untrue, and no more is said.
    """
    draws, mixtures = elsewhere(claim.measure, claim.arguments, evidence)
    holding = [sum(not untrue(claim, each) for each in values) for values in (draws, mixtures)]
    grown = most_growing(claim.arguments, evidence) if claim.equals is not None else ""
    holds = holding[0] == len(draws) and holding[1] >= ENOUGH * len(mixtures) and not grown
    if not len(draws) or holds or (untrue(claim, value) and not any(holding)):
        return ""
    (low, high), others = bounds(claim), [*draws, *mixtures]
    but = f", though the loss of {grown} grows, or is no number" if grown else ""
    measured = f"measured {value:.4g}, and {min(others):.4g} to {max(others):.4g}"
    return f"says {low:g} to {high:g}{but}; {measured} {HANGS}"


def too_wide(claim: Claim, own: Sample, other: Sample, swept: tuple[Measured, ...]) -> str:
    chance = MAX_TIMES_CHANCE * max(own.chance, other.chance)
    scale, next_value = scales(claim, swept)
    most = max(chance, MAX_PART_OF_VALUE * abs(own.value), MAX_PART_OF_SCALE * scale, MAX_VALUES * next_value)
    width = length(bounds(claim))
    if width <= most * (1 + ZERO) + ZERO:
        return ""
    found = f"{own.value:.4g}, and {own.resampled[0]:.4g} to {own.resampled[1]:.4g} over resamples of its seeds"
    return f"is {width:.3g} wide; measured {found}: expected no wider than {most:.3g}."


def scales(claim: Claim, swept: tuple[Measured, ...]) -> tuple[float, float]:
    """Return the size of a claim's metric, and the least distance between two of its values."""
    if claim.measure == "share":
        return 1.0, 1 / len(swept[0].seeds)
    if claim.arguments.get("arm") == "ratio":
        return 1.0, 0.0
    metric = claim.arguments["metric"]
    levels = np.unique(np.round(measures.finite_values(metric, swept), 9))
    return measures.scale_of(metric, swept), float(np.diff(levels).min()) if len(levels) > 1 else 0.0


def only_here(claim: Claim, own: Sample, other: Sample) -> str:
    low, high = bounds(claim)
    if claim.measure in ("least", "greatest"):
        is_least = claim.measure == "least"
        dust = max(sweeps.ZERO, sweeps.ROUNDING * abs(low if is_least else high))  # is on the first weights
        beyond = other.seeds < low - dust if is_least else other.seeds > high + dust
        where = f"{'below' if is_least else 'above'} {low if is_least else high:g}"
        count = int(beyond.sum())
        said = f"holds on its own seeds only: of {len(beyond)} others, {count} are {where}."
        return said if count > MAX_BEYOND * len(beyond) else ""
    if not math.isfinite(other.value):
        return f"holds on its own seeds only: {own.value:.4g} there, and no number on others."
    chance = length(own.resampled) + ROUNDING  # of what others give, and of what is claimed
    least, most = other.resampled
    if low - chance <= most + ROUNDING and least - ROUNDING <= high + chance:
        return ""
    measured = f"{own.value:.4g} there, {other.value:.4g} on others"
    return f"says {low:g} to {high:g}, and holds on its own seeds only: {measured}."


def bounds(claim: Claim) -> Interval:
    equals = claim.equals or 0.0
    return claim.between or (equals - claim.within, equals + claim.within)


def length(interval: Interval) -> float:
    return interval[1] - interval[0] if interval[0] <= interval[1] else 0.0


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
        return wrong_amount(claim, words, amount)
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


def wrong_amount(claim: Claim, words: str, region: Interval) -> str:
    low, high = bounds(claim)
    of_every_seed = claim.measure in OF_EVERY_SEED and region[0] == region[1]
    if of_every_seed or (region[0] - ZERO <= low and high <= region[1] + ZERO):
        return ""
    return f"{words!r} says {between(*region)}; the claim says {between(low, high)}."


def between(low: float, high: float) -> str:
    return f"{low:.3g}" if low == high else f"{low:.3g} to {high:.3g}"
