"""Searching the course in both languages; a break that is still secret is found by its symptoms alone."""

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from lessons.course.course import Course, Heading
from lessons.course.lesson.glossary import Term, folded
from lessons.course.lesson.values import LANGUAGES, LessonError
from lessons.format.files import CONTENT, PAGES, read_text
from lessons.format.glossary import course_terms
from tutor.course_rows import Row, listed_title
from tutor.learner import Learner
from tutor.words.text import Text

MOST_INSIDE, MOST_TERMS = 8, 3  # lessons that are found by their pages, and words of the glossary
SHORTEST = 3  # letters that pages are searched for
BEGINS = r"(?<![^\W_])"
BLOCK = re.compile(r"^```toml$.*?^```$", re.MULTILINE | re.DOTALL)
IDEA = re.compile(r'^concept = "([^"]+)"$', re.MULTILINE)


def rows_found(learner: Learner, letters: str, text: Text) -> Iterator[Row]:
    """Find lessons by what the map says of them, then terms, then lessons by their pages, the richest first."""
    wanted, headings = folded(letters).split(), learner.course.headings
    told = [name for name in headings if has(wanted, told_of(name, learner, text))]
    told.sort(key=lambda name: title_rank(wanted, titles_of(name, learner, text)))
    hits = {name: hits_in(name, wanted, learner) for name in headings.keys() - {*told}}
    inside = sorted((name for name in headings if hits.get(name)), key=lambda name: -hits[name])[:MOST_INSIDE]
    terms = terms_matching(learner, wanted, text)
    if not (told or inside):
        yield Row("nothing")
    yield from (Row("lesson", name) for name in told)
    yield from (Row("term", term.name, about=term.text) for term in terms)
    if inside:
        yield Row("inside")
    yield from (Row("lesson", name) for name in inside)
    if not (told or inside or terms):
        yield Row("glossary", "glossary")


def terms_matching(learner: Learner, wanted: Collection[str], text: Text) -> list[Term]:
    """Return the terms that are called so in a language, the shortest first; then those that are explained so."""
    forms: dict[str, str] = {}
    whole: dict[str, str] = {}
    for term in (term for language in LANGUAGES for term in course_terms(learner.course, language)):
        forms[term.id] = f"{forms.get(term.id, '')} {folded(' '.join(term.words))}"
        whole[term.id] = f"{whole.get(term.id, '')} {folded(' '.join((*term.words, term.text)))}"
    found = [term for term in course_terms(learner.course, text.language) if has(wanted, whole[term.id])]
    return sorted(found, key=lambda term: (not has(wanted, forms[term.id]), len(term.name)))[:MOST_TERMS]


def told_of(name: str, learner: Learner, text: Text) -> str:
    """Return the words that find a lesson beside its pages: no more of a break than the learner may know."""
    course, heading = learner.course, learner.course.headings[name]
    words = titles_of(name, learner, text)
    told = [track.title for track in course.tracks if name in track.lessons]
    if is_secret(heading, learner):
        told.append(heading.blind_summaries)
    else:
        ideas, _ = pages_of(name, course)
        told += [heading.summaries, *(course.concepts.get(idea, {}) for idea in ideas)]
        words.append(name)
    return folded(" ".join((*words, *(each for by_language in told for each in by_language.values()))))


def titles_of(name: str, learner: Learner, text: Text) -> list[str]:
    """Return the titles of a lesson that the learner may know: as the map lists it, then in each language."""
    heading = learner.course.headings[name]
    own = heading.blind_titles if is_secret(heading, learner) else heading.titles
    return [listed_title(heading, "open", learner, text), *own.values()]


def title_rank(wanted: Collection[str], titles: Iterable[str]) -> int:
    """Return 0 if a title has the words as a phrase, 1 if it has all of them, and 2 if it hasn't."""
    words = [folded(title) for title in titles]
    return (
        0 if any(" ".join(wanted) in each for each in words) else 1 if any(has(wanted, each) for each in words) else 2
    )


def is_secret(heading: Heading, learner: Learner) -> bool:
    return bool(heading.blind_titles) and not learner.knows_edit(heading.id)


def hits_in(name: str, wanted: Collection[str], learner: Learner) -> int:
    """Count the paragraphs of a lesson that have all these words; 0 for a break that is still secret."""
    if max(map(len, wanted), default=0) < SHORTEST or is_secret(learner.course.headings[name], learner):
        return 0
    return sum(has(wanted, paragraph) for paragraph in pages_of(name, learner.course)[1])


def has(wanted: Collection[str], words: str) -> bool:
    """Return True if all of these are in words; of few letters, where a word begins."""
    return all(re.search((BEGINS if len(word) <= SHORTEST else "") + re.escape(word), words) for word in wanted)


def pages_of(name: str, course: Course) -> tuple[frozenset[str], tuple[str, ...]]:
    pack = course.pack_of(name)
    return read_pages(pack.lessons[name.partition("/")[2]] if pack else CONTENT / name)


@cache
def read_pages(folder: Path) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return a lesson's ideas and its paragraphs, in all its languages: read when somebody first searches."""
    whole = ""
    for page in PAGES:
        with suppress(LessonError):  # a pack may have one language
            whole += read_text(folder / page) + "\n"
    paragraphs = folded(BLOCK.sub("", whole)).splitlines()
    return frozenset(IDEA.findall(whole)), tuple(filter(None, paragraphs))
