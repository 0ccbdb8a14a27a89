"""The lessons that a page names by their titles, in emphasis: each is an entry beside the terms, and leads there."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from lessons.course.course import Course, Heading
from lessons.course.lesson.glossary import ADDRESS, Term
from lessons.course.lesson.page import EMPHASIS, Block, Page, Table, Words, plain_text, unmarked

LESSON = "lesson/"  # what the id of such an entry begins with
Lessons = Mapping[str, Term]  # by title


def lesson_entries(course: Course, here: str, language: str, told: Callable[[Heading], tuple[str, str]]) -> Lessons:
    """Return all lessons but this one by their titles: its name and its subject as the learner is `told` them."""
    entries = {each.titles[language]: (each.id, *told(each)) for each in course.headings.values() if each.id != here}
    return {title: Term(f"{LESSON}{name}", (called,), about) for title, (name, called, about) in entries.items()}


def linked(page: Page, lessons: Lessons) -> Page:
    """Return a page on which the titles of lessons are links, and are what the map calls these lessons."""
    cards = tuple(replace(card, blocks=linked_blocks(card.blocks, lessons)) for card in page.cards)
    return replace(page, blocks=linked_blocks(page.blocks, lessons), cards=cards)


def linked_blocks(blocks: Iterable[Block], lessons: Lessons) -> tuple[Block, ...]:
    def link(found: re.Match[str]) -> str:
        title = unmarked(found[1])
        return f"[*{lessons[title].name}*]({ADDRESS}{lessons[title].id})" if title in lessons else found[0]

    def renamed(cell: str) -> str:
        title = plain_text(cell)
        return lessons[title].name if title in lessons else cell

    def named(block: Block) -> Block:
        match block:
            case Words():
                return replace(block, markdown=EMPHASIS.sub(link, block.markdown))
            case Table():
                return replace(block, rows=tuple(tuple(map(renamed, row)) for row in block.rows))
        return block

    return tuple(map(named, blocks))


def lessons_on(page: Page, lessons: Lessons) -> tuple[Term, ...]:
    """Return the lessons that a page names, in the order in which they are met."""
    by_name = {entry.name: entry for entry in lessons.values()}
    names = (name for block in page.all_blocks for name in named_in(block))
    return tuple(dict.fromkeys(by_name[name] for name in names if name in by_name))


def named_in(block: Block) -> Iterator[str]:
    """Yield what may be a lesson's name: whatever is in emphasis, and each cell of a table."""
    if isinstance(block, Words):
        yield from (found[1] for found in EMPHASIS.finditer(unmarked(block.markdown)))
    elif isinstance(block, Table):
        yield from (plain_text(cell) for row in block.rows for cell in row)
