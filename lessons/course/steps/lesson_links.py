"""The lessons that a page names by their titles, in emphasis: each is an entry beside the terms, and leads there."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from lessons.course.course import Course
from lessons.course.lesson.glossary import ADDRESS, Term
from lessons.course.lesson.page import EMPHASIS, Block, Page, Table, Words, plain_text, unmarked

LESSON = "lesson/"  # what the id of such an entry begins with
Lessons = Mapping[str, Term]  # by title


def lesson_entries(course: Course, here: str, language: str) -> Lessons:
    """Return all lessons but this one by their titles, with what each is about."""
    others = (heading for heading in course.headings.values() if heading.id != here)
    entries = (Term(f"{LESSON}{each.id}", (each.titles[language],), each.summaries[language]) for each in others)
    return {entry.name: entry for entry in entries}


def linked(page: Page, lessons: Lessons) -> Page:
    """Return a page on which the titles of lessons are links, wherever its words name them."""
    cards = tuple(replace(card, blocks=linked_blocks(card.blocks, lessons)) for card in page.cards)
    return replace(page, blocks=linked_blocks(page.blocks, lessons), cards=cards)


def linked_blocks(blocks: Iterable[Block], lessons: Lessons) -> tuple[Block, ...]:
    def link(found: re.Match[str]) -> str:
        title = unmarked(found[1])
        return f"[*{title}*]({ADDRESS}{lessons[title].id})" if title in lessons else found[0]

    return tuple(
        replace(block, markdown=EMPHASIS.sub(link, block.markdown)) if isinstance(block, Words) else block
        for block in blocks
    )


def lessons_on(page: Page, lessons: Lessons) -> tuple[Term, ...]:
    """Return the lessons that a page names, in the order in which they are met."""
    titles = (title for block in page.all_blocks for title in named_in(block))
    return tuple(dict.fromkeys(lessons[title] for title in titles if title in lessons))


def named_in(block: Block) -> Iterator[str]:
    """Yield what may be a title: whatever is in emphasis, and each cell of a table."""
    if isinstance(block, Words):
        yield from (found[1] for found in EMPHASIS.finditer(unmarked(block.markdown)))
    elif isinstance(block, Table):
        yield from (plain_text(cell) for row in block.rows for cell in row)
