"""The families of proofs: what each has to judge in a lesson, who judges it, and in which order they are asked.

A family that is silent about something it has to judge fails: no verdict is no proof.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from lessons.check.answers import prove_predictions
from lessons.check.broken_arms import (
    broken_arms,
    paths_to_judge,
    prove_broken_arms,
    prove_effects,
    prove_paths,
    what_of,
)
from lessons.check.calculation import calculations_to_judge, prove_calculation
from lessons.check.claims import prove_claims
from lessons.check.drawings import prove_drawings
from lessons.check.edits import breaks, distinct_breaks, named_break, prove_edits
from lessons.check.evidence import Evidence, experiments
from lessons.check.ladder import (
    blind_pages_to_judge,
    hints_to_judge,
    near_misses_to_judge,
    prove_blind_pages,
    prove_hints,
    prove_near_misses,
)
from lessons.check.leaks import answers_to_hide, prove_untold
from lessons.check.pages import Proof
from lessons.check.printed_claims import prove_printed_claims
from lessons.check.prompts import prompts_to_read, prove_prompts
from lessons.check.questions import asked, prove_questions, questions_to_read
from lessons.check.repairs import attempts_at_lab, attempts_at_repair, prove_lab, prove_repair
from lessons.check.sentences import pages_of_sentences, prove_sentences
from lessons.check.trials import prove_trials, trials_to_judge
from lessons.check.words import CHECKS, prove_words
from lessons.check.workers import Trouble
from lessons.course.lesson import Lesson


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
    Family("edits", lambda lesson: map(named_break, breaks(lesson)), prove_edits),
    Family("questions", questions_to_read, prove_questions),
    Family("prompts", prompts_to_read, prove_prompts),
    Family("hints", hints_to_judge, prove_hints),
    Family("near misses", near_misses_to_judge, prove_near_misses),
    Family("blind pages", blind_pages_to_judge, prove_blind_pages),
    Family("untold answers", answers_to_hide, prove_untold),
    Family("sentences", pages_of_sentences, prove_sentences),
)
BUILDS = (  # where one cannot be trained, every run is pointless
    Family("broken arms", lambda lesson: map(what_of, broken_arms(lesson)), prove_broken_arms),
)
RUNS = (
    Family("claims", lambda lesson: [f"claim {name}" for name in lesson.claims], prove_claims),
    Family("predictions", lambda lesson: [each.what for each in asked(lesson)], prove_predictions),
    Family(
        "effects",
        lambda lesson: [f"{named_break(name)} shows" for name in distinct_breaks(lesson)],
        prove_effects,
    ),
    Family("paths", paths_to_judge, prove_paths),
    Family("trials", trials_to_judge, prove_trials),
    Family("calculation", calculations_to_judge, prove_calculation),
    Family("repair", attempts_at_repair, prove_repair),
    Family("lab", attempts_at_lab, prove_lab),
)


def prove_pages(lesson: Lesson, evidence: Evidence) -> list[Proof]:
    """Prove what takes no training."""
    return [proof for family in PAGES for proof in verdicts(family, lesson, evidence)]


def prove_runs(lesson: Lesson, evidence: Evidence, pages_hold: bool) -> Iterator[Proof]:
    """Prove what takes runs, if the pages hold. Where a model fails, what comes after is not judged."""
    if not pages_hold:
        yield from not_judged(lesson, (*BUILDS, *RUNS), "what is written has to hold first")
        return
    built = [proof for family in BUILDS for proof in verdicts(family, lesson, evidence)]
    yield from built
    if not all(proof.holds for proof in built):
        yield from not_judged(lesson, RUNS, "what cannot be trained shows nothing")
        return
    for name in experiments(lesson):
        evidence.begin(name)
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
    silent = f"not judged, because {family.name} says nothing of it."
    return found + [Proof(lesson.id, what, silent) for what in expected if what not in judged]
