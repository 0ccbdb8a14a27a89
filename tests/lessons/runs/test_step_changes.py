"""Steps of an optimizer that are turned or replaced; and weights that are drawn, written down or computed."""

from typing import Any

import numpy as np
import pytest

from lessons.course.lesson.lesson import Arm, Settings
from lessons.course.lesson.values import LessonError
from lessons.course.lesson.vocabulary import ANY_OPTIMIZER, MODELS
from lessons.course.lesson.vocabulary import OPTIMIZERS as OPTIMIZER_NAMES
from lessons.runs.edits import healthy_library
from lessons.runs.metrics import measure_one
from lessons.runs.models import build_model
from lessons.runs.models.activations import activation_of
from lessons.runs.models.by_hand import DESIGNS
from lessons.runs.models.weights import STARTS
from lessons.runs.optimization import INSTEAD, OPTIMIZERS, build_optimizer, some, turned
from lessons.runs.tasks import draw_rows
from lessons.runs.trained_model import Array, Trained
from lessons.runs.training import Alone, Together, begin, goes_together, replays
from tests.lessons.runs.test_models import XOR, built, drawn

GRADIENT, FIXED = np.random.default_rng(0).normal(size=(2, 3, 40))


def cosine(first: Array, second: Array) -> Array:
    return (first * second).sum(1) / np.linalg.norm(first, axis=1) / np.linalg.norm(second, axis=1)


@pytest.mark.parametrize("degrees", [0.0, 45.0, 80.0, 100.0])
def test_a_turned_gradient_has_the_angle_and_the_length_that_it_had(degrees):
    found = turned(GRADIENT, degrees, FIXED)
    assert np.degrees(np.arccos(cosine(found, GRADIENT).clip(-1, 1))) == pytest.approx([degrees] * 3, abs=1e-5)
    assert np.linalg.norm(found, axis=1) == pytest.approx(np.linalg.norm(GRADIENT, axis=1))
    assert (cosine(found, FIXED) >= cosine(GRADIENT, FIXED)).all()


def test_a_gradient_of_0_has_no_angle_and_stays():
    still = np.concatenate([np.zeros((1, 40)), GRADIENT[:1] * 1e-200])
    assert np.isfinite(turned(still, 80.0, FIXED[:2])).all()
    assert np.linalg.norm(turned(still, 80.0, FIXED[:2]), axis=1)[0] == pytest.approx(0)


def test_of_some_numbers_the_gradient_stays_and_of_others_it_is_0():
    found = some(GRADIENT, 7, FIXED)
    assert (found != 0).sum(1).tolist() == [7, 7, 7]
    assert (found[found != 0] == GRADIENT[found != 0]).all()


def test_what_stands_in_a_gradients_place_has_its_size():
    size = np.abs(GRADIENT).mean(1, keepdims=True)
    assert INSTEAD["direction"](GRADIENT, FIXED, GRADIENT) == pytest.approx(FIXED * size)
    assert INSTEAD["noise"](GRADIENT, GRADIENT, FIXED) == pytest.approx(FIXED * size)
    assert (INSTEAD["uphill"](GRADIENT, FIXED, FIXED) == -GRADIENT).all()


MODEL: dict[str, Any] = {"name": "TenseMLP", "activation": "gelu", "hidden": 6}
ASKED: list[dict[str, Any]] = [
    {"angle": 80.0},
    {"only": 20},
    {"instead": {"fc1.weight": "direction", "fc2": "noise"}},
    {"held": ["fc2.weight"]},
    {"decays": ["fc1.weight"], "weight_decay": 0.1},
]
NO_DECAY: dict[str, Any] = {"decays": [], "weight_decay": 0.1}


def arm(optimizer: dict[str, Any], model: dict[str, Any] = MODEL) -> Arm:
    return Arm("one", Settings({"name": "agreement"}, model, {"name": "adam", "lr": 0.01, **optimizer}, 30))


@pytest.mark.parametrize("asked", ASKED)
def test_many_seeds_at_once_go_where_each_goes_alone_and_elsewhere_than_without_it(asked):
    changed = arm(asked)
    assert replays(changed, 3)
    assert goes_together(changed, (3, 4))
    together, alone, usual = (Together(changed, (3, 4), 30), Alone(changed, 4, 30, False), Alone(arm({}), 4, 30, False))
    losses = np.array([(together.advance()[1], alone.advance(), usual.advance()) for _ in range(30)])
    assert losses[:, 0] == pytest.approx(losses[:, 1], rel=1e-9)
    assert losses[-1, 1] != pytest.approx(losses[-1, 2], rel=1e-3)


def test_weight_decay_of_no_parameter_is_none():
    runs = [Alone(arm(optimizer), 0, 5, False) for optimizer in (NO_DECAY, {})]
    assert [runs[0].advance() for _ in range(5)] == [runs[1].advance() for _ in range(5)]


