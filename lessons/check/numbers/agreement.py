"""Whether the words of `{claim:words}` say what the claim proves: "three quarters" is 0.75, give or take 0.05."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from lessons.check.numbers.figures import figures
from lessons.check.numbers.quantities import ORDERS, POINTS, SHARE, TIMES, quantities, whole_number
from lessons.check.numbers.spelling import spelled
from lessons.check.numbers.tongues import tongue
from lessons.lesson import Claim

WHOLE = "whole number"
MORE, LESS, ABOUT, EXACT = "more", "less", "about", ""
ALL, NONE = (1.0, 1.0), (0.0, 0.0)
EACH_SEED = ("least", "greatest")  # the measures that hold on every seed
ZERO = 1e-6  # what a page may call zero


@dataclass(frozen=True)
class Said:
    """What words say: a number, how exact it is, and on which side of it the claim may lie."""

    kind: str
    value: float
    side: str

    @property
    def tolerance(self) -> float:
        return tolerance(self.kind, self.value) * (2 if self.side == ABOUT else 1)

    def __str__(self) -> str:
        unit = {TIMES: " times", POINTS: " points", ORDERS: " orders of magnitude"}.get(self.kind, "")
        side = {MORE: "more than ", LESS: "less than "}.get(self.side, "")
        return f"{side}{self.value:.3g}{unit}"


def tolerance(kind: str, value: float) -> float:
    """How far a number may be from the words that say it."""
    size = abs(value)
    if kind == SHARE:
        return min(0.05, max(0.1 * size, 0.02)) if size >= 0.1 else 0.1 * size
    if kind == POINTS:
        return max(0.5, 0.1 * size)
    return (0.1 if kind == TIMES else 0.05) * size


def disagreement(claim: Claim, words: str, language: str, after: str = "") -> str:
    """Why these words are not what a claim proves, or nothing. `after` is what the page says next."""
    found = list(said(words, language))
    low, high = interval(claim)
    if len(found) > 1:
        return f"{words!r} says {len(found)} numbers; a claim proves one."
    if not found:
        return of_all(claim, words, language)
    around = f"{words} {spelled(after).folded}"
    if any(fits(each, low, high) for each in scaled(found[0], low, high, around, language)):
        return ""
    return f"{words!r} says {found[0]}; the claim says {between(low, high)}."


def between(low: float, high: float) -> str:
    return f"{low:.3g}" if low == high else f"{low:.3g} to {high:.3g}"


def interval(claim: Claim) -> tuple[float, float]:
    """Between which numbers a claim lies."""
    if claim.equals is not None:
        return claim.equals - claim.within, claim.equals + claim.within
    return claim.between or (math.nan, math.nan)


# ---- what words say --------------------------------------------------------


def said(words: str, language: str) -> Iterator[Said]:
    """Every number that words say: a quantity, or else a number in digits or in words."""
    page = spelled(words)
    text, at = page.folded, 0
    for each in quantities(f"{text} {tongue(language).compares}", language):
        yield Said(each.kind, each.value, side_of(text[at : each.start], language))
        at = each.end
    if at or share_of(text, language):
        return
    for figure in figures(page.text):
        yield Said(WHOLE, figure.values[0], side_of(text[: figure.start], language))
    if not any(each.isdigit() for each in text):
        yield from number_in_words(text.strip(), language)


def number_in_words(text: str, language: str) -> Iterator[Said]:
    """The number in words that begins first, and is longest, such as `forty-two` of `about forty-two of them`."""
    starts = [0, *(space.end() for space in re.finditer(r"\s", text))]
    ends = [*(space.start() for space in re.finditer(r"\s", text)), len(text)]
    for start in starts:
        for end in reversed([each for each in ends if each > start]):
            if (value := whole_number(text[start:end], language)) is not None:
                yield Said(WHOLE, value, side_of(text[:start], language))
                return


def side_of(before: str, language: str) -> str:
    """On which side of a number the claim may lie, by the words before it."""
    sides = tongue(language).sides
    before = before[-60:]
    if re.search(rf"\b{sides['little']} (?:{sides[MORE]}|{sides[LESS]}) (?:\w+ )?$", before):
        return ABOUT
    found = (side for side in (MORE, LESS, ABOUT) if re.search(rf"\b{sides[side]} (?:\w+ )?$", before))
    return next(found, EXACT)


def share_of(text: str, language: str) -> tuple[float, float] | None:
    """Between which shares words such as all, most and none lie."""
    return next((each.between for each in tongue(language).shares if each.pattern.search(text)), None)


def scaled(found: Said, low: float, high: float, around: str, language: str) -> Iterator[Said]:
    """The same number as a claim holds it: in percent, in points, or upside down where something is smaller."""
    if found.kind == POINTS and -1 <= low <= high <= 1:
        found = Said(SHARE, found.value / 100, found.side)
    elif found.kind == SHARE and low > 1:
        found = Said(TIMES, 100 * found.value, found.side)
    yield found
    if found.kind == TIMES and found.value and tongue(language).tells["smaller"].search(around):
        turned = {MORE: LESS, LESS: MORE}.get(found.side, found.side)
        yield Said(TIMES, 1 / found.value, turned)


# ---- whether a claim lies there --------------------------------------------


def fits(found: Said, low: float, high: float) -> bool:
    """Whether a claim lies where its words say: as a whole within twice the tolerance, its middle within once."""
    if found.kind == ORDERS:
        return in_orders(found, low, high)
    slack = 1e-9 * max(1.0, abs(found.value))
    if found.side == MORE:
        return low >= found.value - slack
    if found.side == LESS:
        return high <= found.value + slack
    near = max(found.tolerance, ZERO) + slack
    middle = abs((low + high) / 2 - found.value)
    return middle <= near and high - found.value <= 2 * near and found.value - low <= 2 * near


def in_orders(found: Said, low: float, high: float) -> bool:
    """Whether a ratio is this many powers of ten away from one."""
    sizes = [abs(math.log10(each)) if each > 0 else math.inf for each in (low, high)]
    if found.side == MORE:
        return min(sizes) >= found.value
    return all(abs(size - found.value) <= (1 if found.side == ABOUT else 0.5) for size in sizes)


def of_all(claim: Claim, words: str, language: str) -> str:
    """Why words for all or none are not what a claim proves, or nothing."""
    region = share_of(spelled(words).folded, language)
    low, high = interval(claim)
    if region is None:
        return f"{words!r} says no number. Write it as digits, a share, a number of times, all or none."
    if claim.measure in EACH_SEED and region in (ALL, NONE):
        return ""
    if region[0] - ZERO <= low and high <= region[1] + ZERO:
        return ""
    return f"{words!r} says {between(*region)}; the claim says {between(low, high)}."
