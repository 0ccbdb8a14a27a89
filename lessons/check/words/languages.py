"""Which language a text is in, from the common words in it. No model, no network: lists, in `languages.toml`."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from lessons.format import LANGUAGES

NAMES = {
    "en": "English", "es": "Spanish", "pt": "Portuguese", "ca": "Catalan",
    "fr": "French", "it": "Italian", "de": "German", "nl": "Dutch",
}  # fmt: skip
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
END = re.compile(r"(?<=[.!?…:;—])\s+|\n")
FEW = 4  # words of a text that is too short for its small words to tell
ENOUGH = 15  # words of a text in which its own language's common words have to be met
LEAST = 0.2  # their share; it is 0.3 and more in the course's own pages


@cache
def data() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@cache
def lists(table: str) -> dict[str, frozenset[str]]:
    """The words of a table of `languages.toml`, by their name there."""
    return {name: frozenset(words.split()) for name, words in data()[table].items()}


@cache
def phrases() -> re.Pattern[str]:
    """What is said in English in any language, as a pattern."""
    kept = [re.escape(phrase.strip()) for phrase in data()["kept"]["phrases"].split(",")]
    return re.compile(rf"\b(?:{'|'.join(kept)})\b", re.IGNORECASE)


def translatable(text: str) -> list[str]:
    """The words of a text that are not said in English in any language."""
    return [word for word in words_in(phrases().sub(" ", text)) if word not in lists("kept")["words"]]


def words_in(text: str) -> list[str]:
    """The words of a text, in lower case."""
    composed = unicodedata.normalize("NFC", text).lower()
    return [word.replace("’", "'").removesuffix("'s") for word in WORD.findall(composed)]


def sentences(text: str) -> Iterator[str]:
    return (each.strip() for each in END.split(text) if each.strip())


def foreign(text: str, own: str) -> str:
    """The language that a text is in, where it is not its own; nothing where that cannot be told."""
    words, known = translatable(text), lists("words")
    mine = sum(word in known[own] for word in words)
    found = {name: sum(word in known[name] - known[own] for word in words) for name in known if name != own}
    best = max(found, key=lambda name: found[name])
    least = 1 if len(words) < FEW and best in LANGUAGES else 2
    return (
        best if found[best] >= max(least, mine + 1) and (least > 1 or 2 * found[best] >= len(words)) else ""
    )


def strange(text: str, own: str) -> bool:
    """Whether a longer text has hardly any of its language's common words."""
    words = words_in(text)
    return len(words) >= ENOUGH and sum(word in lists("words")[own] for word in words) < LEAST * len(words)


def is_plain(text: str, language: str, other: str) -> bool:
    """Whether a text has a common word of a language that is none of the other: more than names and terms."""
    words = lists("words")
    return any(word in words[language] - words[other] for word in words_in(text))
