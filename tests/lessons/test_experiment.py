"""The experiment shows what was measured before: the same seed gives the same run, and many seeds the same medians."""

import math
from dataclasses import replace

import numpy as np
import pytest

from lessons.lesson import Arm, Experiment, Lesson
from lessons.runs.experiment import Sweeping, WatchedRun, sweep, sweep_lesson
from lessons.runs.measured import Measured
from lessons.runs.metrics.losses import curve_word
from lessons.summaries import Band


def numbers(measured: Measured, metric: str, arm: str) -> list[float]:
    return [value for value in measured.of(metric, arm) if isinstance(value, float)]


def swept(experiment: Experiment, seeds: tuple[int, ...], steps: int | None = None) -> Measured:
    *_, measured = sweep(experiment, seeds, steps)
    assert isinstance(measured, Measured)
    return measured


def with_arms(experiment: Experiment, *arms: Arm) -> Experiment:
    return replace(experiment, arms=arms, pairs=())


# ---- what Break 00 teaches -------------------------------------------------


@pytest.fixture
def tasks(sweeps: dict[str, Measured]) -> list[Measured]:
    return [sweeps["additive"], sweeps["agreement"]]


def test_the_gap_tells_identity_from_gelu_on_every_seed(tasks: list[Measured]) -> None:
    for measured in tasks:
        assert max(numbers(measured, "interaction_gap", "broken")) <= 1e-12
        assert min(numbers(measured, "interaction_gap", "healthy")) > 0.5


def test_the_rank_tells_nothing(tasks: list[Measured]) -> None:
    for measured in tasks:
        assert set(measured.of("rank_w2w1", "healthy")) == set(measured.of("rank_w2w1", "broken")) == {5.0}


def test_on_additive_the_break_cannot_be_seen_in_accuracy_and_needs_no_more_steps(
    sweeps: dict[str, Measured],
) -> None:
    additive = sweeps["additive"]
    for metric in ("train_accuracy", "val_accuracy"):
        assert set(additive.of(metric, "healthy")) == set(additive.of(metric, "broken")) == {1.0}
    ratio = additive.summary("steps_to_loss_0.1", "ratio")
    assert isinstance(ratio, Band)
    assert ratio.median is not None
    assert 0.85 <= ratio.median <= 1.0


def test_on_agreement_identity_cannot_learn_its_own_rows(sweeps: dict[str, Measured]) -> None:
    agreement = sweeps["agreement"]
    assert max(numbers(agreement, "train_accuracy", "broken")) < 0.85
    assert min(numbers(agreement, "train_accuracy", "healthy")) > 0.99
    assert set(agreement.of("steps_to_loss_0.1", "broken")) == {None}
    assert agreement.summary("steps_to_loss_0.1", "broken") == Band(None)


# ---- seeds -----------------------------------------------------------------


def test_a_sweep_covers_all_its_seeds_and_says_how_far_it_is(lesson: Lesson) -> None:
    items = list(sweep(lesson.experiments["additive"], tuple(range(70)), steps=5))
    assert isinstance(items[-1], Measured)
    assert len(items[-1].of("final_loss", "healthy")) == 70
    assert items[-1].losses["broken"].shape == (5, 70)
    assert items[-2] == Sweeping(20, 20)


def test_the_seeds_and_steps_of_a_lesson_can_be_others(lesson: Lesson) -> None:
    found = [item for _, item in sweep_lesson(lesson, 40, seeds=2, steps=3) if isinstance(item, Measured)]
    assert [(item.seeds, len(item.losses["healthy"])) for item in found] == [((40, 41), 3)] * 2


@pytest.mark.parametrize("seed", [0, 7, 31])
def test_the_same_seed_gives_the_same_curve_bit_for_bit(lesson: Lesson, seed: int) -> None:
    experiment = lesson.experiments["agreement"]
    first, second = (list(WatchedRun(experiment, seed, 40)) for _ in range(2))
    assert first == second
    assert list(WatchedRun(experiment, seed + 1, 40)) != first


