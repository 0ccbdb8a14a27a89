"""What a claim about seeds measures, on its own seeds, on others, and on resamples of both; and how wide it may be."""

from dataclasses import dataclass

import numpy as np

from lessons.check.claims.measures import over_seeds, values
from lessons.check.evidence import Evidence
from lessons.check.ranges import (
    COUNTS,
    EVERYTHING,
    base_of,
    finite_values,
    is_share,
    meet,
    possible,
    scale_of,
)
from lessons.check.resampling import Array, as_row, draws
from lessons.lesson import Claim, Interval
from lessons.runs.measured import PAIRS, Measured

CENTRAL = (0.005, 0.995)  # of the resamples
TIMES_CHANCE = 3  # what resampled seeds, or nine in ten seeds, spread over: no claim is wider
OF_VALUE, OF_SCALE = (
    0.2,
    0.1,
)  # nor needs to be narrower than a fifth of its number, or a tenth of its metric's scale
TWO_STEPS = 2.0  # or than one step, row or seed to each side
HELD_BACK_SLACK = 0.75  # of both spreads: two honest sets of seeds are further apart once in two hundred
BEYOND_RARELY = 0.003  # how seldom so many other seeds lie beyond all of the lesson's own
ROUNDING = 1e-6


@dataclass(frozen=True)
class Sampled:
    """What a claim measures, on its own seeds and on others, and on resamples of both."""

    value: float
    held_back: float
    own: Interval  # where nearly all resamples lie
    other: Interval
    seeds: Array  # the values behind it, of the lesson's own seeds
    held_back_seeds: Array
    possible: Interval  # what it can be at all
    scale: float
    resolution: float


def sample(claim: Claim, evidence: Evidence) -> Sampled:
    """Measure a claim on every set of seeds. Raises ValueError where it asks for what there is not."""
    name = str(claim.arguments["experiment"])
    own, other = evidence.own(name), evidence.held_back(name)
    is_ratio = claim.arguments.get("arm") == "ratio"
    return Sampled(
        value=once(claim, own),
        held_back=once(claim, other),
        own=resampled(claim, own, len(own.seeds)),
        other=resampled(claim, other, len(own.seeds)),
        seeds=seeds_of(claim, own),
        held_back_seeds=seeds_of(claim, other),
        possible=possible_of(claim),
        scale=1.0
        if claim.measure in ("share", "slope") or is_ratio
        else scale_of(metric_of(claim), (own, other)),
        resolution=0.0 if is_ratio else resolution(claim, own, other),
    )


def metric_of(claim: Claim) -> str:
    return str(claim.arguments["metric"])


def once(claim: Claim, found: Measured) -> float:
    return float(over_seeds(claim.measure, claim.arguments, found)[0])


def resampled(claim: Claim, found: Measured, size: int) -> Interval:
    """Return where nearly all resamples lie."""
    rows = draws(len(found.seeds), max(size, len(found.seeds)))
    again = over_seeds(claim.measure, claim.arguments, found, rows)
    finite = again[np.isfinite(again)]
    low, high = np.quantile(finite, CENTRAL) if len(finite) else (np.nan, np.nan)
    return float(low), float(high)


def seeds_of(claim: Claim, found: Measured) -> Array:
    """Return the value of each seed; none where arms are compared by a slope."""
    return as_row(() if claim.measure == "slope" else values(claim.arguments, found))


def possible_of(claim: Claim) -> Interval:
    """Return what a claim can be at all."""
    if claim.measure in ("slope", "share"):
        return EVERYTHING if claim.measure == "slope" else (0.0, 1.0)
    arm = str(claim.arguments.get("arm", ""))
    return possible(metric_of(claim), arm if arm in PAIRS else "")


def resolution(claim: Claim, own: Measured, other: Measured) -> float:
    """Return one row, one step or one seed more or less: nobody could say it closer."""
    if claim.measure == "share":
        return TWO_STEPS / len(own.seeds)
    if base_of(metric_of(claim)) in COUNTS:
        return TWO_STEPS
    levels = np.unique(np.round(np.array(finite_values(metric_of(claim), (own, other))), 9))
    is_in_rows = is_share(metric_of(claim)) and len(levels) > 1
    return TWO_STEPS * float(np.diff(levels).min()) if is_in_rows else 0.0


# ---- how wide, and whether elsewhere -------------------------------------------


def said(claim: Claim) -> Interval:
    """Return the bounds of a claim, whichever way they are written."""
    equals = claim.equals or 0.0
    return claim.between or (equals - claim.within, equals + claim.within)


def length(interval: Interval) -> float:
    return interval[1] - interval[0] if interval[0] <= interval[1] else 0.0


def spread(array: Array) -> float:
    """Return how far apart nine in ten seeds lie."""
    finite = array[np.isfinite(array)]
    return float(np.subtract(*np.quantile(finite, [0.95, 0.05]))) if len(finite) else 0.0


def too_wide(claim: Claim, found: Sampled) -> str:
    """Return why the bounds of a claim say too little, or nothing."""
    inside = meet(said(claim), found.possible)
    if inside == found.possible:
        return f"says nothing: it cannot be anything but {inside[0]:g} to {inside[1]:g}."
    chance = max(length(found.own), length(found.other), spread(found.seeds), spread(found.held_back_seeds))
    most = max(TIMES_CHANCE * chance, OF_VALUE * abs(found.value), OF_SCALE * found.scale, found.resolution)
    width = length(inside or said(claim))
    if width <= most * (1 + ROUNDING) + ROUNDING:
        return ""
    return (
        f"is {width:.3g} wide; measured {found.value:.4g}, and {found.own[0]:.4g} to {found.own[1]:.4g} over "
        f"resamples of its seeds: expected no wider than {most:.3g}."
    )


def only_here(claim: Claim, found: Sampled) -> str:
    """Return why a claim holds on the lesson's own seeds only, or nothing."""
    low, high = said(claim)
    if claim.measure in ("least", "greatest"):
        is_least = claim.measure == "least"
        beyond = found.held_back_seeds < low if is_least else found.held_back_seeds > high
        count, own, others = int(beyond.sum()), len(found.seeds), len(beyond)
        where = f"{'below' if is_least else 'above'} {low if is_least else high:g}"
        rare = (others / (own + others)) ** count < BEYOND_RARELY
        return f"holds on its own seeds only: of {others} others, {count} are {where}." if rare else ""
    slack = HELD_BACK_SLACK * (length(found.own) + length(found.other)) + 1e-12
    if low - slack <= found.held_back <= high + slack:
        return ""
    return (
        f"says {low:g} to {high:g}, and holds on its own seeds only: "
        f"{found.value:.4g} there, {found.held_back:.4g} on others."
    )
