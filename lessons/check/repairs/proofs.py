"""Repairs: what is right passes, and what is not fails."""

import math
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from lessons.check.evidence import Evidence
from lessons.check.pages import STRUCTURE, line_in_structure
from lessons.check.proof import Proof
from lessons.exercise import Attempt, Bound, Lab
from lessons.lesson import Lesson
from lessons.runs.edits import edited_files, edited_text, healthy_library, healthy_text
from lessons.runs.judge import judge_text
from lessons.source import source, source_files
from lessons.table import nearest
from lessons.vocabulary import SHARE, metric_of

Files = Mapping[str, str]  # each by its path beside minimodel, or a lab's file by its name
TRIED = "\n# tried\n"  # what is unchanged is not judged


class Unjudged(Exception):
    """An attempt that cannot be handed in: a sentence that says why."""


def judged(evidence: Evidence, lesson: Lesson, files: Files) -> str:
    """Return why the judge refuses these files; nothing where it does not. An answer is kept."""
    question = ("judged", asked_of(lesson), sorted(files.items()))
    found: str = evidence.cache.kept(question, lambda: refusal(evidence, lesson, files))
    return found


def asked_of(lesson: Lesson) -> tuple[Any, ...]:
    """Return all of a lesson that the judge looks at."""
    if lesson.lab:
        return lesson.lab.begin, lesson.lab.checks
    assert lesson.repair is not None
    arms = [(name, each.arms[0]) for name, each in lesson.experiments.items()]
    return lesson.edits, lesson.repair.gradcheck, lesson.repair.seeds, lesson.repair.accept, arms


def refusal(evidence: Evidence, lesson: Lesson, files: Files) -> str:
    """Hand in the files: the judge's own process takes the core of a worker."""
    with evidence.workers.core():
        found = judge_text(lesson, files)
    return "" if found.passed else ": ".join(filter(None, (found.reason, found.detail)))


def healthy_files(lesson: Lesson) -> dict[str, str]:
    return {file: healthy_text(file) for file in edited_files(lesson.edits)}


def broken_files(lesson: Lesson) -> dict[str, str]:
    """Return the break as it is shipped; a remark says that somebody tried."""
    return {file: edited_text(lesson.edits, file) + TRIED for file in edited_files(lesson.edits)}


def files_of(lesson: Lesson, attempt: Attempt) -> dict[str, str]:
    """Return the files of an attempt. Raises Unjudged where the text that it replaces does not stand there once."""
    if lesson.lab:
        return {lesson.lab.file: in_solution(lesson.lab, attempt)}
    if attempt.file:
        return elsewhere(lesson, attempt)
    edit = lesson.edits[0]
    return {**healthy_files(lesson), edit.file: healthy_text(edit.file).replace(edit.before, attempt.code)}


def in_solution(lab: Lab, attempt: Attempt) -> str:
    """Return the whole of a lab's file, or the solution with one text of it replaced."""
    return once(lab.solution, attempt, "the solution") if attempt.before else attempt.code


def elsewhere(lesson: Lesson, attempt: Attempt) -> dict[str, str]:
    """Return the broken library with another text of it replaced."""
    if attempt.file not in source_files():
        raise Unjudged(f"its file, {attempt.file!r}, is not a file of minimodel.")
    text = once(source(lesson.edits, attempt.file), attempt, f"the broken {attempt.file}")
    return {**broken_files(lesson), attempt.file: text}


def once(text: str, attempt: Attempt, where: str) -> str:
    """Return a text with an attempt in the place of what it replaces. Raises Unjudged unless that stands there once."""
    if (count := text.count(attempt.before)) != 1:
        raise Unjudged(
            f"its before, {attempt.before!r}, should stand once in {where}; it stands {count} times."
        )
    return text.replace(attempt.before, attempt.code)


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
