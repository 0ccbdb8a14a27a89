"""What `check` and the reader of lessons say to authors, in their language.

They say it in English, which `--json` and tests rely on; a table has each sentence in Spanish, with its places.
"""

import re
import tomllib
from functools import cache

from tutor.words.text import STRINGS, Text

PLACE = re.compile(r"\{([a-z_]+)\}")


def author_words(sentence: str, text: Text) -> str:
    """Return a sentence of `lessons` in the author's language, or as it is where the table has none that fits."""
    if text.language == "en":
        return sentence
    pairs = read_sentences(text.language)
    if sentence in pairs:
        return pairs[sentence]
    for english, words in pairs.items():
        if found := pattern_of(english).fullmatch(sentence):
            values = {name: author_words(value, text) for name, value in found.groupdict().items()}
            return PLACE.sub(lambda place, values=values: values[place[1]], words)  # type: ignore[misc]
    return sentence


@cache
def read_sentences(language: str) -> dict[str, str]:
    """Return the English sentences, with their places, and the same in another language, in the table's order."""
    tables = tomllib.loads((STRINGS / f"authors.{language}.toml").read_text(encoding="utf-8"))
    return {english: words for table in tables.values() for english, words in table.items()}


@cache
def pattern_of(english: str) -> re.Pattern[str]:
    parts = PLACE.split(english)
    written = (f"(?P<{part}>.+?)" if number % 2 else re.escape(part) for number, part in enumerate(parts))
    return re.compile("".join(written), re.DOTALL)
