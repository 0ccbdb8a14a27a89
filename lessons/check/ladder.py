"""The ladder: each hint reveals what it declares and no more, near misses are none, blind pages tell nothing."""

import re
from collections.abc import Iterator
from dataclasses import replace

from lessons.check.evidence import Evidence
from lessons.check.leaks import FIX, LINE, ORDINARY, clues, known_names, spoken
from lessons.check.pages import STRUCTURE, TITLE, PageFile, Proof, called, line_in_structure, pages_of, place_in_files
from lessons.course.lesson.exercise import REVEALS, NearMiss
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.source import (
    edited_files,
    edited_lines,
    edited_text,
    function_at,
    nearness,
    outline,
    parse,
    source,
)
from lessons.course.lesson.values import offer
from lessons.course.steps.headings import BLIND

ENDS = (LINE, FIX)  # where a ladder should lead
BLIND_PAGES = "blind pages"
MET_BLIND = ("read", "symptom")  # before the line is found


def is_python(lesson: Lesson) -> bool:
    """Return True if the edited files can be read; where not, another proof says so."""
    try:
        for file in edited_files(lesson.edits):
            parse(edited_text(lesson.edits, file))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def edited_functions(lesson: Lesson) -> tuple[str, ...]:
    """Return the functions that hold the edit, or the files if it is in no function."""
    places = [(file, line) for file in edited_files(lesson.edits) for line in edited_lines(lesson.edits, file)]
    names = (function_at(edited_text(lesson.edits, file), line) or file for file, line in places)
    return tuple(dict.fromkeys(names))


def hints_to_judge(lesson: Lesson) -> list[str]:
    if not lesson.edits or not is_python(lesson):
        return []
    return [*(what_of(number, hint.reveals) for number, hint in enumerate(lesson.hints, 1)), "the ladder"]


def what_of(number: int, reveals: str) -> str:
    return f"hint {number} reveals the {reveals}"


def prove_hints(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    if not hints_to_judge(lesson):
        return
    for number, hint in enumerate(lesson.hints, 1):
        found = [proof for page in pages_of(lesson) for proof in of_hint(page, number, hint.reveals)]
        for proof in found or [Proof(lesson.id, "")]:
            yield replace(proof, what=what_of(number, hint.reveals))
    problem = advice = ""
    if len(lesson.hints) > 1 and lesson.hints[0].reveals == FIX:
        problem = "its first hint reveals the fix, so the others reveal nothing. Begin with the symptom."
    if not lesson.hints or lesson.hints[-1].reveals not in ENDS:
        advice = "a last hint that reveals the fix leaves nobody behind."
    yield Proof(lesson.id, "the ladder", problem, *place_in_files(lesson, "hint"), advice=advice)


def of_hint(page: PageFile, number: int, reveals: str) -> Iterator[Proof]:
    allowed, known = REVEALS.index(reveals), known_names(page.lesson)
    heading = f"hint {number}"
    text = spoken(page.texts.get(heading, ""))
    for clue in clues(page.lesson.edits, known):
        if REVEALS.index(clue.reveals) > allowed and clue.is_in(text):
            problem = f"names {clue.said}, and declares that it reveals the {reveals}"
            mend = f'Say less, or write reveals = "{clue.reveals}".'
            yield page.wrong(f"{called(heading)} {problem}. {mend}", heading)
            break


def prove_misses(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Prove that each near miss is the answer for some line, and for no line of the edit."""
    if not lesson.edits or not is_python(lesson):
        return
    for miss in lesson.near_misses:
        line = line_in_structure(lesson, "near", miss.id)
        yield Proof(lesson.id, f"near miss {miss.id}", wrong_miss(lesson, miss), STRUCTURE, line)
    if not lesson.near_misses:
        advice = "there is no [[near]]: a place worth suspecting, and what is said to whoever suspects it."
        line = line_in_structure(lesson, "break")
        yield Proof(lesson.id, "near misses", file=STRUCTURE, line=line, advice=advice)


def wrong_miss(lesson: Lesson, miss: NearMiss) -> str:
    names = edited_functions(lesson) if miss.function and miss.file in edited_files(lesson.edits) else ()
    if any(f"{name}.".startswith(f"{miss.function}.") for name in names):
        return f"{miss.function} of {miss.file} holds the edit itself. Name a line of it, or another function."
    count = len(source(lesson.edits, miss.file).splitlines())
    if any(nearness(lesson, miss.file, line).near == miss.id for line in range(1, count + 1)):
        return ""
    functions = [each.name for each in outline(miss.file, source(lesson.edits, miss.file))]
    guess = offer(miss.function, functions) if miss.function not in functions else ""
    said = f"{miss.function or miss.line!r} stands nowhere, holds the edit, or is another's"
    return f"no line of {miss.file} is it: {said}.{guess}"


def blind_pages_to_judge(lesson: Lesson) -> list[str]:
    is_to_be_found = lesson.edits and "blind" in lesson.modes
    return [BLIND_PAGES] if is_to_be_found and is_python(lesson) else []


def prove_blind_pages(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Prove that what a blind learner sees before the ladder names neither file nor function, line or cure."""
    if not blind_pages_to_judge(lesson):
        return
    found = [proof for page in pages_of(lesson) for proof in (*on_the_map(page), *of_page(page))]
    for proof in dict.fromkeys(found) or [Proof(lesson.id, BLIND_PAGES)]:
        yield replace(proof, what=BLIND_PAGES)


def on_the_map(page: PageFile) -> Iterator[Proof]:
    """Find a title or a summary that shows the line or the cure, and a blind one that names anything of the edit."""
    for heading in (TITLE, "summary", *BLIND):
        text, is_blind = spoken(page.texts.get(heading, "")), heading in BLIND
        for clue in clues(page.lesson.edits, known_names(page.lesson)):
            if (is_blind or clue.reveals in ENDS) and clue.is_in(text):
                yield page.wrong(f"{called(heading)} names {clue.said}. It stands on the map, for everyone.", heading)
                break


def of_page(page: PageFile) -> Iterator[Proof]:
    """Find the sections that give the edit away. They may use the names that `read` lists or says openly."""
    known = known_names(page.lesson)
    taught = known | set(re.findall(r"\w+", spoken(page.texts.get("read", "")).words))
    for heading in (each for each in MET_BLIND if each in page.texts):
        text = spoken(page.texts[heading])
        found = clues(page.lesson.edits, known if heading == "read" else frozenset(taught))
        named = [clue.said for clue in found if clue.is_in(text)]
        if heading == "symptom":  # which nobody else reads
            words = set(re.findall(r"\w+", text.written))
            owners = dict.fromkeys(name.split(".")[0] for name in edited_functions(page.lesson))
            classes = [name for name in owners if name[0].isupper() and name.casefold() not in ORDINARY]
            named += [f"the class {name}" for name in classes if name in words]
        if named:
            yield page.wrong(f"{called(heading)} names {named[0]}. A blind learner has yet to find it.", heading)
