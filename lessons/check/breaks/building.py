"""Every arm that is trained by the healthy library can be built and trained a step."""

from collections.abc import Iterator

from lessons.check.evidence import Evidence, experiments
from lessons.check.proof import Proof
from lessons.check.workers import Trouble
from lessons.format import LessonError
from lessons.lesson import Arm, Lesson
from lessons.runs.training import Alone


def prove_building(lesson: Lesson, evidence: Evidence) -> Iterator[Proof]:
    """What cannot be built ends the proofs: this says so, and nothing where all is well."""
    for experiment in experiments(lesson).values():
        for arm in experiment.arms:
            if not arm.edits:  # what an edited line raises is a finding
                try:
                    problem = evidence.ask(trouble, arm)
                except Trouble as found:
                    problem = f"it cannot be trained: {found}."
                if problem:
                    yield Proof(lesson.id, f"{experiment.id}, arm {arm.name}", problem)


def trouble(arm: Arm) -> str:
    """Why an arm cannot be trained one step, or nothing."""
    try:
        alone = Alone(arm, 0, arm.settings.steps, replayed=False)
    except (LessonError, ValueError, TypeError) as error:
        return f"it cannot be built: {error}"
    if arm.settings.steps:
        alone.advance()
    return f"it cannot be trained: {alone.trained.trouble}" if alone.trained.trouble else ""
