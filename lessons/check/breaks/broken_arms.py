"""Every arm can be built and trained, and does the same each time. What a broken library raises is a finding."""

from collections.abc import Iterator
from dataclasses import replace

from lessons.check.breaks.edits import Edits
from lessons.check.breaks.trials import Facts, repeated, trial
from lessons.check.evidence import Evidence, experiments
from lessons.check.pages import STRUCTURE, line_of_experiment
from lessons.check.proof import Proof
from lessons.check.workers import Trouble, Workers
from lessons.format import LessonError
from lessons.lesson import Arm, Experiment, Lesson
from lessons.runs.metrics import OF_WHAT_HAPPENED
from lessons.runs.training import Alone

NOT_REPEATABLE = (
    "the same seed, trained again, does not give the same losses, parameters and measurements. What is drawn has to "
    "come from the generator that the seed made, and nothing may be kept from one run to the next."
)


def broken_arms(lesson: Lesson, edits: Edits = ()) -> list[Experiment]:
    """Return every arm that a broken library trains, or one with these edits, as an experiment on one seed."""
    return [
        replace(each, arms=(arm,), seeds=1, shown=(), probes=None, pairs=(), pictures=())
        for each in experiments(lesson).values()
        for arm in each.arms
        if arm.edits and edits in ((), arm.edits)
    ]


def what_of(broken: Experiment) -> str:
    return f"{broken.id}, broken arm {broken.names[0]}"


def twin_of(arm: Arm, experiment: Experiment) -> Arm | None:
    """Return the arm that is trained alike, but by the healthy library."""
    settings = repr(arm.settings)
    return next(
        (each for each in experiment.arms if not each.edits and repr(each.settings) == settings), None
    )


def prove_broken_arms(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Train each broken arm to its end on a first seed."""
    for broken in broken_arms(lesson):
        try:
            problem = unasked(lesson, broken, evidence.ask(trial, broken))
        except Trouble as trouble:
            problem = f"it cannot be trained: {trouble}."
        yield Proof(lesson.id, what_of(broken), problem, STRUCTURE, line_of_experiment(lesson, broken.id))


def unasked(lesson: Lesson, broken: Experiment, facts: Facts) -> str:
    """Return what an arm raises that nobody asks about: an error is a finding only where the lesson says so."""
    if "slow" in facts:
        return f"{facts['slow']}: nobody would wait for all seeds."
    raised = facts["trouble"].rstrip(". :")
    if not raised or asked_metrics(lesson, broken.id) & set(OF_WHAT_HAPPENED):
        return ""
    when = f"in step {facts['step']}" if facts["step"] else "before its first step"
    return (
        f"{when} it raises {raised}. An arm that raises is a finding only where the lesson asks "
        'about it: a question or a claim with metric = "outcome".'
    )


def asked_metrics(lesson: Lesson, experiment: str) -> set[str]:
    """Return the metrics of an experiment that a question or a claim names."""
    questions = [*lesson.questions, *(review.question for review in lesson.reviews)]
    claims = [each.arguments for each in lesson.claims.values()]
    found = {each.metric for each in questions if each.experiment == experiment}
    return found | {str(each.get("metric")) for each in claims if each.get("experiment") == experiment}


def prove_repeats(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Train the same seed again, in a process that has done nothing yet: it gives the same to the last bit."""
    arms = tuple(broken_arms(lesson))
    again = evidence.cache.kept(("repeated", arms), lambda: afresh(arms, evidence)) if arms else []
    for broken, print_of_it in zip(arms, again, strict=True):
        first: Facts = evidence.ask(trial, broken)
        problem = "" if first["print"] == print_of_it else NOT_REPEATABLE
        place = line_of_experiment(lesson, broken.id)
        yield Proof(lesson.id, f"{what_of(broken)} repeats", problem, STRUCTURE, place)


def afresh(arms: tuple[Experiment, ...], evidence: Evidence) -> list[str]:
    with evidence.workers.core(), Workers(1) as fresh:
        found: list[str] = fresh.ask(repeated, arms)
    return found


def healthy_arms(lesson: Lesson) -> dict[str, Arm]:
    """Return every arm without an edit: what an edited line raises is a finding."""
    every = experiments(lesson).values()
    return {f"{each.id}, arm {arm.name}": arm for each in every for arm in each.arms if not arm.edits}


def arms_to_build(lesson: Lesson) -> list[str]:
    return list(healthy_arms(lesson))


def prove_building(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Build each arm, and train it a step."""
    for what, arm in healthy_arms(lesson).items():
        try:
            problem = evidence.ask(trouble, arm)
        except Trouble as found:
            problem = f"it cannot be trained: {found}."
        yield Proof(lesson.id, what, problem)


def trouble(arm: Arm) -> str:
    """Return why an arm cannot be trained one step, or nothing. Called in a worker."""
    try:
        alone = Alone(arm, 0, arm.settings.steps, replayed=False)
    except (LessonError, ValueError, TypeError) as error:
        return f"it cannot be built: {error}"
    if arm.settings.steps:
        alone.advance()
    return f"it cannot be trained: {alone.trained.trouble}" if alone.trained.trouble else ""
