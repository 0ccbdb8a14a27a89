"""Whether two values, or two trainings, differ by more than other arithmetic makes."""

import math
from dataclasses import replace

import numpy as np

from lessons.check.working import beat
from lessons.lesson import Arm
from lessons.runs.training import Alone
from lessons.runs.ways import is_ruled
from lessons.summaries import Value

ROUNDING = 1e-6  # relative distance that rounding may make over a whole run
NOTHING = 1e-9  # what counts as zero


def far(first: Value, second: Value) -> bool:
    """Whether two values differ; a number that never came is another than any that did."""
    if not isinstance(first, float | int) or not isinstance(second, float | int):
        return first != second
    if math.isnan(first) or math.isnan(second):
        return math.isnan(first) != math.isnan(second)
    return first != second and not math.isclose(first, second, rel_tol=ROUNDING, abs_tol=NOTHING)


def losses_apart(arm: Arm, seeds: tuple[int, ...]) -> float:
    """On which share of the seeds the losses of an edited arm leave the healthy ones. Called in a worker."""
    return sum(leaves(arm, seed) for seed in seeds) / len(seeds)


def leaves(arm: Arm, seed: int) -> bool:
    """Train both in lockstep, in the plain loop, until they part. A broken ruler is none: the healthy loss is noted."""
    steps, ruled = arm.settings.steps, is_ruled(arm, seed)
    healthy = Alone(replace(arm, edits=()), seed, steps, replayed=False)
    broken = Alone(arm, seed, steps, replayed=False, ruled=ruled)
    with np.errstate(all="ignore"):
        for _ in range(steps):
            beat()
            if far(healthy.advance(), broken.advance()):
                return True
    return False
