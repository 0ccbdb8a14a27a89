"""Which review of a concept comes next, and which seeds decide it. Nothing is random.

`round` counts the reviews of a concept so far. It picks the review, in turn, and seeds that no earlier round trained.
"""

from lessons.lesson import Lesson, Review

FIRST_SEED, SEEDS_APART = (
    2000,
    1000,
)  # far from the seeds of the lessons and of the judge; and from each other


def review_of(lesson: Lesson, concept: str, round: int) -> Review | None:
    """The review whose turn it is; None where the lesson has none for this concept."""
    reviews = [review for review in lesson.reviews if review.concept == concept]
    return reviews[round % len(reviews)] if reviews else None


def seeds_of(review: Review, round: int) -> tuple[int, ...]:
    first = FIRST_SEED + SEEDS_APART * round
    return tuple(range(first, first + review.experiment.seeds))
