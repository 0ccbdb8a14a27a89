"""How far a share that was seen in few cases can be trusted."""

from math import sqrt

NINE_IN_TEN = 1.645  # standard deviations either side that hold nine in ten


def wilson(share: float, count: int) -> tuple[float, float]:
    """Wilson's interval (1927): where the true share lies nine times in ten, if `share` of `count` cases were so."""
    z = NINE_IN_TEN
    middle = share + z * z / (2 * count)
    reach = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    return max(0.0, min(share, (middle - reach) / scale)), min(1.0, max(share, (middle + reach) / scale))
