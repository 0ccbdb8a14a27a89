"""Every arm that is trained by the healthy library can be built and trained a step."""

from collections.abc import Iterator

from lessons.check.evidence import Evidence, experiments
from lessons.check.proof import Proof
from lessons.check.workers import Trouble
from lessons.format import LessonError
from lessons.lesson import Arm, Lesson
from lessons.runs.training import Alone


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
