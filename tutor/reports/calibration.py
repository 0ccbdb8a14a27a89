"""Sums up a group of predictions: mean confidence beside accuracy, and whether chance may explain the difference."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from progress.calibration import Judged
from tutor.reports.words import percent
from tutor.words.text import Text

FEW = 5  # below this a group says little
NINE_IN_TEN = 1.645  # standard deviations either side that hold nine in ten


@dataclass(frozen=True, slots=True)
class Calibration:
    """How sure and how right a group of predictions was. `mean_confidence` and `accuracy` are shares."""

    count: int
    right: int
    mean_confidence: float
    accuracy: float

    @property
    def verdict(self) -> str:
        """The key of what it comes to: calibrated means that the confidence lies within what chance allows."""
        low, high = wilson(self.accuracy, self.count)
        if self.count < FEW:
            return "too_few"
        if self.mean_confidence > high:
            return "overconfident"
        return "underconfident" if self.mean_confidence < low else "calibrated"

    def words(self, text: Text) -> str:
        """Say `said 33 %, came true 0 %, of 62`, and what it comes to."""
        said, true = percent(self.mean_confidence), percent(self.accuracy)
        verdict = text(f"calibration.{self.verdict}")
        return f"{text('report.said_true', said=said, true=true, count=self.count)}: {verdict}"


def calibration_of(predictions: Sequence[Judged]) -> Calibration | None:
    """Sum up a group; None where there is nothing in it."""
    count, right = len(predictions), sum(each.right for each in predictions)
    if not count:
        return None
    return Calibration(count, right, sum(each.confidence for each in predictions) / count, right / count)


def wilson(share: float, count: int) -> tuple[float, float]:
    """Compute Wilson's interval (1927): where the true share lies nine times in ten, if `share` of `count` were so."""
    z = NINE_IN_TEN
    middle = share + z * z / (2 * count)
    reach = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    return max(0.0, min(share, (middle - reach) / scale)), min(1.0, max(share, (middle + reach) / scale))
