"""A median and a band over seeds, of which some may have no value."""

import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as some

from lessons.measured import Band, Commonest, Measured, as_record, from_record, percentile, summarise

finite = some.floats(-1e9, 1e9)


@given(some.lists(finite, min_size=1, max_size=40))
def test_the_middle_is_the_median(values: list[float]) -> None:
    assert percentile(values, 0.5) == pytest.approx(statistics.median(values), rel=1e-9, abs=1e-6)


@given(some.lists(finite, min_size=1, max_size=40))
def test_the_band_holds_the_median(values: list[float]) -> None:
    band = summarise(values)
    assert isinstance(band, Band)
    assert band.p5 is not None
    assert band.median is not None
    assert band.p95 is not None
    slack = 1e-6
    assert (
        min(values) - slack
        <= band.p5
        <= band.median + slack
        <= band.p95 + 2 * slack
        <= max(values) + 3 * slack
    )


def test_a_value_that_never_came_ranks_last() -> None:
    assert summarise([3.0, None, 1.0]) == Band(3.0, pytest.approx(1.2), None)
    assert summarise([None, None, 1.0]) == Band(None, None, None)


def test_nan_stays_nan() -> None:
    band = summarise([1.0, math.nan])
    assert isinstance(band, Band)
    assert math.isnan(band.median or 0)


def test_words_are_summed_up_by_the_commonest() -> None:
    assert summarise(["plateau", "plateau", "slower"]) == Commonest("plateau", pytest.approx(2 / 3))


@given(some.lists(finite | some.none(), min_size=1, max_size=8))
def test_a_record_reads_back_as_the_summary(values: list[float | None]) -> None:
    measured = Measured("e", tuple(range(len(values))), 1, {"m": tuple(values)}, {"m": tuple(values)})
    assert from_record(as_record(measured)["m"]["healthy"]) == measured.summary("m", "healthy")


def test_an_unreadable_record_is_a_band_with_no_value() -> None:
    assert from_record({"median": "x", "p5": []}) == Band(None, None, None)
