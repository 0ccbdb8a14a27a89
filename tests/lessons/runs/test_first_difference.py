"""The first number that differs: whichever phase a break is in, it is found there, and at the step where it begins."""

from typing import Any

import numpy as np
import pytest

from lessons.course.lesson import Arm, Edit, Settings
from lessons.runs.first_difference import Difference, apart, first_difference
from lessons.runs.training import begin

ADAM = {"name": "adam", "lr": 0.01}
GELU = Edit("minimodel/nn/activations.py", "return x.gelu()", "return x")
HALF = "value = np.add.reduce(losses, axis=-1) * (1 / rows)"
BOUND = "bound = 1 / math.sqrt(in_features)"
LOSSES = "minimodel/nn/losses.py"
LINK = "slope.put(places, slope.take(places) - 1 / rows)"
BROKEN: dict[str, tuple[Edit, tuple[str, str, int]]] = {
    "a broken activation": (GELU, ("forward", "activation", 1)),
    "an arm that raises": (Edit(GELU.file, GELU.before, "return x.nothing()"), ("forward", "activation", 1)),
    "a loss that misreports": (Edit(LOSSES, HALF, HALF + " * 2"), ("forward", "loss", 1)),
    "a wrong gradient": (Edit(LOSSES, LINK, "pass"), ("backward", "fc2.bias", 1)),
    "a wrong optimizer": (
        Edit("minimodel/optim.py", "at.data -= rate * m", "at.data -= 2 * rate * m"),
        ("update", "fc1.weight", 1),
    ),
    "a forgotten zero_grad": (
        Edit("minimodel/training.py", "            optimizer.zero_grad()\n", ""),
        ("backward", "fc2.bias", 2),
    ),
    "other first weights": (Edit("minimodel/nn/linear.py", BOUND, BOUND.replace("1", "2")), ("start", "fc1.weight", 0)),
}


def arm(*edits: Edit, task: str = "additive", optimizer: Any = ADAM, steps: int = 4, **model: Any) -> Arm:
    return Arm("arm", Settings({"name": task}, {"name": "TenseMLP", **model}, optimizer, steps), edits)


def between(first: Arm, second: Arm) -> Difference | None:
    return first_difference(begin(first, 0), begin(second, 0), None)


@pytest.mark.parametrize("edits", [(), (Edit(GELU.file, GELU.before, GELU.before + "  # as before"),)])
def test_the_same_library_or_an_edit_that_changes_nothing_is_no_difference(edits: tuple[Edit, ...]) -> None:
    assert between(arm(), arm(*edits)) is None


@pytest.mark.parametrize("name", BROKEN)
def test_a_break_differs_in_its_phase_at_the_step_where_it_begins(name: str) -> None:
    edit, where = BROKEN[name]
    difference = between(arm(), arm(edit))
    assert difference is not None
    assert (difference.phase, difference.name, difference.step) == where
    assert difference.size > 0.1 or edit != GELU


def test_other_rows_differ_before_all_else_and_other_sizes_have_no_size_in_common() -> None:
    rows, sizes = between(arm(), arm(task="agreement")), between(arm(), arm(hidden=8))
    assert rows is not None
    assert sizes is not None
    assert (rows.phase, rows.name, sizes.size) == ("start", "y", float("inf"))


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


def test_comparing_leaves_both_runs_as_they_were() -> None:
    runs = [begin(arm(), 0), begin(arm(GELU), 0)]
    before = [run.parameters() for run in runs]
    first_difference(runs[0], runs[1])
    for run, own in zip(runs, before, strict=True):
        assert all(np.array_equal(own[name], now) for name, now in run.parameters().items())
