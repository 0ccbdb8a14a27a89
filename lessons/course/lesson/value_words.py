"""Numbers as people read them: few digits, shares as percentages, bands of seeds; and as people type them."""

import math
import re

from lessons.course.lesson.lesson import Question
from lessons.course.lesson.metric import SHARE, metric_of
from lessons.course.lesson.page import Strings
from lessons.course.lesson.summaries import Band, Majority, Summary

ROUNDING = 1e-12  # what is smaller comes from the rounding of floats
COUNTED = 1e-5
SMALL = 1.5  # from so many times on, `times` says more than per cent

GROUPS = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")  # the spaces of 1 000 000
SIGNS = str.maketrans({"−": "-", "–": "-", "—": "-", "\u00a0": " ", "\u202f": " "})


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
    return number(value) if value is None or value != value else f"{100 * value:.0f} %".replace("-0 ", "0 ")


def is_share(metric: str) -> bool:
    found = metric_of(metric)
    return found is not None and found.kind == SHARE


def is_level(metric: str) -> bool:
    """Return True for what is said to be higher or lower, and not larger or smaller."""
    found = metric_of(metric)
    return is_share(metric) or (found is not None and found.is_level)


def summary_words(found: Summary, percent: bool = False) -> str:
    """Write `0.93 [0.88–1.00]` or `77 % [72–81]`: the median and the band; or the commonest word."""
    if isinstance(found, Majority):
        return found.word
    write = share if percent else number
    low, high = (write(value).removesuffix(" %") for value in (found.p5, found.p95))
    return write(found.median) + ("" if found.p5 == found.p95 else band_words(low, high))


def band_words(low: str, high: str) -> str:
    """Write ` [72–81]`, and ` [-14 … -1]` where a dash would be read as a sign; `""` for a band without an end."""
    if "—" in (low, high):
        return ""
    return f" [{low} … {high}]" if "-" in low + high and "e-" not in low + high else f" [{low}–{high}]"


def is_steps(metric: str) -> bool:
    found = metric_of(metric)
    return found is not None and found.counts_steps


def bare(value: float | None, metric: str, text: Strings) -> str:
    """Write `43`, `77`, `0 (rounding)`, `never`: a value without its unit."""
    if value is None:
        return text("value.never") if is_steps(metric) else "—"
    if 0 < abs(value) < ROUNDING:
        return text("value.rounding")
    if is_steps(metric) and math.isfinite(value):
        return f"{value:.0f}"
    return share(value).removesuffix(" %") if is_share(metric) else plain(value)


def plain(value: float) -> str:
    """Return a number without trailing zeros; a small one with its zeros, as far as anybody counts them."""
    if COUNTED <= abs(value) < 1e-3:
        return f"{value:.5f}".rstrip("0") if abs(value) < 1e-4 else f"{value:.4f}".rstrip("0")
    words = number(value)
    return words.rstrip("0").rstrip(".") if "." in words and "e" not in words else words


def digits(value: float, count: int) -> str:
    """Write a number in so many digits; `1020` stays written out, without a power of ten."""
    return f"{value:.0f}" if 10**count <= abs(value) < 1e6 else f"{value:.{count}g}"


def value_words(value: float | None, metric: str, text: Strings) -> str:
    """Write `43 steps`, `77 %`, `0 (rounding)`."""
    words = bare(value, metric, text)
    if value is None or not math.isfinite(value):
        return words
    if is_steps(metric):
        return text("value.steps", value=words)
    return f"{words} %" if is_share(metric) else words


