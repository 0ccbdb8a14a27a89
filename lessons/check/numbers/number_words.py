"""Numbers as languages say them in words, read from `number_words.toml`: "three quarters", "nueve de cada diez"."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

SHARE, TIMES = "share", "times"
DATA = Path(__file__).with_name("number_words.toml")
DIGITS = r"\d+(?:[.,]\d+)?"
SIZES = ("units", "teens", "tens", "hundreds", "thousands")


@dataclass(frozen=True)
class Quantity:
    """What words say: a share or a number of times, between two places of a text."""

    start: int
    end: int
    kind: str
    value: float
    of: tuple[float, ...] = ()  # the two numbers of `13 of 256`


@dataclass(frozen=True)
class Form:
    """One way of saying a quantity in one language."""

    pattern: re.Pattern[str]
    kind: str
    times: float = 1.0
    over: float = 1.0
    any: bool = False  # also where the first of two numbers is the larger one


@dataclass(frozen=True)
class NumberWords:
    """What a language has: its forms, its numbers, what comes before a quantity, and telling words."""

    forms: tuple[Form, ...]
    words: Mapping[str, float]
    ordinals: Mapping[str, float]
    number: re.Pattern[str]
    compares: str  # after it, twice is a number of times
    sides: Mapping[str, str]
    shares: tuple[tuple[re.Pattern[str], tuple[float, float]], ...]
    tells: Mapping[str, re.Pattern[str]]

    def value(self, text: str) -> float:
        """Return the number that words or digits say."""
        if text[:1].isdigit():
            return float(text.replace(",", "."))
        parts = re.finditer(rf"\b(?:{any_of(self.words)})\b", " ".join(text.split()))
        return sum(self.words[found[0]] for found in parts)


@cache
def number_words(language: str) -> NumberWords:
    """Read what a language has."""
    table = tomllib.loads(DATA.read_text(encoding="utf-8"))[language]
    numbers = table["numbers"]
    spoken = pattern_of_numbers(numbers)
    pieces = {name: either(words) for name, words in table["lists"].items()} | {
        "number": rf"(?P<n>\b(?:{spoken})\b|(?<![\d.,]){DIGITS})",
        "of": rf"(?P<m>(?:{spoken})\b|{DIGITS}(?!\d|[.,]\d))",
        "words": rf"(?P<n>\b(?:{spoken})\b)",
        "digits": rf"(?P<n>{DIGITS})",
        "over": rf"(?P<m>{DIGITS})",
        "prefix": rf"(?P<n>\b(?:{spoken}|{DIGITS}))",
        "ordinal": rf"(?P<o>\b(?:{any_of(numbers['ordinals'])}))",
        "noun": rf"(?:(?!(?:{spoken}|{'|'.join(table['lists']['small'])})\b|\d)\w+ )?",
    }
    return NumberWords(
        tuple(read_form(form, pieces) for form in table["form"]),
        {word: float(value) for size in SIZES for word, value in numbers[size].items()},
        numbers["ordinals"],
        re.compile(rf"\b(?:{spaced(spoken)})\b"),
        numbers["compares"],
        {side: either(words) for side, words in table["sides"].items()},
        tuple(
            (re.compile(rf"\b{either(each['words'])}\b"), tuple(each["between"]))
            for each in table["shares"].values()
        ),
        {name: re.compile(either(words)) for name, words in table["tells"].items()},
    )


def read_form(form: Mapping[str, Any], pieces: Mapping[str, str]) -> Form:
    says = re.sub(r"\{(\w+)\}", lambda name: pieces[name[1]], form["says"])
    others = {key: value for key, value in form.items() if key != "says"}
    return Form(re.compile(rf"(?<!\w){spaced(says)}(?!\w)"), **others)


def pattern_of_numbers(numbers: Mapping[str, Any]) -> str:
    """Return the regular expression of a number in words, up to a million."""
    units, teens, tens = any_of(numbers["units"]), any_of(numbers["teens"]), any_of(numbers["tens"])
    small = rf"(?:{teens}|(?:{tens})(?:{numbers['tens_join']}(?:{units}))?|{units})"
    hundred = rf"(?:(?:{any_of(numbers['hundreds'])})(?:{numbers['join']}{small}\b)?|{small})"
    return rf"(?:(?:{any_of(numbers['thousands'])})(?:{numbers['join']}{hundred}\b)?|{hundred})"


def any_of(words: Mapping[str, float]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


def either(words: list[str]) -> str:
    return f"(?:{'|'.join(words)})"


def spaced(says: str) -> str:
    """Return the same pattern where a line of the page may end between two words."""
    return says.replace(" ", r"\s")


# ---- in a text ---------------------------------------------------------------


def folded(text: str) -> str:
    """Return a text in small letters without accents, character by character."""
    return "".join(fold(letter) for letter in text)


@cache
def fold(letter: str) -> str:
    return (unicodedata.normalize("NFD", letter)[:1].lower() or letter)[:1]


def quantities(text: str, language: str) -> list[Quantity]:
    """Find every quantity in a folded text; of two that overlap the longer one."""
    words = number_words(language)
    found = [each for form in words.forms for each in of_form(form, text, words)]
    taken: list[Quantity] = []
    for each in sorted(found, key=lambda each: (each.start - each.end, each.start)):
        if all(each.end <= other.start or other.end <= each.start for other in taken):
            taken.append(each)
    return sorted(taken, key=lambda each: each.start)


def of_form(form: Form, text: str, words: NumberWords) -> Iterator[Quantity]:
    for match in form.pattern.finditer(text):
        named = {name: said for name, said in match.groupdict().items() if said is not None}
        first = words.value(named["n"]) if "n" in named else form.times
        over = words.value(named["m"]) if "m" in named else form.over
        over *= words.ordinals[named["o"]] if "o" in named else 1
        if over and (form.any or "m" not in named or first < over):
            yield Quantity(
                match.start(), match.end(), form.kind, first / over, (first, over) if "m" in named else ()
            )


def whole_numbers(text: str, language: str) -> list[float]:
    """Return every number in words that a text holds."""
    words = number_words(language)
    return [words.value(found[0]) for found in words.number.finditer(folded(text))]
