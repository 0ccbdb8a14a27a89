"""Pictures of what runs measured: the axes end where the numbers end, every seed is there, and each says the same."""

from dataclasses import replace
from math import inf, nan
from typing import Any

import numpy as np
import pytest

from lessons.lesson import Arm, Edit, Experiment
from lessons.pictures import (
    Bars,
    Curves,
    Histogram,
)
from lessons.runs.experiment import WatchedRun, sweep
from lessons.runs.measured import Measured
from lessons.runs.pictures import PICTURES, picture_of, picture_of_sweep
from lessons.runs.pictures.axes import loss_axis, rounded, span_axis
from lessons.runs.pictures.curves import percentile
from lessons.runs.pictures.labels import Labels, varied_option
from lessons.summaries import percentile as percentile_of_values
from lessons.vocabulary import PICTURES as NAMES
from tests.lessons.runs.drawing import PAGE, STRAIGHT, TEXT, alone, drawn, experiment, pair, settings, widths


def swept(chosen: Experiment, seeds: int = 3) -> Measured:
    *_, measured = sweep(chosen, tuple(range(seeds)))
    assert isinstance(measured, Measured)
    return measured


def drawn_sweep(chosen: Experiment) -> Any:
    (picture,) = picture_of_sweep(swept(chosen), PAGE, TEXT)
    return picture


def test_every_picture_of_the_vocabulary_can_be_made() -> None:
    assert set(PICTURES) == set(NAMES)


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_what_cannot_be_drawn_of_an_experiment_gives_way_to_its_losses(name: str) -> None:
    (picture, *_) = drawn(alone("sequence", {"name": "recurrence"}, picture=name))
    assert picture.says


def test_nothing_is_drawn_of_what_was_never_trained() -> None:
    assert drawn(alone(steps=0)) == ()
    assert picture_of_sweep(swept(alone(steps=0)), PAGE, TEXT) == ()


# Curves.


def test_the_losses_of_both_arms_stand_over_the_steps_so_far() -> None:
    chosen = pair()
    (curves,) = drawn(chosen)
    assert isinstance(curves, Curves)
    assert [curve.role for curve in curves.curves] == ["healthy", "broken"]
    assert all(curve.x == tuple(range(12)) and len(curve.y) == 12 for curve in curves.curves)
    assert curves.says.startswith("Says.curves")


def test_a_run_that_has_only_begun_keeps_the_axis_of_the_whole() -> None:
    chosen = pair()
    run = WatchedRun(chosen, 0)
    next(iter(run))
    (curves,) = picture_of(chosen, run.trained, PAGE, TEXT)
    assert isinstance(curves, Curves)
    assert curves.x.high == 12


def test_an_arm_is_called_what_the_page_calls_it() -> None:
    chosen = experiment(Arm("narrow", settings()))
    (curves,) = drawn(chosen)
    assert curves.curves[0].name == "eight units"


@pytest.mark.parametrize(
    ("losses", "low", "high"),
    [((1.6, 0.0021), 0.002, 2.0), ((3.1, 0.5), 0.5, 5.0), ((1.6, 0.0, nan, inf), 1.0, 2.0)],
)
def test_a_loss_axis_ends_where_the_losses_end(losses: tuple[float, ...], low: float, high: float) -> None:
    axis = loss_axis("loss", losses)
    assert (axis.low, axis.high, axis.log) == (pytest.approx(low), pytest.approx(high), True)


def test_losses_that_are_all_zero_have_no_logarithm() -> None:
    assert not loss_axis("loss", (0.0, nan)).log


@pytest.mark.parametrize(
    ("value", "below", "above"), [(0.03, 0.02, 0.05), (1, 1, 1), (7, 5, 10), (0.0049, 0.002, 0.005)]
)
def test_axes_end_at_round_numbers(value: float, below: float, above: float) -> None:
    assert (rounded(value, down=True), rounded(value)) == (pytest.approx(below), pytest.approx(above))


def test_long_runs_are_thinned_and_keep_both_ends() -> None:
    (curves,) = drawn(alone("xor", {"name": "MLP", "sizes": [2, 2]}, steps=1000))
    (curve,) = curves.curves
    assert len(curve.x) <= 400
    assert (curve.x[0], curve.x[-1]) == (0, 999)


def test_a_sweep_shows_every_seed_and_the_band_around_the_middle() -> None:
    curves = drawn_sweep(pair())
    for curve in curves.curves:
        assert len(curve.faint) == 3
        for low, middle, high in zip(curve.low, curve.y, curve.high, strict=True):
            assert low <= middle <= high


