"""A broken library is proved: where it comes to, what it leaves behind, whether it repeats."""

import math
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from lessons.check.broken_arms import broken_arms, effect, is_swept, trial
from lessons.check.edits import breaks, distinct_breaks, prove_edits, wrong_text
from lessons.check.evidence import Evidence, Trouble
from lessons.check.sweeps import SweepEvidence, differ, share_apart, share_growing, steps_alike
from lessons.course.lesson.lesson import Edit, Experiment, Lesson
from lessons.engine import process as limited_process
from lessons.engine.pool import Pool
from lessons.engine.process import UNTIMED_S
from lessons.runs.experiment import Measured
from tests.lessons.check.known import Known, finished

ACTIVATIONS = "minimodel/nn/activations.py"


@pytest.fixture
def tried(lesson: Lesson) -> Callable[..., dict[str, Any]]:
    def make(before: str, after: str, file: str = ACTIVATIONS) -> dict[str, Any]:
        return finished(trial(short(lesson, Edit(file, before, after)), 0))

    return make


def short(lesson: Lesson, edit: Edit) -> Experiment:
    experiment = broken_arms(lesson)[0]
    settings = replace(experiment.arms[0].settings, steps=4)
    arm = replace(experiment.arms[0], settings=settings, edits=(edit,))
    return replace(experiment, arms=(arm,), metrics=("final_loss",))


def goes_on() -> None:
    while True:
        pass


@pytest.mark.parametrize(
    ("does", "said"),
    [
        (sys.exit, "its code ended the process that it ran in"),
        pytest.param(goes_on, "its code does not come to an end", marks=pytest.mark.slow),
    ],
)
def test_what_a_process_does_beside_its_work_is_named(does, said, lesson, pool):
    with pytest.raises(Trouble, match=said):
        Evidence(lesson, pool).ask(does)
    assert Evidence(lesson, pool).ask(abs, -2) == 2  # and nothing is left of it


def test_a_limit_that_was_hit_is_told_from_a_failure(monkeypatch, lesson, pool):
    monkeypatch.setattr(limited_process, "CLOCK_FACTOR", 0)
    with pytest.raises(Trouble) as caught:
        Evidence(lesson, pool).ask(goes_on)
    assert caught.value.at_limit


def test_verdicts_of_the_course_take_as_long_as_they_take(lesson):
    own, foreign = (Evidence(lesson, pool).judge.answer_s for pool in (Pool(1, UNTIMED_S), Pool(1)))
    assert own >= UNTIMED_S > foreign


def test_each_break_is_proved_once_though_two_reviews_have_it(lesson):
    assert {"straight-tanh", "sixty-four-wide"} <= set(breaks(lesson))
    assert {"straight-tanh", "sixty-four-wide"} - set(distinct_breaks(lesson)) == {"sixty-four-wide"}


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("return x.gelu()", "return x", ""),
        ("return x.gelu()", "return x .gelu( )", "it changes nothing that"),
        ("return x.gelu()", "yield from", "is no Python any more: line 89"),
        ("return x.gelu()", "return\0", "is no Python any more"),
    ],
)  # fmt: skip
def test_an_edit_changes_what_the_code_does(before, after, said):
    found = wrong_text((Edit(ACTIVATIONS, before, after),), ACTIVATIONS)
    assert (said in found) if said else found == ""


def test_a_break_that_changes_nothing_is_refused(lesson, failed):
    still = replace(lesson, edits=(Edit(ACTIVATIONS, "return x.gelu()", "return x .gelu( )"),))
    ((what, problem),) = failed(prove_edits, still)
    assert what == "the break"
    assert "it changes nothing that" in problem


def test_a_break_that_no_arm_trains_is_refused(lesson, failed):
    healthy = {
        name: replace(each, arms=tuple(replace(arm, edits=()) for arm in each.arms))
        for name, each in lesson.experiments.items()
    }
    found = dict(failed(prove_edits, replace(lesson, experiments=healthy)))
    assert found["the break"].startswith("no arm trains the broken library (experiments: ")


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
def test_rounding_is_no_difference(first, second, apart):
    assert differ(first, second) == apart


def test_what_an_edit_leaves_as_it_was_is_the_same_network(tried):
    assert not tried("return x.gelu()", "return x.gelu() if self.training else x")["same network"]
    loss = "return value, (to_logits,)", "return 2 * value, (to_logits,)", "minimodel/nn/losses.py"
    assert tried(*loss)["same network"]


class Still(Known):
    """A sweep in which no loss differs; the healthy model ends at 1, and the broken one there."""

    def __init__(self, both: Experiment, broken: list[float]) -> None:
        values = {"broken": {"final_loss": tuple(broken)}, "healthy": {"final_loss": (1.0,) * len(broken)}}
        self.found = Measured(both, tuple(range(len(broken))), values)

    def swept(self, name: str) -> SweepEvidence:
        return SweepEvidence(self.found, (self.found,), self.found, {}, {}, {"broken": 0.0}, {})


def test_a_break_that_changes_nothing_or_too_little_that_is_measured_says_where(lesson):
    made = short(lesson, Edit(ACTIVATIONS, "return x.tanh()", "return x"))
    (arm,) = made.arms
    both = replace(made, arms=(arm, replace(arm, name="healthy", edits=())))
    assert effect([made], Still(both, [1.0, 1.0, 1.0, 2.0]))[0].startswith(
        f"final_loss of {made.id} differs on 25% of the seeds; it should on "
    )
    said = f"it changes nothing: in {made.id} every measured value and every loss is the same, but for rounding."
    assert effect([made], Still(both, [1.0] * 4)) == (said, "")


def test_the_same_seed_gives_the_same_run(tried):
    assert tried("return x.gelu()", "return x")["problem"] == ""
    dice = tried("return x.gelu()", "return x + np.random.normal()")["problem"]
    assert dice.startswith("the run that is watched does not do what the plain loop does")


@pytest.mark.parametrize(
    ("plain", "swept", "same"),
    [
        ([1.0, 0.5], [1.0, 0.5 + 1e-9], True),
        ([1.0, 0.5], [1.0, 0.51], False),
        ([1.0, math.nan, math.nan], [1.0], True),
        ([1.0, 0.5], [1.0], False),
    ],
)
def test_a_sweep_is_what_the_plain_loop_does(plain, swept, same):
    assert is_swept(np.array(plain), np.array(swept)) == same


def test_a_sweep_is_compared_with_the_plain_loop_until_dust_would_part_them():
    plain = np.array([1.0, 0.5, 0.2])
    assert steps_alike(plain, plain + 1e-12) is None
    assert steps_alike(plain, np.array([1.0, 0.51, 0.2])) == 1


def test_losses_that_leave_the_healthy_ones_are_counted_by_the_seed():
    healthy = np.array([[1.0, 1.0], [0.5, 0.5]])
    assert share_apart(np.array([[1.0, 1.0], [0.5, 0.6]]), healthy) == 0.5
    assert share_apart(healthy + 1e-12, healthy) == 0.0
    assert share_apart(healthy[:1], healthy) == 1.0


def test_losses_that_end_above_their_beginning_or_in_no_number_are_growing():
    assert share_growing(np.array([[1.0, 1.0, 1.0, 1.0], [0.5, 1.1, math.nan, math.inf]])) == 0.75
    assert share_growing(np.empty((0, 4))) == 0.0
