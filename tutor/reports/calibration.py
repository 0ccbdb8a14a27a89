"""How sure people were, beside how often they were right."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

LOWEST = (0.5, 0.6, 0.7, 0.8, 0.9)  # where each bin begins; the last one ends at certainty
NINE_IN_TEN = 1.645  # standard deviations either side that hold nine in ten


@dataclass(frozen=True, slots=True)
class Forecast:
    """How sure someone was, and whether they were right."""

    confidence: float
    right: bool


@dataclass(frozen=True, slots=True)
class Bin:
    """The forecasts of about the same sureness. `low` and `high`: where the true share may well be, with so few."""

    lowest: float
    count: int
    said: float
    right: float
    low: float
    high: float


def bins(forecasts: Iterable[Forecast]) -> tuple[Bin, ...]:
    """Five bins of ten points; those that nobody used are left out."""
    groups: dict[float, list[Forecast]] = {lowest: [] for lowest in LOWEST}
    for forecast in forecasts:
        reached = [lowest for lowest in LOWEST if lowest <= forecast.confidence + 1e-9]
        groups[reached[-1] if reached else LOWEST[0]].append(forecast)
    return tuple(summed_up(lowest, group) for lowest, group in groups.items() if group)


def summed_up(lowest: float, group: Sequence[Forecast]) -> Bin:
    count = len(group)
    right = sum(forecast.right for forecast in group)
    said = sum(forecast.confidence for forecast in group) / count
    return Bin(lowest, count, said, right / count, *wilson(right, count))


def wilson(right: int, count: int) -> tuple[float, float]:
    """Wilson's interval (1927) for a share seen in few cases; here the one that holds nine in ten."""
    z, share = NINE_IN_TEN, right / count
    middle = share + z * z / (2 * count)
    reach = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def brier(forecasts: Sequence[Forecast]) -> float | None:
    """Brier's score (1950): the mean squared distance between the sureness and what came true. 0 is best."""
    if not forecasts:
        return None
    return sum((forecast.confidence - forecast.right) ** 2 for forecast in forecasts) / len(forecasts)
