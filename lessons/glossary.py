"""The glossary: the field's words, each explained in two lines with a number, in every language.

It stands in `content/glossary.en.md` and its neighbours. A pack may bring one of its own, beside its `course.toml`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lessons.files import read_text
from lessons.lesson import LANGUAGES, LessonError
from lessons.load import CONTENT
from lessons.prose import cut

FORMS = "words:"
LINES = 2  # that explain a term


@dataclass(frozen=True)
class Term:
    """A word of the field, the forms that it has in a language, and what it means."""

    id: str
    words: tuple[str, ...]
    text: str


Glossary = Mapping[str, tuple[Term, ...]]  # by language


def glossary_for(folder: Path) -> Glossary:
    """The glossary of the lessons in a folder: its own terms, then the course's. Raises LessonError."""
    shared = read_glossary(CONTENT)
    if folder.resolve() == CONTENT:
        return shared
    own = read_glossary(folder)
    return {language: (*own[language], *shared[language]) for language in LANGUAGES}


def read_glossary(folder: Path) -> Glossary:
    """The glossary that stands in a folder; one without terms where there is none. Raises LessonError."""
    paths = {language: folder / f"glossary.{language}.md" for language in LANGUAGES}
    if not any(path.exists() for path in paths.values()):
        return dict.fromkeys(LANGUAGES, ())
    found = {language: tuple(read_terms(path)) for language, path in paths.items()}
    first, *others = ({term.id for term in terms} for terms in found.values())
    for path, ids in zip(list(paths.values())[1:], others, strict=True):
        if odd := sorted(first ^ ids):
            raise LessonError(f"{path}: these terms do not stand in each language: {', '.join(odd)}.")
    return found


def read_terms(path: Path) -> Iterator[Term]:
    """The terms of one file, each under its `## id`, with its forms in the first line."""
    _, sections = cut(read_text(path).splitlines(), path)
    owners: dict[str, str] = {}
    for name, section in sections.items():
        term = read_term(name, section, path)
        for word in term.words:
            if owner := owners.get(word.lower()):
                raise LessonError(f"{path}: ## {name}: {word!r} is a form of ## {owner} already.")
            owners[word.lower()] = name
        yield term


def read_term(name: str, section: str, path: Path) -> Term:
    first, _, text = section.partition("\n")
    words = tuple(word.strip() for word in first.removeprefix(FORMS).split(","))
    if not first.startswith(FORMS) or not all(words):
        raise LessonError(
            f"{path}: ## {name}: the first line should be its forms, `{FORMS} gradient, gradients`."
        )
    text = text.strip()
    if not 0 < len(text.splitlines()) <= LINES or not any(letter.isdigit() for letter in text):
        raise LessonError(f"{path}: ## {name}: {LINES} lines should explain it, with a number.")
    return Term(name, words, text)


def forms(terms: Iterable[Term]) -> set[str]:
    """Every form of some terms, in lower case."""
    return {word.lower() for term in terms for word in term.words}


def pattern(words: Iterable[str]) -> re.Pattern[str]:
    """Finds any of these words, the longest first."""
    longest = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest)) or '(?!)'})(?![\w-])", re.IGNORECASE)
