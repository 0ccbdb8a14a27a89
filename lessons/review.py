"""A review: an idea comes back as a sibling of what the lesson asked, and a fresh run decides it. Nothing is random.

`round` counts the reviews of an idea so far. It picks the sibling, in turn, and seeds that no earlier round trained.
"""

from collections.abc import Iterator

from lessons.experiment import Sweeping, sweep, sweep_seeds
from lessons.grading import Verdict, grade
from lessons.measured import Measured, as_record
from lessons.schema import Lesson, Sibling

FIRST_SEED, SEEDS_APART = (
    2000,
    1000,
)  # far from the seeds of the lessons and of the judge; and from each other


def sibling_of(lesson: Lesson, concept: str, round: int) -> Sibling | None:
    """The sibling whose turn it is; None where the lesson has none for this idea."""
    siblings = [sibling for sibling in lesson.siblings if sibling.concept == concept]
    return siblings[round % len(siblings)] if siblings else None


def seeds_of(sibling: Sibling, round: int) -> tuple[int, ...]:
    return sweep_seeds(FIRST_SEED + SEEDS_APART * round, sibling.experiment.seeds)


def train(sibling: Sibling, round: int) -> Iterator[Sweeping | Measured]:
    """The sibling's own sweep, healthy and broken: Sweeping all along, and at the very end the Measured."""
    return sweep(sibling.broken, sibling.experiment, seeds_of(sibling, round))


def graded(sibling: Sibling, answer: str, measured: Measured) -> Verdict:
    """Who was right, by the run that has just ended."""
    return grade(sibling.question, answer, {sibling.id: as_record(measured)})
