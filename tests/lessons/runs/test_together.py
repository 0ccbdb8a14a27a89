"""Many seeds as one batched model go as each goes alone: where they end early, and where the loss itself is broken."""

from dataclasses import replace

import numpy as np
import pytest

from lessons.course.lesson.lesson import Arm, Edit, Settings
from lessons.runs.training import OneByOne, Together, is_ruled, replays, swept, watched

HALVED = Edit(
    "minimodel/nn/losses.py", "return value, (to_logits,)", "return value / 2, (to_logits,)"
)  # of cross-entropy: what is shown is the healthy one
SEEDS, STEPS = (0, 1, 2), 60
MODEL = {"name": "MLP", "sizes": (2, 8, 2), "activation": "tanh"}
ARM = Arm("arm", Settings({"name": "xor"}, MODEL, {"name": "adam", "lr": 0.05}, STEPS))
WAVE, LINE = {"name": "line", "function": "sine", "rows": 24}, {**MODEL, "sizes": (1, 8, 1)}
NUMBERS = replace(ARM, settings=replace(ARM.settings, task=WAVE, model=LINE, loss="mse"))
LATE = replace(ARM, settings=replace(ARM.settings, until=0.3))
RULED = replace(ARM, edits=(HALVED,))
BATCHES = replace(RULED, settings=replace(ARM.settings, batch_size=2))


@pytest.mark.parametrize("arm", [LATE, NUMBERS, RULED, BATCHES, replace(RULED, settings=LATE.settings)])
def test_what_ends_early_and_what_breaks_the_loss_is_trained_as_one_model(arm):
    quick = swept(arm, SEEDS, STEPS)
    plain = OneByOne(arm, SEEDS, STEPS, replays(arm, 0), is_ruled(arm, 0))
    assert isinstance(quick, Together)
    losses = np.array([(quick.advance(), plain.advance()) for _ in range(STEPS)])
    assert quick.apart is None
    assert np.allclose(losses[:, 0], losses[:, 1], rtol=1e-7)
    for one, other in zip(quick.finished(), plain.finished(), strict=True):
        assert one.ended == other.ended == (arm.settings.until is not None)
        assert np.allclose(one.losses, other.losses, rtol=1e-7)
        for name, weights in one.parameters().items():
            assert np.allclose(weights, other.parameters()[name], rtol=1e-6)


def test_a_line_of_the_loop_that_changes_the_answers_late_is_trained_as_it_stands():
    line, late = "error = loss(model(inputs), labels)", "error = loss(model(inputs) * (1 + (step > 40)), labels)"
    arm = replace(ARM, edits=(Edit("minimodel/training.py", line, late),))
    ways = swept(arm, SEEDS, STEPS), OneByOne(arm, SEEDS, STEPS, False), watched(arm, 0, STEPS)
    losses = [[way.advance() for _ in range(STEPS)] for way in ways]
    assert np.allclose(losses[0], losses[1], rtol=1e-7)
    assert losses[2] == [each[0] for each in losses[1]]


def test_the_healthy_loss_is_shown_where_the_lessons_own_is_broken():
    healthy, broken = swept(ARM, SEEDS, STEPS), swept(RULED, SEEDS, STEPS)
    assert np.allclose(healthy.advance(), broken.advance())
