"""Words that are in another language than their page: a section, an option, a title, a cell, or one sentence."""

import re
from collections.abc import Iterator
from functools import lru_cache

from lessons.check.markdown import Fence, Piece, parsed
from lessons.check.pages import Page, called, pages_of, without_claims
from lessons.check.proof import Proof
from lessons.check.words.code import is_python, names_of
from lessons.check.words.languages import (
    NAMES,
    foreign,
    is_plain,
    lists,
    sentences,
    strange,
    translatable,
    words_in,
)
from lessons.lesson import Lesson

OPTION = re.compile(r"^[a-z0-9-]+: ")
COPY = 5  # words from which on two equal sentences are a copy
ENDS = {  # of words that are in no list
    "en": re.compile(r"(ed|ing|ly|ness|tion|ght|th|sh|ss|ll|ck|w|wn)$"),
    "es": re.compile(r"([ai]d[oa]s?|ción|ciones|mente|dad|dades|ó|ñ[ao]s?)$"),
}
EXCERPT = 70  # characters of a text in a sentence about it


def untranslated(lesson: Lesson) -> Iterator[Proof]:
    """Each section with words in another language than its page; or that the whole page is."""
    pages = list(pages_of(lesson))
    for page in pages:
        others = [other for other in pages if other is not page]
        found = [proof for heading in page.texts for proof in in_section(page, heading, others)]
        yield from found if 2 * len(found) < len(page.texts) else whole(page, len(found), found[0].problem)


def whole(page: Page, count: int, first: str) -> Iterator[Proof]:
    """One sentence in place of a hundred."""
    where = f"{count} of its {len(page.texts)} sections are not in {NAMES[page.language]}"
    yield page.wrong(f"{where}. The first: {first}", "")


def in_section(page: Page, heading: str, others: list[Page]) -> Iterator[Proof]:
    """The first text of a section that is in another language."""
    section = parsed(without_claims(page.texts[heading]))
    for piece in section.pieces:
        if text := elsewhere(piece, page, heading, others):
            yield misplaced(page, heading, text, piece.source)
            return
    for fence in section.fences:
        if line := in_fence(fence, page.language):
            yield misplaced(page, heading, line, line)
            return
    said = " ".join(piece.words for piece in section.pieces)
    if strange(said, page.language):
        yield misplaced(page, heading, said, "")


def misplaced(page: Page, heading: str, text: str, source: str) -> Proof:
    language = foreign(text, page.language)
    what = f"is {NAMES[language]}" if language else f"is not {NAMES[page.language]}"
    problem = f"{called(heading)}: “{excerpt(text)}” {what}; {page.file} should be {NAMES[page.language]}."
    return page.wrong(problem, heading, source)


def excerpt(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= EXCERPT else f"{line[: EXCERPT - 1].rstrip()}…"


def elsewhere(piece: Piece, page: Page, heading: str, others: list[Page]) -> str:
    """The first sentence of a piece that is foreign or a copy; the whole piece where it is short and a copy."""
    words = said(piece)
    for sentence in sentences(words):
        if foreign(sentence, page.language) or is_copy(sentence, page, others):
            return sentence
    same = [theirs for other in others for theirs in pieces_at(other, heading)]
    return words.strip() if words.strip() and words in same and is_left(words, page, others) else ""


def said(piece: Piece) -> str:
    """A piece's words; of an option without its id."""
    return OPTION.sub("", piece.words) if piece.kind == "item" else piece.words


def pieces_at(page: Page, heading: str) -> list[str]:
    return [said(piece) for piece in parsed(without_claims(page.texts.get(heading, ""))).pieces]


def is_copy(sentence: str, page: Page, others: list[Page]) -> bool:
    """Whether a sentence of some length stands in the other page as well, in that page's language."""
    words = tuple(words_in(sentence))
    if len(words) < COPY:
        return False
    return any(
        words in sentences_of(other) and is_plain(sentence, other.language, page.language) for other in others
    )


@lru_cache(4)
def sentences_of(page: Page) -> set[tuple[str, ...]]:
    """The words of each sentence of a page."""
    pieces = [piece for heading in page.texts for piece in pieces_at(page, heading)]
    return {tuple(words_in(sentence)) for piece in pieces for sentence in sentences(piece)}


def is_left(words: str, page: Page, others: list[Page]) -> bool:
    """Whether a text that both pages have is only words that nobody translated: no name, no term."""
    names = {part for name in names_of(page.lesson) for part in words_in(name)}
    rest = [word for word in translatable(words) if word not in names]
    if any(ENDS[other.language].search(word) for other in others for word in rest):
        return True
    return any(is_plain(" ".join(rest), other.language, page.language) for other in others)


def in_fence(fence: Fence, language: str) -> str:
    """The first line of a fence in another language. Code is nobody's, and so are the forms of the grammar tasks."""
    lines = [] if fence.language or is_python(fence.text) else fence.text.splitlines()
    return next((line for line in lines if foreign(unmentioned(line), language)), "")


def unmentioned(line: str) -> str:
    return " ".join(word for word in words_in(line) if word not in lists("mentioned")["words"])
