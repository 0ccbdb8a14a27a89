"""Claims: the numbers and promises of the prose, each computed again by its measure, and none wider than its spread."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from lessons.check.claims.bounds import (
    Sampled,
    only_here,
    too_exact,
    too_wide,
    too_wide_for_exact,
)
from lessons.check.claims.lines import with_bounds, with_setting
from lessons.check.claims.measures import EXACT, OVER_SEEDS
from lessons.check.claims.sampling import sample
from lessons.check.claims.settings import names_of
from lessons.check.claims.suggestions import exactly, suggested
from lessons.check.evidence import Evidence
from lessons.check.places import STRUCTURE, line_in_structure
from lessons.check.proof import Proof
from lessons.check.questions.regions import plain
from lessons.check.ranges import holds_all, meet
from lessons.check.workers import Trouble
from lessons.format import LessonError
from lessons.lesson import Claim, Interval, Lesson

FAR = 10  # times the largest that was measured: nothing lies beyond
ROUNDING = 1e-12


@dataclass(frozen=True)
class Finding:
    """What is wrong with a claim, what to write instead, what would only be better, and what was measured."""

    problem: str = ""
    mend: str = ""
    advice: str = ""
    shown: str = ""


def prove_claims(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Every claim is what its measure gives, on its seeds and on others, and is no wider than it has to be."""
    for claim in lesson.claims.values():
        found, line = judged(claim, lesson, evidence), line_in_structure(lesson, "claims", claim.name)
        what = f"claim {claim.name}"
        yield Proof(lesson.id, what, found.problem, STRUCTURE, line, found.mend, found.advice, found.shown)


def judged(claim: Claim, lesson: Lesson, evidence: Evidence) -> Finding:
    """What there is to say about a claim. Raises Trouble where its experiment cannot be trained."""
    try:
        if claim.measure in OVER_SEEDS:
            return of_seeds(claim, sample(claim, evidence), lesson)
        value = computed(claim, lesson, evidence)
        if isinstance(value, Finding):
            return value
        return (
            of_constant(claim, value, lesson)
            if claim.measure == "constant"
            else of_exact(claim, value, lesson)
        )
    except (LookupError, TypeError, ValueError, LessonError) as error:
        return Finding(f"{claim.measure} does not take {dict(claim.arguments)}: {error}.")


def computed(claim: Claim, lesson: Lesson, evidence: Evidence) -> float | Finding:
    """What is known exactly; or why it cannot be computed."""
    try:
        return EXACT[claim.measure](claim.arguments, lesson, evidence)
    except Trouble as trouble:
        return Finding(f"{claim.measure} of {dict(claim.arguments)} cannot be computed: {trouble}.")


def untrue(claim: Claim, found: float) -> str:
    """Whether a claim says something else than was measured."""
    if not math.isfinite(found):
        return f"{claim.measure} has no value."
    if claim.equals is not None and not abs(found - claim.equals) <= claim.within + ROUNDING:
        return f"says {claim.equals:g} ± {claim.within:g}; measured {found:.6g}."
    if claim.between is not None and not claim.between[0] <= found <= claim.between[1]:
        return f"says {claim.between[0]:g} to {claim.between[1]:g}; measured {found:.6g}."
    return ""


# ---- over the seeds --------------------------------------------------------


def of_seeds(claim: Claim, found: Sampled, lesson: Lesson) -> Finding:
    problem = (
        untrue(claim, found.value)
        or vacuous(claim, found)
        or too_wide(claim, found)
        or too_exact(claim)
        or only_here(claim, found)
    )
    if problem:
        return Finding(problem, with_bounds(claim, lesson, suggested(claim, found)))
    low, high = found.own
    return Finding(
        shown=f"{found.value:.4g} in [{low:.4g}, {high:.4g}] over resamples; held back {found.held_back:.4g}"
    )


def vacuous(claim: Claim, found: Sampled) -> str:
    """Why the share of seeds in `where` says nothing about them, or nothing."""
    if claim.measure != "share":
        return ""
    where, everything = where_of(claim), found.of_values
    if meet(where, everything) is None:
        return f"where = {plain(where)} lies outside what it can be, {plain(everything)}: no seed ever lies there."
    may_never_come = str(claim.arguments["metric"]).startswith("steps_to_loss")
    far = FAR * float(np.abs(found.seeds[np.isfinite(found.seeds)]).max(initial=0.0))
    if not may_never_come and holds_all(where, (max(everything[0], -far), min(everything[1], far))):
        return f"where = {plain(where)} holds every seed, whatever is measured."
    return ""


def where_of(claim: Claim) -> Interval:
    where: Any = claim.arguments["where"]
    return float(where[0]), float(where[1])


# ---- what is known exactly -------------------------------------------------


def of_exact(claim: Claim, value: float, lesson: Lesson) -> Finding:
    problem = untrue(claim, value) or too_wide_for_exact(claim, value)
    if problem:
        return Finding(problem, with_bounds(claim, lesson, exactly(value)) if math.isfinite(value) else "")
    return Finding(shown=f"{value:.6g}")


def of_constant(claim: Claim, value: float, lesson: Lesson) -> Finding:
    """A constant repeats a setting; a number that repeats nothing is anybody's."""
    if problem := untrue(claim, value):
        return Finding(problem, with_bounds(claim, lesson, exactly(value)))
    known = names_of(value, lesson)
    if not known:
        return Finding(
            f"{value:g} is no number that the lesson sets or measures: nothing proves it. "
            'Name a setting (measure = "setting"), or measure it.'
        )
    advice = f"{value:g} repeats {known[0][0]} without naming it: where that changes, the page will not."
    return Finding(mend=with_setting(claim, lesson, *known[0]), advice=advice, shown=f"{value:.6g}")
