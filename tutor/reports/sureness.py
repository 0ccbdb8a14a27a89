"""A group of predictions together: how sure the learner was, how much came true, and which way they lean."""

from collections.abc import Sequence
from dataclasses import dataclass

from progress.calibration import BY_CHANCE, Judged, brier_score
from tutor.reports.interval import wilson

FEW = 5  # below this a group says little


@dataclass(frozen=True, slots=True)
class Sureness:
    """`said` and `came_true` are shares of `count`."""

    count: int
    right: int
    said: float
    came_true: float
    brier: float

    @property
    def leaning(self) -> str:
        """A key: `few`, `surer` than right, `modest`, or `fair`, where what was said lies within what chance allows."""
        low, high = wilson(self.came_true, self.count)
        if self.count < FEW:
            return "few"
        if self.said > high:
            return "surer"
        return "modest" if self.said < low else "fair"

    @property
    def against_chance(self) -> str:
        """A key: whether the Brier score is better than that of someone who always says 50 %."""
        if abs(self.brier - BY_CHANCE) < 0.005:  # no difference in the two digits that are shown
            return "same"
        return "better" if self.brier < BY_CHANCE else "worse"


def sureness(predictions: Sequence[Judged]) -> Sureness | None:
    """What a group comes to; None where there is nobody in it."""
    count, brier = len(predictions), brier_score(predictions)
    if brier is None:
        return None
    right = sum(each.right for each in predictions)
    return Sureness(count, right, sum(each.confidence for each in predictions) / count, right / count, brier)
