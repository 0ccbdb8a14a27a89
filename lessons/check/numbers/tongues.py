"""How each language says quantities, read from `quantities.toml`: numbers in words, forms, and telling words."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).with_name("quantities.toml")
DIGITS = r"\d+(?:[.,]\d+)?"
KINDS_OF_NUMBERS = ("units", "teens", "tens", "hundreds", "thousands")


@dataclass(frozen=True)
class Form:
    """One way of saying a quantity, in one language."""

    pattern: re.Pattern[str]
    kind: str
    times: float
    over: float
    any: bool  # also where the first of two numbers is the larger one


@dataclass(frozen=True)
class Shares:
    """Words such as all, most and none, and between which shares they lie."""

    pattern: re.Pattern[str]
    between: tuple[float, float]


@dataclass(frozen=True)
class Tongue:
    """What a language has: `sides` stand before a quantity, `tells` tell what the numbers of a sentence are."""

    forms: tuple[Form, ...]
    words: Mapping[str, float]
    ordinals: Mapping[str, float]
    number: re.Pattern[str]
    compares: str
    sides: Mapping[str, str]
    shares: tuple[Shares, ...]
    tells: Mapping[str, re.Pattern[str]]
    metrics: Mapping[str, re.Pattern[str]]

    def value(self, text: str) -> float:
        """The number that words or digits say."""
        if text[:1].isdigit():
            return float(text.replace(",", "."))
        return sum(self.words[word] for word in self.parts(" ".join(text.split())))

    def parts(self, text: str) -> Iterator[str]:
        """The words that add up to a number, the longest ones first."""
        return (found[0] for found in re.finditer(rf"\b(?:{any_of(self.words)})\b", text))


@cache
def tongue(language: str) -> Tongue:
    """Read what a language has."""
    table = tomllib.loads(DATA.read_text(encoding="utf-8"))[language]
    numbers = table["numbers"]
    spoken = number_words(numbers)
    pieces = pieces_of(spoken, numbers["ordinals"], table["lists"])
    return Tongue(
        tuple(read_form(form, pieces) for form in table["form"]),
        {word: float(value) for kind in KINDS_OF_NUMBERS for word, value in numbers[kind].items()},
        numbers["ordinals"],
        re.compile(spaced(spoken)),
        numbers["compares"],
        {side: either(words) for side, words in table["sides"].items()},
        tuple(read_shares(**shares) for shares in table["shares"].values()),
        patterns(table["tells"]),
        patterns(table["metrics"]),
    )


def read_form(form: Mapping[str, Any], pieces: Mapping[str, str]) -> Form:
    says = re.sub(r"\{(\w+)\}", lambda name: pieces[name[1]], form["says"])
    pattern = re.compile(rf"(?<!\w){spaced(says)}(?!\w)")
    return Form(pattern, form["kind"], form.get("times", 1.0), form.get("over", 1.0), form.get("any", False))


def read_shares(words: list[str], between: list[float]) -> Shares:
    return Shares(re.compile(rf"\b{either(words)}\b"), (between[0], between[1]))


def patterns(table: Mapping[str, list[str]]) -> dict[str, re.Pattern[str]]:
    return {name: re.compile(either(words)) for name, words in table.items()}


def pieces_of(
    spoken: str, ordinals: Mapping[str, float], lists: Mapping[str, list[str]]
) -> Mapping[str, str]:
    """What the `{names}` in a form stand for."""
    return {name: either(words) for name, words in lists.items()} | {
        "number": rf"(?P<n>\b(?:{spoken})\b|(?<![\d.,]){DIGITS})",
        "of": rf"(?P<m>(?:{spoken})\b|{DIGITS}(?!\d|[.,]\d))",
        "words": rf"(?P<n>\b(?:{spoken})\b)",
        "digits": rf"(?P<n>{DIGITS})",
        "over": rf"(?P<m>{DIGITS})",
        "prefix": rf"(?P<n>\b(?:{spoken}|{DIGITS}))",
        "ordinal": rf"(?P<o>\b(?:{any_of(ordinals)}))",
        "unit": rf"(?P<unit>{'|'.join(lists['counted'])})\b",
        "noun": rf"(?:(?!(?:{spoken}|{'|'.join(lists['small'])})\b|\d)\w+ )?",
    }


def number_words(numbers: Mapping[str, Any]) -> str:
    """The regular expression of a number in words, up to a million."""
    units, teens, tens = any_of(numbers["units"]), any_of(numbers["teens"]), any_of(numbers["tens"])
    small = rf"(?:{teens}|(?:{tens})(?:{numbers['tens_join']}(?:{units}))?|{units})"
    hundred = rf"(?:(?:{any_of(numbers['hundreds'])})(?:{numbers['join']}{small}\b)?|{small})"
    return rf"(?:(?:{any_of(numbers['thousands'])})(?:{numbers['join']}{hundred}\b)?|{hundred})"


def any_of(words: Mapping[str, float]) -> str:
    """Any of these words, the longest first."""
    return "|".join(sorted(words, key=len, reverse=True))


def either(words: list[str]) -> str:
    return f"(?:{'|'.join(words)})"


def spaced(says: str) -> str:
    """The same where a line of the page ends between two words."""
    return says.replace(" ", r"\s")
