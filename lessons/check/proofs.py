"""All the proofs of a lesson, family by family: first what is read, then, where that holds, what is trained."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

from lessons.check.breaks.broken_runs import prove_broken_runs, prove_repeats
from lessons.check.breaks.building import prove_building
from lessons.check.breaks.effects import prove_effects
from lessons.check.breaks.proofs import prove_break
from lessons.check.breaks.ways import prove_ways
from lessons.check.claims.proofs import prove_claims
from lessons.check.drawings import prove_drawings
from lessons.check.evidence import Evidence
from lessons.check.ladder.early import prove_answers_untold, prove_untold
from lessons.check.ladder.leaks import prove_blind
from lessons.check.ladder.near_misses import prove_near_misses
from lessons.check.ladder.proofs import prove_ladder
from lessons.check.numbers.proofs import prove_numbers
from lessons.check.numbers.used import prove_uses
from lessons.check.proof import Proof
from lessons.check.questions.calculation import prove_calculation
from lessons.check.questions.predictions import prove_predictions
from lessons.check.questions.reading import prove_questions
from lessons.check.repairs.labs import prove_lab, prove_lab_stubs, prove_labs_listed
from lessons.check.repairs.proofs import prove_repair, prove_repairs_listed, prove_stubs
from lessons.check.words.proofs import prove_words
from lessons.check.workers import Trouble
from lessons.lesson import Lesson

Reading = Callable[[Lesson], Iterator[Proof]]
Running = Callable[[Lesson, Evidence], Iterator[Proof]]

READ: tuple[Reading, ...] = (
    prove_words,
    prove_drawings,
    prove_uses,
    prove_break,
    prove_questions,
    prove_ladder,
    prove_near_misses,
    prove_blind,
    prove_untold,
)
BEFORE_RUNS: tuple[Running, ...] = (  # what makes every run pointless
    prove_building,
    prove_numbers,
    prove_broken_runs,
)
RUN: tuple[Running, ...] = (
    prove_claims,
    prove_predictions,
    prove_answers_untold,
    prove_effects,
    prove_repeats,
    prove_ways,
    prove_calculation,
    prove_repair,
    prove_repairs_listed,
    prove_stubs,
    prove_lab,
    prove_labs_listed,
    prove_lab_stubs,
)


def prove(
    lesson: Lesson, evidence: Evidence, further: tuple[Running, ...] = (), whatever_it_says: bool = False
) -> Iterator[Proof]:
    """Make all proofs of a lesson. What is wrong on its pages, or cannot be built, ends them before any run.

    With `whatever_it_says`, only what cannot be built does.
    """
    for proofs, may_go_on in ((prove_pages, whatever_it_says), (prove_beginnings(evidence), False)):
        found = list(proofs(lesson))
        yield from found
        if not (may_go_on or all(proof.holds for proof in found)):
            return
    evidence.gather()
    with ThreadPoolExecutor(evidence.workers.count) as pool:
        families = [with_evidence(each, evidence) for each in (*RUN, *further)]
        for collected in [pool.submit(list, guarded(family, lesson)) for family in families]:
            yield from collected.result()


def prove_pages(lesson: Lesson) -> Iterator[Proof]:
    """What can be proved by reading."""
    for family in READ:
        yield from guarded(family, lesson)


def prove_beginnings(evidence: Evidence) -> Reading:
    """What makes every run pointless, where it fails."""

    def proofs(lesson: Lesson) -> Iterator[Proof]:
        for family in BEFORE_RUNS:
            yield from guarded(with_evidence(family, evidence), lesson)

    return proofs


def with_evidence(family: Running, evidence: Evidence) -> Reading:
    def proofs(lesson: Lesson) -> Iterator[Proof]:
        return family(lesson, evidence)

    proofs.__name__ = family.__name__
    return proofs


def guarded(family: Reading, lesson: Lesson) -> Iterator[Proof]:
    """The proofs of a family. Where a run does not come to an answer, that is the last of them."""
    try:
        yield from family(lesson)
    except Trouble as trouble:
        yield Proof(
            lesson.id, family.__name__.removeprefix("prove_"), f"a run of this lesson fails: {trouble}."
        )
