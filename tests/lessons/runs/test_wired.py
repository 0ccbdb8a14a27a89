"""Networks with wires that are cut: who stays, what a cut wire does not do, and what pruning leaves."""

import numpy as np
import pytest

from lessons.format import LessonError
from lessons.runs.metrics import measure_one
from lessons.runs.models.wired import strongest
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


def test_shuffled_wires_are_as_many_in_each_layer_and_others() -> None:
    runs = [begin(arm("agreement", {**WIRED, **more}), 0) for more in ({}, {"wiring": "shuffled"})]
    found, shuffled = ({name: each != 0 for name, each in run.parameters().items()} for run in runs)
    for name in ("fc1.weight", "fc2.weight"):
        assert found[name].sum() == shuffled[name].sum()
        assert (found[name] != shuffled[name]).any()


def test_drawn_anew_it_has_the_same_wires_and_other_weights() -> None:
    runs = [begin(arm("agreement", {**WIRED, **more}), 0) for more in ({}, {"anew": True})]
    own, anew = (run.parameters()["fc1.weight"] for run in runs)
    assert ((own != 0) == (anew != 0)).all()
    assert (own != anew).any()


@pytest.mark.parametrize("options", [{"kept": 0.0}, {"kept": 2.0}, {"taught": -1}])
def test_a_share_that_there_cannot_be_is_refused(options: dict[str, float]) -> None:
    with pytest.raises(LessonError, match="kept"):
        begin(arm("agreement", {**WIRED, **options}), 0)


def test_who_is_cut_down_to_its_largest_weights_says_what_they_say() -> None:
    run = begin(arm("xor", LINE), 0)
    with_weights(
        run, fc1_weight=[[0, 0], [9, 0.1]], fc1_bias=[0.05, 0]
    )  # says the first input; row 01 by its least
    run.rows.y[:] = [0, 1, 1, 1]
    assert measure_one(run, "train_accuracy") == 1
    assert measure_one(run, "pruned_accuracy:0.75") == 0.75
    assert measure_one(run, "pruned_accuracy:0") == 1
    assert measure_one(run, "pruned_accuracy:some") is None
