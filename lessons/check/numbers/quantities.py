"""Quantities as languages say them: "three quarters", "twice as many", "nueve de cada diez"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lessons.check.numbers.tongues import Form, Tongue, tongue

SHARE, TIMES, POINTS, COUNT, ORDERS = "share", "times", "points", "count", "orders"
FEW = {POINTS: 3, COUNT: 4}  # fewer points or steps than these are ordinary language


@dataclass(frozen=True)
class Quantity:
    """What words say: a number, of a kind, between two places of the text."""

    start: int
    end: int
    kind: str
    value: float
    of: tuple[float, float] | None = None  # the two numbers of `13 of 256`
    unit: str = ""  # of a count


def quantities(text: str, language: str) -> list[Quantity]:
    """Find every quantity in a text of small letters without accents; of two that overlap the longer one."""
    spoken = tongue(language)
    found = [each for form in spoken.forms for each in of_form(form, text, spoken)]
    taken: list[Quantity] = []
    places: set[int] = set()
    for each in sorted(found, key=lambda each: (each.start - each.end, each.start)):
        covered = range(each.start, each.end)
        if places.isdisjoint(covered):
            taken.append(each)
            places.update(covered)
    return sorted(taken, key=lambda each: each.start)


def of_form(form: Form, text: str, spoken: Tongue) -> Iterator[Quantity]:
    """Every quantity that is said in one form."""
    for match in form.pattern.finditer(text):
        named = {name: words for name, words in match.groupdict().items() if words is not None}
        first = spoken.value(named["n"]) if "n" in named else form.times
        over = spoken.value(named["m"]) if "m" in named else form.over
        over *= spoken.ordinals[named["o"]] if "o" in named else 1
        is_ordinary = "n" in named and first < FEW.get(form.kind, 0)
        if over and not is_ordinary and (form.any or "m" not in named or first < over):
            of = (first, over) if "m" in named else None
            yield Quantity(match.start(), match.end(), form.kind, first / over, of, named.get("unit", ""))


def whole_number(text: str, language: str) -> float | None:
    """The number that a whole text says in words, such as `forty-two`."""
    spoken = tongue(language)
    return spoken.value(text) if spoken.number.fullmatch(text) else None


def whole_numbers(text: str, language: str) -> list[float]:
    """Every number in words that a text holds."""
    spoken = tongue(language)
    return [spoken.value(found[0]) for found in re.finditer(rf"\b(?:{spoken.number.pattern})\b", text)]
