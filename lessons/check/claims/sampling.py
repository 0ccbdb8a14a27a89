"""What a claim about seeds measures: on its own seeds, on others, and on resamples of both."""

import numpy as np

from lessons.check.claims.bounds import Sampled
from lessons.check.claims.measures import over_seeds, values
from lessons.check.evidence import Evidence
from lessons.check.ranges import COUNTS, EVERYTHING, base_of, finite_values, is_share, possible, scale_of
from lessons.check.resampling import Array, as_row, draws
from lessons.lesson import Claim, Interval
from lessons.runs.measured import PAIRS, Measured

STEP = 2.0  # one to each side
LARGEST_STEP = 0.2  # of a share


def sample(claim: Claim, evidence: Evidence) -> Sampled:
    """Measure a claim on every set of seeds. Raises ValueError where it asks for what there is not."""
    name = str(claim.arguments["experiment"])
    own, other = evidence.own(name), evidence.held_back(name)
    of_values = possible_of(claim)
    return Sampled(
        value=once(claim, own),
        held_back=once(claim, other),
        resamples=resampled(claim, own, len(own.seeds)),
        held_back_resamples=resampled(claim, other, len(own.seeds)),
        seeds=seeds_of(claim, own),
        held_back_seeds=seeds_of(claim, other),
        possible=(0.0, 1.0) if claim.measure == "share" else of_values,
        of_values=of_values,
        scale=scale(claim, own, other),
        resolution=resolution(claim, own, other) if claim.arguments.get("arm") != "ratio" else 0.0,
    )


def once(claim: Claim, found: Measured) -> float:
    return float(over_seeds(claim.measure, claim.arguments, found)[0])


def resampled(claim: Claim, found: Measured, size: int) -> Array:
    rows = draws(len(found.seeds), max(size, len(found.seeds)))
    return over_seeds(claim.measure, claim.arguments, found, rows)


def seeds_of(claim: Claim, found: Measured) -> Array:
    """The value of each seed; none where arms are compared by a slope."""
    return as_row(() if claim.measure == "slope" else values(claim.arguments, found))


def possible_of(claim: Claim) -> Interval:
    """What a value of a seed can be at all."""
    if claim.measure == "slope":
        return EVERYTHING
    arm = str(claim.arguments.get("arm", ""))
    return possible(str(claim.arguments["metric"]), arm if arm in PAIRS else "")


def scale(claim: Claim, own: Measured, other: Measured) -> float:
    """How large such a number is: what is close is close beside this."""
    if claim.measure in ("share", "slope") or claim.arguments.get("arm") == "ratio":
        return 1.0
    return scale_of(str(claim.arguments["metric"]), (own, other))


def resolution(claim: Claim, own: Measured, other: Measured) -> float:
    """One row, one step or one seed more or less: nobody could say it closer."""
    if claim.measure == "share":
        return STEP / len(own.seeds)
    metric = str(claim.arguments["metric"])
    if base_of(metric) in COUNTS:
        return STEP
    levels = np.unique(np.round(np.array(finite_values(metric, (own, other))), 9))
    if not is_share(metric) or len(levels) < 2:
        return 0.0
    return min(LARGEST_STEP, STEP * float(np.diff(levels).min()))
