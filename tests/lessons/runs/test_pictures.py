"""Pictures of what runs measured: the axes end where the numbers end, every seed is there, and each says the same."""

from dataclasses import replace
from itertools import pairwise
from math import inf, log10, nan
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from lessons.course.lesson.lesson import Arm, Experiment, Question
from lessons.course.lesson.pictures import HIGHEST_LOSS, Bars, Curves, loss_axis, rounded, span_axis, value_axis
from lessons.course.lesson.summaries import percentile as percentile_of_values
from lessons.course.lesson.value_words import number
from lessons.runs.experiment import Measured, Sweeping, WatchedRun, Ways, sweep
from lessons.runs.pictures import PICTURES, bet_bars_so_far, drawn_live, picture_of, picture_of_sweep
from lessons.runs.pictures.curves import percentile
from lessons.runs.pictures.grids import grid_words
from lessons.runs.pictures.labels import Labels, varied_option
from minimodel.lab import tense
from tests.lessons.runs.drawing import PAGE, STRAIGHT, TEXT, alone, drawn, experiment, pair, settings, widths


def swept(chosen: Experiment, seeds: int = 3) -> Measured:
    *_, measured = sweep(chosen, tuple(range(seeds)))
    assert isinstance(measured, Measured)
    return measured


def drawn_sweep(chosen: Experiment) -> Any:
    (picture,) = picture_of_sweep(Labels(chosen, PAGE, TEXT), swept(chosen))
    return picture


def bars_of(*metrics: str) -> Any:
    return drawn_sweep(pair(picture="bars", metrics=metrics))


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_what_cannot_be_drawn_gives_way_to_the_losses_of_the_arms_that_did_not_raise(name):
    raising = Arm("broken", settings(), (replace(STRAIGHT, after="return x.nothing()"),))
    arms = Arm("healthy", settings()), raising
    for chosen in (
        alone("sequence", {"name": "recurrence"}, picture=name),
        experiment(*arms, picture=name, metrics=("final_loss",)),
    ):
        (picture, *_) = drawn(chosen)
        assert picture.says


def test_while_it_trains_the_losses_stand_for_a_picture_that_is_measured_first():
    chosen = replace(pair(), pictures=("bars", "grid"))
    assert drawn_live(chosen) == ["curves", "grid"]


def test_cells_that_are_wrong_are_named_whether_they_were_trained_on_or_held_out():
    cells = {(1, 0): "held-out-wrong", (0, 1): "wrong", (0, 0): "right", (1, 1): "held-out-right"}
    said = grid_words(Labels(alone(), PAGE, TEXT), "only", cells, tense)
    first, second = tense.VERBS[:2]
    assert f"{tense.PRONOUNS[1]} + {first.name}, {tense.PRONOUNS[0]} + {second.name}" in said


def test_nothing_is_drawn_of_what_was_never_trained():
    assert drawn(alone(steps=0)) == ()
    assert picture_of_sweep(Labels(alone(steps=0), PAGE, TEXT), swept(alone(steps=0))) == ()


def test_the_losses_of_both_arms_stand_over_the_steps_so_far():
    (curves,) = drawn(pair())
    assert [curve.role for curve in curves.curves] == ["healthy", "broken"]
    assert all(curve.x == tuple(range(12)) and len(curve.y) == 12 for curve in curves.curves)
    assert curves.says.startswith("Says.curves")


def test_a_run_that_has_only_begun_keeps_the_axis_of_the_whole_and_the_pages_name():
    chosen = experiment(Arm("narrow", settings()))
    run = WatchedRun(chosen, 0)
    next(iter(run))
    (curves,) = picture_of(Labels(chosen, PAGE, TEXT), run.trained)
    assert (curves.x.high, curves.curves[0].name) == (12, "eight units")


@given(some.lists(some.floats(1e-300, HIGHEST_LOSS) | some.sampled_from([0.0, nan, inf]), min_size=1, max_size=20))
def test_the_axis_of_a_run_under_way_only_grows_and_begins_at_a_whole_power_of_ten(losses):
    axes = [loss_axis("loss", losses[:count]) for count in range(1, len(losses) + 1)]
    first = next((place for place, loss in enumerate(losses) if 0 < loss < inf), len(losses))
    known = axes[first:]  # without a loss the axis is empty
    for axis, later in pairwise(known):
        assert later.low <= axis.low
        assert axis.high <= later.high
    assert all(axis.log and log10(axis.low) == pytest.approx(round(log10(axis.low))) for axis in known)


@pytest.mark.parametrize(("losses", "low", "high"), [((1.6, 0.0021), 0.001, 2.0), ((3.1, 0.5), 0.1, 5.0)])
def test_a_loss_axis_ends_where_the_losses_end(losses, low, high):
    axis = loss_axis("loss", losses)
    assert (axis.low, axis.high) == (pytest.approx(low), pytest.approx(high))


