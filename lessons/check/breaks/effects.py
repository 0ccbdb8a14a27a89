"""The break shows: the broken arm differs from the healthy one, on nearly every seed, in what is measured."""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from lessons.check.breaks.broken_arms import broken_arms, twin_of, what_of
from lessons.check.breaks.edits import distinct_breaks, line_of_break, named_break
from lessons.check.breaks.trials import Facts, trial
from lessons.check.evidence import Evidence
from lessons.check.pages import STRUCTURE, line_of_experiment
from lessons.check.proof import Proof
from lessons.check.worker_process import beat
from lessons.lesson import Arm, Experiment, Lesson
from lessons.runs.training import Alone
from lessons.runs.ways import is_ruled
from lessons.summaries import Value

ENOUGH = 0.95  # of the seeds
MOST_SEEDS = 16  # whose losses are compared, where no metric differs
ROUNDING, ZERO = 1e-6, 1e-9  # relative distance that rounding may make over a whole run; what counts as zero
OF_GRADIENTS = ("gradcheck_error", "gradient_norm", "gradient_zeros", "negative_slopes", "least_slope")
RULER = (
    "the trained model is the same to the last bit, and so is what it says of every row: it is the ruler that broke, "
    "and not the network. If the ruler is what the lesson is about, say own_ruler = true in the experiment."
)


def prove_effects(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Prove that every break shows in an experiment that trains it, and in the network, not only in its ruler."""
    for name, edits in distinct_breaks(lesson).items():
        arms = [each for each in broken_arms(lesson, edits) if name or each.id in lesson.experiments]
        problem, shown = effect(arms, evidence)
        what, line = f"{named_break(name)} shows", line_of_break(lesson, name)
        yield Proof(lesson.id, what, problem, STRUCTURE, line, shown=shown)
    for broken in broken_arms(lesson):
        if said := only_the_ruler(broken, evidence):
            place = line_of_experiment(lesson, broken.id)
            yield Proof(lesson.id, f"{what_of(broken)} is measured", said, STRUCTURE, place)


def effect(arms: list[Experiment], evidence: Evidence) -> tuple[str, str]:
    """Return why a break does not show, or nothing; and where it does."""
    best, where = 0.0, ""
    for broken in arms:
        for what, share in shares(broken, evidence):
            if share > best:
                best, where = share, f"{what} of {broken.id} differs on {share:.0%} of the seeds"
            if share >= ENOUGH:
                return "", where
    if where:
        return f"{where}; it should on {ENOUGH:.0%}.", ""
    names = ", ".join(dict.fromkeys(broken.id for broken in arms))
    return (
        f"it changes nothing: in {names} every measured value and every loss is the same, but for rounding.",
        "",
    )


def shares(broken: Experiment, evidence: Evidence) -> Iterator[tuple[str, float]]:
    """Return on which share of the seeds an arm differs from its healthy twin: in each metric, then in its losses."""
    found, (arm,) = evidence.own(broken.id), broken.arms
    if twin := twin_of(arm, found.experiment):
        for metric in broken.metrics:
            pairs = list(zip(found.of(metric, arm.name), found.of(metric, twin.name), strict=True))
            yield metric, sum(differ(*pair) for pair in pairs) / len(pairs)
    yield "the loss", evidence.ask(losses_apart, arm, found.seeds[:MOST_SEEDS])


def differ(first: Value, second: Value) -> bool:
    """Return True if two values differ; a number that never came is another than any that did."""
    if not isinstance(first, float | int) or not isinstance(second, float | int):
        return first != second
    if math.isnan(first) or math.isnan(second):
        return math.isnan(first) != math.isnan(second)
    return first != second and not math.isclose(first, second, rel_tol=ROUNDING, abs_tol=ZERO)


def losses_apart(arm: Arm, seeds: tuple[int, ...]) -> float:
    """Return on which share of the seeds the losses of an edited arm leave the healthy ones. Called in a worker."""
    return sum(leaves(arm, seed) for seed in seeds) / len(seeds)


def leaves(arm: Arm, seed: int) -> bool:
    """Train both in lockstep, in the plain loop, until they part. A broken ruler is none: the healthy loss is noted."""
    steps, ruled = arm.settings.steps, is_ruled(arm, seed)
    healthy = Alone(replace(arm, edits=()), seed, steps, replayed=False)
    broken = Alone(arm, seed, steps, replayed=False, ruled=ruled)
    with np.errstate(all="ignore"):
        for _ in range(steps):
            beat()
            if differ(healthy.advance(), broken.advance()):
                return True
    return False


def only_the_ruler(broken: Experiment, evidence: Evidence) -> str:
    """Return what differs though rows, parameters and outputs are the same; what is measured of gradients may."""
    found, (arm,) = evidence.own(broken.id), broken.arms
    twin = twin_of(arm, found.experiment)
    if arm.settings.own_ruler or not arm.settings.steps or twin is None:
        return ""
    facts: Facts = evidence.ask(trial, broken)
    if facts["trouble"] or not facts["same network"]:
        return ""
    for metric in broken.metrics:
        pair = found.of(metric, arm.name)[0], found.of(metric, twin.name)[0]
        if metric.partition(":")[0] not in OF_GRADIENTS and differ(*pair):
            return f"{metric} differs, but {RULER}"
    return ""