def test_no_more_than_64_seeds_are_drawn() -> None:
    measured = swept(alone("xor", {"name": "MLP", "sizes": [2, 2]}), seeds=3)
    many = {arm: np.tile(losses, (1, 30)) for arm, losses in measured.losses.items()}
    (curves,) = picture_of_sweep(replace(measured, losses=many), PAGE, TEXT)
    assert isinstance(curves, Curves)
    assert len(curves.curves[0].faint) == 64


def test_percentiles_are_those_of_the_tables() -> None:
    values = np.random.default_rng(0).random((4, 11))
    for place in (0.05, 0.5, 0.95):
        expected = [percentile_of_values(row.tolist(), place) for row in values]
        assert percentile(values, place) == pytest.approx(expected)


def test_a_seed_that_diverged_ranks_above_every_number() -> None:
    assert percentile(np.array([[1.0, nan, 2.0]]), 0.5) == 2
    assert percentile(np.array([[1.0, nan, nan]]), 0.5) == inf


# Bars and trends.


def test_bars_show_the_first_number_that_the_experiment_measures() -> None:
    bars = drawn_sweep(pair(picture="bars", metrics=("curve", "val_accuracy", "final_loss")))
    assert isinstance(bars, Bars)
    assert (bars.axis.low, bars.axis.high) == (0, 1)
    assert [bar.role for bar in bars.bars] == ["healthy", "broken"]
    assert all(bar.low is not None and bar.low <= bar.value <= (bar.high or 0) for bar in bars.bars)
    assert "held-out accuracy" in bars.title


def test_what_is_measured_as_drawn_is_shown_as_bars() -> None:
    untrained = experiment(Arm("only", settings(steps=0)), metrics=("train_accuracy",))
    assert isinstance(drawn_sweep(untrained), Bars)


def test_an_arm_without_a_value_is_said_to_have_none() -> None:
    bars = drawn_sweep(pair(picture="bars", metrics=("steps_to_loss:1.4", "steps_to_loss:1e-9")))
    assert isinstance(bars, Bars)
    (curves,) = picture_of_sweep(swept(pair(picture="bars", metrics=("steps_to_loss:1e-9",))), PAGE, TEXT)
    assert isinstance(curves, Curves)  # no arm has one: there are only the losses to show


def test_a_trend_goes_over_the_varied_setting_with_a_line_a_seed() -> None:
    trend = drawn_sweep(widths())
    assert isinstance(trend, Curves)
    (curve,) = trend.curves
    assert curve.x == (4.0, 16.0, 64.0)
    assert len(curve.faint) == 3
    assert (trend.x.name, trend.x.log) == ("axis.hidden", True)
    assert trend.says.startswith("Says.trend")


def test_a_share_over_a_setting_spans_all_of_it() -> None:
    trend = drawn_sweep(widths(metrics=("train_accuracy",)))
    assert (trend.y.low, trend.y.high, trend.y.log) == (0, 1, False)


def test_a_power_of_a_setting_over_decades_is_a_straight_line() -> None:
    moved = drawn_sweep(widths(metrics=("weight_norm:fc1.weight",)))
    assert (moved.x.log, moved.y.log) == (True, True)


def test_one_seed_has_a_trend_without_a_band() -> None:
    (trend,) = drawn(widths())
    assert trend.curves[0].faint == ()


@pytest.mark.parametrize(("values", "log"), [((8, 512), True), ((1, 5), False), ((-1, 100), False)])
def test_an_axis_is_logarithmic_where_its_values_span_a_decade(values: tuple[float, ...], log: bool) -> None:
    assert span_axis("width", values).log is log


def test_the_varied_setting_is_what_the_first_two_arms_differ_in() -> None:
    assert varied_option(widths()) == "hidden"
    both = experiment(Arm("a", settings()), Arm("b", settings(batch_size=4)))
    assert Labels(both, PAGE, TEXT).varied() == "batch size"


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_an_arm_that_raised_does_not_take_the_picture_with_it(name: str) -> None:
    raising = Arm("broken", settings(), (Edit(STRAIGHT.file, STRAIGHT.before, "return x.nothing()"),))
    (picture, *_) = drawn(
        experiment(Arm("healthy", settings()), raising, picture=name, metrics=("final_loss",))
    )
    assert picture.says


# Where the seeds ended.


def test_every_seed_stands_in_the_bin_in_which_it_ended() -> None:
    chosen = replace(pair(picture="spread"), metrics=("final_loss",), shown=("healthy",))
    histogram = drawn_sweep(chosen)
    assert isinstance(histogram, Histogram)
    assert [sum(counts) for counts in histogram.counts.values()] == [3]
    assert len(histogram.edges) == 1 + len(*histogram.counts.values())


def test_seeds_without_a_value_stand_in_no_bin() -> None:
    chosen = replace(pair(picture="spread"), metrics=("steps_to_loss:-1",))
    (picture,) = picture_of_sweep(swept(chosen), PAGE, TEXT)
    assert isinstance(picture, Curves)
