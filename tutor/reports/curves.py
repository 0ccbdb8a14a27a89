"""A learner's own run once more: the same seed gives the same curve, bit for bit, so no curve needs to be stored."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile

from lessons.cascade import State
from lessons.schema import Lesson, LessonError

LARGEST_SEED = 2**32


@dataclass(frozen=True)
class OwnCurves:
    """The losses of one run, at every step."""

    experiment: str
    seed: int
    healthy: tuple[float, ...]
    broken: tuple[float, ...]


Curves = Callable[[Lesson, State], tuple[OwnCurves, ...]]


def no_curves(lesson: Lesson, state: State) -> tuple[OwnCurves, ...]:
    """None: for whoever cannot wait."""
    return ()


def own_curves(
    lesson: Lesson, state: State, wanted: Callable[[], bool] = lambda: True
) -> tuple[OwnCurves, ...]:
    """For each experiment the run that the learner watched last, trained again. What cannot be run is left out.

    Training ends early once it is not `wanted` any more.
    """
    last = dict(state.seeds_run)
    found = (trained_again(lesson, name, last[name], wanted) for name in lesson.experiments if name in last)
    return tuple(curves for curves in found if curves is not None)


def trained_again(lesson: Lesson, name: str, seed: int, wanted: Callable[[], bool]) -> OwnCurves | None:
    from lessons.experiment import PairedRun

    if not 0 <= seed < LARGEST_SEED:
        return None
    try:
        run = PairedRun(lesson.broken, lesson.experiments[name], seed)
        steps = list(takewhile(lambda _: wanted(), run))
    except (LessonError, ValueError):
        return None
    return OwnCurves(name, seed, tuple(step.healthy for step in steps), tuple(step.broken for step in steps))
