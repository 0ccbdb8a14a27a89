"""What a broken library does while it is proved: where it comes to, what it leaves behind, whether it repeats."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from lessons.check.breaks.broken_arms import broken_arms
from lessons.check.breaks.edits import breaks, distinct_breaks, wrong_text
from lessons.check.breaks.effects import differ, effect
from lessons.check.breaks.trials import trial
from lessons.check.worker_process import limit
from lessons.check.workers import Trouble, Workers
from lessons.lesson import Edit, Experiment, Lesson
from lessons.runs.measured import Measured
from lessons.summaries import Value
from tests.lessons.check.known import Known

ACTIVATIONS = "minimodel/nn/activations.py"


@pytest.fixture
def broken(lesson: Lesson) -> Callable[..., Experiment]:
    """A short run of Break 00 with another edit."""

    def make(before: str, after: str, file: str = ACTIVATIONS, steps: int = 4) -> Experiment:
        experiment = broken_arms(lesson)[0]
        settings = replace(experiment.arms[0].settings, steps=steps)
        arm = replace(experiment.arms[0], settings=settings, edits=(Edit(file, before, after),))
        return replace(experiment, arms=(arm,), metrics=("final_loss",))

    return make


# ---- what a process does beside its work ---------------------------------------


def ends() -> None:
    raise SystemExit


def goes_on() -> None:
    limit(1)
    while True:
        pass


@pytest.mark.parametrize(
    ("does", "said"),
    [
        (ends, "it ends the program"),
        (goes_on, "it does not come to an end"),
    ],
)
def test_what_a_process_does_beside_its_work_is_named(
    does: Callable[[], Any], said: str, workers: Workers
) -> None:
    with pytest.raises(Trouble, match=said):
        workers.ask(does)
    assert workers.ask(abs, -2) == 2  # and nothing is left of it


# ---- what is written -----------------------------------------------------------


def test_each_break_is_proved_once_though_two_reviews_have_it(lesson: Lesson) -> None:
    assert {"straight-tanh", "sixty-four-wide"} <= set(breaks(lesson))
    assert {"straight-tanh", "sixty-four-wide"} - set(distinct_breaks(lesson)) == {"sixty-four-wide"}


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("return x.gelu()", "return x", ""),
        ("return x.gelu()", "return x .gelu( )", "it changes nothing that"),
        ("x: Tensor) -> Tensor:\n        return x.sin()", "x):\n        return x.sin()", "it changes nothing that"),
        ("return x.gelu()", "yield from", "is no Python any more: line 87"),
        ("return x.gelu()", "return\0", "is no Python any more"),
    ],
)  # fmt: skip
def test_an_edit_changes_what_the_code_does(before: str, after: str, said: str) -> None:
    found = wrong_text((Edit(ACTIVATIONS, before, after),), ACTIVATIONS)
    assert (said in found) if said else found == ""


# ---- what parts two runs -------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "apart"),
    [
        (1.0, 1.0 + 1e-9, False),
        (1.0, 1.001, True),
        (1e-15, 3e-13, False),
        (float("nan"), float("nan"), False),
        (float("nan"), 1.0, True),
        (None, None, False),
        (None, 12.0, True),
        ("flat", "plateau", True),
        (float("inf"), float("inf"), False),
    ],
)
def test_rounding_is_no_difference(first: Value, second: Value, apart: bool) -> None:
    assert differ(first, second) == apart


def test_what_an_edit_leaves_as_it_was_is_the_same_network(broken: Callable[..., Experiment]) -> None:
    at_rest = trial(broken("return x.gelu()", "return x.gelu() if self.training else x"))
    assert not at_rest["same network"]
    loss = "return value, (to_logits,)", "return 2 * value, (to_logits,)", "minimodel/nn/losses.py"
    assert trial(broken(*loss))["same network"]


def test_a_break_that_changes_nothing_that_is_measured_says_where(
    broken: Callable[..., Experiment], sweeps: dict[str, Measured]
) -> None:
    class Still(Known):
        def ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
            return 0.0

    nothing = replace(broken("return x.tanh()", "return x"), metrics=())
    assert effect([nothing], Still(sweeps)) == (  # type: ignore[arg-type]
        f"it changes nothing: in {nothing.id} every measured value and every loss is the same, but for rounding.",
        "",
    )


def test_the_same_seed_gives_the_same_run(broken: Callable[..., Experiment]) -> None:
    straight = broken("return x.gelu()", "return x")
    assert trial(straight)["print"] == trial(straight)["print"]
    dice = broken("return x.gelu()", "return x + np.random.normal()")
    assert trial(dice)["print"] != trial(dice)["print"]
