"""The glossary's marks: a lesson's first use of each term, and the terms that stand on a page."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from lessons.course.course import LessonMode
from lessons.course.lesson.glossary import ADDRESS, Term, owners, pattern
from lessons.course.lesson.page import Block, Page, Strings, Words, unmarked
from lessons.course.steps.author_pages import written
from lessons.course.steps.recipes import steps_of

HIDDEN = re.compile(r"`[^`]*`|\[[^\]]*\]\([^)]*\)")  # in a line: code, and links
NO_PROSE = ("#", "|", "    ")  # how headings, tables and indented code begin
FENCE = "```"

Use = tuple[int, int, str]  # where a word begins and ends in its line, and the id of the term
FirstUses = Mapping[str, tuple[Use, ...]]  # by line: a paragraph of a page is one line


@lru_cache(32)
def first_uses(place: LessonMode, text: Strings, terms: tuple[Term, ...]) -> FirstUses:
    """Find the line in which each term first stands, as one reads the lesson in this mode from page to page."""
    by_form = owners(terms)
    finder = pattern(by_form)
    uses: dict[str, tuple[Use, ...]] = {}
    met: set[str] = set()
    blocks = (block for page in written(steps_of(place), text) for block in page.blocks)
    prose = [block.markdown for block in blocks if isinstance(block, Words) and not block.tone]
    for line in (line for words in prose for line, is_prose in lines_of(words) if is_prose):
        fresh = []
        for word in finder.finditer(HIDDEN.sub(lambda code: "\0" * len(code[0]), line)):
            name = by_form[word[0].lower()].id
            if name not in met:
                met.add(name)
                fresh.append((word.start(), word.end(), name))
        if fresh:
            uses[line] = (*uses.get(line, ()), *fresh)
    return uses


def lines_of(markdown: str) -> Iterator[tuple[str, bool]]:
    """Yield each line, and whether it is prose: neither code, heading nor table."""
    fenced = False
    for line in markdown.split("\n"):
        is_fence = line.lstrip().startswith(FENCE)
        yield line, not (fenced or is_fence or line.startswith(NO_PROSE))
        fenced ^= is_fence


def marked(page: Page, uses: FirstUses) -> Page:
    asides = tuple(replace(aside, blocks=marked_blocks(aside.blocks, uses)) for aside in page.asides)
    cards = tuple(replace(card, blocks=marked_blocks(card.blocks, uses)) for card in page.cards)
    return replace(page, blocks=marked_blocks(page.blocks, uses), asides=asides, cards=cards)


def marked_blocks(blocks: Iterable[Block], uses: FirstUses) -> tuple[Block, ...]:
    return tuple(
        replace(block, markdown=marked_words(block.markdown, uses))
        if isinstance(block, Words) and not block.tone
        else block
        for block in blocks
    )


def marked_words(markdown: str, uses: FirstUses) -> str:
    lines = []
    for line, is_prose in lines_of(markdown):
        marked = line
        for start, end, name in sorted(uses.get(line, ()) if is_prose else (), reverse=True):
            marked = f"{marked[:start]}[{marked[start:end]}]({ADDRESS}{name}){marked[end:]}"
        lines.append(marked)
    return "\n".join(lines)


def terms_on(page: Page, terms: Iterable[Term]) -> tuple[Term, ...]:
    """Return the terms that stand on a page, in the order in which they are met."""
    said, by_form = [], owners(terms)
    for block in (*page.all_blocks, *(block for aside in page.asides for block in aside.blocks)):
        if isinstance(block, Words):
            said.append(block.markdown)
        for row in (getattr(block, "headings", ()), *getattr(block, "rows", ())):
            said += [cell for cell in row if isinstance(cell, str)]
    said += getattr(page.want, "options", {}).values()
    found = pattern(by_form).findall(HIDDEN.sub(" ", "\n".join(map(unmarked, said))))
    return tuple(dict.fromkeys(by_form[word.lower()] for word in found))
