"""The first number that differs: whichever phase a break is in, it is found there, and at the step where it begins."""

from typing import Any

import numpy as np
import pytest

from lessons.lesson import Arm, Edit, Settings
from lessons.runs.first_difference import Difference, apart, first_difference, parting
from lessons.runs.metrics import measure_one
from lessons.runs.training import Alone, begin

ADAM = {"name": "adam", "lr": 0.01}
GELU = Edit("minimodel/nn/activations.py", "return x.gelu()", "return x")


def arm(*edits: Edit, task: str = "additive", optimizer: Any = ADAM, steps: int = 4, **model: Any) -> Arm:
    return Arm("arm", Settings({"name": task}, {"name": "TenseMLP", **model}, optimizer, steps), edits)


def between(first: Arm, second: Arm, steps: int | None = None) -> Difference | None:
    return first_difference(begin(first, 0), begin(second, 0), steps)


def found(*edits: Edit, **settings: Any) -> Difference:
    difference = between(arm(**settings), arm(*edits, **settings))
    assert difference is not None
    return difference


def test_the_same_library_gives_the_same_numbers() -> None:
    assert between(arm(), arm()) is None


def test_an_edit_that_changes_nothing_is_no_difference() -> None:
    comment = Edit(GELU.file, GELU.before, GELU.before + "  # as before")
    assert between(arm(), arm(comment)) is None


def test_a_broken_activation_differs_on_the_way_forward() -> None:
    difference = found(GELU)
    assert (difference.phase, difference.name, difference.step) == ("forward", "activation", 1)
    assert difference.size > 0.1
    assert str(difference) == "activation (forward, step 1)"


def test_a_loss_that_misreports_differs_in_the_loss() -> None:
    value = "value = np.add.reduce(losses, axis=-1) * (1 / rows)"
    difference = found(Edit("minimodel/nn/losses.py", value, value + " * 2"))
    assert (difference.phase, difference.name) == ("forward", "loss")


def test_a_wrong_gradient_differs_on_the_way_back_where_that_begins() -> None:
    link = "slope.put(places, slope.take(places) - 1 / rows)"
    difference = found(Edit("minimodel/nn/losses.py", link, "pass"))
    assert (difference.phase, difference.name, difference.step) == ("backward", "fc2.bias", 1)


def test_a_wrong_optimizer_differs_in_the_update() -> None:
    rule = "at.data -= rate * m"
    difference = found(Edit("minimodel/optim.py", rule, "at.data -= 2 * rate * m"))
    assert (difference.phase, difference.name, difference.step) == ("update", "fc1.weight", 1)


def test_a_forgotten_zero_grad_shows_at_the_second_step() -> None:
    difference = found(Edit("minimodel/training.py", "            optimizer.zero_grad()\n", ""))
    assert (difference.phase, difference.step) == ("backward", 2)


def test_other_first_weights_differ_before_the_first_step() -> None:
    bound = "bound = 1 / math.sqrt(in_features)"
    difference = found(Edit("minimodel/nn/linear.py", bound, "bound = 2 / math.sqrt(in_features)"))
    assert (difference.phase, difference.name, difference.step) == ("start", "fc1.weight", 0)
    assert str(difference) == "fc1.weight (start)"


def test_other_rows_differ_before_all_else() -> None:
    difference = between(arm(), arm(task="agreement"))
    assert difference is not None
    assert (difference.phase, difference.name) == ("start", "y")


def test_arms_of_other_sizes_have_no_size_in_common() -> None:
    difference = between(arm(), arm(hidden=8))
    assert difference is not None
    assert difference.size == float("inf")


def test_an_arm_that_raises_differs_where_it_has_nothing_more_to_show() -> None:
    difference = found(Edit(GELU.file, GELU.before, "return x.nothing()"))
    assert (difference.phase, difference.name) == ("forward", "activation")


def test_each_step_that_is_the_same_is_told_so_that_one_can_stop() -> None:
    steps = list(parting(begin(arm(), 0), begin(arm(), 0)))
    assert steps == [None] * 5  # the start, and four steps


def test_the_metric_is_a_word_beside_the_first_arm_and_none_for_it() -> None:
    runs = [Alone(each, 0, 4, replayed=False).trained for each in (arm(), arm(GELU))]
    for run in runs:
        run.reference = runs[0]
    assert [measure_one(run, "first_difference") for run in runs] == [None, "activation (forward, step 1)"]


def test_comparing_leaves_both_runs_as_they_were() -> None:
    runs = [begin(arm(), 0), begin(arm(GELU), 0)]
    before = [run.parameters() for run in runs]
    first_difference(runs[0], runs[1])
    for run, own in zip(runs, before, strict=True):
        assert all(np.array_equal(own[name], now) for name, now in run.parameters().items())


@pytest.mark.parametrize(
    ("first", "second", "distance"),
    [
        ([1.0, np.nan], [1.0, np.nan], 0),
        ([1.0], [np.nan], np.inf),
        ([1.0, 2.0], [1.5, 1.0], 1),
        ([1.0], [1.0, 2.0], np.inf),
    ],
)
def test_nan_is_like_nan_and_like_nothing_else(first: Any, second: Any, distance: float) -> None:
    assert apart(np.array(first), np.array(second)) == distance