def test_a_loss_axis_goes_to_where_an_earlier_run_has_ended():
    (curves,) = drawn(pair(ends=(3e-6, 0.4)))
    assert curves.y.low == pytest.approx(1e-6)


def test_a_bet_stands_in_the_chart_it_is_about_or_in_bars_beside_it_and_after_what_that_says():
    number = Question("end", "number", "plane", "final_loss", arm="broken")
    steps = Question("steps", "direction", "plane", "steps_to_loss_0.1", arm="broken", against="healthy")
    share = Question("share", "number", "plane", "val_accuracy", arm="broken", percent=True)
    side = Question("side", "direction", "plane", "val_accuracy", arm="broken", against="healthy")
    said = ((number, ("1e-5",)), (steps, ("fewer",)), (share, ("80 %",)), (side, ("fewer",)))
    curves, bars = drawn(pair(bets=said))
    assert [(bet.spans, bet.low, bet.high, bet.is_across) for bet in curves.bets] == [
        (((1e-5, 1e-5),), "", "", False),
        ((), "broken", "healthy", True),
    ]
    assert curves.y.low <= 1e-5
    assert curves.says.endswith("Bet.yours answer=bet.sooner arm=broken.")
    assert [bar.role for bar in bars.bars] == ["healthy", "broken", ""]
    assert (bars.bars[-1].low, bars.bars[-1].high) == (0.8, 0.8)
    assert bars.title.endswith("bet.yours answer=bet.lower arm=broken")
    assert bars.says.endswith("Bet.yours answer=bet.lower arm=broken.")


def test_bars_that_show_the_bet_are_drawn_once_and_do_not_take_the_place_of_the_losses():
    said = ((Question("share", "number", "plane", "val_accuracy", arm="broken", percent=True), ("80 %",)),)
    shown = drawn(pair(picture="bars", metrics=("val_accuracy",), bets=said))
    assert [type(each) for each in shown] == [Curves, Bars]
    (bars,) = drawn(pair(picture="bars", metrics=("val_accuracy",)))
    assert isinstance(bars, Bars)


def test_bars_measure_each_arm_beside_the_first():
    apart = ((Question("apart", "number", "plane", "loss_difference", arm="broken"), ("0.5",)),)
    _, bars = drawn(pair(bets=apart))
    healthy, broken, _ = bars.bars
    assert healthy.low == 0 < broken.low


def test_the_axis_of_a_share_goes_below_zero_where_a_value_does():
    ends = [(axis.low, axis.high) for axis in (value_axis("", each, share=True) for each in ((0.3,), (-0.18, nan)))]
    assert ends == [(0, 1), (-0.18, 1)]


def test_a_bet_on_how_many_seeds_reach_something_stands_in_bars_as_seeds_come():
    solved = ((Question("solved", "number", "plane", "solved", arm="broken", percent=True), ("80 %",)),)
    chosen = pair(bets=solved, metrics=("val_accuracy", "solved"))
    assert len(drawn(chosen)) == 1  # one seed has a yes or a no
    ways: Ways = {}
    awaited = bet_bars_so_far(Labels(chosen, PAGE, TEXT), ways, 0)
    for each in sweep(chosen, (0, 1, 2, 3), ways=ways, first=2):
        if isinstance(each, Sweeping) and each.seeds == 2:
            break
    some = bet_bars_so_far(Labels(chosen, PAGE, TEXT), ways, 2)
    assert [len(group.so_far()[0]) for group in ways["healthy"]] == [chosen.steps, 1]
    for (bars,) in (awaited, some):
        assert [(bar.role, bar.low) for bar in bars.bars][-1] == ("", 0.8)
    assert [bar.value == bar.value for bar in awaited[0].bars[:2]] == [False, False]
    assert [bar.value == bar.value for bar in some[0].bars[:2]] == [True, True]
    _, bars = picture_of_sweep(Labels(chosen, PAGE, TEXT), swept(chosen))
    assert [(bar.role, bar.low) for bar in bars.bars][-1] == ("", 0.8)


def test_of_many_arms_those_asked_about_are_drawn_beside_the_first_or_those_that_are_watched():
    def drawn_arms(count: int, **more: Any) -> list[str]:
        arms = [Arm(name, settings(steps=2)) for name in "abcde"[:count]]
        return [curve.name for curve in drawn_sweep(experiment(*arms, **more)).curves]

    said = ((Question("end", "number", "plane", "final_loss", arm="d"), ("0.5",)),)
    assert drawn_arms(5) == [*"abcde"]
    assert drawn_arms(5, bets=said) == ["a", "d"]
    assert drawn_arms(3, bets=said) == [*"abc"]
    assert drawn_arms(3, shown=("a", "c")) == ["a", "c"]  # as in a trial


