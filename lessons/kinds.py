"""What a key of a lesson's file may hold: types, with rules in `Annotated`. What does not fit is told in one place."""

import math
import re
from collections.abc import Callable, Collection
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NoReturn, Union, get_args, get_origin

from lessons.format import LessonError

Rule = Callable[[Any], str]  # says what a value should be; nothing of one that fits
Interval = tuple[float, float]  # written [low, high]

LONGEST_NAME = 64
NAME = re.compile(rf"(?=\S)[^\n]{{1,{LONGEST_NAME}}}(?<=\S)")
WORDS = {
    str: "text",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "a table",
    bool: "true or false",
}
PLURALS = {str: "texts", int: "whole numbers", float: "numbers", list: "lists"}


def fit(value: Any, kind: Any, at: str) -> Any:
    """Return a value as its type has it. Raises LessonError that says where it stands, and what should stand there."""
    if kind in WORDS:
        return fit_plain(value, kind, at)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        found = fit(value, inner[0], at)
        if problem := next(filter(None, (rule(found) for rule in inner[1:])), ""):
            refuse(value, problem, at)
        return found
    if origin is Literal:
        return fit(value, Annotated[str, one_of(inner)], at)
    if origin in (Union, UnionType):
        return fit_any(value, inner, at)
    if kind == Interval:
        return fit_interval(value, at)
    if origin in (tuple, list):
        return fit_list(value, origin, inner[0], at)
    raise TypeError(kind)


def fit_plain(value: Any, kind: Any, at: str) -> Any:
    if kind is float and type(value) is int:
        value = float(value)
    if type(value) is not kind:
        refuse(value, f"{WORDS[kind]}.", at)
    if kind is float and not math.isfinite(value):
        refuse(value, "a finite number.", at)
    return value


def fit_any(value: Any, kinds: tuple[Any, ...], at: str) -> Any:
    """Fit a value that may be left out, or one that is of any of some plain types."""
    if NoneType in kinds:
        return fit(value, kinds[0], at)
    if type(value) not in kinds:
        refuse(value, f"{' or '.join(WORDS[kind] for kind in kinds)}.", at)
    return value


def fit_interval(value: Any, at: str) -> Interval:
    numbers = [float(each) for each in value if type(each) in (int, float)] if type(value) is list else []
    if len(numbers) != 2 or len(value) != 2 or not numbers[0] <= numbers[1]:
        refuse(value, "two numbers, [low, high].", at)
    return numbers[0], numbers[1]


def fit_list(values: Any, origin: type, kind: Any, at: str) -> Any:
    """Fit each value of a list. A tuple is made of them; what is to be a list stays as it was written."""
    if type(values) is not list:
        refuse(values, f"a list of {PLURALS.get(plain(kind), 'values')}.", at)
    found = tuple(fit(value, kind, f"{at.removesuffix(' =')} has") for value in values)
    return found if origin is tuple else values


def refuse(value: Any, should: str, at: str) -> NoReturn:
    raise LessonError(f"{at} {quoted(value)}{', which' * at.endswith(' has')} should be {should}")


def plain(kind: Any) -> Any:
    """Return the type that a value of this kind is written as."""
    origin = get_origin(kind)
    if origin in (tuple, Literal):
        return list if origin is tuple else str
    return plain(get_args(kind)[0]) if origin in (Annotated, Union, UnionType) else origin or kind


def expected(kind: Any) -> str:
    return WORDS[plain(kind)]


# ---- rules -----------------------------------------------------------------


def one_of(known: Collection[str]) -> Rule:
    """Return the rule of a text that is one of some names."""

    def problem(value: str) -> str:
        return "" if value in known else f"one of {', '.join(known)}.{offer(value, known)}"

    return problem


def between(least: int, most: int) -> Rule:
    return lambda value: "" if least <= value <= most else f"from {least:,} to {most:,}."


def matching(pattern: re.Pattern[str], words: str) -> Rule:
    """Return the rule of a text that is written in a way, which the words describe."""
    return lambda value: "" if pattern.fullmatch(value) else f"{words}."


def not_negative(value: float) -> str:
    return "" if value >= 0 else "0 or more."


def finite(values: Interval) -> str:
    return "" if all(map(math.isfinite, values)) else "finite numbers."


Name = Annotated[
    str, matching(NAME, f"a name: on one line, with no space around it, of 1 to {LONGEST_NAME} characters")
]
Margin = Annotated[float, not_negative]  # how far two numbers may be apart and still be the same


# ---- words -----------------------------------------------------------------


def quoted(value: object) -> str:
    """Return a value as it stands in the file, cut where it is long."""
    return shortened(repr(value))


def shortened(words: str, most: int = 80) -> str:
    return words if len(words) <= most else f"{words[: most - 1]}…"


def nearest(word: str, known: Collection[str]) -> str:
    """Return a sentence that offers the nearest known words, or names them all."""
    return offer(word, known) or f" Known: {', '.join(sorted(known))}."


def offer(word: str, known: Collection[str]) -> str:
    close = get_close_matches(word[:80], known, n=3, cutoff=0.5)
    return f" Did you mean {' or '.join(close)}?" if close else ""
