"""What a broken library does while it is proved: where it comes to, what it leaves behind, whether it repeats."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lessons.check.breaks.apart import far
from lessons.check.breaks.broken_runs import broken_arms
from lessons.check.breaks.proofs import breaks, distinct, wrong_text
from lessons.check.breaks.reach import reached
from lessons.check.breaks.trials import imported, module_of, trial
from lessons.check.workers import Trouble, Workers
from lessons.check.working import limit
from lessons.lesson import Edit, Experiment, Lesson
from lessons.summaries import Value

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


def writes() -> int:
    return Path("here.txt").write_text("Here I am.", encoding="utf-8")


def ends() -> None:
    raise SystemExit


def goes_on() -> None:
    limit(1)
    while True:
        pass


@pytest.mark.parametrize(
    ("does", "said"),
    [
        (writes, "it writes a file, here.txt, into the folder that it runs in"),
        (ends, "it ends the program"),
        (goes_on, "it does not come to an end"),
    ],
)
def test_what_a_process_does_beside_its_work_is_named(
    does: Callable[[], Any], said: str, workers: Workers
) -> None:
    with pytest.raises(Trouble, match=said):
        workers.ask(does)
    assert workers.ask(module_of, "m", "minimodel/optim.py") == "m.optim"  # and nothing is left of it


# ---- what is written -----------------------------------------------------------


def test_each_break_is_proved_once_though_two_reviews_have_it(lesson: Lesson) -> None:
    assert {"straight-tanh", "sixty-four-wide"} <= set(breaks(lesson))
    assert {"straight-tanh", "sixty-four-wide"} - set(distinct(lesson)) == {"sixty-four-wide"}


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


def test_the_edited_file_is_imported_though_no_run_needs_it() -> None:
    assert imported((Edit("minimodel/words.py", "import numpy as np", "import numpy as np\n\nA = 1"),))


# ---- where a run comes to ------------------------------------------------------

LINKS = "lambda g: dot(g, weight),"
REACHED: list[tuple[str, str, str, bool]] = [
    ("nn/activations.py", "return x.gelu()", "return x", True),
    ("nn/activations.py", "return x.tanh()", "return x", False),
    ("nn/activations.py", '"gelu": GELU,', '"gelu": Identity,', True),  # read while the file is imported
    ("operations.py", LINKS, "lambda g: 2 * dot(g, weight),", True),
    ("operations.py", "lambda g: dot(g.mT, x),", "lambda g: dot(g.mT, 2 * x),", True),
    ("operations.py", "return a - b, (lambda g: g, lambda g: -g)", "return a - b, (lambda g: g, lambda g: g)", False),
    ("optim.py", "* at.data\n        m", "/ at.data\n        m", False),
    ("optim.py", "np.sqrt(v) +", "np.sqrt(m) +", True),
]  # fmt: skip


@pytest.mark.parametrize(("file", "before", "after", "is_reached"), REACHED)
def test_a_run_comes_to_the_lines_that_it_executes(
    file: str, before: str, after: str, is_reached: bool, broken: Callable[..., Experiment]
) -> None:
    assert reached(broken(before, after, f"minimodel/{file}")) == is_reached


# ---- what parts two runs -------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "differ"),
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
def test_rounding_is_no_difference(first: Value, second: Value, differ: bool) -> None:
    assert far(first, second) == differ


def test_what_only_an_evaluation_shows_is_no_broken_ruler(broken: Callable[..., Experiment]) -> None:
    at_rest = trial(broken("return x.gelu()", "return x.gelu() if self.training else x"))
    assert at_rest["parameters"]
    assert not at_rest["outputs"]


def test_a_loss_that_is_doubled_is_one(broken: Callable[..., Experiment]) -> None:
    doubled = trial(
        broken("return value, (to_logits,)", "return 2 * value, (to_logits,)", "minimodel/nn/losses.py")
    )
    assert doubled["parameters"]
    assert doubled["outputs"]
    assert not doubled["losses"]


def test_the_same_seed_gives_the_same_run(broken: Callable[..., Experiment]) -> None:
    straight = broken("return x.gelu()", "return x")
    assert trial(straight)["print"] == trial(straight)["print"]
    dice = broken("return x.gelu()", "return x + np.random.normal()")
    assert trial(dice)["print"] != trial(dice)["print"]