def test_a_held_length_stays_and_only_so_many_numbers_move():
    run = Alone(arm({"held": ["fc1.weight"], "only": 9}), 0, 20, True)
    for _ in range(20):
        run.advance()
    before, after = run.trained.parameters(run.trained.start), run.trained.parameters()
    assert np.linalg.norm(after["fc1.weight"]) == pytest.approx(np.linalg.norm(before["fc1.weight"]))
    assert sum(int((after[name] != before[name]).sum()) for name in ("fc1.bias", "fc2.weight", "fc2.bias")) <= 9


@pytest.mark.parametrize("asked", [{"held": ["fc3"]}, {"instead": {"fc1.wait": "noise"}}, {"decays": ["fc"]}])
def test_a_parameter_that_there_is_not_is_told_the_nearest(asked):
    library = healthy_library()
    model = build_model(library, MODEL, draw_rows(library, {"name": "agreement"}, 0), 0)
    with pytest.raises(LessonError, match=r"optimizer: \w+ has .* Did you mean"):
        build_optimizer(library, {"name": "adam", "lr": 0.1, **asked}, dict(model.named_parameters()))


LIBRARY = healthy_library()
UNIT = {"name": "line", "function": "abs", "low": 0.0, "high": 1.0}


def at_start(task: dict[str, Any], model: dict[str, Any], seed: int = 0) -> Trained:
    loss = "mean_squares" if task["name"] == "line" else "cross_entropy"
    return begin(Arm("arm", Settings(task, model, {"name": "adam", "lr": 0.1}, 0, loss=loss)), seed)


def bits(question: str, length: int) -> dict[str, Any]:
    return {"name": "sequence", "question": question, "length": length, "rows": 64}


@pytest.mark.parametrize("depth", [1, 2, 5, 12])
def test_each_layer_of_a_sawtooth_doubles_its_pieces(depth):
    assert all(design in MODELS["by-hand"].meaning for design in DESIGNS)
    run = at_start(UNIT, {"name": "by-hand", "design": "sawtooth", "size": depth})
    assert measure_one(run, "pieces") == 2**depth


@pytest.mark.parametrize(("dtype", "digits"), [("float64", 53), ("float32", 24)])
def test_a_halved_number_holds_the_last_bits_that_its_digits_can(dtype, digits):
    model = {"name": "by-hand", "design": "halving", "dtype": dtype}
    assert measure_one(at_start(bits("ends", 80), model), "bits_kept") == pytest.approx(digits, abs=1.5)


@pytest.mark.parametrize(
    ("design", "length", "right"), [("count-sine", 200, True), ("count-folds", 8, True), ("count-folds", 60, False)]
)
def test_designs_say_whether_the_number_of_ones_is_odd(design, length, right):
    run = at_start(bits("parity", length), {"name": "by-hand", "design": design})
    assert (measure_one(run, "train_accuracy") == 1) is right


@pytest.mark.parametrize(("task", "design"), [("xor", "sawtooth"), ("line", "halving"), ("line", "sawteeth")])
def test_a_design_says_what_it_does_not_take(task, design):
    rows = draw_rows(LIBRARY, {"name": task}, 0)
    with pytest.raises(LessonError, match="design"):
        build_model(LIBRARY, {"name": "by-hand", "design": design}, rows, 0)


def test_least_squares_is_right_where_features_suffice_and_no_readout_comes_nearer():
    model = {"name": "least-squares", "sizes": [23, 8, 5], "biases": 1.0}
    assert measure_one(at_start({"name": "additive"}, {**model, "hidden": 96}), "train_accuracy") == 1
    run = at_start({"name": "additive"}, model)
    wanted = np.eye(5)[run.rows.y]
    rest = run.outputs(run.rows.x) - wanted
    assert np.allclose(run.hidden(run.rows.x).T @ rest, 0, atol=1e-9)


def test_first_biases_have_the_spread_that_was_asked_for():
    run = at_start({"name": "line"}, {"name": "MLP", "sizes": [1, 400, 1], "biases": 0.5})
    assert run.parameters()["fc1.bias"].std() == pytest.approx(0.5, rel=0.1)


X = np.array([-1.7, -0.6, -0.2, 0.0, 0.2, 0.6, 1.7])


def there_and_back(name: str) -> tuple[list[float], list[float]]:
    x = LIBRARY.Tensor(X, requires_grad=True)
    y = activation_of(LIBRARY, name, float)(x)
    y.sum().backward()
    return y.data.tolist(), x.grad.tolist()


@pytest.mark.parametrize(
    ("name", "given", "slope"),
    [
        ("rounded 0.5", (np.round(X / 0.5) * 0.5).tolist(), 1.0),
        ("rounded 1.0", np.round(X).tolist(), 1.0),
        ("step", [0, 0, 0, 0, 1, 1, 1], 0.0),
    ],
)
def test_sums_that_round_say_that_they_are_straight_and_a_step_that_it_is_flat(name, given, slope):
    assert there_and_back(name) == (given, [slope] * len(X))


