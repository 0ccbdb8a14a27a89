"""Near misses: each can be met, is not the edit itself, and no two are the same place."""

from collections.abc import Iterator

from lessons.check.evidence import Evidence
from lessons.check.ladder.clues import FIX, clues
from lessons.check.ladder.hints import edited_functions, is_python, known_names
from lessons.check.ladder.spoken_text import spoken
from lessons.check.pages import STRUCTURE, line_in_structure, pages_of
from lessons.check.proof import Proof
from lessons.exercise import NearMiss
from lessons.lesson import Lesson
from lessons.runs.edits import edited_files, edited_lines
from lessons.source import nearness, source


def prove_near_misses(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Each near miss is the answer for some line, and for none that holds the edit."""
    if not lesson.edits or not is_python(lesson):
        return
    for miss in lesson.near_misses:
        line = line_in_structure(lesson, "near", miss.id)
        yield Proof(lesson.id, f"near miss {miss.id}", wrong(lesson, miss), STRUCTURE, line)
        yield from given_away(lesson, miss)
    if not lesson.near_misses:
        advice = "there is no [[near]]: a place worth suspecting, and what is said to whoever suspects it."
        yield Proof(
            lesson.id, "near misses", file=STRUCTURE, line=line_in_structure(lesson, "break"), advice=advice
        )


def wrong(lesson: Lesson, miss: NearMiss) -> str:
    """Why a near miss is none, or nothing."""
    names = edited_functions(lesson) if miss.function and miss.file in edited_files(lesson.edits) else ()
    if any(f"{name}.".startswith(f"{miss.function}.") for name in names):
        return (
            f"{miss.function} of {miss.file} holds the edit itself. Name a line of it, or another function."
        )
    lines = lines_like(lesson, miss) if miss.line else []
    if lines and set(lines) <= set(edited(lesson, miss.file)):
        return f"it is the edit itself: {miss.line!r} stands at line {lines[0]} of {miss.file}, and that was edited."
    same = [each.id for each in lesson.near_misses if place(each) == place(miss)]
    if same.index(miss.id):
        return f"it is the same place as {same[0]}."
    count = len(source(lesson.edits, miss.file).splitlines())
    if not any(nearness(lesson, miss.file, number).near == miss.id for number in range(1, count + 1)):
        return f"no line of {miss.file} is it: {(miss.function or miss.line)!r}."
    return ""


def place(miss: NearMiss) -> tuple[str, str, str]:
    return miss.file, miss.function, miss.line


def edited(lesson: Lesson, file: str) -> tuple[int, ...]:
    return edited_lines(lesson.edits, file) if file in edited_files(lesson.edits) else ()


def lines_like(lesson: Lesson, miss: NearMiss) -> list[int]:
    """The lines in which its text stands."""
    lines = source(lesson.edits, miss.file).splitlines()
    return [number for number, line in enumerate(lines, 1) if miss.line in line]


def given_away(lesson: Lesson, miss: NearMiss) -> Iterator[Proof]:
    """What is said of a near miss does not show the cure: nobody has asked for it yet."""
    for page in pages_of(lesson):
        heading = f"near {miss.id}"
        text = spoken(page.texts.get(heading, ""))
        for clue in clues(lesson.edits, known_names(lesson)):
            if clue.reveals == FIX and clue.is_in(text):
                yield page.wrong(f"## {heading} shows {clue.said}, before any hint is taken.", heading)
                break
