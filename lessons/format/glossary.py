"""Reading the glossary: each term explained in two lines with a number, in every language.

It stands in `content/glossary.en.md` and its neighbours. A pack may bring one of its own, beside its `course.toml`.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from lessons.course.course import Course
from lessons.course.lesson.glossary import Glossary, Term
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.values import LANGUAGES, ByLanguage, LessonError
from lessons.format import pages, table
from lessons.format.files import CONTENT

FORMS = "words:"
MAX_TERM_LINES = 2


def glossary_for(folder: Path) -> Glossary:
    """Return the glossary of the lessons in a folder: its own terms, then the course's. Raises LessonError."""
    shared = read_glossary(CONTENT)
    if folder.resolve() == CONTENT:
        return shared
    own = read_glossary(folder)
    return {language: (*own[language], *shared[language]) for language in LANGUAGES}


def read_glossary(folder: Path) -> Glossary:
    """Read the glossary of a folder; one without terms if the file is missing. Raises LessonError."""
    languages = table.languages_in(folder)
    paths = {language: folder / f"glossary.{language}.md" for language in languages}
    if not any(path.exists() for path in paths.values()):
        return dict.fromkeys(LANGUAGES, ())
    found = ByLanguage((language, tuple(read_terms(path))) for language, path in paths.items())
    first, *others = ({term.id for term in terms} for terms in found.values())
    for path, ids in zip(list(paths.values())[1:], others, strict=True):
        if odd := sorted(first ^ ids):
            raise LessonError(f"{path}: these terms do not stand in each language: {', '.join(odd)}.")
    return found


def read_terms(path: Path) -> Iterator[Term]:
    _, sections = pages.read_page(path)
    owners: dict[str, str] = {}
    for name, section in sections.items():
        term = read_term(name, section.words, path)
        for word in term.words:
            if owner := owners.get(word.lower()):
                raise LessonError(f"{path}: ## {name}: {word!r} is a form of ## {owner} already.")
            owners[word.lower()] = name
        yield term


def read_term(name: str, section: str, path: Path) -> Term:
    first, _, text = section.partition("\n")
    words = tuple(word.strip() for word in first.removeprefix(FORMS).split(","))
    if not first.startswith(FORMS) or not all(words):
        raise LessonError(f"{path}: ## {name}: the first line should be its forms, `{FORMS} gradient, gradients`.")
    text = text.strip()
    if not 0 < len(text.splitlines()) <= MAX_TERM_LINES or not any(letter.isdigit() for letter in text):
        raise LessonError(f"{path}: ## {name}: {MAX_TERM_LINES} lines should explain it, with a number.")
    return Term(name, words, text)


glossary_of = cache(glossary_for)  # for learners: while one reads, no glossary changes


def terms_for(lesson: Lesson, language: str) -> tuple[Term, ...]:
    return terms_in((lesson.folder.parent,), language if language in lesson.prose else next(iter(lesson.prose)))


def course_terms(course: Course, language: str) -> tuple[Term, ...]:
    return terms_in((pack.folder for pack in course.packs.values()), language)


def terms_in(folders: Iterable[Path], language: str) -> tuple[Term, ...]:
    """Return the terms of some folders, then the course's. One that cannot be read is left out: `check` says why."""
    terms: list[Term] = []
    for folder in (*folders, CONTENT):
        with suppress(LessonError):
            terms += glossary_of(folder)[language]
    return tuple(dict.fromkeys(terms))
