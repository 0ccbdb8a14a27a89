"""Numbers in a text: in digits, and in the usual words that `numbers.toml` lists for each language."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).with_name("numbers.toml")
SHARE, TIMES, PLAIN = "share", "times", "plain"
DIGITS = r"\d{1,3}(?:[ '’,]\d{3})+(?:\.\d+)?(?!\d)|\d+(?:[.,]\d+)?(?:e[-+]?\d+)?"
PERCENT = r"(?:%|percent\b|per cent\b|por ciento\b)"
FIGURE = re.compile(rf"(?<![\w.,])(?P<n>{DIGITS})(?!\w)(?P<over>/\d+(?![\d/]))?(?P<percent>\s?{PERCENT})?")
UNMISTAKABLE = ("s", "parte", "mitad")  # ends of `three quarters`, `la cuarta parte`, `la mitad`
ENDS_HERE = r"(?=[\s)»”]*(?:$|[.,;:]))"


@dataclass(frozen=True)
class PrintedNumber:
    """A number at a place of a text, with all the values that it may be read as."""

    start: int
    end: int
    values: tuple[float, ...]
    kind: str = PLAIN
    of: tuple[float, ...] = ()  # the numbers of `13 of 256`, or of `three times`
    in_digits: bool = False


@dataclass(frozen=True)
class NumberWords:
    """The words of one language: patterns of shares and of multiples, whole numbers, and what says a side."""

    wholes: Mapping[str, float]
    whole: re.Pattern[str]
    ratio: re.Pattern[str]
    times: re.Pattern[str]
    phrases: tuple[tuple[re.Pattern[str], str, float], ...]  # with the kind and the value
    amounts: tuple[tuple[re.Pattern[str], tuple[float, float]], ...]
    table: Mapping[str, Any]

    def value(self, text: str) -> float:
        return readings(text)[0] if text[0].isdigit() else self.wholes[" ".join(text.split())]


@cache
def number_words(language: str) -> NumberWords:
    table = tomllib.loads(DATA.read_text(encoding="utf-8"))[language]
    tens, units = table["tens"], table["units"]
    pairs = [(ten, unit) for ten in tens for unit in units if 0 < units[unit] < 10]
    both = {f"{ten}{table['tens_join']}{unit}": tens[ten] + units[unit] for ten, unit in pairs}
    wholes = {**units, **tens, **both}
    spoken = "|".join(sorted(map(spaced, wholes), key=len, reverse=True))
    number = rf"(?:(?<![\d.,])(?:{DIGITS})|\b(?:{spoken})\b)"
    after, after_times = table["after_shares"], table["after_times"]
    phrases = [(phrase(words, after), SHARE, part / of) for words, (part, of) in table["shares"].items()]
    phrases += [(phrase(words, after_times), TIMES, value) for words, value in table["multiples"].items()]
    return NumberWords(
        wholes,
        re.compile(rf"\b(?:{spoken})\b"),
        re.compile(rf"(?P<n>{number})\s(?:{spaced(table['of'])})\s(?P<m>{number})(?!\s?{PERCENT})"),
        re.compile(rf"(?P<n>{number})\s{table['times']}\b"),
        tuple(phrases),
        tuple((re.compile(rf"\b(?:{each['words']})\b"), tuple(each["between"])) for each in table["amounts"]),
        table,
    )


@cache
def words(language: str, table: str = "") -> Mapping[str, re.Pattern[str]]:
    """Return the patterns of `sentences.toml`, whole words each; of one of its inner tables, any part of a word."""
    found = tomllib.loads(DATA.with_name("sentences.toml").read_text(encoding="utf-8"))[language]
    if table:
        return {kind: re.compile(pattern) for kind, pattern in found[table].items()}
    return {kind: re.compile(rf"\b(?:{each})\b") for kind, each in found.items() if isinstance(each, str)}


def phrase(words: str, after: str) -> re.Pattern[str]:
    """Return the pattern of a share or a multiple; `half` or `a third` only where the word after it shows it."""
    if words.endswith(UNMISTAKABLE):
        return re.compile(rf"\b{spaced(words)}\b")
    return re.compile(rf"\b{spaced(words)}\b(?:{ENDS_HERE}|(?=\s(?:{spaced(after)})\b))")


def spaced(words: str) -> str:
    """Return the same pattern where a line of the page may end between two words."""
    return words.replace(" ", r"\s")


def folded(text: str) -> str:
    """Return a text in small letters without accents, character by character."""
    return "".join(unicodedata.normalize("NFD", letter)[0].lower()[:1] for letter in text)


def readings(digits: str) -> tuple[float, ...]:
    """Return the readings of digits: 1,000 is a thousand, and in another country one."""
    if not (groups := re.search(r"[ '’,]\d{3}", digits)):
        return (float(digits.replace(",", ".")),)
    whole = float(re.sub(r"[ '’,]", "", digits))
    decimal = digits.count(",") == 1 and groups[0][0] == ","
    return (float(digits.replace(",", ".")), whole) if decimal and "." not in digits else (whole,)


def numbers_in(text: str, language: str) -> list[PrintedNumber]:
    taken: list[PrintedNumber] = []
    phrases = [
        PrintedNumber(*match.span(), (value,), kind)
        for pattern, kind, value in number_words(language).phrases
        for match in pattern.finditer(text)
    ]
    for number in (*ratios(text, language), *phrases, *figures(text)):
        if all(number.end <= other.start or other.end <= number.start for other in taken):
            taken.append(number)
    return sorted(taken, key=lambda each: each.start)


def ratios(text: str, language: str) -> Iterator[PrintedNumber]:
    """Return the shares such as `9137 of 9200`, and the multiples such as `three times`."""
    words = number_words(language)
    for match in words.ratio.finditer(text):
        first, over = words.value(match["n"]), words.value(match["m"])
        if first < over:
            yield PrintedNumber(*match.span(), (first / over,), SHARE, (first, over))
    for match in words.times.finditer(text):
        value = words.value(match["n"])
        yield PrintedNumber(*match.span(), (value,), TIMES, (value,))


def figures(text: str) -> Iterator[PrintedNumber]:
    """Return every number in digits, but no name with digits, such as W1."""
    for match in FIGURE.finditer(text):
        values, place = readings(match["n"]), match.span()
        over = float(match["over"][1:]) if match["over"] else 0.0
        if over:
            yield PrintedNumber(*place, tuple(each / over for each in values), SHARE, (values[0], over), True)
        elif match["percent"]:
            yield PrintedNumber(*place, tuple(each / 100 for each in values), SHARE, in_digits=True)
        else:
            yield PrintedNumber(*place, values, in_digits=True)


def whole_numbers(text: str, language: str) -> list[PrintedNumber]:
    words = number_words(language)
    return [PrintedNumber(*match.span(), (words.value(match[0]),)) for match in words.whole.finditer(text)]