@pytest.mark.parametrize("task", ["additive", "agreement"])
def test_a_seed_alone_and_in_the_sweep_goes_the_same_way(
    lesson: Lesson, sweeps: dict[str, Measured], task: str
) -> None:
    for seed in (0, 7):
        run = WatchedRun(lesson.experiments[task], seed)
        for _ in run:
            pass
        alone = run.measured()
        for arm in ("healthy", "broken"):
            assert numbers(alone, "final_loss", arm) == pytest.approx(
                [sweeps[task].of("final_loss", arm)[seed]], abs=1e-9
            )


def test_all_arms_begin_with_the_same_weights_and_data(lesson: Lesson) -> None:
    healthy, broken = WatchedRun(lesson.experiments["agreement"], 3).trained.values()
    first, second = healthy.parameters(), broken.parameters()
    assert all(np.array_equal(first[name], second[name]) for name in first)
    assert np.array_equal(healthy.rows.x, broken.rows.x)


# ---- arms ------------------------------------------------------------------


@pytest.fixture
def three(lesson: Lesson) -> Experiment:
    """Networks of other widths, trained for other lengths."""
    experiment = lesson.experiments["agreement"]
    settings = experiment.arms[0].settings
    return with_arms(
        experiment,
        *(
            Arm(f"{hidden}", replace(settings, steps=steps, model={"name": "TenseMLP", "hidden": hidden}))
            for hidden, steps in ((2, 4), (8, 6), (16, 5))
        ),
    )


def test_each_arm_is_trained_as_it_says(three: Experiment) -> None:
    measured = swept(three, (0, 1))
    assert {arm: len(losses) for arm, losses in measured.losses.items()} == {"2": 4, "8": 6, "16": 5}
    assert len({measured.of("final_loss", arm) for arm in three.names}) == 3


def test_only_the_arms_that_are_shown_are_watched(three: Experiment) -> None:
    run = WatchedRun(three, 0, arms=("8", "16"))
    assert [list(step.losses) for step in run] == [["8", "16"]] * 6


def test_a_curve_is_told_beside_that_of_the_first_arm(lesson: Lesson) -> None:
    experiment = lesson.experiments["additive"]
    healthy = experiment.arms[0]
    slow = Arm("slow", replace(healthy.settings, optimizer={"name": "adam", "lr": 0.004}))
    first = swept(with_arms(experiment, healthy, slow), (0,))
    other = swept(with_arms(experiment, slow, healthy), (0,))
    assert (first.of("curve", "healthy"), first.of("curve", "slow")) == (("follows",), ("slower",))
    assert (other.of("curve", "healthy"), other.of("curve", "slow")) == (("follows",), ("follows",))


def test_training_ends_where_the_loss_is_low_enough(lesson: Lesson) -> None:
    experiment = lesson.experiments["additive"]
    arm = replace(experiment.arms[0], settings=replace(experiment.arms[0].settings, until=0.5))
    until = replace(with_arms(experiment, arm), metrics=("outcome", "final_loss"))
    measured, whole = swept(until, (0, 1)), swept(experiment, (0, 1))
    assert measured.of("outcome", "healthy") == ("stopped", "stopped")
    for mine, other in zip(measured.losses["healthy"].T, whole.losses["healthy"].T, strict=True):
        end = int((other < 0.5).argmax())
        assert mine[: end + 1] == pytest.approx(other[: end + 1], rel=1e-9)
        assert set(mine[end:]) == {mine[end]}


def test_a_model_that_is_not_trained_is_measured_as_it_began(lesson: Lesson) -> None:
    experiment = lesson.experiments["additive"]
    arm = replace(experiment.arms[0], settings=replace(experiment.arms[0].settings, steps=0, optimizer={}))
    untrained = replace(with_arms(experiment, arm), metrics=("train_accuracy", "final_loss"))
    found = swept(untrained, (0, 1))
    assert all(0 <= value < 0.7 for value in numbers(found, "train_accuracy", "healthy"))
    assert found.of("final_loss", "healthy") == (None, None)
    assert list(WatchedRun(untrained, 0)) == []


def test_a_model_that_explodes_is_reported_and_not_a_crash(lesson: Lesson) -> None:
    experiment = lesson.experiments["agreement"]
    wild = with_arms(
        experiment,
        *(
            replace(arm, settings=replace(arm.settings, optimizer={"name": "sgd", "lr": 1e9}, steps=30))
            for arm in experiment.arms
        ),
    )
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
