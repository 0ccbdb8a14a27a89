"""Sweeps of a few chunks, and what makes two of them the same."""

from collections.abc import Sequence
from dataclasses import replace

from lessons.lesson import Arm
from lessons.runs.chunks import Executor, Sweep, here, sweep_all
from lessons.runs.experiment import GROUP, sweep
from lessons.runs.measured import Measured
from tests.lessons.runs.drawing import STRAIGHT, experiment, settings

RAISES = replace(STRAIGHT, after="return x.gelu() if x.data.max() < 0.7 else x.nothing()")
METRICS = ("final_loss", "steps_to_loss:1.4", "curve", "outcome", "rank_w2w1")


def three_chunks() -> list[Sweep]:
    """Two experiments: one that both arms train whole, and one whose second arm raises, for some seeds later."""
    whole = experiment(Arm("healthy", settings()), Arm("broken", settings(), (STRAIGHT,)), metrics=METRICS)
    raising = experiment(Arm("healthy", settings()), Arm("broken", settings(), (RAISES,)), metrics=METRICS)
    return [Sweep(whole, tuple(range(5, 5 + GROUP + 3))), Sweep(raising, (0, 1, 2), 5)]


def swept(sweeps: Sequence[Sweep], executor: Executor = here) -> list[Measured]:
    found = {place: item for place, item in sweep_all(sweeps, executor) if isinstance(item, Measured)}
    return [found[place] for place in range(len(sweeps))]


def swept_by_one_process(sweeps: Sequence[Sweep]) -> list[Measured]:
    """As a lesson in the app does it."""
    found = []
    for each in sweeps:
        *_, measured = sweep(each.experiment, each.seeds, each.steps)
        assert isinstance(measured, Measured)
        found.append(measured)
    return found


def bits(measured: Measured) -> tuple[object, ...]:
    """Everything that was measured, to the last bit; NaN is equal to NaN."""
    losses = {arm: (each.shape, each.tobytes()) for arm, each in measured.losses.items()}
    return measured.experiment.names, measured.seeds, repr(measured.values), losses
