"""Sentences to a learner, before they are in any language; and text from a file, made harmless to show.

The words of a sentence stand in the string table of each language, under `doctor.<kind>`; where `count` is one,
under `doctor.<kind>-one` if that is there.
"""

import re
import unicodedata
from pathlib import Path
from typing import Any

# Compiled when they are first needed: the map needs neither.
# Control characters (C1 too), surrogates, private use, and the invisible marks that hide or reverse text.
ACTIVE = (
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ufff0-\ufffb\ud800-\udfff\ue000-\uf8ff\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)
# Of these, what a terminal obeys and what turns the direction of text; not the marks that join emoji and scripts.
OBEYED = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]"
JOINERS, VIRAMA = "\u200c\u200d", 9  # with which Persian and Sinhala are spelled; its class of combining marks
PICTURES = 0x2400  # the block of characters that are pictures of control characters


def inert(text: str, *, lines: bool = False) -> str:
    """Show every active character of a text as a picture or a code; with `lines`, line breaks stay."""
    if lines:
        return "\n".join(inert(line) for line in text.replace("\r\n", "\n").split("\n"))
    return re.sub(ACTIVE, _picture, text)


def disarmed(text: str) -> str:
    """Show what a terminal would obey as a picture or a code; lines, tabs and letters of every script stay."""
    return re.sub(OBEYED, _picture, text.replace("\r\n", "\n"))


def joins(before: str, after: str) -> bool:
    """Return True if a joiner has its place here: between an Arabic letter, or a virama, and a letter (RFC 5892)."""
    is_joined = before and (unicodedata.bidirectional(before) == "AL" or unicodedata.combining(before) == VIRAMA)
    return bool(is_joined and after.isalpha())


def _picture(match: re.Match[str]) -> str:
    code = ord(match.group())
    if match.group() in JOINERS and joins(match.string[: match.start()][-1:], match.string[match.end() :][:1]):
        return match.group()
    if code < 0x20:
        return chr(PICTURES + code)
    return "\u2421" if code == 0x7F else f"⟨U+{code:04X}⟩"


class Sentence:
    """Names one kind of thing to tell, with its values, which are safe to print wherever they came from."""

    __slots__ = ("kind", "values")

    def __init__(self, kind: str, **values: Any) -> None:
        self.kind = kind
        self.values = {
            name: inert(str(value)) if isinstance(value, str | Path) else value for name, value in values.items()
        }

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds to look for in a table, the closest first: what is said of one thing may differ."""
        return (f"{self.kind}-one", self.kind) if self.values.get("count") == 1 else (self.kind,)

    def __str__(self) -> str:
        """Give kind and values as they are, for whoever has no words for them."""
        values = ", ".join(f"{name}: {value}" for name, value in self.values.items())
        return f"{self.kind} ({values})" if values else self.kind

    __repr__ = __str__


class ProgressError(Exception):
    """The one exception of this package: it carries what the learner should know."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence
