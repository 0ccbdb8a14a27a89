"""A lesson that a page names by its title, in emphasis, is one that there is: a link leads there."""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from lessons.check.pages import Proof, called, pages_of
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.page import CODE, EMPHASIS
from lessons.format.files import CONTENT

CELL = re.compile(r"\|\s*\*([^*|]+)\*\s*(?=\|)")  # of a table, all of it in emphasis
NEAR = 0.85  # how much of a title is the same where one was meant


@cache
def titles_in(folder: Path, language: str) -> frozenset[str]:
    firsts = (page.read_text(encoding="utf-8").partition("\n")[0] for page in folder.glob(f"*/{language}.md"))
    return frozenset(first.removeprefix("# ").strip() for first in firsts)


def named_lessons(lesson: Lesson) -> Iterator[Proof]:
    """Find what reads as a title and is none: nearly one, or, with a capital, a whole cell of a table."""
    for page in pages_of(lesson):
        known = titles_in(CONTENT, page.language) | titles_in(lesson.folder.parent, page.language)
        for heading, text in page.texts.items():
            plain = CODE.sub("", text)
            cells = CELL.findall(plain)
            for name in (each for each in EMPHASIS.findall(plain) if each not in known and not each[0].islower()):
                near = get_close_matches(name, known, 1, NEAR)
                if near or name in cells:
                    nearest = "".join(f" The nearest: *{each}*." for each in near)
                    yield page.wrong(
                        f"{called(heading)} names *{name}*, and no lesson is called so.{nearest}", heading, name
                    )
