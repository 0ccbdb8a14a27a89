"""The whiskers of the calibration plot."""

import pytest

from tutor.reports.interval import wilson


def test_a_share_seen_once_says_little() -> None:
    low, high = wilson(1.0, 1)
    assert low < 0.35
    assert high == 1.0


def test_the_ends_are_where_the_share_is_as_unlikely_as_it_may_be() -> None:
    # Wilson's ends solve (share − p)² = z² p (1 − p) / count.
    for end in wilson(0.7, 10):
        assert (0.7 - end) ** 2 == pytest.approx(1.645**2 * end * (1 - end) / 10)


def test_the_interval_narrows_with_more_cases() -> None:
    widths = [high - low for low, high in (wilson(0.5, count) for count in (4, 40, 400))]
    assert widths == sorted(widths, reverse=True)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_it_stays_a_share_and_holds_what_was_seen(share: float) -> None:
    low, high = wilson(share, 5)
    assert 0 <= low <= share <= high <= 1
