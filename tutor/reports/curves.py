"""A learner's own run once more: the same seed gives the same curve, bit for bit, so no curve needs to be stored."""

from dataclasses import dataclass

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


def own_curves(lesson: Lesson, state: State) -> tuple[OwnCurves, ...]:
    """For each experiment the run that the learner watched last, trained again. What cannot be run is left out."""
    last = dict(state.seeds_run)
    found = (trained_again(lesson, name, last[name]) for name in lesson.experiments if name in last)
    return tuple(curves for curves in found if curves is not None)


def trained_again(lesson: Lesson, name: str, seed: int) -> OwnCurves | None:
    from lessons.experiment import PairedRun

    if not 0 <= seed < LARGEST_SEED:
        return None
    try:
        steps = list(PairedRun(lesson.broken, lesson.experiments[name], seed))
    except (LessonError, ValueError):
        return None
    return OwnCurves(name, seed, tuple(step.healthy for step in steps), tuple(step.broken for step in steps))
