"""An edited library lives beside the healthy one; and an experiment shows what was measured before, seed by seed."""

import math
import subprocess
import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from lessons.course.lesson.lesson import Arm, Edit, Experiment, Lesson
from lessons.course.lesson.source import LIBRARY, edited_files, edited_lines, edited_text, healthy_text
from lessons.course.lesson.values import LessonError
from lessons.runs.edits import edited_library, healthy_library
from lessons.runs.experiment import Measured, WatchedRun, middle_losses, sweep
from lessons.runs.metrics.losses import curve_word

ACTIVATIONS, TRAINING = "minimodel/nn/activations.py", "minimodel/training.py"
GELU = Edit(ACTIVATIONS, "return x.gelu()", "return x")
TANH = Edit(ACTIVATIONS, "return x.tanh()", "return x.sin()")
STEP = Edit(TRAINING, "            optimizer.step()\n", "")


def test_only_the_edited_copy_is_edited_and_nothing_on_disk(lesson):
    before = {path: path.read_bytes() for path in LIBRARY.rglob("*.py")}
    healthy, edited = healthy_library(), edited_library(lesson.edits)
    values = np.array([-1.0, 1.2])
    assert np.array_equal(edited.nn.GELU()(edited.Tensor(values)).data, values)
    assert healthy.nn.GELU()(healthy.Tensor(values)).data == pytest.approx([-0.1588, 1.0617], abs=1e-4)
    assert before == {path: path.read_bytes() for path in LIBRARY.rglob("*.py")}


def test_every_place_of_an_edit_is_edited():
    library = edited_library((GELU, TANH, STEP))
    x = library.Tensor([0.5])
    assert library.nn.GELU()(x).data == [0.5]
    assert library.nn.Tanh()(x).data == np.sin([0.5])
    model = library.nn.Linear(2, 2)
    before = model.weight.data.copy()
    list(library.training.train(model, np.eye(2), [0, 1], library.optim.SGD(model.parameters()), 3))
    assert np.array_equal(model.weight.data, before)


def test_the_copies_share_no_module_and_no_class(lesson):
    healthy, edited = healthy_library(), edited_library(lesson.edits)
    assert edited is not healthy
    assert edited.Tensor is not healthy.Tensor
    assert edited.nn.Linear.__module__.startswith(edited.__name__)
    private = [vars(module) for name, module in sys.modules.items() if name.startswith(edited.__name__)]
    owners = {getattr(value, "__module__", None) for names in private for value in names.values()}
    assert not [owner for owner in owners if str(owner).split(".")[0] == healthy.__name__]


def test_the_same_edits_give_the_same_library_others_another_and_none_minimodel_itself(lesson):
    assert edited_library(lesson.edits) is edited_library(lesson.edits)
    assert edited_library((GELU, TANH)) is not edited_library((GELU,))
    assert edited_library(()) is healthy_library()


def test_each_changed_line_of_each_edited_file_is_known():
    edits = (GELU, TANH, STEP)
    assert edited_files(edits) == (ACTIVATIONS, TRAINING)
    lines, healthy = (text.splitlines() for text in (edited_text(edits, ACTIVATIONS), healthy_text(ACTIVATIONS)))
    changed = edited_lines(edits, ACTIVATIONS)
    assert [lines[number - 1].strip() for number in changed] == ["return x.sin()", "return x"]
    assert [healthy[number - 1].strip() for number in changed] == ["return x.tanh()", "return x.gelu()"]


def test_where_lines_were_taken_away_it_is_the_line_that_stands_there_now():
    (number,) = edited_lines((STEP,), TRAINING)
    healthy = healthy_text(TRAINING).splitlines()
    assert healthy[number - 1].strip() == "optimizer.step()"
    assert edited_text((STEP,), TRAINING).splitlines()[number - 1] == healthy[number]


def test_only_the_lines_of_a_long_edit_that_differ_have_changed():
    before = "            optimizer.zero_grad()\n            error = loss(model(inputs), labels)\n"
    edit = Edit(TRAINING, before, before.replace("zero_grad()", "zero_grad(False)"))
    (number,) = edited_lines((edit,), TRAINING)
    assert "zero_grad(False)" in edited_text((edit,), TRAINING).splitlines()[number - 1]


@pytest.mark.parametrize(
    ("edits", "count"),
    [
        ((Edit(ACTIVATIONS, "return", "yield"),), r"exactly once .*; found [2-9]"),
        ((Edit(ACTIVATIONS, "return x.gleu()", "return x"),), "exactly once .*; found 0"),
        ((GELU, Edit(ACTIVATIONS, "x.gelu()", "x")), "exactly once .*; found 0"),
    ],
    ids=["many times", "nowhere", "where an edit before it took it away"],
)
def test_a_text_that_does_not_stand_there_once_cannot_be_edited(edits, count):
    with pytest.raises(LessonError, match=count):
        edited_library(edits)


