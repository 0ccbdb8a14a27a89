"""The ladder: each hint reveals what it declares and nothing above it; each near miss is a place beside the edit."""

import re
from collections.abc import Iterator
from dataclasses import replace

from lessons.check.evidence import Evidence
from lessons.check.ladder.clues import FIX, LINE, clues
from lessons.check.ladder.spoken_text import Spoken, spoken
from lessons.check.pages import STRUCTURE, Page, called, line_in_structure, pages_of
from lessons.check.proof import Proof
from lessons.exercise import REVEALS, NearMiss
from lessons.lesson import Experiment, Lesson
from lessons.plan import BLIND
from lessons.runs.edits import edited_files, edited_lines, edited_text
from lessons.runs.syntax import parse
from lessons.source import function_at, nearness, source

ENDS = (LINE, FIX)  # where a ladder should lead


def hints_to_judge(lesson: Lesson) -> list[str]:
    """Return what is to be judged of the ladder: nothing where no edited file can be read, which `edits` says."""
    if not lesson.edits or not is_python(lesson):
        return []
    return [*(what_of(number, hint.reveals) for number, hint in enumerate(lesson.hints, 1)), "the ladder"]


def what_of(number: int, reveals: str) -> str:
    return f"hint {number} reveals the {reveals}"


def prove_hints(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Judge each hint against what it declares; and the ladder as a whole."""
    if not hints_to_judge(lesson):
        return
    for number, hint in enumerate(lesson.hints, 1):
        found = [proof for page in pages_of(lesson) for proof in of_hint(page, number, hint.reveals)]
        for proof in found or [Proof(lesson.id, "")]:
            yield replace(proof, what=what_of(number, hint.reveals))
    line = line_in_structure(lesson, "hint")
    yield Proof(
        lesson.id, "the ladder", begins_at_its_end(lesson), STRUCTURE, line, advice=leads_nowhere(lesson)
    )


def leads_nowhere(lesson: Lesson) -> str:
    """Return what a ladder lacks that an honest one may."""
    if lesson.hints and lesson.hints[-1].reveals in ENDS:
        return ""
    return "a last hint that reveals the fix leaves nobody behind."


def begins_at_its_end(lesson: Lesson) -> str:
    """That the first hint already is the last one."""
    if len(lesson.hints) > 1 and lesson.hints[0].reveals == FIX:
        return "its first hint reveals the fix, so the others reveal nothing. Begin with the symptom."
    return ""


def is_python(lesson: Lesson) -> bool:
    """Whether the edited files can be read; where not, another proof says so."""
    try:
        for file in edited_files(lesson.edits):
            parse(edited_text(lesson.edits, file))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def known_names(lesson: Lesson) -> frozenset[str]:
    """The names that the settings of a lesson's own experiments say: gelu, adam, MLP, and layers such as LayerNorm."""

    def words(value: object) -> Iterator[str]:
        if isinstance(value, dict | list | tuple):
            for each in value.values() if isinstance(value, dict) else value:
                yield from words(each)
        elif isinstance(value, str):
            yield from (word.casefold() for word in re.findall(r"\w+", value))

    def of_experiment(experiment: Experiment) -> Iterator[str]:
        for settings in (arm.settings for arm in experiment.arms):
            yield from words(
                [dict(settings.task), dict(settings.model), dict(settings.optimizer), settings.loss]
            )

    return frozenset(word for each in lesson.experiments.values() for word in of_experiment(each))


# ---- one hint ------------------------------------------------------------------


def of_hint(page: Page, number: int, reveals: str) -> Iterator[Proof]:
    """Find what is wrong with a hint in one language, in its open and its blind form."""
    for heading in (f"hint {number}", f"{BLIND}hint {number}"):
        if heading in page.texts:
            text = spoken(page.texts[heading])
            if problem := too_much(page.lesson, text, reveals):
                yield page.wrong(f"{called(heading)} {problem}", heading)


def too_much(lesson: Lesson, text: Spoken, reveals: str) -> str:
    """Return what a hint reveals above what it declares."""
    allowed = REVEALS.index(reveals)
    for clue in clues(lesson.edits, known_names(lesson)):
        if REVEALS.index(clue.reveals) > allowed and clue.is_in(text):
            declared = f"declares that it reveals the {reveals}"
            return f'names {clue.said}, and {declared}. Say less, or write reveals = "{clue.reveals}".'
    return ""


def edited_functions(lesson: Lesson) -> tuple[str, ...]:
    """Return the functions that hold the edit, or the files where it is in none."""
    places = [
        (file, line) for file in edited_files(lesson.edits) for line in edited_lines(lesson.edits, file)
    ]
    names = (function_at(edited_text(lesson.edits, file), line) or file for file, line in places)
    return tuple(dict.fromkeys(names))


def prove_near_misses(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Each near miss is the answer for some line, and for none that holds the edit."""
    if not lesson.edits or not is_python(lesson):
        return
    for miss in lesson.near_misses:
        line = line_in_structure(lesson, "near", miss.id)
        yield Proof(lesson.id, f"near miss {miss.id}", wrong(lesson, miss), STRUCTURE, line)
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