def test_a_steep_sigmoid_has_a_slope_near_zero_only():
    given, slopes = there_and_back("steep 100")
    assert (given[3], slopes[3]) == (0.5, 25)
    assert max(slopes[:3]) < 1e-6


@pytest.mark.parametrize("words", ["square 2", "step 1", "steep 1 2"])
def test_an_activation_is_given_no_more_numbers_than_it_takes(words):
    with pytest.raises(LessonError, match="a number where it takes one"):
        activation_of(healthy_library(), words, float)


PARAMETERS = dict(healthy_library().nn.Linear(2, 2).named_parameters())
BETAS = {"beta1": 0.8, "beta2": 0.9}
VALUES = {"lr": 0.1, "momentum": 0.9, "eps": 1e-6, "weight_decay": 0.01, **BETAS}


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_an_optimizer_takes_every_option_of_the_vocabulary(name):
    assert list(OPTIMIZERS) == list(OPTIMIZER_NAMES)
    spec = OPTIMIZER_NAMES[name]
    options = {option: VALUES[option] for option in (*spec.needs, *spec.options) if option in VALUES}
    (group,) = build_optimizer(healthy_library(), {"name": name, **options}, PARAMETERS).param_groups
    assert {*spec.options} == {*options, "decays", *ANY_OPTIMIZER} - {*spec.needs}
    group |= dict(zip(BETAS, group.get("betas", ()), strict=False))
    assert {option: group[option] for option in options} == options


def test_an_optimizer_that_cannot_be_made_is_said_in_a_sentence():
    with pytest.raises(ValueError, match="needs a momentum"):
        build_optimizer(healthy_library(), {"name": "sgd", "lr": 0.1, "nesterov": True}, PARAMETERS)


@pytest.mark.parametrize("init", STARTS)
def test_each_initialisation_draws_with_its_deviation(init):
    model = {"name": "MLP", "sizes": [23, 400, 5], "init": init, "gain": 2.0}
    weight = built(model, "agreement").fc1.weight.data
    kinds = {"xavier": np.sqrt(2 / 423), "kaiming": np.sqrt(2 / 23), "constant": 0.0, "zeros": 0.0}
    plain = {"uniform": 1 / np.sqrt(3), "normal": 1.0, "orthogonal": 1 / 20}
    deviation = plain[init] if init in plain else kinds[init.split("_")[0]]
    assert weight.std() == pytest.approx(2 * deviation, rel=0.05, abs=1e-15)
    assert weight.mean() == pytest.approx(2.0 if init == "constant" else 0.0, abs=0.1)


def test_gain_scale_noise_and_rescale_change_the_weights_that_were_drawn():
    plain = built(XOR)
    assert np.allclose(built({**XOR, "gain": 10.0}).fc1.weight.data, 10 * plain.fc1.weight.data)
    rescaled = built({**XOR, "rescale": 30.0})
    assert np.allclose(rescaled.fc1.weight.data, 30 * plain.fc1.weight.data)
    assert np.allclose(rescaled.fc2.weight.data, plain.fc2.weight.data / 30)
    noisy = built({**XOR, "init": "constant", "gain": 0.1, "noise": 1e-12}).fc1.weight.data
    assert 0 < np.ptp(noisy) < 1e-10
    scaled = built({**XOR, "scale": {"fc1.weight": 10.0, "fc2": 3.0}})
    assert np.allclose(scaled.fc1.weight.data, 10 * plain.fc1.weight.data)
    assert np.allclose(scaled.fc2.weight.data, 3 * plain.fc2.weight.data)


DEEP = {"name": "MLP", "sizes": [6, 6, 2], "depth": 4, "activation": "identity", "init": "normal"}


def deep(**options: Any) -> tuple[Any, Any]:
    rows = drawn("dichotomies", points=20, dimensions=6)
    return build_model(LIBRARY, {**DEEP, **options}, rows, 0), LIBRARY.Tensor(rows.x)


@pytest.mark.parametrize("options", [{"undone": True}, {"skip": True, "gain": 1e-9}])  # each undone by the next; passed
def test_what_goes_in_comes_out_of_layers_that_undo_each_other_or_are_passed(options):
    model, x = deep(**options)
    assert np.allclose(model.hidden(x).data, x.data)
    assert not np.allclose(deep()[0].hidden(x).data, x.data)


def test_a_norm_stands_behind_each_activation():
    _, x = deep()
    over_rows, over_layer = (deep(norm=norm)[0].hidden(x).data for norm in ("rows", "layer"))
    assert np.allclose((over_rows.mean(0), over_rows.std(0)), ([0] * 6, [1] * 6))
    assert np.allclose((over_layer.mean(1), over_layer.std(1)), ([0] * 20, [1] * 20), atol=1e-4)


def test_orthogonal_weights_keep_lengths():
    model, x = deep(init="orthogonal")
    assert np.allclose(np.linalg.norm(model.hidden(x).data, axis=1), np.linalg.norm(x.data, axis=1))
