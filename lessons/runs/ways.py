"""The way to train: the quickest that does, for this very arm, what the plain loop does.

A quick way shares the loop, the operations and the optimizer with the plain one, so nearly every edited line is edited
in it too. A few are not: those that only the plain way runs, and those that look at all rows or all parameters at once,
which in a batched model are those of many seeds. So both begin, and where they part the plain one is taken. Where the
losses of an edited arm are not those that the healthy library would say, the healthy ones are noted on the way.
"""

from collections.abc import Callable
from functools import lru_cache, partial

import numpy as np

from lessons.course.lesson import Arm
from lessons.runs.optimization import LOSSES
from lessons.runs.trained_model import Array
from lessons.runs.training import Alone, OneByOne, Together, begin

TRIED = 24  # steps
CLOSE = 1e-9  # relative distance that batched arithmetic may make

Training = Callable[[int], Alone | OneByOne | Together]  # begun anew at each call, for so many steps


def watched(arm: Arm, seed: int, steps: int) -> Alone:
    """Train one seed, replayed if that gives the plain loop's losses to the last bit."""
    return Alone(arm, seed, steps, replays(arm, seed), is_ruled(arm, seed))


def swept(arm: Arm, seeds: tuple[int, ...], steps: int) -> OneByOne | Together:
    """Train many seeds: as one batched model if two of them go as they go alone, else one by one."""
    if goes_together(arm, seeds[:2]):
        try:
            return Together(arm, seeds, steps)
        except Exception:  # an edited line may raise for a seed that was not tried
            pass
    return OneByOne(arm, seeds, steps, replays(arm, seeds[0]), is_ruled(arm, seeds[0]))


@lru_cache(512)
def replays(arm: Arm, seed: int) -> bool:
    """Return True if the replayed loop agrees with the plain one, bit for bit."""
    if arm.settings.batch_size is not None:
        return False
    return agree(partial(Alone, arm, seed, replayed=False), partial(Alone, arm, seed, replayed=True))


@lru_cache(512)
def goes_together(arm: Arm, seeds: tuple[int, ...]) -> bool:
    if arm.settings.until is not None or not arm.settings.steps:
        return False
    if is_ruled(arm, seeds[0]) or reads_values(arm, seeds[0]):
        return False
    return agree(partial(OneByOne, arm, seeds, replayed=False), partial(Together, arm, seeds), CLOSE)


def reads_values(arm: Arm, seed: int) -> bool:
    """Return True if model or loss look at numbers on their way: in a batched model they would see all seeds'."""
    try:
        run = begin(arm, seed)
        loss = LOSSES[arm.settings.loss](run.library)
        with run.library.recording.watch_reads() as reads:
            loss(run.model(run.library.Tensor(run.rows.x)), run.rows.y)
    except Exception:  # it raises: the plain way shows it
        return True
    return bool(reads)


@lru_cache(512)
def is_ruled(arm: Arm, seed: int) -> bool:
    """Return True if the arm's losses are other than the healthy ones of the same outputs and labels."""
    if not arm.edits or arm.settings.own_ruler or not arm.settings.steps:
        return False
    plain = partial(Alone, arm, seed, replayed=False)
    return not agree(plain, partial(plain, ruled=True), CLOSE)


def agree(plain: Training, quick: Training, within: float = 0.0) -> bool:
    """Return True if the first steps of two trainings have the same losses, to a relative distance."""
    try:
        ways = (training(TRIED) for training in (plain, quick))
        first, second = (np.array([way.advance() for _ in range(TRIED)]) for way in ways)
    except Exception:  # an edited line may raise anything, in one of them or in both: the plain way shows it
        return False
    return alike(first, second, within)


def alike(first: Array, second: Array, within: float = 0.0) -> bool:
    return first.shape == second.shape and np.allclose(first, second, rtol=within, atol=0, equal_nan=True)