def test_bars_of_every_seed_have_what_was_said_below_them():
    said = ((Question("share", "number", "plane", "val_accuracy", "only", percent=True), ("90 %",)),)
    arm = Arm("only", settings(steps=2))
    bars = drawn_sweep(experiment(arm, picture="bars", metrics=("val_accuracy",), bets=said))
    assert [(bar.low, bar.high) for bar in bars.bars[1:]] == [(0.9, 0.9)]
    assert bars.says.endswith("Bet.yours answer=90 %.")


def test_long_runs_are_thinned_and_keep_both_ends():
    (curves,) = drawn(alone("xor", {"name": "MLP", "sizes": [2, 2]}, steps=1000))
    (curve,) = curves.curves
    assert len(curve.x) <= 400
    assert (curve.x[0], curve.x[-1]) == (0, 999)


def test_a_sweep_shows_every_seed_and_the_band_around_the_middle():
    curves = drawn_sweep(pair())
    for curve in curves.curves:
        assert len(curve.faint) == 3
        for low, middle, high in zip(curve.low, curve.y, curve.high, strict=True):
            assert low <= middle <= high


def test_percentiles_are_those_of_the_tables_and_a_seed_that_diverged_ranks_last():
    values = np.random.default_rng(0).random((4, 11))
    for place in (0.05, 0.5, 0.95):
        expected = [percentile_of_values(row.tolist(), place) for row in values]
        assert percentile(values, place) == pytest.approx(expected)
    assert percentile(np.array([[1.0, nan, 2.0], [1.0, nan, nan]]), 0.5).tolist() == [2, inf]


def test_bars_show_the_first_number_that_the_experiment_measures():
    bars = bars_of("curve", "val_accuracy", "final_loss")
    assert (bars.axis.low, bars.axis.high) == (0, 1)
    assert [bar.role for bar in bars.bars] == ["healthy", "broken"]
    assert all(bar.low is not None and bar.low <= bar.value <= (bar.high or 0) for bar in bars.bars)
    assert "held-out accuracy" in bars.title


def test_bars_need_a_value_and_stand_for_what_is_measured_as_drawn():
    untrained = experiment(Arm("only", settings(steps=0)), metrics=("train_accuracy",))
    assert isinstance(drawn_sweep(untrained), Bars)
    assert isinstance(bars_of("steps_to_loss:1.4", "steps_to_loss:1e-9"), Bars)
    assert isinstance(bars_of("steps_to_loss:1e-9"), Curves)  # no arm has one: there are only the losses


def test_a_trend_goes_over_the_varied_setting_with_a_line_a_seed_if_there_are_several():
    trend = drawn_sweep(widths())
    (curve,) = trend.curves
    assert curve.x == (4.0, 16.0, 64.0)
    assert len(curve.faint) == 3
    assert (trend.x.name, trend.x.log) == ("axis.hidden", True)
    assert trend.says.startswith("Says.trend")
    (one,) = drawn(widths())
    assert one.curves[0].faint == ()
    assert (curve.name, one.curves[0].name) == ("picture.median", "picture.one")


def test_a_share_over_a_setting_spans_all_of_it_and_a_power_is_a_straight_line():
    right = drawn_sweep(widths(metrics=("train_accuracy",))).y
    assert (right.low, right.high, right.log) == (0, 1, False)
    moved = drawn_sweep(widths(metrics=("weight_norm:fc1.weight",)))
    assert (moved.x.log, moved.y.log) == (True, True)


@pytest.mark.parametrize(("values", "log"), [((8, 512), True), ((1, 5), False), ((-1, 100), False)])
def test_an_axis_is_logarithmic_where_its_values_span_a_decade(values, log):
    assert span_axis("width", values).log is log


def test_the_varied_setting_is_what_the_first_two_arms_differ_in():
    assert varied_option(widths()) == "hidden"
    both = experiment(Arm("a", settings()), Arm("b", settings(batch_size=4)))
    assert Labels(both, PAGE, TEXT).varied() == "batch size"


def test_every_seed_stands_in_the_bin_in_which_it_ended():
    chosen = replace(pair(picture="spread"), metrics=("final_loss",), shown=("healthy",))
    histogram = drawn_sweep(chosen)
    assert [sum(counts) for counts in histogram.counts.values()] == [3]
    assert len(histogram.edges) == 1 + len(*histogram.counts.values())
    (counts,) = histogram.counts.values()
    low, high = (number(edge) for edge in histogram.edges[counts.index(max(counts)) :][:2])
    (arm,) = histogram.counts
    assert TEXT("says.ended", arm=arm, count=max(counts), low=low, high=high) in histogram.says


def test_seeds_without_a_value_stand_in_no_bin():
    assert isinstance(drawn_sweep(pair(picture="spread", metrics=("steps_to_loss:-1",))), Curves)


@pytest.mark.parametrize(("value", "above"), [(0.03, 0.05), (1, 1), (7, 10), (0.0049, 0.005)])
def test_axes_end_at_round_numbers(value, above):
    assert rounded(value) == pytest.approx(above)
