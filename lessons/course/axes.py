"""Axes from what was reached: round ends, no floor that is not there."""

import math
from collections.abc import Iterable

from lessons.course.pictures import Axis

DECADE = 10
USUAL = (0.0005, 2.0)  # between which losses are expected


def finite(values: Iterable[float | None]) -> list[float]:
    return [value for value in values if value is not None and math.isfinite(value)]


def loss_axis(name: str, values: Iterable[float]) -> Axis:
    """Span the losses on a logarithmic axis that ends at 1, 2 or 5 times a power of ten."""
    above_zero = [value for value in finite(values) if value > 0]
    if not above_zero:
        return Axis(name, 0.0, 1.0)
    return Axis(name, rounded(min(above_zero), down=True), rounded(max(above_zero)), log=True)


def steady_loss_axis(name: str, values: Iterable[float]) -> Axis:
    """Span the usual losses, a hundredfold more where a run leaves them: the axis seldom moves."""
    reached = [value for value in finite(values) if value > 0]
    low, high = min([USUAL[0], *reached]), max([USUAL[1], *reached])
    if low < USUAL[0]:
        low = 100.0 ** math.floor(math.log(low, 100))
    return Axis(name, low, high, log=True)


def value_axis(name: str, values: Iterable[float | None], share: bool = False, zero: bool = True) -> Axis:
    """Span all of a share; of a number its values, and 0 where it is drawn from there."""
    found = finite(values) + [0.0] * zero
    if share or (zero and not any(found)):
        return Axis(name, 0.0, 1.0)
    return Axis(name, min(found, default=0.0), max(found, default=1.0))


def span_axis(name: str, values: Iterable[float | None], factor: float = DECADE) -> Axis:
    """Span the values; logarithmic where they are above zero and the highest is so many times the lowest."""
    found = finite(values)
    if found and min(found) > 0 and max(found) >= factor * min(found):
        return Axis(name, min(found), max(found), log=True)
    return value_axis(name, found, zero=False)


def rounded(value: float, down: bool = False) -> float:
    """Return the next of 1, 2, 5, 10, 20, 50, ... and their parts: above, or below."""
    power = 10.0 ** math.floor(math.log10(value))
    steps = [times * power for times in (1, 2, 5, 10)]
    if down:
        return max(step for step in steps if step <= value * (1 + 1e-9))
    return min(step for step in steps if step >= value * (1 - 1e-9))
