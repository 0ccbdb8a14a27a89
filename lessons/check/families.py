"""The families of proofs: what each has to judge in a lesson, who judges it, and in which order they are asked.

A family that is silent about something it has to judge fails: no verdict is no proof.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from lessons.check.breaks.broken_arms import (
    arms_to_build,
    broken_arms,
    prove_broken_arms,
    prove_building,
    prove_repeats,
    what_of,
)
from lessons.check.breaks.edits import distinct_breaks, edits_to_judge, named_break, prove_edits
from lessons.check.breaks.effects import prove_effects
from lessons.check.breaks.paths import paths_to_judge, prove_paths
from lessons.check.claims.proofs import prove_claims
from lessons.check.drawings import prove_drawings
from lessons.check.evidence import Evidence
from lessons.check.ladder.answers_told import answers_to_hide, prove_untold
from lessons.check.ladder.blind_pages import has_blind_pages, prove_blind_pages
from lessons.check.ladder.hints import hints_to_judge, prove_hints, prove_near_misses
from lessons.check.numbers.printed_claims import prove_printed_claims
from lessons.check.numbers.prose_numbers import pages_with_numbers, prove_numbers
from lessons.check.proof import Proof
from lessons.check.questions.calculation import calculations_to_judge, prove_calculation
from lessons.check.questions.predictions import prove_predictions
from lessons.check.questions.reading import asked, prove_questions, questions_to_read
from lessons.check.repairs.labs import attempts_at_lab, prove_lab
from lessons.check.repairs.proofs import attempts_at_repair, prove_repair
from lessons.check.words.proofs import CHECKS, prove_words
from lessons.check.workers import Trouble
from lessons.lesson import Lesson


@dataclass(frozen=True)
class Family:
    """One kind of proof: what it has to judge in a lesson, nothing where it does not apply, and who judges it."""

    name: str
    expected: Callable[[Lesson], Iterable[str]]
    prove: Callable[[Lesson, Evidence], Iterable[Proof]]


PAGES = (  # judged by reading, and by building each model once: nothing is trained
    Family("words", lambda lesson: CHECKS, prove_words),
    Family("drawings", lambda lesson: ["drawings"] if lesson.drawings else [], prove_drawings),
    Family(
        "printed claims",
        lambda lesson: [f"use of claim {name}" for name in lesson.claims],
        prove_printed_claims,
    ),
    Family("edits", edits_to_judge, prove_edits),
    Family("questions", questions_to_read, prove_questions),
    Family("hints", hints_to_judge, prove_hints),
    Family(
        "near misses",
        lambda lesson: [f"near miss {each.id}" for each in lesson.near_misses],
        prove_near_misses,
    ),
    Family(
        "blind pages", lambda lesson: ["blind pages"] if has_blind_pages(lesson) else [], prove_blind_pages
    ),
    Family("numbers", pages_with_numbers, prove_numbers),
)
BUILDS = (  # what makes every run pointless
    Family("building", arms_to_build, prove_building),
    Family("broken arms", lambda lesson: map(what_of, broken_arms(lesson)), prove_broken_arms),
)
RUNS = (
    Family("claims", lambda lesson: [f"claim {name}" for name in lesson.claims], prove_claims),
    Family("predictions", lambda lesson: [each.what for each in asked(lesson)], prove_predictions),
    Family("untold answers", answers_to_hide, prove_untold),
    Family(
        "effects",
        lambda lesson: [f"{named_break(name)} shows" for name in distinct_breaks(lesson)],
        prove_effects,
    ),
    Family(
        "repeats", lambda lesson: [f"{what_of(each)} repeats" for each in broken_arms(lesson)], prove_repeats
    ),
    Family("paths", paths_to_judge, prove_paths),
    Family("calculation", calculations_to_judge, prove_calculation),
    Family("repair", attempts_at_repair, prove_repair),
    Family("lab", attempts_at_lab, prove_lab),
)


def prove(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Make all proofs of a lesson. Where its pages or models fail, what comes after is not judged."""
    pages = prove_pages(lesson, evidence)
    yield from pages
    yield from prove_runs(lesson, evidence, all(proof.holds for proof in pages))


def prove_pages(lesson: Lesson, evidence: Evidence) -> list[Proof]:
    """Prove what takes no training."""
    return [proof for family in PAGES for proof in verdicts(family, lesson, evidence)]


def prove_runs(lesson: Lesson, evidence: Evidence, pages_hold: bool) -> Iterator[Proof]:
    """Prove what takes runs, if the pages hold."""
    if not pages_hold:
        yield from not_judged(lesson, (*BUILDS, *RUNS), "what is written has to hold first")
        return
    built = [proof for family in BUILDS for proof in verdicts(family, lesson, evidence)]
    yield from built
    if not all(proof.holds for proof in built):
        yield from not_judged(lesson, RUNS, "what cannot be trained shows nothing")
        return
    evidence.gather()
    with ThreadPoolExecutor(len(RUNS)) as pool:
        for found in pool.map(lambda family: verdicts(family, lesson, evidence), RUNS):
            yield from found


def not_judged(lesson: Lesson, families: Iterable[Family], reason: str) -> Iterator[Proof]:
    """Say in one line which families have not judged a lesson."""
    if names := [family.name for family in families if list(family.expected(lesson))]:
        yield Proof(lesson.id, ", ".join(names), f"not judged, because {reason}.")


def verdicts(family: Family, lesson: Lesson, evidence: Evidence) -> list[Proof]:
    """Return what a family says of a lesson, and a failure for everything that it should judge and does not."""
    expected = list(dict.fromkeys(family.expected(lesson)))
    found: list[Proof] = []
    try:
        found.extend(family.prove(lesson, evidence))
    except Trouble as trouble:
        problem = f"a run of this lesson fails: {trouble}."
        return [*found, Proof(lesson.id, family.name, problem)]
    except Exception as error:  # whatever it is, it is ours: no lesson's own code runs in this process
        problem = f"not judged, because of a fault of lynx-tutor: {type(error).__name__}: {error}."
        return [*found, Proof(lesson.id, family.name, problem)]
    judged = {proof.what for proof in found}
    silent = [what for what in expected if what not in judged]
    return [
        *found,
        *(
            Proof(lesson.id, what, f"not judged, because {family.name} says nothing of it.")
            for what in silent
        ),
    ]
