"""The numbers of a text, in digits and in words, so that two languages can be compared."""

import re
from collections.abc import Iterator
from itertools import pairwise

from lessons.check.words.languages import lists, words_in

DIGITS = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?!\w)")
ANYONES = {0.0, 1.0}  # "none", "nothing", "a", "one of": said in too many ways to compare


def written(text: str) -> dict[str, set[float]]:
    """Each number in digits, with what it may mean: a comma is a decimal mark, or stands between two numbers."""
    return {digits: meanings(digits) for digits in DIGITS.findall(text)}


def meanings(digits: str) -> set[float]:
    parts = re.split("[.,]", digits)
    found = {float("".join(parts))}
    if len(parts) == 2:
        found |= {float(f"{parts[0]}.{parts[1]}"), *map(float, parts if "," in digits else [])}
    return found


def known(text: str) -> set[float]:
    """Every number that a text has, in digits or in words."""
    return set(in_words(text)).union(*written(text).values())


def in_words(text: str) -> Iterator[float]:
    """Each number that is said in words, also one of several words: *twenty-four*, *treinta y seis*, *two hundred*."""
    values = [values_of(word) for word in re.split(r"[\s-]+", " ".join(words_in(text)).replace(" y ", " "))]
    yield from (value for found in values for value in found)
    for first, second in pairwise(values):
        yield from (a + b for a in first for b in second if a >= 20 and b < 10)
        yield from (a * b for a in first for b in second if b >= 100)


def values_of(word: str) -> list[float]:
    """What a word can mean as a number."""
    return [float(value) for value, names in lists("numbers").items() if word in names]


def missing(text: str, other: str) -> list[str]:
    """The numbers in digits of one text that the other has neither in digits nor in words."""
    there = known(other) | ANYONES
    return [digits for digits, values in written(text).items() if not values & there]
