"""The experiment shows what was measured before: the same seed gives the same run, and many seeds the same medians."""

import math

import numpy as np
import pytest

from lessons.breaks import broken_library
from lessons.experiment import PairedRun, Sweeping, TrainedSide, curve_kind, run_lesson, sweep
from lessons.measured import Band, Measured
from lessons.schema import Break, Experiment, Lesson


@pytest.fixture(scope="module")
def sweeps(lesson: Lesson) -> dict[str, Measured]:
    """Both tasks over the lesson's own seeds."""
    return {name: item for name, item in run_lesson(lesson) if isinstance(item, Measured)}


def numbers(measured: Measured, metric: str, side: str) -> list[float]:
    return [value for value in measured.values(metric, side) if isinstance(value, float)]


def test_the_gap_tells_identity_from_gelu_on_every_seed(sweeps: dict[str, Measured]) -> None:
    for measured in sweeps.values():
        assert max(numbers(measured, "interaction_gap", "broken")) <= 1e-12
        assert min(numbers(measured, "interaction_gap", "healthy")) > 0.5


def test_the_rank_tells_nothing(sweeps: dict[str, Measured]) -> None:
    for measured in sweeps.values():
        assert set(measured.healthy["rank_w2w1"]) == set(measured.broken["rank_w2w1"]) == {5.0}


def test_on_additive_the_break_cannot_be_seen_in_accuracy_and_needs_no_more_steps(
    sweeps: dict[str, Measured],
) -> None:
    additive = sweeps["additive"]
    for metric in ("train_accuracy", "val_accuracy"):
        assert set(additive.healthy[metric]) == set(additive.broken[metric]) == {1.0}
    ratio = additive.summary("steps_to_loss_0.1", "ratio")
    assert isinstance(ratio, Band)
    assert ratio.median is not None
    assert 0.85 <= ratio.median <= 1.0


def test_on_agreement_identity_cannot_learn_its_own_rows(sweeps: dict[str, Measured]) -> None:
    agreement = sweeps["agreement"]
    assert max(numbers(agreement, "train_accuracy", "broken")) < 0.85
    assert min(numbers(agreement, "train_accuracy", "healthy")) > 0.99
    assert set(agreement.broken["steps_to_loss_0.1"]) == {None}
    assert agreement.summary("steps_to_loss_0.1", "broken") == Band(None, None, None)


def test_a_sweep_covers_all_its_seeds_and_says_how_far_it_is(lesson: Lesson) -> None:
    items = list(sweep(lesson.broken, lesson.experiments["additive"], tuple(range(70)), steps=5))
    assert isinstance(items[-1], Measured)
    assert len(items[-1].healthy["final_loss"]) == 70
    assert items[-2] == Sweeping(10, 10)


