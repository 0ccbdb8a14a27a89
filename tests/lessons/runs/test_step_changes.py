"""What a lesson does to an optimizer's steps: the gradient turned, clipped or replaced, and lengths that are held."""

from typing import Any

import numpy as np
import pytest

from lessons.course.lesson import Arm, Settings
from lessons.course.values import LessonError
from lessons.runs.edits import healthy_library
from lessons.runs.models import build_model
from lessons.runs.optimization import INSTEAD, build_optimizer, clipped, some, turned
from lessons.runs.tasks import draw_rows
from lessons.runs.trained_model import Array
from lessons.runs.training import Alone, Together
from lessons.runs.ways import goes_together, replays

GRADIENT, FIXED = np.random.default_rng(0).normal(size=(2, 3, 40))


def cosine(first: Array, second: Array) -> Array:
    return (first * second).sum(1) / np.linalg.norm(first, axis=1) / np.linalg.norm(second, axis=1)


@pytest.mark.parametrize("degrees", [0.0, 45.0, 80.0, 100.0])
def test_a_turned_gradient_has_the_angle_and_the_length_that_it_had(degrees: float) -> None:
    found = turned(GRADIENT, degrees, FIXED)
    assert np.degrees(np.arccos(cosine(found, GRADIENT).clip(-1, 1))) == pytest.approx([degrees] * 3, abs=1e-5)
    assert np.linalg.norm(found, axis=1) == pytest.approx(np.linalg.norm(GRADIENT, axis=1))
    assert (cosine(found, FIXED) >= cosine(GRADIENT, FIXED)).all()


def test_a_gradient_of_0_has_no_angle_and_stays() -> None:
    still = np.concatenate([np.zeros((1, 40)), GRADIENT[:1] * 1e-200])
    assert np.isfinite(turned(still, 80.0, FIXED[:2])).all()
    assert np.linalg.norm(turned(still, 80.0, FIXED[:2]), axis=1)[0] == pytest.approx(0)


def test_a_clipped_gradient_is_at_most_so_long_and_a_shorter_one_is_left() -> None:
    rows = np.array([[3.0, 4.0], [0.3, 0.4]])
    assert clipped(rows, 1.0, rows) == pytest.approx(np.array([[0.6, 0.8], [0.3, 0.4]]))


def test_of_some_numbers_the_gradient_stays_and_of_others_it_is_0() -> None:
    found = some(GRADIENT, 7, FIXED)
    assert (found != 0).sum(1).tolist() == [7, 7, 7]
    assert (found[found != 0] == GRADIENT[found != 0]).all()


def test_what_stands_in_a_gradients_place_has_its_size() -> None:
    size = np.abs(GRADIENT).mean(1, keepdims=True)
    assert INSTEAD["direction"](GRADIENT, FIXED, GRADIENT) == pytest.approx(FIXED * size)
    assert INSTEAD["noise"](GRADIENT, GRADIENT, FIXED) == pytest.approx(FIXED * size)
    assert (INSTEAD["uphill"](GRADIENT, FIXED, FIXED) == -GRADIENT).all()


MODEL: dict[str, Any] = {"name": "TenseMLP", "activation": "gelu", "hidden": 6}
ASKED: list[dict[str, Any]] = [
    {"angle": 80.0},
    {"clip": 0.05},
    {"only": 20},
    {"instead": {"fc1.weight": "direction", "fc2": "noise"}},
    {"held": ["fc2.weight"]},
    {"decays": ["fc1.weight"], "weight_decay": 0.1},
]
NO_DECAY: dict[str, Any] = {"decays": [], "weight_decay": 0.1}


def arm(optimizer: dict[str, Any], model: dict[str, Any] = MODEL) -> Arm:
    return Arm("one", Settings({"name": "agreement"}, model, {"name": "adam", "lr": 0.01, **optimizer}, 30))


@pytest.mark.parametrize("asked", ASKED)
def test_many_seeds_at_once_go_where_each_goes_alone_and_elsewhere_than_without_it(asked: dict[str, Any]) -> None:
    changed = arm(asked)
    assert replays(changed, 3)
    assert goes_together(changed, (3, 4))
    together, alone, usual = (Together(changed, (3, 4), 30), Alone(changed, 4, 30, False), Alone(arm({}), 4, 30, False))
    losses = np.array([(together.advance()[1], alone.advance(), usual.advance()) for _ in range(30)])
    assert losses[:, 0] == pytest.approx(losses[:, 1], rel=1e-9)
    assert losses[-1, 1] != pytest.approx(losses[-1, 2], rel=1e-3)


def test_weight_decay_of_no_parameter_is_none() -> None:
    runs = [Alone(arm(optimizer), 0, 5, False) for optimizer in (NO_DECAY, {})]
    assert [runs[0].advance() for _ in range(5)] == [runs[1].advance() for _ in range(5)]


def test_a_held_length_stays_and_only_so_many_numbers_move() -> None:
    run = Alone(arm({"held": ["fc1.weight"], "only": 9}), 0, 20, True)
    for _ in range(20):
        run.advance()
    before, after = run.trained.parameters(run.trained.start), run.trained.parameters()
    assert np.linalg.norm(after["fc1.weight"]) == pytest.approx(np.linalg.norm(before["fc1.weight"]))
    assert sum(int((after[name] != before[name]).sum()) for name in ("fc1.bias", "fc2.weight", "fc2.bias")) <= 9


@pytest.mark.parametrize("asked", [{"held": ["fc3"]}, {"instead": {"fc1.wait": "noise"}}, {"decays": ["fc"]}])
def test_a_parameter_that_there_is_not_is_told_the_nearest(asked: dict[str, Any]) -> None:
    library = healthy_library()
    model = build_model(library, MODEL, draw_rows(library, {"name": "agreement"}, 0), 0)
    with pytest.raises(LessonError, match=r"optimizer: \w+ has .* Did you mean"):
        build_optimizer(library, {"name": "adam", "lr": 0.1, **asked}, dict(model.named_parameters()))