def summary_sentence(found: Summary, metric: str, text: Strings) -> str:
    """Write a median with where nine in ten seeds lie, or the commonest word; no range where all seeds agree."""
    if isinstance(found, Majority):
        return text(f"short.{found.word}") if text.has(f"short.{found.word}") else found.word
    words = value_words(found.median, metric, text)
    low, high = bare(found.p5, metric, text), bare(found.p95, metric, text)
    if found.p5 is not None and found.p95 is None and found.median is not None:
        return text("value.some_never", value=words, low=low)
    if found.p5 is not None and low != high:
        return text("value.range", value=words, low=low, high=high)
    if found.least is None or found.greatest is None:
        return words
    reads_the_same = bare(found.least, metric, text) == bare(found.greatest, metric, text)
    return text("value.every", value=words) if reads_the_same else words


def compared_words(found: Summary, question: Question, arm: str, against: str, text: Strings) -> str:
    """Say how one arm compares with another, by what the question asks of the seeds; else `""`."""
    middle = getattr(found, question.summary) if isinstance(found, Band) else None
    if middle is None or not math.isfinite(middle):
        return ""
    if question.compare == "difference":
        return difference_words(middle, question.metric, arm, against, text)
    return ratio_words(middle, arm, against, text)


def ratio_words(ratio: float, arm: str, against: str, text: Strings) -> str:
    """Write `broken: about 200 times as much as healthy`; or, where they are close, by how many per cent."""
    if ratio <= 0:
        return ""
    if 1 / SMALL < ratio < SMALL:
        percent = round(100 * abs(ratio - 1))
        if not percent:
            return text("compare.alike", arm=arm, against=against)
        key = "compare.percent_more" if ratio > 1 else "compare.percent_less"
        return text(key, arm=arm, against=against, percent=percent)
    more, less = (arm, against) if ratio > 1 else (against, arm)
    return text("compare.times", arm=more, against=less, times=about(max(ratio, 1 / ratio)))


def about(times: float) -> str:
    """Write `2.3`, `15`, `200`: as many digits as one would say."""
    if times < 10:
        return f"{times:.1f}".removesuffix(".0")
    unit = 5 * 10.0 ** (math.floor(math.log10(times)) - 1)
    rounded = round(times / unit) * unit
    if rounded >= 1e6:  # nobody counts the zeros
        return f"10^{round(math.log10(rounded))}"
    return f"{rounded:,.0f}".replace(",", " ") if rounded >= 1e4 else f"{rounded:.0f}"


def points(size: str, text: Strings) -> str:
    return text("value.points_one") if size == "1" else text("value.points", value=size)


def difference_words(shift: float, metric: str, arm: str, against: str, text: Strings) -> str:
    """Write `broken: 22 points below healthy`."""
    size = bare(abs(shift), metric, text)
    if size in ("0", text("value.rounding")):
        return text("compare.alike", arm=arm, against=against)
    amount = points(size, text) if is_share(metric) else value_words(abs(shift), metric, text)
    return text("compare.above" if shift > 0 else "compare.below", arm=arm, against=against, amount=amount)


def as_number(text: str) -> float | None:
    """Read a number as people type it: `77 %` is 0.77, and a decimal comma is a decimal point."""
    cleaned = GROUPS.sub("", text.strip().translate(SIGNS)).replace(",", ".")
    scale = 100.0 if cleaned.endswith("%") else 1.0
    try:
        value = float(cleaned.removesuffix("%"))
    except ValueError:
        return None
    return value / scale if math.isfinite(value) else None


def as_share(text: str) -> float | None:
    """Read a share as people type it: `75`, `75 %` and `0.75` are the same. One is all of it."""
    value = as_number(text)
    if value is None:
        return None
    if value > 1 and "%" not in text:
        value /= 100
    return value if 0 <= value <= 1 else None


def as_shape(text: str) -> tuple[int, ...] | None:
    """Read a shape: `(5, 23)`, `5x23`, `5 × 23`, `5 by 23`, `5 23` and `5, 23` are the same."""
    parts = re.sub(r"[×x*;,]|by|por", " ", text.strip().strip("()[]").lower()).split()
    try:
        shape = tuple(map(int, parts))
    except ValueError:
        return None
    return shape if shape and min(shape) > 0 else None
