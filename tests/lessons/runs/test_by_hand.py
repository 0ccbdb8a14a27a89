"""Weights that are written down or computed at once: that they do what their design promises."""

from typing import Any

import numpy as np
import pytest

from lessons.format import LessonError
from lessons.lesson import Arm, Settings
from lessons.runs.edits import healthy_library
from lessons.runs.metrics import measure_one
from lessons.runs.models import build_model
from lessons.runs.models.by_hand import DESIGNS
from lessons.runs.tasks import draw_rows
from lessons.runs.trained import Trained
from lessons.runs.training import begin
from lessons.vocabulary import MODELS

LIBRARY = healthy_library()
UNIT = {"name": "line", "function": "abs", "low": 0.0, "high": 1.0}


def at_start(task: dict[str, Any], model: dict[str, Any], seed: int = 0) -> Trained:
    loss = "mean_squares" if task["name"] == "line" else "cross_entropy"
    return begin(Arm("arm", Settings(task, model, {"name": "adam", "lr": 0.1}, 0, loss=loss)), seed)


def bits(question: str, length: int) -> dict[str, Any]:
    return {"name": "sequence", "question": question, "length": length, "rows": 64}


def test_the_vocabulary_names_every_design() -> None:
    assert all(design in MODELS["by-hand"].meaning for design in DESIGNS)


@pytest.mark.parametrize("depth", [1, 2, 5, 12])
def test_each_layer_of_a_sawtooth_doubles_its_pieces(depth: int) -> None:
    run = at_start(UNIT, {"name": "by-hand", "design": "sawtooth", "size": depth})
    assert measure_one(run, "pieces") == 2**depth


def test_chords_meet_the_target_where_they_join() -> None:
    run = at_start({"name": "line", "rows": 11}, {"name": "by-hand", "design": "chords", "size": 5})
    assert measure_one(run, "pieces") == 5
    joints = run.rows.x[::2]
    assert np.allclose(run.outputs(joints), np.sin(joints))


@pytest.mark.parametrize(("dtype", "digits"), [("float64", 53), ("float32", 24)])
def test_a_halved_number_holds_the_last_bits_that_its_digits_can(dtype: str, digits: int) -> None:
    model = {"name": "by-hand", "design": "halving", "dtype": dtype}
    assert measure_one(at_start(bits("ends", 80), model), "bits_kept") == pytest.approx(digits, abs=1.5)


@pytest.mark.parametrize(
    ("design", "length", "right"),
    [
        ("count-sine", 200, True),
        ("fold-inside", 200, True),
        ("count-folds", 8, True),
        ("count-folds", 60, False),
    ],
)
def test_designs_say_whether_the_number_of_ones_is_odd(design: str, length: int, right: bool) -> None:
    run = at_start(bits("parity", length), {"name": "by-hand", "design": design})
    assert (measure_one(run, "train_accuracy") == 1) is right


@pytest.mark.parametrize(("task", "design"), [("xor", "sawtooth"), ("line", "halving"), ("line", "sawteeth")])
def test_a_design_says_what_it_does_not_take(task: str, design: str) -> None:
    rows = draw_rows(LIBRARY, {"name": task}, 0)
    with pytest.raises(LessonError, match="design"):
        build_model(LIBRARY, {"name": "by-hand", "design": design}, rows, 0)


def test_least_squares_is_right_where_features_suffice_and_no_readout_comes_nearer() -> None:
    model = {"name": "least-squares", "sizes": [23, 8, 5], "biases": 1.0}
    assert measure_one(at_start({"name": "additive"}, {**model, "hidden": 96}), "train_accuracy") == 1
    run = at_start({"name": "additive"}, model)
    wanted = np.eye(5)[run.rows.y]
    rest = run.outputs(run.rows.x) - wanted
    assert np.allclose(run.hidden(run.rows.x).T @ rest, 0, atol=1e-9)


def test_first_biases_have_the_spread_that_was_asked_for() -> None:
    run = at_start({"name": "line"}, {"name": "MLP", "sizes": [1, 400, 1], "biases": 0.5})
    assert run.parameters()["fc1.bias"].std() == pytest.approx(0.5, rel=0.1)
