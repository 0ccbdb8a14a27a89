"""Repairs: what is right passes, and what is not fails."""

import math
from collections.abc import Iterator
from functools import partial

from lessons.check.evidence import Evidence
from lessons.check.pages import STRUCTURE, line_in_structure
from lessons.check.proof import Proof
from lessons.check.repairs.attempts import Unjudged, broken_files, files_of, healthy_files, judged
from lessons.exercise import Attempt, Bound
from lessons.lesson import Lesson
from lessons.runs.edits import healthy_library
from lessons.table import nearest
from lessons.vocabulary import SHARE, metric_of

RIGHT, WRONG = 1, 2  # how many of each a lesson should list
SETUP, PASSES, FAILS = "what the judge is told", "the repair passes", "the break fails"
BROKEN_PASSES = (
    "the broken library is judged repaired. The judge trains the first steps of each experiment: where the break shows "
    "only later, or only in what is measured, say with [[repair.accept]] what a repaired library has to reach."
)


def attempts_at_repair(lesson: Lesson) -> list[str]:
    if lesson.repair is None:
        return []
    return [SETUP, PASSES, FAILS, *listed("repair", lesson.repair.right, lesson.repair.wrong)]


def listed(table: str, right: tuple[Attempt, ...], wrong: tuple[Attempt, ...]) -> list[str]:
    """Return what the attempts that a lesson lists are to do."""
    passes = [f"{table}.right {each.id} passes" for each in right]
    return [*passes, *(f"{table}.wrong {each.id} fails" for each in wrong)]


def prove_repair(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Prove that the healthy library passes, the break fails as shipped, and listed repairs do as the lesson says."""
    if lesson.repair is None:
        return
    proof = partial(Proof, lesson.id, file=STRUCTURE, line=line_in_structure(lesson, "repair"))
    yield proof(SETUP, wrong_setup(lesson))
    yield proof(PASSES, judged(evidence, lesson, healthy_files(lesson)))
    refused = judged(evidence, lesson, broken_files(lesson))
    yield proof(FAILS, "" if refused else BROKEN_PASSES)
    yield from prove_listed(lesson, evidence, "repair", lesson.repair.right, lesson.repair.wrong)


def wrong_setup(lesson: Lesson) -> str:
    """Return what is wrong with the seeds, modules and bounds that a lesson gives the judge; or nothing."""
    assert lesson.repair is not None
    if len(set(lesson.repair.seeds)) < len(lesson.repair.seeds):
        return f"seeds = {list(lesson.repair.seeds)}: one is there twice."
    problems = (*map(wrong_module, lesson.repair.gradcheck), *map(wrong_bound, lesson.repair.accept))
    return next(filter(None, problems), "")


def wrong_module(name: str) -> str:
    nn, kind = healthy_library().nn, name.split()[0]
    known = tuple(
        each for each, made in vars(nn).items() if isinstance(made, type) and issubclass(made, nn.Module)
    )
    return "" if kind in known else f"minimodel has no module {kind!r}.{nearest(kind, known)}"


def wrong_bound(bound: Bound) -> str:
    """Return why a bound is one that every library reaches, or none."""
    metric = metric_of(bound.metric)
    low, high = (0.0, 1.0) if metric and metric.kind == SHARE else (-math.inf, math.inf)
    least = low if bound.least is None else bound.least
    most = high if bound.most is None else bound.most
    what = f"accept {bound.metric} of {bound.experiment}"
    if least <= low and most >= high:
        return f"{what}: every library reaches it, the broken one too."
    return f"{what}: no library reaches it." if least > most or least > high or most < low else ""


def prove_listed(
    lesson: Lesson, evidence: Evidence, table: str, right: tuple[Attempt, ...], wrong: tuple[Attempt, ...]
) -> Iterator[Proof]:
    """Ask the judge whether it says of each listed attempt what the lesson says of it."""
    for place, attempt in enumerate((*right, *wrong)):
        is_right = place < len(right)
        name = f"{table}.{'right' if is_right else 'wrong'}"
        try:
            refused = judged(evidence, lesson, files_of(lesson, attempt))
            problem = refused if is_right else "" if refused else "the judge accepts it."
        except Unjudged as error:
            problem = str(error)
        what = f"{name} {attempt.id} {'passes' if is_right else 'fails'}"
        yield Proof(lesson.id, what, problem, STRUCTURE, line_in_structure(lesson, name, attempt.id))
    if len(right) < RIGHT or len(wrong) < WRONG:
        said = f"list at least {RIGHT} [[{table}.right]] and {WRONG} [[{table}.wrong]]: ways that learners will try."
        line = line_in_structure(lesson, table)
        yield Proof(lesson.id, f"other ways to write the {table}", "", STRUCTURE, line, advice=said)
