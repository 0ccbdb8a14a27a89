"""Weights that are written down or computed at once do what their design promises; and so do odd activations."""

from typing import Any

import numpy as np
import pytest

from lessons.course.lesson import Arm, Settings
from lessons.course.values import LessonError
from lessons.course.vocabulary import MODELS
from lessons.runs.edits import healthy_library
from lessons.runs.metrics import measure_one
from lessons.runs.models import build_model
from lessons.runs.models.activations import activation_of
from lessons.runs.models.by_hand import DESIGNS
from lessons.runs.tasks import draw_rows
from lessons.runs.trained_model import Trained
from lessons.runs.training import begin

LIBRARY = healthy_library()
UNIT = {"name": "line", "function": "abs", "low": 0.0, "high": 1.0}


def at_start(task: dict[str, Any], model: dict[str, Any], seed: int = 0) -> Trained:
    loss = "mean_squares" if task["name"] == "line" else "cross_entropy"
    return begin(Arm("arm", Settings(task, model, {"name": "adam", "lr": 0.1}, 0, loss=loss)), seed)


def bits(question: str, length: int) -> dict[str, Any]:
    return {"name": "sequence", "question": question, "length": length, "rows": 64}


@pytest.mark.parametrize("depth", [1, 2, 5, 12])
def test_each_layer_of_a_sawtooth_doubles_its_pieces(depth: int) -> None:
    assert all(design in MODELS["by-hand"].meaning for design in DESIGNS)
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
    [("count-sine", 200, True), ("fold-inside", 200, True), ("count-folds", 8, True), ("count-folds", 60, False)],
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


X = np.array([-1.7, -0.6, -0.2, 0.0, 0.2, 0.6, 1.7])


def there_and_back(name: str) -> tuple[list[float], list[float]]:
    x = LIBRARY.Tensor(X, requires_grad=True)
    y = activation_of(LIBRARY, name, float)(x)
    y.sum().backward()
    return y.data.tolist(), x.grad.tolist()


@pytest.mark.parametrize(
    ("name", "given", "slope"),
    [
        ("rounded 0.5", (np.round(X / 0.5) * 0.5).tolist(), 1.0),
        ("rounded 1.0", np.round(X).tolist(), 1.0),
        ("step", [0, 0, 0, 0, 1, 1, 1], 0.0),
    ],
)
def test_sums_that_round_say_that_they_are_straight_and_a_step_that_it_is_flat(
    name: str, given: list[float], slope: float
) -> None:
    assert there_and_back(name) == (given, [slope] * len(X))


def test_a_steep_sigmoid_has_a_slope_near_zero_only() -> None:
    given, slopes = there_and_back("steep 100")
    assert (given[3], slopes[3]) == (0.5, 25)
    assert max(slopes[:3]) < 1e-6


@pytest.mark.parametrize("words", ["square 2", "step 1", "steep 1 2"])
def test_an_activation_is_given_no_more_numbers_than_it_takes(words: str) -> None:
    with pytest.raises(LessonError, match="a number where it takes one"):
        activation_of(healthy_library(), words, float)
