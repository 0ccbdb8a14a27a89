"""Numbers in digits, as a page spells them: decimals, thousands, powers of ten, fractions in one line."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from lessons.check.numbers.spelling import CLAIM

POINTS = ".,·٫"
WHOLE = r"(?:\d{1,3}(?:[ '’.,]\d{3})+(?!\d)|\d+)"
POWER = r"\^ ?\(?[-+]?\d+\)?"
FIGURE = re.compile(
    rf"(?P<number>(?:\b{WHOLE}(?:[{POINTS}]\d+)?|(?<![\w)\]])[oO]?[.,]\d+)(?:[eE][-+]?\d+)?"
    rf"(?: ?[·×x*] ?10 ?{POWER}|{POWER})?)"
    r"(?P<over>/\d+(?![\d/]))?(?P<scale>k\b|K\b| thousand\b| million\b| mil\b| millones\b)?"
    r"|(?P<roman>\b[IVXLCDM]{2,}(?= ?%| percent| per cent| por ciento))"
    r"|(?P<name>[^\W\d_][\w'’]*)"  # W1, fc2, float64: a name
)
TEN = re.compile(r" ?[·×x*] ?10 ?\^ ?\(?([-+]?\d+)\)?$")
RAISED = re.compile(r"\^ ?\(?([-+]?\d+)\)?$")
TOUCHING = re.compile(
    rf"[\d^]{CLAIM}|(?<![\w{CLAIM}])-{CLAIM}|{CLAIM}(?:[\d^]|[.,·]\d|[eE]-?\d|/ ?\d| ?[·×x*] ?\d)"
)
SCALES = {"k": 1e3, "K": 1e3, "thousand": 1e3, "mil": 1e3, "million": 1e6, "millones": 1e6}


@dataclass(frozen=True)
class Figure:
    """A number in digits: all the values that it may be read as, and the whole numbers that it may be made of."""

    start: int
    end: int
    text: str
    values: tuple[float, ...]
    parts: tuple[float, ...] = ()

    @property
    def is_whole(self) -> bool:
        return self.text.isdigit()


def figures(text: str) -> Iterator[Figure]:
    """Every number of a text as it is read. A name with digits, such as W1, is none; XL % is one that nobody reads."""
    for match in FIGURE.finditer(text):
        if match["number"] is not None:
            values = tuple(scaled(value, match) for value in readings(match["number"]))
            yield Figure(match.start(), match.end(), match[0], values, parts_of(match[0]))
        elif match["roman"]:
            yield Figure(match.start(), match.end(), match[0], (math.nan,))


def scaled(value: float, match: re.Match[str]) -> float:
    """A number with what stands behind it: a thousand, or the other half of a fraction."""
    value *= SCALES[match["scale"].strip()] if match["scale"] else 1
    over = float(match["over"][1:]) if match["over"] else 1.0
    return value / over if over else value


def parts_of(words: str) -> tuple[float, ...]:
    """The whole numbers on either side of a comma, a space or a stroke, where they may be two."""
    parts = re.findall(r"\d+", words) if re.search(r"\d[ ,/]\d", words) else []
    return () if any(part[0] == "0" != part for part in parts) else tuple(map(float, parts))


def readings(words: str) -> Iterator[float]:
    """What a number may mean: 1,000 is a thousand, and in another country one."""
    if ten := TEN.search(words):
        yield from (times_ten(value, ten[1]) for value in readings(words[: ten.start()]))
    elif raised := RAISED.search(words):
        yield from (power(value, raised[1]) for value in readings(words[: raised.start()]))
    elif short := re.search(r"[eE]([-+]?\d+)$", words):
        yield from (times_ten(value, short[1]) for value in readings(words[: short.start()]))
    else:
        yield from dict.fromkeys(each for each in (plain(words), grouped(words)) if each is not None)


def times_ten(value: float, exponent: str) -> float:
    return float(f"{value!r}e{exponent}") if "e" not in repr(value) else value


def power(value: float, exponent: str) -> float:
    try:
        return float(value ** int(exponent[:6]))
    except (OverflowError, ZeroDivisionError):
        return float("inf")


def plain(words: str) -> float:
    """With the last point or comma before the decimals, and all others between thousands."""
    whole, point, decimals = re.fullmatch(rf"(.*?)(?:([{POINTS}])(\d+))?", words).groups()  # type: ignore[union-attr]
    digits = re.sub(r"\D", "", whole) or "0"
    return float(f"{digits}.{decimals}") if point else float(digits)


def grouped(words: str) -> float | None:
    """With groups of three digits and no decimals."""
    return float(re.sub(r"\D", "", words)) if re.fullmatch(r"\d{1,3}([ '’.,]\d{3})+", words) else None
