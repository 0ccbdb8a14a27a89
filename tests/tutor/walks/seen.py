"""What is wrong with a page as a learner meets it: nothing on it, a key in place of words, another language."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from lessons.lesson import Lesson
from lessons.page import Page, Table, Words
from lessons.runs.edits import edited_files
from lessons.source import source
from tutor.words.spoken import spoken
from tutor.words.text import Text, read_strings

KEY = re.compile(r"(?<![\w./])[a-z]+\.[a-z][a-z0-9_.-]*(?![\w(/])")
PLACE = re.compile(r"\{[^}]*\}")
PHRASE = 14  # characters that a phrase of two words or more has at least, to be sure of its language
READ = ("read", "why")  # kinds of pages that are there to be read


def silent(page: Page, text: Text) -> Iterator[str]:
    """Passages that say nothing, and a page to be read that has none."""
    if page.kind in READ and not page.blocks:
        yield "the page is empty."
    for number, block in enumerate(page.blocks, 1):
        if isinstance(block, Words | Table) and not re.search(r"\w", " ".join(spoken(block, text))):
            yield f"passage {number} of the page says nothing."


def strange(words: str, lesson: Lesson, text: Text) -> Iterator[str]:
    """A key of the tutor's strings shown as it is; an English phrase of the tutor's on a Spanish page."""
    said, own = flat(words), own_words(lesson)
    for found in KEY.finditer(said):
        if found[0] in read_strings("en") and found[0] not in own:
            yield f"it shows `{found[0]}`, a key of the tutor's, and no words for it."
    if text.language == "es":
        for phrase in english_phrases():
            if phrase in said and phrase not in own:
                yield f"it says “{phrase}”, which is English."


@lru_cache(4)
def own_words(lesson: Lesson) -> str:
    """What a lesson says itself in any language, and the code that it shows: none of it is the tutor's."""
    prose = [words for page in lesson.prose.values() for words in (page.title, *page.sections.values())]
    programs = [lesson.worked.program] if lesson.worked else []
    files = [source(lesson.edits, file) for file in edited_files(lesson.edits)]
    labs = [lesson.lab.begin, lesson.lab.solution] if lesson.lab else []
    return flat(" ".join([*prose, *programs, *files, *labs]))


def flat(words: str) -> str:
    """Words on one line, without the marks that only set them off."""
    return " ".join(re.sub(r"[*`]", "", words).split())


@cache
def english_phrases() -> tuple[str, ...]:
    """Phrases of the tutor's English that its Spanish has nowhere."""
    spanish = "\n".join(read_strings("es").values())
    parts = {part.strip() for words in read_strings("en").values() for part in PLACE.split(words)}
    return tuple(
        sorted(
            part for part in map(flat, parts) if len(part) >= PHRASE and " " in part and part not in spanish
        )
    )
