"""An arm that raises is a finding, wherever it raises: it is told, shown as NaN, and takes no other arm with it."""

from dataclasses import replace
from math import isnan

import pytest

from lessons.course.lesson import Arm, Edit, Experiment, Settings
from lessons.course.values import LessonError
from lessons.runs.experiment import Measured, WatchedRun, sweep
from lessons.runs.first_difference import first_difference
from lessons.runs.metrics import measure
from lessons.runs.training import begin
from lessons.runs.ways import TRIED

STEPS, SEEDS = TRIED + 12, (0, 1)
METRICS = ("outcome", "train_accuracy", "final_loss", "curve")
GELU = "return x.gelu()"
COUNT = "self.calls = getattr(self, 'calls', 0) + 1; return x.gelu() if self.calls < 30 else x.nothing()"
SEES = "return x.gelu() if x.data.max() < 0.7 else x.nothing()"
EDITS = {
    "in the forward pass": ("nn/activations.py", GELU, "return x.nothing()"),
    "in the forward pass, after 30 steps": ("nn/activations.py", GELU, COUNT),
    "for what it sees, later": ("nn/activations.py", GELU, SEES),
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
def test_a_sweep_says_that_each_seed_raised_and_a_watched_run_shows_nan_while_the_other_arm_goes_on(name: str) -> None:
    *_, measured = sweep(experiment(*EDITS[name]), SEEDS)
    assert isinstance(measured, Measured)
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


def test_the_losses_until_then_are_kept() -> None:
    run = WatchedRun(experiment(*EDITS["in the forward pass, after 30 steps"]), 0)
    losses = [(step.losses["healthy"], step.losses["broken"]) for step in run]
    assert [step for step, (first, second) in enumerate(losses) if first != second] == list(range(29, STEPS))


@pytest.mark.parametrize("name", AT_ONCE)
def test_what_raises_before_there_is_a_model_differs_from_the_start(name: str) -> None:
    healthy, broken = (begin(arm, 0) for arm in experiment(*EDITS[name]).arms)
    found = first_difference(healthy, broken)
    assert found is not None
    assert (found.step, found.phase) == (0, "start")
    assert measure(broken, METRICS)["curve"] is None


def test_an_arm_without_an_edit_that_cannot_be_made_is_the_lessons_mistake_and_told() -> None:
    arm = experiment(*EDITS["in the loss"]).arms[0]
    wrong = replace(arm, settings=replace(arm.settings, model={"name": "MLP", "sizes": [4, 5]}))
    with pytest.raises(LessonError, match="it takes 4 numbers, but a row of the task has 23"):
        WatchedRun(Experiment("plane", (wrong,), 1), 0)
