"""Networks with wires that are cut; and half way between two networks, whose units may be reordered."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from lessons.course.lesson.value_words import share
from lessons.course.lesson.values import LessonError
from lessons.runs.metrics import measure_one
from lessons.runs.metrics.weights import best_match, matched, reordered
from lessons.runs.models.networks import strongest, weights_after
from tests.lessons.runs.drawing import TEXT, alone, drawn
from tests.lessons.runs.test_metrics import LINE, arm, begin, trained, with_weights

WIRED = {"name": "wired", "sizes": [23, 8, 5], "activation": "gelu", "kept": 0.25, "taught": 20}


def test_the_strongest_of_all_layers_stay():
    first, last = strongest([np.array([[1.0, -4.0]]), np.array([[3.0], [-2.0]])], 0.5)
    assert first.tolist() == [[0, 1]]
    assert last.tolist() == [[1], [0]]


@pytest.mark.parametrize("options", [{}, {"wiring": "shuffled"}, {"anew": True}])
def test_a_cut_wire_stays_at_0_and_the_others_learn(options):
    run = trained("agreement", {**WIRED, **options}, steps=10)
    kept = 0
    for name, start in run.parameters(run.start).items():
        now = run.parameters()[name]
        if start.ndim == 2:
            assert (now[start == 0] == 0).all()
            assert (now[start != 0] != start[start != 0]).any()
            kept += int((start != 0).sum())
    assert kept == pytest.approx(0.25 * (23 * 8 + 8 * 5), abs=1)


def test_shuffled_wires_are_as_many_elsewhere_and_drawn_anew_they_have_other_weights():
    own, shuffled, anew = (
        begin(arm("agreement", {**WIRED, **more}), 0).parameters()
        for more in ({}, {"wiring": "shuffled"}, {"anew": True})
    )
    for name in ("fc1.weight", "fc2.weight"):
        wires = own[name] != 0
        assert wires.sum() == (shuffled[name] != 0).sum()
        assert (wires != (shuffled[name] != 0)).any()
        assert (wires == (anew[name] != 0)).all()
        assert (own[name] != anew[name]).any()


def test_arms_that_begin_with_the_same_network_have_it_taught_once():
    weights_after.cache_clear()
    for more in ({}, {"wiring": "shuffled"}, {"anew": True}, {"taught": 21}):
        for seed in (0, 1):
            begin(arm("agreement", {**WIRED, **more}), seed)
    assert weights_after.cache_info().misses == 4


def test_wires_drawn_at_random_leave_as_many_at_each_unit_at_each_input_or_at_both():
    own, unit, ends, both = (
        {name: wires != 0 for name, wires in begin(arm("agreement", {**WIRED, **more}), 0).parameters().items()}
        for more in ({}, {"wiring": "per-unit"}, {"wiring": "per-input"}, {"wiring": "exchanged"})
    )
    for name, at_units in (("fc1.weight", 1), ("fc2.weight", 0)):
        for found, axes in ((unit, {at_units}), (ends, {1 - at_units}), (both, {0, 1})):
            assert (own[name] != found[name]).any()
            assert {axis for axis in (0, 1) if (own[name].sum(axis) == found[name].sum(axis)).all()} == axes


@pytest.mark.parametrize("options", [{"kept": 0.0}, {"kept": 2.0}, {"taught": -1}])
def test_a_share_that_there_cannot_be_is_refused(options):
    with pytest.raises(LessonError, match="kept"):
        begin(arm("agreement", {**WIRED, **options}), 0)


def test_who_is_cut_down_to_its_largest_weights_says_what_they_say():
    run = begin(arm("xor", LINE), 0)
    with_weights(run, fc1_weight=[[0, 0], [9, 0.1]], fc1_bias=[0.05, 0])  # the first input; row 01 by its least
    run.rows.y[:] = [0, 1, 1, 1]
    names = ("train_accuracy", "pruned_accuracy:0.75", "pruned_accuracy:0", "pruned_accuracy:some")
    assert [measure_one(run, name) for name in names] == [1, 0.75, 1, None]


TENSE = {"name": "TenseMLP"}


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_the_best_match_costs_least_of_all(count):
    generator = np.random.default_rng(count)
    for _ in range(20):
        costs = generator.normal(size=(count, count))
        order = best_match(costs)
        least = min(sum(costs[row, to] for row, to in enumerate(each)) for each in permutations(range(count)))
        assert sorted(order) == list(range(count))
        assert costs[np.arange(count), order].sum() == pytest.approx(least)


def test_units_in_another_order_are_the_same_function_and_are_matched_again():
    run = trained("additive", TENSE)
    own = run.parameters()
    order = np.random.default_rng(0).permutation(16)
    twin = reordered(own, order)
    before = run.outputs(run.rows.x)
    run.model.load_state_dict(twin)
    assert np.allclose(run.outputs(run.rows.x), before)
    back = reordered(twin, matched(own, twin))
    assert all(np.array_equal(back[name], own[name]) for name in own)


def test_half_way_to_oneself_is_oneself_if_the_units_are_matched():
    first, last = (trained("agreement", TENSE, steps=200) for _ in range(2))
    last.reference = first
    last.model.load_state_dict(reordered(last.parameters(), np.random.default_rng(1).permutation(16)))
    right = measure_one(last, "train_accuracy")
    assert measure_one(last, "midpoint:matched") == right
    assert measure_one(last, "midpoint") < right
    assert measure_one(last, "midpoint:own") < right
    assert measure_one(first, "midpoint") is None
    assert measure_one(trained("xor", LINE), "midpoint:own") is None  # not of two layers


def test_another_draw_gives_other_first_weights_and_the_same_rows():
    models = ({**TENSE, "draw": 0}, {**TENSE, "draw": 1}, TENSE)
    runs = [begin(arm("additive", model), 0) for model in models]
    first, other, usual = (run.parameters()["fc1.weight"] for run in runs)
    assert not np.array_equal(first, other)
    assert np.array_equal(first, usual)
    assert np.array_equal(runs[0].rows.x, runs[1].rows.x)


def test_the_way_to_its_own_copy_is_drawn_unless_other_ways_are_asked_about():
    experiment = alone("additive", TENSE, picture="between")
    assert drawn(replace(experiment, metrics=("midpoint",)))[0].title == "picture.loss"
    (curves,) = drawn(experiment)
    (own,) = curves.curves
    assert own.y[0] == pytest.approx(own.y[-1])
    ends = TEXT("says.curve", arm=own.name, first=share(own.y[0]), last=share(own.y[len(own.y) // 2]))
    assert ends in curves.says
