"""Repairs: what is right passes, and what is not fails."""

import math
from collections.abc import Iterator
from functools import partial

from lessons.check.evidence import Evidence
from lessons.check.places import STRUCTURE, line_in_structure
from lessons.check.proof import Proof
from lessons.check.repairs.attempts import Unjudged, broken_files, files_of, healthy_files, judged
from lessons.check.repairs.gradchecks import wrong_gradcheck
from lessons.check.repairs.stubs import stubs_of_repair
from lessons.exercise import Attempt, Bound
from lessons.lesson import Lesson
from lessons.vocabulary import SHARE, metric_of

RIGHT, WRONG = 1, 2  # how many of each a lesson should list


def prove_repair(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """The healthy library passes, and the break fails as shipped."""
    if lesson.repair is None:
        return
    proof = partial(Proof, lesson.id, file=STRUCTURE, line=line_in_structure(lesson, "repair"))
    for what, problem in (("seeds of the judge", wrong_seeds(lesson)), *wrong_bounds(lesson)):
        if problem:
            yield proof(what, problem)
    problem, better = wrong_gradcheck(lesson, evidence)
    yield proof("gradcheck", problem, advice=better)
    yield proof("the repair passes", judged(evidence, lesson, healthy_files(lesson)))
    refused = judged(evidence, lesson, broken_files(lesson))
    yield proof("the break fails", "" if refused else BROKEN_PASSES)


BROKEN_PASSES = (
    "the broken library is judged repaired. The judge trains the first steps of each experiment: where the break shows "
    "only later, or only in what is measured, say with [[repair.accept]] what a repaired library has to reach."
)


def wrong_seeds(lesson: Lesson) -> str:
    """The seeds that the judge would train twice."""
    assert lesson.repair is not None
    seeds = lesson.repair.seeds
    return f"seeds = {list(seeds)}: one stands twice." if len(set(seeds)) < len(seeds) else ""


def wrong_bounds(lesson: Lesson) -> Iterator[tuple[str, str]]:
    """Bounds that every library reaches, or none."""
    assert lesson.repair is not None
    for bound in lesson.repair.accept:
        yield f"accept {bound.metric} of {bound.experiment}", wrong_bound(bound)


def wrong_bound(bound: Bound) -> str:
    metric, least, most = metric_of(bound.metric), bound.least, bound.most
    low, high = (0.0, 1.0) if metric and metric.kind == SHARE else (-math.inf, math.inf)
    if (least is None or least <= low) and (most is None or most >= high):
        return "every library reaches it, the broken one too."
    if (least is not None and least > high) or (most is not None and most < low):
        return f"no library reaches it: a share lies between {low:g} and {high:g}."
    return "least is above most: no library reaches it." if least and most and least > most else ""


def prove_repairs_listed(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """The other right ways that a lesson lists pass, and the near repairs that it lists fail."""
    if lesson.repair is None:
        return
    for attempt in lesson.repair.right:
        yield proof_of(lesson, evidence, attempt, True)
    for attempt in lesson.repair.wrong:
        yield proof_of(lesson, evidence, attempt, False)
    yield from advice(lesson, "repair", lesson.repair.right, lesson.repair.wrong)


def proof_of(lesson: Lesson, evidence: Evidence, attempt: Attempt, is_right: bool) -> Proof:
    """Whether the judge says of an attempt what the lesson says of it."""
    table = f"{'lab' if lesson.lab else 'repair'}.{'right' if is_right else 'wrong'}"
    what = f"{table} {attempt.id} {'passes' if is_right else 'fails'}"
    try:
        refused = judged(evidence, lesson, files_of(lesson, attempt))
        problem = refused if is_right else "" if refused else "the judge accepts it."
    except Unjudged as error:
        problem = str(error)
    return Proof(lesson.id, what, problem, STRUCTURE, line_in_structure(lesson, table, attempt.id))


def advice(
    lesson: Lesson, table: str, right: tuple[Attempt, ...], wrong: tuple[Attempt, ...]
) -> Iterator[Proof]:
    """What a lesson does not list: then nobody has tried what learners will."""
    if len(right) < RIGHT or len(wrong) < WRONG:
        said = f"list at least {RIGHT} [[{table}.right]] and {WRONG} [[{table}.wrong]]: ways that learners will try."
        yield Proof(
            lesson.id,
            f"other ways to write the {table}",
            "",
            STRUCTURE,
            line_in_structure(lesson, table),
            advice=said,
        )


def prove_stubs(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """The function that holds the edit is not mended by an empty body, a constant, or what it was given."""
    for what, files in stubs_of_repair(lesson) if lesson.repair else ():
        refused = judged(evidence, lesson, files)
        problem = "" if refused else "the judge accepts it as a repair."
        yield Proof(lesson.id, what, problem, STRUCTURE, line_in_structure(lesson, "repair"))
