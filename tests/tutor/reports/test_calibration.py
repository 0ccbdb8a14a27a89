"""What a group of predictions comes to, and how far its share can be trusted."""

import pytest

from progress.calibration import Judged
from tests.tutor.reports.conftest import FIRST_DAY, LESSON
from tutor.reports.calibration import calibration_of, wilson


def test_a_share_seen_once_says_little() -> None:
    low, high = wilson(1.0, 1)
    assert low < 0.35
    assert high == 1.0


def test_the_ends_are_where_the_share_is_as_unlikely_as_it_may_be() -> None:
    # Wilson's ends solve (share − p)² = z² p (1 − p) / count.
    for end in wilson(0.7, 10):
        assert (0.7 - end) ** 2 == pytest.approx(1.645**2 * end * (1 - end) / 10)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_it_stays_a_share_and_holds_what_was_seen(share: float) -> None:
    low, high = wilson(share, 5)
    assert 0 <= low <= share <= high <= 1


@pytest.mark.parametrize(
    ("sure", "right", "count", "verdict"),
    [
        (0.9, 4, 20, "overconfident"),
        (0.6, 19, 20, "underconfident"),
        (0.8, 16, 20, "calibrated"),
        (0.33, 7, 20, "calibrated"),
        (0.99, 0, 4, "too_few"),
        (0.99, 0, 5, "overconfident"),
    ],
)
def test_whether_a_group_is_calibrated(sure: float, right: int, count: int, verdict: str) -> None:
    group = [Judged(LESSON, str(number), sure, number < right, FIRST_DAY) for number in range(count)]
    found = calibration_of(group)
    assert found is not None
    assert found.verdict == verdict
