"""Networks with wires that are cut: who stays, what a cut wire does not do, and what pruning leaves."""

import numpy as np
import pytest

from lessons.course.values import LessonError
from lessons.runs.metrics import measure_one
from lessons.runs.models.networks import strongest
from tests.lessons.runs.test_metrics import LINE, arm, begin, trained, with_weights

WIRED = {"name": "wired", "sizes": [23, 8, 5], "activation": "gelu", "kept": 0.25, "taught": 20}


def test_the_strongest_of_all_layers_stay() -> None:
    first, last = strongest([np.array([[1.0, -4.0]]), np.array([[3.0], [-2.0]])], 0.5)
    assert first.tolist() == [[0, 1]]
    assert last.tolist() == [[1], [0]]


@pytest.mark.parametrize("options", [{}, {"wiring": "shuffled"}, {"anew": True}])
def test_a_cut_wire_stays_at_0_and_the_others_learn(options: dict[str, object]) -> None:
    run = trained("agreement", {**WIRED, **options}, steps=10)
    kept = 0
    for name, start in run.parameters(run.start).items():
        now = run.parameters()[name]
        if start.ndim == 2:
            assert (now[start == 0] == 0).all()
            assert (now[start != 0] != start[start != 0]).any()
            kept += int((start != 0).sum())
    assert kept == pytest.approx(0.25 * (23 * 8 + 8 * 5), abs=1)


def test_shuffled_wires_are_as_many_elsewhere_and_drawn_anew_they_have_other_weights() -> None:
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


def test_exchanged_wires_leave_each_unit_as_many_and_shuffled_ones_may_all_be_at_a_few() -> None:
    own, exchanged, few = (
        {name: wires != 0 for name, wires in begin(arm("agreement", {**WIRED, **more}), 0).parameters().items()}
        for more in ({}, {"wiring": "exchanged"}, {"wiring": "shuffled", "units": 3})
    )
    for name in ("fc1.weight", "fc2.weight"):
        assert (own[name] != exchanged[name]).any()
        for axis in (0, 1):
            assert (own[name].sum(axis) == exchanged[name].sum(axis)).all()
    assert (few["fc1.weight"].any(1) == [True] * 3 + [False] * 5).all()
    assert not few["fc2.weight"][:, 3:].any()


@pytest.mark.parametrize("options", [{"kept": 0.0}, {"kept": 2.0}, {"taught": -1}])
def test_a_share_that_there_cannot_be_is_refused(options: dict[str, float]) -> None:
    with pytest.raises(LessonError, match="kept"):
        begin(arm("agreement", {**WIRED, **options}), 0)


def test_who_is_cut_down_to_its_largest_weights_says_what_they_say() -> None:
    run = begin(arm("xor", LINE), 0)
    with_weights(run, fc1_weight=[[0, 0], [9, 0.1]], fc1_bias=[0.05, 0])  # the first input; row 01 by its least
    run.rows.y[:] = [0, 1, 1, 1]
    names = ("train_accuracy", "pruned_accuracy:0.75", "pruned_accuracy:0", "pruned_accuracy:some")
    assert [measure_one(run, name) for name in names] == [1, 0.75, 1, None]
