"""What is decided exactly: whether straight lines part the labels, and how many straight pieces a function has."""

from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from lessons.lesson import Arm, Settings
from lessons.runs.metrics import measure, measure_one
from lessons.runs.metrics.separability import parted
from lessons.runs.trained import Trained
from lessons.runs.training import begin

LINE = {"name": "MLP", "sizes": [2, 2]}
TENSE = {"name": "TenseMLP"}


def untrained(task: Any, model: Any) -> Trained:
    """The rows and the model of seed 0."""
    task = {"name": task} if isinstance(task, str) else task
    return begin(Arm("arm", Settings(task, model, {}, 0)), 0)


# Straight lines.


def test_a_line_can_make_exactly_half_of_the_labelings_of_six_points() -> None:
    points = np.random.default_rng(1).normal(size=(6, 2))
    labelings = [np.array(labels) for labels in product((0, 1), repeat=6)]
    assert sum(parted(points, labels, 2) for labels in labelings) == 32


@pytest.mark.parametrize(("lifted", "value"), [(False, 0.0), (True, 1.0)])
def test_xor_is_separable_once_it_has_the_product(lifted: bool, value: float) -> None:
    model = {"name": "MLP", "sizes": [3 if lifted else 2, 2]}
    assert measure_one(untrained({"name": "xor", "lifted": lifted}, model), "separable") == value


def test_five_classes_are_parted_where_verb_and_person_add_up() -> None:
    additive, agreement = (untrained(task, TENSE) for task in ("additive", "agreement"))
    assert (measure_one(additive, "separable"), measure_one(agreement, "separable")) == (1, 0)


def test_hidden_numbers_may_be_separable_where_the_inputs_are_not() -> None:
    run = untrained("xor", {"name": "MLP", "sizes": [2, 32, 2]})
    assert measure(run, ("separable", "separable:hidden")) == {"separable": 0, "separable:hidden": 1}


def test_one_class_alone_is_parted() -> None:
    assert parted(np.ones((3, 2)), np.zeros(3, dtype=int), 2)


def test_the_best_line_has_three_corners_of_xor() -> None:
    assert measure_one(untrained("xor", LINE), "best_line") == 0.75
    assert measure_one(untrained("additive", TENSE), "best_line") is None


def test_the_search_agrees_with_all_lines_through_two_of_the_points() -> None:
    generator = np.random.default_rng(3)
    for _ in range(40):
        x, y = generator.normal(size=(7, 2)), generator.integers(2, size=7)
        assert parted(x, y, 2) == some_line_parts(x, y)


def some_line_parts(x: Any, y: Any) -> bool:
    """Whether a line through two points, turned or shifted by a hair, parts the labels."""
    hairs = [(1e-6, 0.0), (-1e-6, 0.0), (0.0, 1e-6), (0.0, -1e-6)]
    for first, second in combinations(range(len(x)), 2):
        along, middle = x[first] - x[second], (x[first] + x[second]) / 2
        for turn, shift in hairs:
            normal = np.array([turn * along[0] - along[1], turn * along[1] + along[0]])
            above = (x - middle) @ normal > shift
            if (above == y).all() or (above != y).all():
                return True
    return False


# Straight pieces.


def sawtooth(depth: int) -> Trained:
    """Folds that are set by hand: each layer of two units doubles the pieces from 0 to 1."""
    lines = ["Linear 1 2", "ReLU", *["Linear 2 2", "ReLU"] * (depth - 1), "Linear 2 1"]
    run = untrained({"name": "line", "low": 0.0, "high": 1.0}, {"name": "layers", "layers": lines})
    fold, bias = np.array([[2.0, -4.0]] * 2), np.array([0.0, -0.5])
    state = {f"{2 * place}.weight": fold for place in range(depth)}
    state |= {f"{2 * place}.bias": bias for place in range(depth)}
    last = {f"{2 * depth}.weight": fold[:1], f"{2 * depth}.bias": np.zeros(1)}
    run.model.load_state_dict({**state, "0.weight": np.ones((2, 1)), **last})
    return run


@pytest.mark.parametrize("depth", [1, 2, 5, 10])
def test_folds_set_by_hand_have_two_to_the_depth_pieces(depth: int) -> None:
    assert measure_one(sawtooth(depth), "pieces") == 2**depth


@pytest.mark.parametrize(
    ("activation", "pieces"), [("identity", 1), ("abs", 2), ("gelu", None), ("square", None)]
)
def test_pieces_are_counted_only_where_they_are_straight(activation: str, pieces: float | None) -> None:
    run = untrained("line", {"name": "MLP", "sizes": [1, 1, 1], "activation": activation})
    assert measure_one(run, "pieces") == pieces


@pytest.mark.parametrize("weight", [1.0, 0.0])
def test_a_number_of_exactly_0_at_the_edge_or_everywhere_is_no_bend(weight: float) -> None:
    lines = ["Linear 1 1", "ReLU", "Linear 1 1"]
    run = untrained({"name": "line", "low": 0.0, "high": 1.0}, {"name": "layers", "layers": lines})
    names = ("0.weight", "2.weight"), ("0.bias", "2.bias")
    run.model.load_state_dict(
        {name: np.full((1, 1), weight) for name in names[0]} | {name: np.zeros(1) for name in names[1]}
    )
    assert measure_one(run, "pieces") == 1