@pytest.mark.parametrize("seed", [0, 7, 31])
def test_the_same_seed_gives_the_same_curve_bit_for_bit(lesson: Lesson, seed: int) -> None:
    experiment = lesson.experiments["agreement"]
    first, second = (list(PairedRun(lesson.broken, experiment, seed, 40)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("task", ["additive", "agreement"])
def test_a_seed_alone_and_in_the_sweep_goes_the_same_way(
    lesson: Lesson, sweeps: dict[str, Measured], task: str
) -> None:
    for seed in (0, 7):
        run = PairedRun(lesson.broken, lesson.experiments[task], seed)
        for _ in run:
            pass
        alone = run.measured()
        for side in ("healthy", "broken"):
            assert numbers(alone, "final_loss", side) == pytest.approx(
                [sweeps[task].values("final_loss", side)[seed]], abs=1e-9
            )


def test_healthy_and_broken_begin_with_the_same_weights_and_data(lesson: Lesson) -> None:
    run = PairedRun(lesson.broken, lesson.experiments["agreement"], 3)
    healthy, broken = run.healthy.model.state_dict(), run.broken.model.state_dict()
    assert all(np.array_equal(healthy[name], broken[name]) for name in healthy)
    assert np.array_equal(run.healthy.data.x_train, run.broken.data.x_train)


def test_a_model_that_explodes_is_reported_and_not_a_crash(lesson: Lesson) -> None:
    wild = Experiment(
        "wild", "agreement", lesson.experiments["agreement"].model, {"name": "sgd", "lr": 1e9}, 30, seeds=2
    )
    run = PairedRun(lesson.broken, wild, 0)
    steps = list(run)
    assert len(steps) == 30
    found = run.measured()
    assert any(not math.isfinite(step.broken) or step.broken > 100 for step in steps)
    assert found.broken["curve"] == ("diverges",)
    *_, swept = sweep(lesson.broken, wild, (0, 1))
    assert isinstance(swept, Measured)


@pytest.mark.parametrize(
    ("mine", "healthy", "kind"),
    [
        ([1.6, 0.5, 0.05], [1.6, 0.5, 0.05], "follows"),
        ([1.6, 1.5, 0.5, 0.3, 0.05], [1.6, 0.5, 0.05, 0.01, 0.01], "slower"),
        ([1.6, 0.9, 0.5], [1.6, 0.5, 0.05], "plateau"),
        ([1.6, 1.6, 1.59], [1.6, 0.5, 0.05], "flat"),
        ([1.6, 2.6, 9.0], [1.6, 0.5, 0.05], "diverges"),
        ([1.6, 2.6, math.nan], [1.6, 0.5, 0.05], "diverges"),
    ],
)
def test_a_loss_curve_is_of_one_kind(mine: list[float], healthy: list[float], kind: str) -> None:
    assert curve_kind(np.array(mine), np.array(healthy)) == kind


STEEP = {"name": "sgd", "lr": 0.5}
EXPERIMENT = Experiment("e", "agreement", {"name": "TenseMLP", "activation": "gelu"}, STEEP, 40, 3)

LINES = {  # broken lines, most of which a quick way to train could miss
    "zero_grad forgotten in the loop": ("training.py", "optimizer.zero_grad()", "pass"),
    "zero_grad forgets to forget": ("optim.py", "p.grad = None if set_to_none else", "0 if set_to_none else"),
    "a step forgotten": ("training.py", "            optimizer.step()\n", ""),
    "backward begins with 2": ("backward.py", "return np.ones(", "return 2 * np.ones("),
    "a bias that counts twice": ("operations.py", "value += bias[", "value += 2 * bias["),
    "a weight gradient with the wrong sign": ("operations.py", "dot(g.mT, x)", "-dot(g.mT, x)"),
    "labels the other way round": (
        "nn/losses.py",
        "return array.astype(int)",
        "return array.astype(int)[::-1]",
    ),
    "data doubled": ("data.py", "else Tensor(x)", "else Tensor(2 * x)"),
    "weights ten times too large": ("nn/linear.py", "bound = 1 / math", "bound = 10 / math"),
    "inputs rounded": ("tensor.py", "[x._data for x in inputs]", "[np.round(x._data, 2) for x in inputs]"),
}


@pytest.mark.parametrize("name", LINES)
def test_what_is_watched_and_swept_is_what_the_plain_loop_does(name: str) -> None:
    file, before, after = LINES[name]
    broken, experiment, seeds, steps = Break(f"minimodel/{file}", before, after), EXPERIMENT, (3, 4, 5), 40
    library = broken_library(broken)
    plain = [TrainedSide(library, experiment, seed, steps, replayed=False) for seed in seeds]
    with np.errstate(all="ignore"):
        for side in plain:
            for _ in range(steps):
                side.advance()
        watched = PairedRun(broken, experiment, seeds[0], steps)
        assert np.array_equal([step.broken for step in watched], plain[0].losses, equal_nan=True)
        *_, swept = sweep(broken, experiment, seeds, steps)
    assert isinstance(swept, Measured)
    right = [side.losses[-1] for side in plain]
    assert swept.values("final_loss", "broken") == pytest.approx(right, rel=1e-9, nan_ok=True)
