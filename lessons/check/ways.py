"""What is watched, swept and trained plainly agree: whole runs of every edited arm, and not only their first steps."""

from collections.abc import Iterator

import numpy as np

from lessons.check.evidence import Evidence, experiments
from lessons.check.proof import Proof
from lessons.check.working import beat
from lessons.lesson import Arm, Experiment, Lesson
from lessons.runs.training import Alone, OneByOne, Together
from lessons.runs.ways import alike, is_ruled, swept, watched

SEEDS = (0, 1)
WHOLE = 1e-6  # relative distance that rounding may grow to over a whole run


def prove_ways(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """For every experiment with edited arms, its quick ways do what the plain loop does."""
    for name, each in experiments(lesson).items():
        if any(arm.edits for arm in each.arms):
            yield Proof(lesson.id, f"one truth in every path of {name}", evidence.ask(problem_of, each))


def problem_of(experiment: Experiment) -> str:
    for arm in experiment.arms:
        if arm.edits and arm.settings.steps and (problem := parts(arm)):
            return f"arm {arm.name}: {problem}"
    return ""


def parts(arm: Arm) -> str:
    """Where two seeds of an arm go another way than in the plain loop."""
    steps = arm.settings.steps
    plain = losses(OneByOne(arm, SEEDS, steps, False, is_ruled(arm, SEEDS[0])), steps)
    if not alike(plain, losses(swept(arm, SEEDS, steps), steps), WHOLE):
        return "many seeds at once do not do what the plain loop does."
    if not alike(plain[:, 0], losses(watched(arm, SEEDS[0], steps), steps)):
        return "the run that is watched does not do what the plain loop does."
    return ""


def losses(way: Alone | OneByOne | Together, steps: int) -> np.ndarray:
    with np.errstate(all="ignore"):
        return np.array([advanced(way) for _ in range(steps)])


def advanced(way: Alone | OneByOne | Together) -> float | np.ndarray:
    beat()
    return way.advance()
