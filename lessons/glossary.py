"""The glossary: the field's words, each explained in two lines with a number, in every language.

It stands in `content/glossary.en.md` and its neighbours. A pack may bring one of its own, beside its `course.toml`.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from lessons.course import Course
from lessons.files import read_text
from lessons.format import LANGUAGES, LessonError
from lessons.lesson import Lesson
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

    @property
    def name(self) -> str:
        """The form that it is listed under."""
        return self.words[0]


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


@cache
def glossary_of(folder: Path) -> Glossary:
    """The glossary of the lessons in a folder, read once."""
    return glossary_for(folder)


def terms_for(lesson: Lesson, language: str) -> tuple[Term, ...]:
    """The terms that a lesson may use, in a language."""
    return terms_in((lesson.folder.parent,), language)


def course_terms(course: Course, language: str) -> tuple[Term, ...]:
    """The terms of the course and of every pack in it."""
    return terms_in((pack.folder for pack in course.packs.values()), language)


def terms_in(folders: Iterable[Path], language: str) -> tuple[Term, ...]:
    """The terms of some folders, then the course's. A glossary that cannot be read is left out: `check` says why."""
    terms: list[Term] = []
    for folder in (*folders, CONTENT):
        with suppress(LessonError):
            terms += glossary_of(folder)[language]
    return tuple(dict.fromkeys(terms))


def owners(terms: Iterable[Term]) -> dict[str, Term]:
    """The term of each form, in lower case; of two terms the first."""
    by_form: dict[str, Term] = {}
    for term in terms:
        for word in term.words:
            by_form.setdefault(word.lower(), term)
    return by_form


def in_order(terms: Iterable[Term]) -> tuple[Term, ...]:
    """The terms by the alphabet, accents aside."""
    return tuple(sorted(terms, key=lambda term: folded(term.name)))


def matching(terms: Iterable[Term], words: str) -> tuple[Term, ...]:
    """The terms with a form that begins so; after them those with a form that has these words anywhere in it."""
    wanted = folded(words.strip())
    having = [term for term in terms if any(wanted in folded(word) for word in term.words)]
    return tuple(
        sorted(having, key=lambda term: not any(folded(word).startswith(wanted) for word in term.words))
    )


def named(words: str, terms: Iterable[Term]) -> Term | None:
    """The term that has this form; else the only one with these letters."""
    found = matching(terms, words)
    exact = [term for term in found if folded(words) in map(folded, term.words)]
    return (exact or found)[0] if exact or len(found) == 1 else None


def nearest_names(terms: Iterable[Term], words: str) -> list[str]:
    """The names of the terms that look most like these words."""
    by_form = owners(terms)
    near = get_close_matches(words.lower(), by_form, n=3, cutoff=0.3)
    return list(dict.fromkeys(by_form[form].name for form in near))


def folded(words: str) -> str:
    """In lower case and without accents, as people type when they search."""
    letters = unicodedata.normalize("NFD", words.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def forms(terms: Iterable[Term]) -> set[str]:
    """Every form of some terms, in lower case."""
    return {word.lower() for term in terms for word in term.words}


def pattern(words: Iterable[str]) -> re.Pattern[str]:
    """Finds any of these words, the longest first."""
    longest = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest)) or '(?!)'})(?![\w-])", re.IGNORECASE)
