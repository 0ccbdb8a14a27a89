"""The numbers of a text, in digits and in words, so that two languages can be compared."""

import re

from lessons.check.languages import lists, words_in

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
    words = set(words_in(text)) | {part for word in words_in(text) for part in word.split("-")}
    in_words = {float(value) for value, names in lists("numbers").items() if words & names}
    return in_words.union(*written(text).values())


def missing(text: str, other: str) -> list[str]:
    """The numbers in digits of one text that the other has neither in digits nor in words."""
    there = known(other) | ANYONES
    return [digits for digits, values in written(text).items() if not values & there]
