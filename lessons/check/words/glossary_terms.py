"""Every term of the field stands in the glossary, or is explained in bold in the page that uses it."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from lessons.check.pages import Page, called, pages_of, without_claims
from lessons.check.proof import Proof
from lessons.check.words.hygiene import CODE
from lessons.format import LessonError
from lessons.glossary import forms, glossary_for, pattern
from lessons.lesson import Lesson

EMPHASIS = re.compile(r"\*{1,3}([^*\n]+)\*{1,3}")


@cache
def jargon(language: str) -> frozenset[str]:
    """The words that a page has to explain."""
    data = tomllib.loads(Path(__file__).with_name("jargon.toml").read_text(encoding="utf-8"))
    return frozenset(
        " ".join(word.split()) for word in data["words"].get(language, "").split(",") if word.strip()
    )


def unexplained_terms(lesson: Lesson) -> Iterator[Proof]:
    """Each term that is neither in the glossary nor explained, where a page first uses it."""
    try:
        glossary = glossary_for(lesson.folder.parent)
    except LessonError as error:
        yield Proof(lesson.id, "", str(error))
        return
    for page in pages_of(lesson):
        known = forms(glossary[page.language]) | in_bold(page)
        yield from unknown(page, jargon(page.language) - known)


def in_bold(page: Page) -> set[str]:
    """The terms that a page explains: those that stand in bold or italics somewhere in it."""
    said = " ".join(found for text in page.texts.values() for found in EMPHASIS.findall(text))
    return {found.lower() for found in pattern(jargon(page.language)).findall(said)}


def unknown(page: Page, words: frozenset[str]) -> Iterator[Proof]:
    """The first use of each of these words."""
    finder, met = pattern(words), set[str]()
    for heading, text in page.texts.items():
        for found in finder.findall(CODE.sub(" ", without_claims(text))):
            if found.lower() not in met:
                met.add(found.lower())
                yield unexplained(page, heading, found)


def unexplained(page: Page, heading: str, word: str) -> Proof:
    problem = (
        f"{called(heading)} uses {word!r}, which nothing explains: say what it means where it first stands"
    )
    return page.wrong(f"{problem}, with the word in bold, or in glossary.{page.language}.md.", heading, word)
