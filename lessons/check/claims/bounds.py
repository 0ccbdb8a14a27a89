"""How wide a claim may be: not much wider than what its statistic spreads over, where its seeds are drawn again."""

import math
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from lessons.check.ranges import Interval, meet
from lessons.check.resampling import Array
from lessons.lesson import Claim

TIMES = 3  # the spread over resamples
RELATIVE = 0.2  # of what was measured: a tenth to each side
CLOSE = 0.1  # of the scale of a metric: beside the end of what it can be
ZERO = 1e-6  # zero, but for rounding
CENTRAL = (0.005, 0.995)  # of the resamples
DIGITS = 50  # times the last digit that is printed: a margin so much wider makes that digit a pretence
EXACT = 0.005  # of a number that is known exactly
EXACT_BOUNDS = 0.1  # of the same, between two bounds
SLOPES = {"gelu": 0.01, "gelu_slope": 0.01}  # how wide bounds may be that say on which side of 0 it is
EXTREMES, MIDDLES = ("least", "greatest"), ("median", "mean")
HALF = 0.5  # of what it can be
ROUNDED = 1.3  # a band with its ends rounded outwards
SLACK = (
    0.75  # of both spreads: so far two honest sets of seeds are apart in fewer than one case in two hundred
)
RARE = 0.003  # how seldom it should happen that so many other seeds lie beyond all of the lesson's own
ROUNDING = 1e-12  # what rounding adds to a width


@dataclass(frozen=True)
class Sampled:
    """What a claim measures, on its own seeds and on others, and on resamples of both."""

    value: float
    held_back: float
    resamples: Array
    held_back_resamples: Array
    seeds: Array  # the values behind it, of the lesson's own seeds
    held_back_seeds: Array
    possible: Interval  # what it can be at all
    of_values: Interval  # what a value behind it can be
    scale: float
    resolution: float

    @property
    def own(self) -> Interval:
        return central(self.resamples)

    @property
    def other(self) -> Interval:
        return central(self.held_back_resamples)


def central(values: Array) -> Interval:
    """Where nearly all of the values lie."""
    finite = values[np.isfinite(values)]
    if not len(finite):
        return math.nan, math.nan
    low, high = np.quantile(finite, CENTRAL)
    return float(low), float(high)


def length(interval: Interval) -> float:
    return interval[1] - interval[0] if interval[0] <= interval[1] else 0.0


def said(claim: Claim) -> Interval:
    """The bounds of a claim, whichever way they are written."""
    if claim.between is not None:
        return claim.between
    equals = claim.equals or 0.0
    return equals - claim.within, equals + claim.within


# ---- how wide --------------------------------------------------------------


def widest(claim: Claim, found: Sampled) -> float:
    """How wide the bounds of a claim about seeds may be."""
    widths = [
        TIMES * max(length(found.own), length(found.other)),
        RELATIVE * abs(found.value),
        found.resolution,
    ]
    bands = [band(each) for each in (found.seeds, found.held_back_seeds)]
    if claim.measure in EXTREMES:
        widths += [TIMES * each for each in bands]
    if claim.measure in MIDDLES:  # what `run` shows beside them
        widths += [min(ROUNDED * each, HALF * length(found.possible)) for each in bands]
    if claim.equals is not None and len(digits_of(claim.equals)) > 1:
        widths.append(2 * unit_of(claim.equals))
    low, high = said(claim)
    if low <= found.possible[0] or high >= found.possible[1]:
        widths.append(CLOSE * found.scale)
    if max(abs(low), abs(high)) <= ZERO:
        widths.append(2 * ZERO)
    return max(widths)


def band(values: Array) -> float:
    """How far apart nine in ten seeds lie."""
    finite = values[np.isfinite(values)]
    return float(np.subtract(*np.quantile(finite, [0.95, 0.05]))) if len(finite) else 0.0


def too_wide(claim: Claim, found: Sampled) -> str:
    """Why the bounds of a claim say too little, or nothing."""
    low, high = said(claim)
    inside = meet((low, high), found.possible)
    if inside == found.possible:
        return f"says nothing: it cannot be anything but {low:g} to {high:g}."
    if claim.equals and claim.within >= max(abs(claim.equals), found.resolution, ZERO):
        return f"prints {claim.text()}, but holds for anything within {claim.within:g}: that number says nothing."
    width, most = length(inside or (low, high)), widest(claim, found)
    if width <= most * (1 + 1e-9) + ROUNDING:
        return ""
    return (
        f"says {low:g} to {high:g}, {width:.3g} wide; measured {found.value:.4g}, "
        f"and {found.own[0]:.4g} to {found.own[1]:.4g} over resamples of its seeds: "
        f"expected no wider than {most:.3g}."
    )


def only_here(claim: Claim, found: Sampled) -> str:
    """Why a claim holds on the lesson's own seeds only, or nothing."""
    low, high = said(claim)
    if claim.measure in EXTREMES:
        below = claim.measure == "least"
        beyond = found.held_back_seeds < low if below else found.held_back_seeds > high
        count, own, others = int(beyond.sum()), len(found.seeds), len(beyond)
        where = f"{'below' if below else 'above'} {low if below else high:g}"
        rare = (others / (own + others)) ** count < RARE
        return f"holds on its own seeds only: of {others} others, {count} are {where}." if rare else ""
    slack = SLACK * (length(found.own) + length(found.other)) + ROUNDING
    if low - slack <= found.held_back <= high + slack:
        return ""
    return (
        f"says {low:g} to {high:g}, and holds on its own seeds only: "
        f"{found.value:.4g} there, {found.held_back:.4g} on others."
    )


def too_exact(claim: Claim) -> str:
    """Why a number is printed with more digits than its margin allows, or nothing."""
    if claim.equals is None or len(digits_of(claim.equals)) < 3:
        return ""
    if claim.within <= DIGITS * last_digit(claim.equals):
        return ""
    return f"prints {claim.text()}, but holds for anything within {claim.within:g}: too many digits."


def digits_of(number: float) -> tuple[int, ...]:
    """The digits of a number as its author wrote it, without the zeros at its end."""
    return Decimal(repr(number)).normalize().as_tuple().digits


def last_digit(number: float) -> float:
    """What the last of its digits stands for: a hundred in 2100, a thousandth in 0.693."""
    return float(10.0 ** int(Decimal(repr(number)).normalize().as_tuple().exponent))


def unit_of(number: float) -> float:
    """The same, and no more than 1."""
    return min(1.0, last_digit(number))


def too_wide_for_exact(claim: Claim, value: float) -> str:
    """Why the bounds of a number that is known exactly say too little, or nothing."""
    low, high = said(claim)
    if claim.equals is not None:
        most = max(unit_of(claim.equals), EXACT * abs(value))
        if claim.within <= most + ROUNDING:
            return ""
        return (
            f"says {claim.equals:g} ± {claim.within:g}, but it is {value:.6g}: expected ± {most:.1g} or less."
        )
    if high - low <= max(EXACT_BOUNDS * abs(value), SLOPES.get(claim.measure, 2 * ZERO)) + ROUNDING:
        return ""
    return f"says {low:g} to {high:g}, but it is {value:.6g}: expected bounds beside it."
