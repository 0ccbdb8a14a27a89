"""Claims: the numbers and promises of the prose, each computed again by its measure, on own seeds and on others."""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from lessons.check import measures
from lessons.check.evidence import Evidence
from lessons.check.pages import Proof, place_in_files
from lessons.course.lesson import BOUNDS, Claim, Lesson
from lessons.course.values import Interval, LessonError
from lessons.runs.experiment import Measured

ROUNDING, ZERO = 1e-12, 1e-6
MAX_OFF_EXACT = 0.1  # of a number that is known exactly
CENTRAL_RESAMPLES = (0.005, 0.995)
NINE_IN_TEN_SEEDS = (0.05, 0.95)
# A claim is at most as wide as three times what chance makes of it, a fifth of its number, a tenth of its metric's
# scale, or the next value to each side.
MAX_TIMES_CHANCE, MAX_PART_OF_VALUE, MAX_PART_OF_SCALE, MAX_VALUES = 3, 0.2, 0.1, 2
MAX_BEYOND = 0.25  # of other seeds, beyond what is claimed of every seed


Finding = tuple[str, str]  # a claim's problem, if it has one, and what was measured


def prove_claims(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    for claim in lesson.claims.values():
        problem, shown = judged(claim, lesson, evidence)
        place = place_in_files(lesson, "claims", claim.name)
        yield Proof(lesson.id, f"claim {claim.name}", problem, *place, shown="" if problem else shown)


def judged(claim: Claim, lesson: Lesson, evidence: Evidence) -> Finding:
    try:
        return of_seeds(claim, evidence) if claim.measure in measures.OVER_SEEDS else of_exact(claim, lesson, evidence)
    except (LookupError, ValueError, LessonError) as error:  # its arguments name what there is not
        given = ", ".join(f"{key} = {json.dumps(value)}" for key, value in claim.arguments.items())
        said = f"there is no {error.args[0]}" if isinstance(error, KeyError) else str(error)
        return f"{claim.measure} does not take {given}: {said.rstrip('?.')}.", ""


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
    return problem, f"{value:.6g}"


@dataclass(frozen=True)
class Sample:
    """A claim's value on one set of seeds, where nearly all resamples lie, and each seed's value."""

    value: float
    resampled: Interval
    seeds: measures.Array

    @property
    def chance(self) -> float:
        """Return how far apart nearly all resamples lie, or nine in ten seeds."""
        finite = self.seeds[np.isfinite(self.seeds)]
        seeds = np.quantile(finite, NINE_IN_TEN_SEEDS) if len(finite) else (0.0, 0.0)
        return max(length(self.resampled), float(seeds[1] - seeds[0]))


def sample(claim: Claim, found: Measured, size: int) -> Sample:
    """Measure a claim on one set of seeds, and on resamples of that size. Raises ValueError for what there is not."""
    rows = measures.draws(len(found.seeds), max(size, len(found.seeds)))
    again = measures.over_seeds(claim.measure, claim.arguments, found, rows)
    finite = again[np.isfinite(again)]
    low, high = np.quantile(finite, CENTRAL_RESAMPLES) if len(finite) else (np.nan, np.nan)
    seeds = measures.as_row(() if claim.measure == "slope" else measures.values(claim.arguments, found))
    value = float(measures.over_seeds(claim.measure, claim.arguments, found)[0])
    return Sample(value, (float(low), float(high)), seeds)


def of_seeds(claim: Claim, evidence: Evidence) -> Finding:
    """Judge a claim about an experiment's seeds; of every one, as a claim of the least and of the greatest."""
    if claim.measure == "every":
        found = [of_seeds(replace(claim, measure=end), evidence) for end in BOUNDS]
        return next((each for each in found if each[0]), found[0])
    swept = evidence.both(str(claim.arguments["experiment"]))
    own, other = (sample(claim, each, len(swept[0].seeds)) for each in swept)
    problem = measures.unmeasured(str(claim.arguments["metric"]), swept[0]) or untrue(claim, own.value)
    problem = problem or too_wide(claim, own, other, swept) or only_here(claim, own, other)
    low, high = own.resampled
    return problem, f"{own.value:.4g} in [{low:.4g}, {high:.4g}] over resamples; held back {other.value:.4g}"


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
    """Return how large the metric of a claim is, and how far apart two of its values are at least."""
    if claim.measure in ("share", "slope"):
        return 1.0, 1 / len(swept[0].seeds) if claim.measure == "share" else 0.0
    if claim.arguments.get("arm") == "ratio":
        return 1.0, 0.0
    metric = str(claim.arguments["metric"])
    levels = np.unique(np.round(measures.finite_values(metric, swept), 9))
    return measures.scale_of(metric, swept), float(np.diff(levels).min()) if len(levels) > 1 else 0.0


def only_here(claim: Claim, own: Sample, other: Sample) -> str:
    low, high = bounds(claim)
    if claim.measure in ("least", "greatest"):
        is_least = claim.measure == "least"
        beyond = other.seeds < low if is_least else other.seeds > high
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
