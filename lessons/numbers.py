"""Numbers as people read them: few digits, shares as percentages, NaN said plainly, a dash for what never came."""

import math

from lessons.summaries import Band, Majority, Summary
from lessons.vocabulary import SHARE, metric_of


def number(value: float | None) -> str:
    if value is None:
        return "—"
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "∞" if value > 0 else "−∞"
    size = abs(value)
    if value == int(value) and size < 1e6:
        return str(int(value))
    if 1e-6 <= size < 1e-3:  # in one digit, as tables have it
        return f"{value:.{-math.floor(math.log10(size))}f}".rstrip("0")
    if size >= 1e5 or size < 1e-3:
        return f"{value:.0e}".replace("e-0", "e-").replace("e+0", "e")
    if size >= 10:
        return f"{value:.0f}" if size >= 100 else f"{value:.1f}"
    return f"{value:.2f}" if size >= 0.1 else f"{value:.3f}"


def share(value: float | None) -> str:
    """`77 %`."""
    return number(value) if value is None or value != value else f"{100 * value:.0f} %"


def is_share(metric: str) -> bool:
    found = metric_of(metric)
    return found is not None and found.kind == SHARE


def summary_words(found: Summary, percent: bool = False) -> str:
    """`0.93 [0.88–1.00]`: the median and the band, or the commonest word."""
    if isinstance(found, Majority):
        return found.word
    if percent:
        return share_band(found)
    middle = number(found.median)
    return middle if found.p5 == found.p95 else f"{middle} [{number(found.p5)}–{number(found.p95)}]"


def share_band(found: Band) -> str:
    """`77 % [72–81]`."""
    if found.p5 == found.p95:
        return share(found.median)
    low, high = (share(value).removesuffix(" %") for value in (found.p5, found.p95))
    return f"{share(found.median)} [{low}–{high}]"
