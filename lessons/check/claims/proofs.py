"""Claims: the numbers and promises of the prose, each computed again by its measure, on own seeds and on others."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from lessons.check.claims.measures import EXACT, OVER_SEEDS, settings_equal_to
from lessons.check.claims.samples import only_here, sample, too_wide
from lessons.check.evidence import Evidence
from lessons.check.pages import STRUCTURE, line_in_structure
from lessons.check.proof import Proof
from lessons.format import LessonError
from lessons.lesson import Claim, Lesson

ROUNDING, ZERO = 1e-12, 1e-6
EXACT_WITHIN = 0.1  # of a number that is known exactly


@dataclass(frozen=True)
class Finding:
    """What is wrong with a claim, what would only be better, and what was measured."""

    problem: str = ""
    advice: str = ""
    shown: str = ""


def prove_claims(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Every claim is what its measure gives, on its seeds and on others, and is no wider than it has to be."""
    for claim in lesson.claims.values():
        found, line = judged(claim, lesson, evidence), line_in_structure(lesson, "claims", claim.name)
        what = f"claim {claim.name}"
        yield Proof(lesson.id, what, found.problem, STRUCTURE, line, found.advice, found.shown)


def judged(claim: Claim, lesson: Lesson, evidence: Evidence) -> Finding:
    """Return what there is to say about a claim. Raises Trouble where its experiment cannot be trained."""
    try:
        return of_seeds(claim, evidence) if claim.measure in OVER_SEEDS else of_exact(claim, lesson, evidence)
    except (LookupError, ValueError, LessonError) as error:  # its arguments name what there is not
        return Finding(f"{claim.measure} does not take {dict(claim.arguments)}: {error}.")


def untrue(claim: Claim, found: float) -> str:
    """Return whether a claim says something else than was measured."""
    if not math.isfinite(found):
        return f"{claim.measure} has no value."
    if claim.equals is not None and not abs(found - claim.equals) <= claim.within + ROUNDING:
        return f"says {claim.equals:g} ± {claim.within:g}; measured {found:.6g}."
    if claim.between is not None and not claim.between[0] <= found <= claim.between[1]:
        return f"says {claim.between[0]:g} to {claim.between[1]:g}; measured {found:.6g}."
    return ""


def of_seeds(claim: Claim, evidence: Evidence) -> Finding:
    found = sample(claim, evidence)
    if problem := untrue(claim, found.value) or too_wide(claim, found) or only_here(claim, found):
        return Finding(problem)
    low, high = found.own
    over = f"in [{low:.4g}, {high:.4g}] over resamples; held back {found.held_back:.4g}"
    return Finding(shown=f"{found.value:.4g} {over}")


def of_exact(claim: Claim, lesson: Lesson, evidence: Evidence) -> Finding:
    value = EXACT[claim.measure](claim.arguments, lesson, evidence)
    if problem := untrue(claim, value):
        return Finding(problem)
    if claim.measure == "constant":
        return of_constant(claim, value, lesson)
    if claim.equals is not None and claim.within > max(EXACT_WITHIN * abs(value), ZERO):
        return Finding(f"says {claim.equals:g} ± {claim.within:g}, but it is known: {value:.6g}.")
    return Finding(shown=f"{value:.6g}")


def of_constant(claim: Claim, value: float, lesson: Lesson) -> Finding:
    """Return whether a constant repeats a setting; a number that repeats nothing is anybody's."""
    if not (known := settings_equal_to(value, lesson)):
        return Finding(
            f"{value:g} is no number that the lesson sets or measures: nothing proves it. "
            'Name a setting (measure = "setting"), or measure it.'
        )
    advice = f"{value:g} repeats {known[0][0]} without naming it: where that changes, the page will not."
    return Finding(advice=advice, shown=f"{value:.6g}")
