"""The first number that differs, in whichever phase a break is; and an arm that raises is told, wherever it raises."""

from dataclasses import replace
from math import isnan
from typing import Any

import numpy as np
import pytest

from lessons.course.lesson.lesson import Arm, Edit, Experiment, Settings
from lessons.course.lesson.values import LessonError
from lessons.runs.experiment import WatchedRun, sweep
from lessons.runs.layer_calls import Difference, are_same, first_difference
from lessons.runs.metrics import measure
from lessons.runs.training import TRIED, begin

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
    return first_difference(begin(first, 0), begin(second, 0))


@pytest.mark.parametrize("edits", [(), (Edit(GELU.file, GELU.before, GELU.before + "  # as before"),)])
def test_the_same_library_or_an_edit_that_changes_nothing_is_no_difference(edits):
    assert between(arm(), arm(*edits)) is None


@pytest.mark.parametrize("name", BROKEN)
def test_a_break_differs_in_its_phase_at_the_step_where_it_begins(name):
    edit, where = BROKEN[name]
    difference = between(arm(), arm(edit))
    assert (difference.phase, difference.name, difference.step) == where


def test_other_rows_differ_before_all_else_and_then_first_weights_of_another_size():
    assert between(arm(), arm(task="agreement")) == Difference(0, "start", "y")
    assert between(arm(), arm(hidden=8)) == Difference(0, "start", "fc1.weight")


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [([1.0, np.nan], [1.0, np.nan], True), ([1.0], [np.nan], False), ([1.0], [1.0, 2.0], False)],
)
def test_nan_is_like_nan_and_like_nothing_else(first, second, same):
    assert are_same(np.array(first), np.array(second)) is same


def test_comparing_leaves_both_runs_as_they_were():
    runs = [begin(arm(), 0), begin(arm(GELU), 0)]
    before = [run.parameters() for run in runs]
    first_difference(runs[0], runs[1])
    for run, own in zip(runs, before, strict=True):
        assert all(np.array_equal(own[name], now) for name, now in run.parameters().items())


STEPS, SEEDS = TRIED + 12, (0, 1)
METRICS = ("outcome", "train_accuracy", "final_loss", "curve")
BENT = "return x.gelu()"
COUNT = "self.calls = getattr(self, 'calls', 0) + 1; return x.gelu() if self.calls < 30 else x.nothing()"
SEES = "return x.gelu() if x.data.max() < 0.7 else x.nothing()"
EDITS = {
    "in the forward pass": ("nn/activations.py", BENT, "return x.nothing()"),
    "in the forward pass, after 30 steps": ("nn/activations.py", BENT, COUNT),
    "for what it sees, later": ("nn/activations.py", BENT, SEES),
    "in the loss": ("nn/losses.py", "firsts = np.arange(", "firsts = np.nothing("),
    "in the walk back": ("backward.py", "part = link(gradient)", "part = link(gradient).nothing()"),
    "in the optimizer's step": ("optim.py", "np.sqrt(v)", "np.nothing(v)"),
    "in the loop": ("training.py", "error.backward()", "error.nothing()"),
    "where the optimizer is made": ("optim.py", "groups: list[Any] = list(params)", "groups = params.nothing()"),
    "where the loop begins": ("training.py", "data = islice(", "data = islice.nothing("),
    "where a layer is made": ("nn/linear.py", "math.sqrt(in_features)", "math.nothing(in_features)"),
    "where the rows are drawn": ("lab/tense.py", "default_rng([seed, 1])", "nothing([seed, 1])"),
    "where the file is read": ("optim.py", "Params = Iterable", "Params = nothing"),
}
AT_ONCE = tuple(EDITS)[-3:]


def experiment(file: str, before: str, after: str) -> Experiment:
    model, optimizer = {"name": "TenseMLP"}, {"name": "adam", "lr": 0.01}
    settings = Settings({"name": "agreement"}, model, optimizer, STEPS)
    edit = Edit(f"minimodel/{file}", before, after)
    arms = Arm("healthy", settings), Arm("broken", settings, (edit,))
    return Experiment("plane", arms, len(SEEDS), METRICS)


@pytest.mark.parametrize("name", EDITS)
def test_a_sweep_says_that_each_seed_raised_and_a_watched_run_shows_nan_while_the_other_arm_goes_on(name):
    *_, measured = sweep(experiment(*EDITS[name]), SEEDS)
    assert measured.of("outcome", "broken") == ("raised", "raised")
    assert measured.of("final_loss", "broken") == (None, None)
    assert measured.of("outcome", "healthy") == ("trained", "trained")
    run = WatchedRun(experiment(*EDITS[name]), 0)
    steps = list(run)
    assert len(steps) == STEPS
    assert isnan(steps[-1].losses["broken"])
    assert not any(isnan(step.losses["healthy"]) for step in steps)
    assert "Error: " in run.trained["broken"].trouble
    assert "\n" not in run.trained["broken"].trouble


def test_the_losses_until_then_are_kept():
    run = WatchedRun(experiment(*EDITS["in the forward pass, after 30 steps"]), 0)
    losses = [(step.losses["healthy"], step.losses["broken"]) for step in run]
    assert [step for step, (first, second) in enumerate(losses) if first != second] == list(range(29, STEPS))


@pytest.mark.parametrize("name", AT_ONCE)
def test_what_raises_before_there_is_a_model_differs_from_the_start(name):
    healthy, broken = (begin(arm, 0) for arm in experiment(*EDITS[name]).arms)
    found = first_difference(healthy, broken)
    assert (found.step, found.phase) == (0, "start")
    assert measure(broken, METRICS)["curve"] is None


def test_an_arm_without_an_edit_that_cannot_be_made_is_the_lessons_mistake_and_told():
    arm = experiment(*EDITS["in the loss"]).arms[0]
    wrong = replace(arm, settings=replace(arm.settings, model={"name": "MLP", "sizes": [4, 5]}))
    with pytest.raises(LessonError, match="it takes 4 numbers, but a row of the task has 23"):
        WatchedRun(Experiment("plane", (wrong,), 1), 0)
