"""Find what is wrong with the words that a learner meets: a key of the tutor's, or another language."""

import re
from collections.abc import Iterator
from functools import cache

from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.source import edited_files, source
from tutor.words.text import read_strings

KEY = re.compile(r"(?<![\w./])[a-z]+\.[a-z][a-z0-9_.-]*(?![\w(/])")
PLACE = re.compile(r"\{[^}]*\}")
LEAST_LETTERS = 14  # of a phrase of two words or more, to be sure of its language


def strange(words: str, lesson: Lesson, language: str) -> Iterator[str]:
    """Find keys of the tutor's strings that are shown as they are, and its English phrases on a Spanish page."""
    said, own = flat(words), own_words(lesson)
    keys = (found[0] for found in KEY.finditer(said) if found[0] in read_strings("en"))
    yield from (key for key in keys if key not in own)
    if language == "es":
        yield from (phrase for phrase in english_phrases() if phrase in said and phrase not in own)


def own_words(lesson: Lesson) -> str:
    """Return what a lesson says itself in any language, and the code that it shows: none of it is the tutor's."""
    prose = [words for page in lesson.prose.values() for words in (page.title, *page.sections.values())]
    programs = [lesson.worked.program] if lesson.worked else []
    files = [source(lesson.edits, file) for file in edited_files(lesson.edits)]
    labs = [lesson.lab.begin, lesson.lab.solution] if lesson.lab else []
    return flat(" ".join([*prose, *programs, *files, *labs]))


def flat(words: str) -> str:
    """Put words on one line, without the marks that only set them off."""
    return " ".join(re.sub(r"[*`]", "", words).split())


@cache
def english_phrases() -> tuple[str, ...]:
    """Return the phrases of the tutor's English that its Spanish has nowhere."""
    spanish = "\n".join(read_strings("es").values())
    parts = {flat(part) for words in read_strings("en").values() for part in PLACE.split(words)}
    return tuple(part for part in parts if len(part) >= LEAST_LETTERS and " " in part and part not in spanish)
