"""Every word the tutor itself says, in the learner's language, from `strings/<language>.toml`."""

import os
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

STRINGS = Path(__file__).parent / "strings"
LANGUAGES = ("en", "es")


class Text:
    """Called with a key, it answers with the words: `text("map.minutes", minutes=25)`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.words = read_strings(language)

    def __call__(self, key: str, /, **values: Any) -> str:
        return self.words[key].format(**values) if values else self.words[key]

    def in_language(self, language: str) -> "Text":
        """The same in another language."""
        return Text(language)

    def group(self, table: str) -> list[str]:
        """All the words of one table, in order."""
        return [words for key, words in self.words.items() if key.startswith(f"{table}.")]

    def has(self, key: str) -> bool:
        return key in self.words


@cache
def read_strings(language: str) -> dict[str, str]:
    """The table of one language, flat: `[run] left = …` is found under `run.left`."""
    tables = tomllib.loads((STRINGS / f"{language}.toml").read_text(encoding="utf-8"))
    return {f"{table}.{key}": words for table, entries in tables.items() for key, words in entries.items()}


def system_language() -> str:
    """Spanish where the system speaks Spanish, otherwise English."""
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "es" if spoken.lower().startswith("es") else "en"
