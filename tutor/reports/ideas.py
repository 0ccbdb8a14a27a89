"""What became of each idea that a learner was asked about: predictions, and reviews in new forms."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from progress.calibration import Judged
from tutor.reports.calibration import Calibration


@dataclass(frozen=True)
class Idea:
    """An idea that predictions were about, and what became of its reviews."""

    concept: str
    calibration: Calibration  # over all predictions and reviews
    kept: int  # reviews that were answered rightly
    asked: int  # reviews
    last: date | None  # the latest review
    is_known: bool  # the latest one was right


def idea_of(concept: str, found: Calibration, judged: Sequence[Judged]) -> Idea:
    """Sum up what was predicted and reviewed about an idea, in the order of time."""
    reviews = [each for each in judged if each.mode is None]
    latest = max(reviews, key=lambda each: each.day, default=None)
    kept = sum(each.right for each in reviews)
    return Idea(
        concept, found, kept, len(reviews), latest.day if latest else None, bool(latest and latest.right)
    )
