"""Claims: each is measured again, on the lesson's own seeds and on others."""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from lessons.check import measures, sweeps
from lessons.check.evidence import Evidence
from lessons.check.pages import CLAIM, Proof, pages_of, place_in_files
from lessons.check.rounding import ENOUGH, HANGS, elsewhere, most_growing
from lessons.course.lesson.claim import BOUNDS, Claim
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.values import Interval, LessonError
from lessons.runs.experiment import Measured

ROUNDING, ZERO = 1e-12, 1e-6  # what a page may call zero
MAX_OFF_EXACT = 0.1  # of a number that is known exactly
CENTRAL_RESAMPLES = (0.005, 0.995)
NINE_IN_TEN_SEEDS = (0.05, 0.95)
# A claim is at most as wide as three times what chance makes of it, a fifth of its number, a tenth of its metric's
# scale, or the next value to each side.
MAX_TIMES_CHANCE, MAX_PART_OF_VALUE, MAX_PART_OF_SCALE, MAX_VALUES = 3, 0.2, 0.1, 2
MIN_RESAMPLES = 0.8  # on which a claim holds: a mean's tolerance is then 1.3 of its standard errors
ROUNDED = 0.6  # of the last digit that is printed
MAX_BEYOND = 0.125  # of other seeds, beyond what is claimed of every seed

Finding = tuple[str, str, float]  # a claim's problem, if it has one, what was measured, and its number


def prove_claims(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    texts = (text for page in pages_of(lesson) for text in page.texts.values())
    in_digits = {place[1] for text in texts for place in CLAIM.finditer(text) if not place[2]}
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
    """A claim's value on one set of seeds, on each of its resamples, and of each seed."""

    value: float
    resamples: measures.Array
    seeds: measures.Array

    @property
    def resampled(self) -> Interval:
        """Return where nearly all resamples lie."""
        finite = self.resamples[np.isfinite(self.resamples)]
        low, high = np.quantile(finite, CENTRAL_RESAMPLES) if len(finite) else (np.nan, np.nan)
        return float(low), float(high)

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
    seeds = measures.as_row(measures.values(claim.arguments, found))
    value = float(measures.over_seeds(claim.measure, claim.arguments, found)[0])
    return Sample(value, again, seeds)


def of_seeds(claim: Claim, evidence: Evidence) -> Finding:
    """Judge a claim about an experiment's seeds; of every one, as a claim of the least and of the greatest."""
    if claim.measure == "every":
        found = [of_seeds(replace(claim, measure=end), evidence) for end in BOUNDS]
        return next((each for each in found if each[0]), found[0])
    swept = evidence.both(str(claim.arguments["experiment"]))
    own, other = (sample(claim, each, len(swept[0].seeds)) for each in swept)
    problem = measures.unmeasured(claim.arguments["metric"], swept[0])
    problem = problem or hangs_on_rounding(claim, own.value, evidence) or untrue(claim, own.value)
    problem = problem or too_narrow(claim, own) or too_wide(claim, own, other, swept)
    problem = problem or only_here(claim, own, other)
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


def too_narrow(claim: Claim, own: Sample) -> str:
    """Return that a claim is finer than its seeds allow, as it holds on too few of their resamples; or nothing."""
    low, high = bounds(claim)
    holding = float(((low - ROUNDING <= own.resamples) & (own.resamples <= high + ROUNDING)).mean())
    if claim.measure in BOUNDS or holding >= MIN_RESAMPLES:
        return ""
    measured = f"measured {own.value:.4g}, and {own.resampled[0]:.4g} to {own.resampled[1]:.4g} over resamples"
    advice = "Claim less, or a number that scatters less, or train more seeds."
    return f"says {low:g} to {high:g}, which holds on {holding:.0%} of the resamples of its seeds; {measured}. {advice}"


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
