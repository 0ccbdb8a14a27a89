"""The experiment shows what was measured before: the same seed gives the same run, and many seeds the same medians."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from lessons.course.lesson import Arm, Experiment, Lesson
from lessons.runs.experiment import Measured, WatchedRun, sweep
from lessons.runs.metrics.losses import curve_word


def numbers(measured: Measured, metric: str, arm: str) -> list[float]:
    return [value for value in measured.of(metric, arm) if isinstance(value, float)]


def swept(experiment: Experiment, seeds: tuple[int, ...], steps: int | None = None) -> Measured:
    *_, measured = sweep(experiment, seeds, steps)
    assert isinstance(measured, Measured)
    return measured


def with_arms(experiment: Experiment, *arms: Arm) -> Experiment:
    return replace(experiment, arms=arms, pairs=())


def changed(arm: Arm, **settings: Any) -> Arm:
    return replace(arm, settings=replace(arm.settings, **settings))


def test_all_arms_begin_with_the_same_weights_and_data(lesson: Lesson) -> None:
    healthy, broken = WatchedRun(lesson.experiments["agreement"], 3).trained.values()
    first, second = healthy.parameters(), broken.parameters()
    assert all(np.array_equal(first[name], second[name]) for name in first)
    assert np.array_equal(healthy.rows.x, broken.rows.x)


@pytest.fixture
def three(lesson: Lesson) -> Experiment:
    experiment = lesson.experiments["agreement"]
    arms = [
        replace(
            changed(experiment.arms[0], steps=steps, model={"name": "TenseMLP", "hidden": hidden}), name=str(hidden)
        )
        for hidden, steps in ((2, 4), (8, 6), (16, 5))
    ]
    return with_arms(experiment, *arms)


def test_each_arm_is_trained_as_it_says(three: Experiment) -> None:
    measured = swept(three, (0, 1))
    assert {arm: len(losses) for arm, losses in measured.losses.items()} == {"2": 4, "8": 6, "16": 5}
    assert len({measured.of("final_loss", arm) for arm in three.names}) == 3


def test_a_curve_is_told_beside_that_of_the_first_arm(lesson: Lesson) -> None:
    experiment = lesson.experiments["additive"]
    healthy = experiment.arms[0]
    slow = replace(changed(healthy, optimizer={"name": "adam", "lr": 0.004}), name="slow")
    first = swept(with_arms(experiment, healthy, slow), (0,))
    other = swept(with_arms(experiment, slow, healthy), (0,))
    assert (first.of("curve", "healthy"), first.of("curve", "slow")) == (("follows",), ("slower",))
    assert (other.of("curve", "healthy"), other.of("curve", "slow")) == (("follows",), ("follows",))


def test_training_ends_where_the_loss_is_low_enough(lesson: Lesson) -> None:
    experiment = lesson.experiments["additive"]
    arm = changed(experiment.arms[0], until=0.5)
    until = replace(with_arms(experiment, arm), metrics=("outcome", "final_loss"))
    measured, whole = swept(until, (0, 1)), swept(experiment, (0, 1))
    assert measured.of("outcome", "healthy") == ("stopped", "stopped")
    for mine, other in zip(measured.losses["healthy"].T, whole.losses["healthy"].T, strict=True):
        end = int((other < 0.5).argmax())
        assert mine[: end + 1] == pytest.approx(other[: end + 1], rel=1e-9)
        assert set(mine[end:]) == {mine[end]}


def test_a_model_that_is_not_trained_is_measured_as_it_began(lesson: Lesson) -> None:
    experiment = lesson.experiments["additive"]
    arm = changed(experiment.arms[0], steps=0, optimizer={})
    untrained = replace(with_arms(experiment, arm), metrics=("train_accuracy", "final_loss"))
    found = swept(untrained, (0, 1))
    assert all(0 <= value < 0.7 for value in numbers(found, "train_accuracy", "healthy"))
    assert found.of("final_loss", "healthy") == (None, None)
    assert list(WatchedRun(untrained, 0)) == []


def test_a_model_that_explodes_is_reported_and_not_a_crash(lesson: Lesson) -> None:
    experiment = lesson.experiments["agreement"]
    arms = [changed(arm, optimizer={"name": "sgd", "lr": 1e9}, steps=30) for arm in experiment.arms]
    wild = with_arms(experiment, *arms)
    run = WatchedRun(wild, 0)
    steps = list(run)
    assert len(steps) == 30
    found = run.measured()
    losses = [step.losses["broken"] for step in steps]
    assert any(not math.isfinite(loss) or loss > 100 for loss in losses)
    assert found.of("curve", "broken") == ("diverges",)
    assert swept(wild, (0, 1)).of("curve", "broken") == ("diverges", "diverges")


@pytest.mark.parametrize(
    ("mine", "healthy", "kind"),
    [
        ([1.6, 0.5, 0.05], [1.6, 0.5, 0.05], "follows"),
        ([1.6, 1.5, 0.5, 0.3, 0.05], [1.6, 0.5, 0.05, 0.01, 0.01], "slower"),
        ([1.6, 0.9, 0.51, 0.5], [1.6, 0.5, 0.05, 0.01], "plateau"),
        ([1.6, 0.9, 0.7, 0.5], [1.6, 0.5, 0.05, 0.01], "unfinished"),
        ([1.6, 1.6, 1.59], [1.6, 0.5, 0.05], "flat"),
        ([1.6, 2.6, 9.0], [1.6, 0.5, 0.05], "diverges"),
        ([1.6, 2.6, math.nan], [1.6, 0.5, 0.05], "diverges"),
    ],
)
def test_a_loss_curve_is_of_one_kind(mine: list[float], healthy: list[float], kind: str) -> None:
    assert curve_word(np.array(mine), np.array(healthy)) == kind


def test_only_the_arms_that_are_shown_are_watched(three: Experiment) -> None:
    run = WatchedRun(three, 0, arms=("8", "16"))
    assert [list(step.losses) for step in run] == [["8", "16"]] * 6


def test_a_pair_of_which_one_arm_is_not_shown_is_compared_once_all_seeds_are_in(three: Experiment) -> None:
    asked = replace(three, pairs=(("final_loss", "ratio", "8", "2"), ("final_loss", "ratio", "16", "8")))
    watched = WatchedRun(asked, 0, arms=("8", "16")).measured().as_record()
    assert set(watched["final_loss"]) == {"8", "16", "ratio 16 8"}
