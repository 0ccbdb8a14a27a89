"""Sums up a group of predictions: mean confidence beside accuracy, and whether chance may explain the difference."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from progress.calibration import BY_CHANCE, Judged, brier_score

FEW = 5  # below this a group says little
NINE_IN_TEN = 1.645  # standard deviations either side that hold nine in ten


@dataclass(frozen=True, slots=True)
class Calibration:
    """How sure and how right a group of predictions was. `mean_confidence` and `accuracy` are shares."""

    count: int
    right: int
    mean_confidence: float
    accuracy: float
    brier: float

    @property
    def verdict(self) -> str:
        """The key of what it comes to: calibrated means that the confidence lies within what chance allows."""
        low, high = wilson(self.accuracy, self.count)
        if self.count < FEW:
            return "too_few"
        if self.mean_confidence > high:
            return "overconfident"
        return "underconfident" if self.mean_confidence < low else "calibrated"

    @property
    def against_chance(self) -> str:
        """The key of whether the Brier score is better than that of someone who always says 50 %."""
        if abs(self.brier - BY_CHANCE) < 0.005:  # no difference in the two digits that are shown
            return "same"
        return "better" if self.brier < BY_CHANCE else "worse"


def calibration_of(predictions: Sequence[Judged]) -> Calibration | None:
    """Sum up a group; None where there is nothing in it."""
    count, brier = len(predictions), brier_score(predictions)
    if brier is None:
        return None
    right = sum(each.right for each in predictions)
    return Calibration(
        count, right, sum(each.confidence for each in predictions) / count, right / count, brier
    )


def wilson(share: float, count: int) -> tuple[float, float]:
    """Compute Wilson's interval (1927): where the true share lies nine times in ten, if `share` of `count` were so."""
    z = NINE_IN_TEN
    middle = share + z * z / (2 * count)
    reach = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    return max(0.0, min(share, (middle - reach) / scale)), min(1.0, max(share, (middle + reach) / scale))
