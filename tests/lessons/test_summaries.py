"""A median and a band over seeds, of which some may have no value; and how two arms compare, seed by seed."""

import math
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from lessons.course.lesson import Arm, Experiment, Settings
from lessons.course.summaries import (
    Band,
    Majority,
    as_plain,
    as_shown,
    from_plain,
    pair_name,
    paired,
    recorded,
    summarise,
)
from lessons.runs.experiment import Measured

finite = some.floats(-1e9, 1e9)
values = some.lists(finite | some.none(), min_size=1, max_size=8)


@given(some.lists(finite, min_size=1, max_size=40))
def test_the_band_holds_the_median_and_the_extremes_hold_the_band(values: list[float]) -> None:
    band = summarise(values)
    assert isinstance(band, Band)
    assert (band.least, band.greatest) == (min(values), max(values))
    ranked = [band.least, band.p5, band.median, band.p95, band.greatest]
    slack = 1e-6
    for lower, higher in pairwise(ranked):
        assert lower is not None
        assert higher is not None
        assert lower <= higher + slack


def test_a_value_that_never_came_ranks_last_and_a_mean_needs_every_value() -> None:
    assert summarise([5.0, None, 5.0]) == Band(5.0, 5.0, None, None, 5.0, None)
    assert summarise([None, None, 1.0]) == Band(None, None, None, None, 1.0, None)
    assert summarise([1.0, 2.0, 6.0]).mean == 3.0  # type: ignore[union-attr]
    assert summarise([1.0, None]).mean is None  # type: ignore[union-attr]


def test_nan_stays_nan_and_words_are_summed_up_by_the_commonest() -> None:
    band = summarise([1.0, math.nan])
    assert isinstance(band, Band)
    assert math.isnan(band.median or 0)
    assert summarise(["plateau", "plateau", "slower"]) == Majority("plateau", 2 / 3)


@pytest.mark.parametrize(
    ("compare", "value", "reference", "found"),
    [
        ("ratio", 3.0, 2.0, 1.5),
        ("ratio", None, 2.0, math.inf),
        ("ratio", 2.0, None, 0.0),
        ("ratio", None, None, 1.0),
        ("ratio", 0.0, 0.0, math.nan),
        ("ratio", 1.0, 0.0, math.nan),
        ("difference", 3.0, 2.0, 1.0),
        ("difference", None, 2.0, math.inf),
        ("difference", 2.0, None, -math.inf),
        ("difference", None, None, 0.0),
        ("ratio", "plateau", 2.0, math.nan),
    ],
)
def test_a_seed_without_a_value_compares_as_infinite(compare: str, value: Any, reference: Any, found: float) -> None:
    assert paired(compare, value, reference) == pytest.approx(found, nan_ok=True)


@given(values)
def test_a_record_reads_back_as_the_summary(seeds: list[float | None]) -> None:
    summary = summarise(seeds)
    assert from_plain(as_plain(summary)) == summary


def test_what_is_unreadable_or_not_in_a_record_is_a_band_with_no_value() -> None:
    unreadable: list[Any] = [{"median": "x", "p5": []}, {}, None, 3, {"median": True}, {"word": 5}]
    assert [from_plain(found) for found in unreadable] == [Band(None)] * 6
    records: list[Any] = [{}, {"e": 3}, {"e": {"m": []}}, {"e": {"m": {"a": None}}}]
    assert [recorded(record, "e", "m", "a") for record in records] == [Band(None)] * 4


def measured(pairs: tuple[tuple[str, str, str, str], ...] = (), **arms: tuple[Any, ...]) -> Measured:
    settings = Settings({"name": "xor"}, {"name": "MLP"}, {}, 0)
    experiment = Experiment("e", tuple(Arm(name, settings) for name in arms), 2, metrics=("m",), pairs=pairs)
    return Measured(experiment, (0, 1), {name: {"m": found} for name, found in arms.items()})


def test_two_arms_compare_seed_by_seed_and_not_median_by_median() -> None:
    found = measured(healthy=(1.0, 4.0), broken=(4.0, 1.0))
    assert found.of("m", "ratio") == (4.0, 0.25)
    assert found.of("m", "difference") == (3.0, -3.0)


def test_a_record_holds_each_arm_and_each_pair_of_numbers_that_is_asked_for() -> None:
    pairs = (("m", "ratio", "c", "a"), ("m", "difference", "b", "a"))
    record = measured(pairs, a=(1.0, 1.0), b=(2.0, 2.0), c=(3.0, 3.0)).as_record()
    assert list(record["m"]) == ["a", "b", "c", "ratio", "difference b a"]
    assert record["m"]["ratio"]["median"] == 3.0
    assert record["m"]["difference b a"]["median"] == 1.0
    assert pair_name("ratio", "a", "c", ("a", "b", "c")) == "ratio a c"
    words = measured((("m", "ratio", "b", "a"),), a=("flat", "flat"), b=("plateau", None)).as_record()
    assert list(words["m"]) == ["a", "b"]


def test_a_single_run_is_noted_without_what_has_no_value() -> None:
    found = measured(healthy=(1.0, 4.0), broken=(None, 1.0))
    assert found.of_one_seed() == {"healthy": {"m": 1.0}, "broken": {}}


def test_of_what_is_1_or_0_the_share_of_the_seeds_is_shown_and_of_all_else_the_band() -> None:
    band = Band(1.0, 0.0, 1.0, 0.6, 0.0, 1.0)
    shown = as_shown(band, "solved")
    assert (shown.median, shown.p5, shown.p95) == (0.6, 0.6, 0.6)
    assert as_shown(band, "separable:hidden") == shown
    assert as_shown(band, "train_accuracy") == band
