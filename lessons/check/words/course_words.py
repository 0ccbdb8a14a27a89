"""The words of a course.toml, and of the glossary beside it: each in its own language, and none left out."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from lessons.check.proof import Proof
from lessons.check.words.characters import unseen_in
from lessons.check.words.languages import NAMES, foreign
from lessons.course import Course
from lessons.format import LessonError
from lessons.glossary import read_glossary

COURSE = "course.toml"


def prove_course_words(course: Course, folder: Path) -> Iterator[Proof]:
    """The titles of tracks, the words of ideas, and a pack's own glossary."""
    titles = {f"[[track]] {track.id}": track.title for track in course.tracks}
    ideas = {f"[concepts] {name}": words for name, words in course.concepts.items()}
    problems = [problem for what, words in (titles | ideas).items() if (problem := trouble(what, words))]
    yield from (Proof(folder.name, "the words of the course", problem, COURSE) for problem in problems)
    if not problems:
        yield Proof(folder.name, "the words of the course")
    yield Proof(folder.name, "its glossary", glossary_trouble(folder))


def trouble(what: str, words: Mapping[str, str]) -> str:
    """What is wrong with the same words in each language, or nothing."""
    for language, text in words.items():
        if not any(letter.isalnum() for letter in text):
            return f"{what}: {language} says nothing."
        if unseen := unseen_in(text):
            return f"{what}: {language} has {', '.join(unseen)}, which a reader cannot see."
        if other := foreign(text, language):
            return f"{what}: {language} = {text!r} is {NAMES[other]}; it should be {NAMES[language]}."
    return ""


def glossary_trouble(folder: Path) -> str:
    try:
        read_glossary(folder)
    except LessonError as error:
        return str(error)
    return ""
