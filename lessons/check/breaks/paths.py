"""What is watched, swept, judged and trained plainly agree: whole runs of every edited arm, not only first steps."""

from collections.abc import Iterator

import numpy as np

from lessons.check.evidence import Evidence, experiments
from lessons.check.pages import STRUCTURE, line_of_experiment
from lessons.check.proof import Proof
from lessons.check.worker_process import beat
from lessons.lesson import Arm, Experiment, Lesson
from lessons.runs.edits import LIBRARY, edited_files, edited_library, edited_text, import_copy, inside
from lessons.runs.training import Alone, OneByOne, Together
from lessons.runs.ways import alike, is_ruled, swept, watched

SEEDS = (0, 1)
WHOLE = 1e-6  # relative distance that rounding may grow to over a whole run


def paths_to_judge(lesson: Lesson) -> list[str]:
    return [f"one truth in every path of {each.id}" for each in edited(lesson)]


def edited(lesson: Lesson) -> list[Experiment]:
    return [each for each in experiments(lesson).values() if any(arm.edits for arm in each.arms)]


def prove_paths(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """Prove that the quick ways of every experiment with edited arms do what the plain loop does."""
    for what, each in zip(paths_to_judge(lesson), edited(lesson), strict=True):
        place = line_of_experiment(lesson, each.id)
        yield Proof(lesson.id, what, evidence.ask(problem_of, each), STRUCTURE, place)


def problem_of(experiment: Experiment) -> str:
    for arm in experiment.arms:
        if arm.edits and arm.settings.steps and (problem := parts(arm)):
            return f"arm {arm.name}: {problem}"
    return ""


def parts(arm: Arm) -> str:
    """Return where two seeds of an arm go another way than in the plain loop."""
    steps = arm.settings.steps
    plain = losses(OneByOne(arm, SEEDS, steps, False, is_ruled(arm, SEEDS[0])), steps)
    if not alike(plain, losses(swept(arm, SEEDS, steps), steps), WHOLE):
        return "many seeds at once do not do what the plain loop does."
    if not alike(plain[:, 0], losses(watched(arm, SEEDS[0], steps), steps)):
        return "the run that is watched does not do what the plain loop does."
    if not np.array_equal(plain_losses(arm, steps), judged_losses(arm, steps), equal_nan=True):
        return "the run that a repair is judged by does not do what the plain loop does."
    return ""


def plain_losses(arm: Arm, steps: int) -> np.ndarray:
    """Return what the broken library itself says of its loss, in the plain loop."""
    return losses(Alone(arm, SEEDS[0], steps, replayed=False), steps)


def judged_losses(arm: Arm, steps: int) -> np.ndarray:
    """Return the same by the broken library under another name, as the judge trains a learner's copy."""
    name, files = f"{edited_library(arm.edits).__name__}_judged", edited_files(arm.edits)
    library = import_copy(name, LIBRARY, {inside(file): edited_text(arm.edits, file) for file in files})
    return losses(Alone(arm, SEEDS[0], steps, False, library=library), steps)


def losses(way: Alone | OneByOne | Together, steps: int) -> np.ndarray:
    with np.errstate(all="ignore"):
        return np.array([advanced(way) for _ in range(steps)])


def advanced(way: Alone | OneByOne | Together) -> float | np.ndarray:
    beat()
    return way.advance()
