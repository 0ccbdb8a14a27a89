"""The glossary's terms: the field's words, the forms that each has in a language, and how they are found."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import NamedTuple

ADDRESS = "term:"  # what the link of a marked term begins with
ACCENTS = re.compile("[\u0300-\u036f]")


class Term(NamedTuple):
    """Hold a word of the field, the forms that it has in a language, and what it means."""

    id: str
    words: tuple[str, ...]
    text: str

    @property
    def name(self) -> str:
        return self.words[0]


Glossary = Mapping[str, tuple[Term, ...]]  # by language


def owners(terms: Iterable[Term]) -> dict[str, Term]:
    """Return the term of each form, in lower case; of two terms the first."""
    by_form: dict[str, Term] = {}
    for term in terms:
        for word in term.words:
            by_form.setdefault(word.lower(), term)
    return by_form


def in_order(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple(sorted(terms, key=lambda term: folded(term.name)))


def matching(terms: Iterable[Term], words: str) -> tuple[Term, ...]:
    """Return the terms with a form that begins so; after them those with a form that has these words anywhere in it."""
    wanted = folded(words.strip())
    having = [term for term in terms if any(wanted in folded(word) for word in term.words)]
    return tuple(sorted(having, key=lambda term: not any(folded(word).startswith(wanted) for word in term.words)))


def named(words: str, terms: Iterable[Term]) -> Term | None:
    """Return the term that has this form; else the only one with these letters."""
    found = matching(terms, words)
    exact = [term for term in found if folded(words) in map(folded, term.words)]
    return (exact or found)[0] if exact or len(found) == 1 else None


def nearest_names(terms: Iterable[Term], words: str) -> list[str]:
    by_form = owners(terms)
    near = get_close_matches(words.lower(), by_form, n=3, cutoff=0.3)
    return list(dict.fromkeys(by_form[form].name for form in near))


def folded(words: str) -> str:
    """Return words in lower case and without accents, as people type when they search."""
    return ACCENTS.sub("", unicodedata.normalize("NFD", words.casefold()))


def pattern(words: Iterable[str]) -> re.Pattern[str]:
    longest = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest)) or '(?!)'})(?![\w-])", re.IGNORECASE)
