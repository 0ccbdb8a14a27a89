"""A broken library is imported, trains within limits, and does the same each time. What it raises is a finding."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from lessons.check.breaks import building
from lessons.check.breaks.proofs import Edits, called, distinct, line_of_break
from lessons.check.breaks.trials import Facts, imported, repeated, trial
from lessons.check.evidence import Evidence, experiments
from lessons.check.places import STRUCTURE, line_of_experiment
from lessons.check.proof import Proof
from lessons.check.workers import Trouble, Workers
from lessons.lesson import Arm, Experiment, Lesson
from lessons.runs.metrics import OF_WHAT_HAPPENED

OUT_OF_MEMORY = "MemoryError"
NOT_REPEATABLE = (
    "the same seed, trained again, does not give the same losses, parameters and measurements. What is drawn has to "
    "come from the generator that the seed made, and nothing may be kept from one run to the next."
)


def broken_arms(lesson: Lesson, edits: Edits = ()) -> list[Experiment]:
    """Every arm that a broken library trains, or one with these edits, as an experiment of its own on one seed."""
    return [
        replace(each, arms=(arm,), seeds=1, shown=(), probes=None, pairs=(), pictures=())
        for each in experiments(lesson).values()
        for arm in each.arms
        if arm.edits and edits in ((), arm.edits)
    ]


def what_of(broken: Experiment) -> str:
    return f"{broken.id}, arm {broken.names[0]}"


def twin_of(arm: Arm, experiment: Experiment) -> Arm | None:
    """The arm that is trained alike, but by the healthy library."""
    settings = repr(arm.settings)
    return next(
        (each for each in experiment.arms if not each.edits and repr(each.settings) == settings), None
    )


# ---- it comes to its end -------------------------------------------------------


def prove_broken_runs(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Every broken library is imported, and each arm that it trains comes to its end on a first seed."""
    found = evidence.threads.map(lambda name: list(proofs_of_break(lesson, name, evidence)), distinct(lesson))
    told = set[str]()  # where one does not come to its end, no other is begun
    for proof in (proof for proofs in found for proof in proofs):
        if proof.problem not in told:
            yield proof
        told.add(proof.problem)


def proofs_of_break(lesson: Lesson, name: str, evidence: Evidence) -> Iterator[Proof]:
    """The import, then the arms one after the other: what is wrong, and nothing where all is well."""
    edits, line = distinct(lesson)[name], line_of_break(lesson, name)
    if problem := trouble(evidence, imported, edits):
        yield Proof(lesson.id, called(name), f"it cannot be imported: {problem}.", STRUCTURE, line)
        return
    for broken in broken_arms(lesson, edits):
        place = line_of_experiment(lesson, broken.id)
        if problem := unbuilt(broken, evidence):
            if twin_of(broken.arms[0], experiments(lesson)[broken.id]) is None:  # else that one says so
                yield Proof(lesson.id, what_of(broken), problem, STRUCTURE, place)
            return
        if problem := trouble(evidence, trial, broken):
            yield Proof(lesson.id, what_of(broken), f"it cannot be trained: {problem}.", STRUCTURE, place)
            return
        if said := unasked(lesson, broken, evidence):
            yield Proof(lesson.id, what_of(broken), said, STRUCTURE, place)


def unbuilt(broken: Experiment, evidence: Evidence) -> str:
    """Why an arm could not be trained by the healthy library either, or nothing."""
    try:
        found: str = evidence.ask(building.trouble, replace(broken.arms[0], edits=()))
    except Trouble as problem:
        return f"it cannot be trained: {problem}."
    return found


def trouble(evidence: Evidence, function: Callable[..., Any], *arguments: Any) -> str:
    """Why edited code does not come to an answer, or nothing."""
    try:
        evidence.ask(function, *arguments)
    except Trouble as found:
        return str(found)
    return ""


# ---- what it raises ------------------------------------------------------------


def unasked(lesson: Lesson, broken: Experiment, evidence: Evidence) -> str:
    """What an arm raises that nobody asks about: an error is a finding where the lesson says so, and else a mistake."""
    facts: Facts = evidence.ask(trial, broken)
    if "slow" in facts:
        return f"{facts['slow']}: nobody would wait for all seeds."
    raised = facts["trouble"].rstrip(". :")
    if raised.startswith(OUT_OF_MEMORY):
        return f"it uses more memory than a lesson may: {raised}."
    if not raised or any(name in OF_WHAT_HAPPENED for name in asked_about(lesson, broken.id)):
        return ""
    when = f"in step {facts['step']}" if facts["step"] else "before its first step"
    return (
        f"{when} it raises {raised}. An arm that raises is a finding only where the lesson asks "
        'about it: a question or a claim with metric = "outcome".'
    )


def asked_about(lesson: Lesson, experiment: str) -> set[str]:
    """The metrics of an experiment that a question or a claim names."""
    questions = [*lesson.questions, *(review.question for review in lesson.reviews)]
    asked = {each.metric for each in questions if each.experiment == experiment}
    claims = [each.arguments for each in lesson.claims.values()]
    return asked | {str(each.get("metric")) for each in claims if each.get("experiment") == experiment}


# ---- the same again ------------------------------------------------------------


def prove_repeats(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """The same seed gives the same losses, parameters and measurements to the last bit, also in another process."""
    arms = tuple(broken_arms(lesson))
    again = evidence.cache.kept(("repeated", arms), lambda: afresh(arms)) if arms else []
    for broken, prints in zip(arms, again, strict=True):
        first: Facts = evidence.ask(trial, broken)
        problem = "" if {first["print"], *prints} == {first["print"]} else NOT_REPEATABLE
        place = line_of_experiment(lesson, broken.id)
        yield Proof(lesson.id, f"{what_of(broken)} repeats", problem, STRUCTURE, place)


def afresh(arms: tuple[Experiment, ...]) -> list[list[str]]:
    """Ask a process that has done nothing yet."""
    with Workers(1) as fresh:
        found: list[list[str]] = fresh.ask(repeated, arms)
    return found
