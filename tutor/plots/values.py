"""How numbers are written in a picture, and which of them count as nothing: for cells and SVG alike."""

import math
from collections.abc import Sequence

from lessons.pictures import Bar

NOTHING = 1e-6  # of the largest: what is smaller is zero but for rounding


def label(value: float) -> str:
    """Write a tick's value as short as it goes: 0.5, 300, 1e-5."""
    digits, exponent, power = f"{value or 0.0:g}".partition("e")
    return f"{digits}e{int(power)}" if exponent else digits


def written(value: float) -> str:
    """Write a matrix's number in two digits, without a minus before zero."""
    if math.isnan(value):
        return "NaN"
    return f"{value:.0e}" if 1000 <= abs(value) < math.inf else f"{value or 0.0:.2g}"


def said(bar: Bar) -> str:
    """Write a bar's value as people say it, or in three digits."""
    return bar.words or ("NaN" if math.isnan(bar.value) else f"{bar.value:.3g}")


def spread(bar: Bar) -> tuple[float, float] | None:
    """Tell how far the seeds lie around a bar's value, where that is known."""
    if bar.low is None or bar.high is None or not (math.isfinite(bar.low) and math.isfinite(bar.high)):
        return None
    return min(bar.low, bar.high), max(bar.low, bar.high)


def largest(values: Sequence[Sequence[float]]) -> float:
    """Find the largest size among finite numbers; 1 where all are zero."""
    return max((abs(value) for row in values for value in row if math.isfinite(value)), default=0.0) or 1.0
