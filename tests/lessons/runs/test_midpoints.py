"""Half way between two networks: a reordered copy is the same function, and matching finds it again."""

from itertools import permutations

import numpy as np
import pytest

from lessons.course.pictures import Curves
from lessons.course.value_words import share
from lessons.runs.metrics import measure_one
from lessons.runs.metrics.weights import best_match, matched, reordered
from tests.lessons.runs.drawing import TEXT, alone, drawn
from tests.lessons.runs.test_metrics import LINE, arm, begin, trained

TENSE = {"name": "TenseMLP"}


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_the_best_match_costs_least_of_all(count: int) -> None:
    generator = np.random.default_rng(count)
    for _ in range(20):
        costs = generator.normal(size=(count, count))
        order = best_match(costs)
        least = min(sum(costs[row, to] for row, to in enumerate(each)) for each in permutations(range(count)))
        assert sorted(order) == list(range(count))
        assert costs[np.arange(count), order].sum() == pytest.approx(least)


def test_units_in_another_order_are_the_same_function_and_are_matched_again() -> None:
    run = trained("additive", TENSE)
    own = run.parameters()
    order = np.random.default_rng(0).permutation(16)
    twin = reordered(own, order)
    before = run.outputs(run.rows.x)
    run.model.load_state_dict(twin)
    assert np.allclose(run.outputs(run.rows.x), before)
    back = reordered(twin, matched(own, twin))
    assert all(np.array_equal(back[name], own[name]) for name in own)


def test_half_way_to_oneself_is_oneself_if_the_units_are_matched() -> None:
    first, last = (trained("agreement", TENSE, steps=200) for _ in range(2))
    last.reference = first
    last.model.load_state_dict(reordered(last.parameters(), np.random.default_rng(1).permutation(16)))
    right = measure_one(last, "train_accuracy")
    assert measure_one(last, "midpoint:matched") == right
    assert measure_one(last, "midpoint") < right  # type: ignore[operator]
    assert measure_one(last, "midpoint:own") < right  # type: ignore[operator]
    assert measure_one(first, "midpoint") is None
    assert measure_one(trained("xor", LINE), "midpoint:own") is None  # not of two layers


def test_another_draw_gives_other_first_weights_and_the_same_rows() -> None:
    models = ({**TENSE, "draw": 0}, {**TENSE, "draw": 1}, TENSE)
    runs = [begin(arm("additive", model), 0) for model in models]
    first, other, usual = (run.parameters()["fc1.weight"] for run in runs)
    assert not np.array_equal(first, other)
    assert np.array_equal(first, usual)
    assert np.array_equal(runs[0].rows.x, runs[1].rows.x)


def test_the_way_to_its_own_copy_is_drawn() -> None:
    (curves,) = drawn(alone("additive", TENSE, picture="between"))
    assert isinstance(curves, Curves)
    (own,) = curves.curves
    assert own.y[0] == pytest.approx(own.y[-1])
    ends = TEXT("says.curve", arm=own.name, first=share(own.y[0]), last=share(own.y[len(own.y) // 2]))
    assert ends in curves.says
