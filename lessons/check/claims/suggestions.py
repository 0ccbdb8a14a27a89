"""What a claim should say instead, from what was measured: bounds to paste."""

import math
from decimal import Decimal

from lessons.check.claims.bounds import EXTREMES, ZERO, Sampled, length, too_exact, widest
from lessons.lesson import Claim, Interval

PRINTED = 3  # digits of a number that is always the same


def suggested(claim: Claim, found: Sampled) -> str:
    """What to say instead, from what was measured: `between = [0.79, 0.85]`, or `equals` where the claim has that."""
    ends = [found.value, found.held_back, *found.own]
    if claim.measure not in EXTREMES:
        ends += found.other
    finite = [end for end in ends if math.isfinite(end)]
    if not finite:
        return ""
    low, high = min(finite), max(finite)
    if max(abs(low), abs(high)) <= ZERO / 1000:
        tiny = 10.0 ** (math.ceil(math.log10(max(abs(low), abs(high), 1e-16))) + 1)
        return f"between = [{-tiny if low < 0 else 0:g}, {tiny:g}]"
    if high - low <= 1e-9 * max(1.0, abs(high)):
        return exactly(found.value)
    return about(claim, found, low, high) if claim.equals is not None else outwards(claim, found, low, high)


def outwards(claim: Claim, found: Sampled, low: float, high: float) -> str:
    """Bounds with as few digits as say no less than they may."""
    for digits in range(2, 7):
        bounds = down(low, digits), -down(-high, digits)
        if length(bounds) <= widest(replaced(claim, bounds), found):
            break
    return f"between = [{bounds[0]:g}, {bounds[1]:g}]"


def about(claim: Claim, found: Sampled, low: float, high: float) -> str:
    """A number with a margin that reaches both ends; bounds where its digits would be a pretence."""
    for digits in range(2, 7):
        equals = float(f"{found.value:.{digits}g}")
        within = -down(-max(high - equals, equals - low), max(1, digits - 1))
        said = Claim(claim.name, claim.measure, claim.arguments, equals, within)
        if 2 * within <= widest(said, found) and within < abs(equals) and not too_exact(said):
            return f"equals = {equals:g}, within = {within:g}"
    return outwards(claim, found, low, high)


def exactly(value: float) -> str:
    """A number as it is printed, with the margin of its last digit."""
    if value == round(value):
        return f"equals = {value:g}"
    last_digit = 10.0 ** (math.floor(math.log10(abs(value))) - PRINTED + 1)
    return f"equals = {float(f'{value:.{PRINTED}g}'):g}, within = {last_digit / 2:g}"


def down(value: float, digits: int) -> float:
    """The largest number of so few digits that is not above a value."""
    if value == 0:
        return 0.0
    step = Decimal(1).scaleb(math.floor(math.log10(abs(value))) - digits + 1)
    return float((Decimal(repr(value)) / step).to_integral_value(rounding="ROUND_FLOOR") * step)


def replaced(claim: Claim, bounds: Interval) -> Claim:
    return Claim(claim.name, claim.measure, claim.arguments, between=bounds)
