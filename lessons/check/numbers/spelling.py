"""A page as it is read: without markup, without what cannot be seen, and with every digit as one of 0 to 9.

`0.**77**`, full-width or superscript digits, `¾`, `&frac34;` and a number parted by a zero-width space are all read as
a reader would. Every character knows where it came from, so that a proof can show what the author wrote.
"""

import html
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from lessons.filling import PLACE

CLAIM, CODE = "\ue000", "\ue001"  # what stands for a `{claim}`, and for real source code
SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
RAISED = frozenset(map(chr, SUPERSCRIPT))
SIGNS = str.maketrans(dict.fromkeys("−‐‑‒﹣－", "-") | dict.fromkeys("⁄∕／", "/"))
LETTERS_LIKE_0 = str.maketrans("ОоΟο", "OoOo")  # Cyrillic and Greek
ORDINARY = re.compile(r"[A-Za-z0-9 .,;:!?=+\-/'\"\n)]+")
SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
ATTRIBUTE = r"\s+[\w-]+(?:=(?:\"[^\"]*\"|'[^']*'|[^\s<>]+))?"
UNSEEN = re.compile(
    rf"<!--.*?-->|</?[A-Za-z][\w-]*(?:{ATTRIBUTE})*\s*/?>"  # comments and tags
    r"|(?<=\])\([^()\s]*\)",  # where a link leads
    re.DOTALL,
)
ENTITY = re.compile(r"&(?:#\d+|#[xX][0-9A-Fa-f]+|\w+);")
ESCAPED = re.compile(r"\\[!-/:-@\[-`{-~]")
LONGEST_RUN = 8  # underscores side by side
MARKS = re.compile(r"\*+|~~|`+")


@dataclass(frozen=True)
class Spelled:
    """A text as it is read. `places` says of each character where in the source it began."""

    text: str
    places: tuple[int, ...]
    source: str

    @cached_property
    def folded(self) -> str:
        """The text in small letters without accents, character by character."""
        return "".join(map(fold, self.text))

    def written(self, start: int, end: int) -> str:
        """What the author wrote between two places of the text."""
        last = self.places[end] if end < len(self.places) else len(self.source)
        return self.source[self.places[start] : last].strip("*_` \n")

    def line(self, start: int) -> str:
        """The line of the source on which a place of the text stands."""
        at = self.places[start]
        first = self.source.rfind("\n", 0, at) + 1
        return self.source[first:].partition("\n")[0]

    def in_code(self, start: int) -> bool:
        """Whether a place of the text stands in a code span or a fence."""
        return any(first <= self.places[start] < last for first, last in self.spans)

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        return spans_of(self.source)


def spans_of(source: str) -> list[tuple[int, int]]:
    """Where the code spans and fences of a text begin and end."""
    return [span.span() for span in SPAN.finditer(source)]


def spelled(source: str, hidden: Sequence[tuple[int, int]] = ()) -> Spelled:
    """Read a text as it is shown. What stands between two `hidden` places is source code, or a reference."""
    out: list[str] = []
    places: list[int] = []
    code, leave, at = spans_of(source), dict(hidden), 0
    stops = [*sorted(leave), len(source)]
    while at < len(source):
        if ordinary := ORDINARY.match(source, at, stops[bisect_left(stops, at)]):
            out.append(ordinary[0])
            places.extend(range(at, ordinary.end()))
            at = ordinary.end()
            continue
        before = out[-1][-1:] if out else ""
        text, following = piece(source, at, leave, code, before)
        if text:
            out.append(text)
            places.extend([at] * len(text))
        at = following
    return Spelled("".join(out), tuple(places), source)


def piece(
    source: str, at: int, leave: Mapping[int, int], code: Sequence[tuple[int, int]], before: str
) -> tuple[str, int]:
    """What is read at a place of the source after what was read last, and where it goes on."""
    if at in leave:
        return CODE, leave[at]
    if place := PLACE.match(source, at):
        return CLAIM, place.end()
    if mark := MARKS.match(source, at):
        in_code = mark[0][0] != "`" and any(first < at < last for first, last in code)
        return (mark[0][0], at + 1) if in_code else ("", mark.end())
    if unseen := UNSEEN.match(source, at):
        return "", unseen.end()
    if entity := ENTITY.match(source, at):
        return "".join(read(each, before) for each in html.unescape(entity[0])), entity.end()
    if ESCAPED.match(source, at):
        return read(source[at + 1], before), at + 2
    if source[at] == "_" and not is_inner(source, at):
        return "", at + 1
    begins = source[at] in RAISED and source[at - 1 : at] not in RAISED
    power = "^" if begins and (before.isalnum() or before in (")", CLAIM, CODE)) else ""
    return power + read(source[at], before), at + 1


def is_inner(source: str, at: int) -> bool:
    """Whether an underscore stands inside a name, and neither marks words nor groups digits."""
    sides = (
        source[max(0, at - LONGEST_RUN) : at].rstrip("_")[-1:],
        source[at : at + LONGEST_RUN].lstrip("_")[:1],
    )
    return all(side.isalnum() for side in sides) and not all(side.isdigit() for side in sides)


def read(letter: str, before: str) -> str:
    """One character as it is read after another: plain digits, plain signs, nothing where nothing is seen."""
    if letter.isascii():
        return letter
    if letter in RAISED:
        return letter.translate(SUPERSCRIPT)
    if unicodedata.category(letter) in ("Cf", "Me", "Mn"):
        return ""
    if (digit := unicodedata.digit(letter, None)) is not None:
        return str(digit)
    value = unicodedata.numeric(letter, None)
    if value is not None and unicodedata.category(letter) in ("No", "Lo"):
        return as_decimals(value, before)
    return unicodedata.normalize("NFKC", letter).translate(SIGNS).translate(LETTERS_LIKE_0)


def as_decimals(value: float, before: str) -> str:
    """A fraction or another number in one character: `¾` is 0.75, and .75 after a digit."""
    words = f"{value:.6g}"
    return words.removeprefix("0") if before.isdigit() and not value.is_integer() else words


@cache
def fold(letter: str) -> str:
    """A letter without its accent and case, as one character."""
    return (unicodedata.normalize("NFD", letter)[:1].lower() or letter)[:1]