def swept(experiment: Experiment, seeds: tuple[int, ...], steps: int | None = None) -> Measured:
    *_, measured = sweep(experiment, seeds, steps)
    assert isinstance(measured, Measured)
    return measured


def with_arms(experiment: Experiment, *arms: Arm) -> Experiment:
    return replace(experiment, arms=arms, pairs=())


def changed(arm: Arm, **settings: Any) -> Arm:
    return replace(arm, settings=replace(arm.settings, **settings))


def test_all_arms_begin_with_the_same_weights_and_data(lesson):
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


def test_each_arm_is_trained_as_it_says(three):
    measured = swept(three, (0, 1))
    assert {arm: len(losses) for arm, losses in measured.losses.items()} == {"2": 4, "8": 6, "16": 5}
    assert len({measured.of("final_loss", arm) for arm in three.names}) == 3


def test_a_curve_is_told_beside_that_of_the_first_arm(lesson):
    experiment = lesson.experiments["additive"]
    healthy = experiment.arms[0]
    slow = replace(changed(healthy, optimizer={"name": "adam", "lr": 0.004}), name="slow")
    first = swept(with_arms(experiment, healthy, slow), (0,))
    other = swept(with_arms(experiment, slow, healthy), (0,))
    assert (first.of("curve", "healthy"), first.of("curve", "slow")) == (("follows",), ("slower",))
    assert (other.of("curve", "healthy"), other.of("curve", "slow")) == (("follows",), ("follows",))


def test_training_ends_where_the_loss_is_low_enough(lesson):
    experiment = lesson.experiments["additive"]
    arm = changed(experiment.arms[0], until=0.5)
    until = replace(with_arms(experiment, arm), metrics=("outcome", "final_loss"))
    measured, whole = swept(until, (0, 1)), swept(experiment, (0, 1))
    assert measured.of("outcome", "healthy") == ("stopped", "stopped")
    for mine, other in zip(measured.losses["healthy"].T, whole.losses["healthy"].T, strict=True):
        end = int((other < 0.5).argmax())
        assert mine[: end + 1] == pytest.approx(other[: end + 1], rel=1e-9)
        assert set(mine[end:]) == {mine[end]}


def test_a_model_that_is_not_trained_is_measured_as_it_began(lesson):
    experiment = lesson.experiments["additive"]
    arm = changed(experiment.arms[0], steps=0, optimizer={})
    untrained = replace(with_arms(experiment, arm), metrics=("train_accuracy", "final_loss"))
    found = swept(untrained, (0, 1))
    assert all(0 <= value < 0.7 for value in found.of("train_accuracy", "healthy"))
    assert found.of("final_loss", "healthy") == (None, None)
    assert list(WatchedRun(untrained, 0)) == []


def test_a_model_that_explodes_is_reported_and_not_a_crash(lesson):
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
def test_a_loss_curve_is_of_one_kind(mine, healthy, kind):
    assert curve_word(np.array(mine), np.array(healthy)) == kind


def test_only_the_arms_that_are_shown_are_watched(three):
    run = WatchedRun(three, 0, arms=("8", "16"))
    assert [list(step.losses) for step in run] == [["8", "16"]] * 6


def test_a_pair_of_which_one_arm_is_not_shown_is_compared_once_all_seeds_are_in(three):
    asked = replace(three, pairs=(("final_loss", "ratio", "8", "2"), ("final_loss", "ratio", "16", "8")))
    watched = WatchedRun(asked, 0, arms=("8", "16")).measured().as_record()
    assert set(watched["final_loss"]) == {"8", "16", "ratio 16 8"}


@pytest.mark.parametrize("seeds", [1, 2, 5, 8])
def test_the_middle_loss_of_each_step_is_the_median_as_far_as_all_seeds_have_one(seeds):
    losses = np.random.default_rng(0).random((6, seeds))
    losses[4, 0], losses[5] = math.nan, 0.5
    assert middle_losses(losses) == [float(f"{each:.3g}") for each in np.median(losses[:4], axis=1)]


def test_a_run_loads_no_package_for_a_median():
    first = "from lessons.runs.experiment import middle_losses; import numpy, sys; middle_losses(numpy.ones((3, 2)))"
    subprocess.run([sys.executable, "-c", f"{first}; assert 'numpy.ma' not in sys.modules"], check=True)
