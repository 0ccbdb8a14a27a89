"""Metrics: what each says of a model that is known, and that what a model lacks has no value."""

from math import log
from typing import Any

import numpy as np
import pytest

from lessons.format import LessonError
from lessons.lesson import Arm, Edit, Settings
from lessons.runs.edits import healthy_library
from lessons.runs.metrics import METRICS, measure, measure_one
from lessons.runs.metrics.verbs import tenses_of
from lessons.runs.tasks import draw_rows
from lessons.runs.trained import Trained
from lessons.runs.training import Alone, begin
from lessons.vocabulary import METRICS as NAMES
from lessons.vocabulary import NUMBER, SHAPE, SHARE, WORD

ADAM, SGD = {"name": "adam", "lr": 0.01}, {"name": "sgd", "lr": 0.1}
TENSE = {"name": "TenseMLP", "activation": "gelu"}
LINE = {"name": "MLP", "sizes": [2, 2]}
NEEDS_LAYERS = ("rank_w2w1", "shape_w2w1", "feature_movement", "dead_units", "largest_hidden", "sparsity")
NEEDS_ACTIVATION = ("negative_slopes", "least_slope")
NEEDS_HELD_OUT = ("val_accuracy", "val_loss", "baseline", "choosing_accuracy", "fresh_accuracy")
CHOICE = ("choosing_accuracy", "fresh_accuracy")
NEEDS_CLASSES = (
    "train_accuracy",
    "renamed_accuracy",
    "solved",
    "label_entropy",
    "ceiling",
    "separable",
    "linearised_accuracy",
)
NEEDS_HELD_OUT = ("val_accuracy", "val_loss", "baseline", "alone_accuracy", "different_alone")
NEEDS_CLASSES = ("train_accuracy", "solved", "label_entropy", "ceiling", "separable", "linearised_accuracy")
NEEDS_GRID = ("interaction_gap", "nearest_alike", "share_decided", "decided_accuracy", "undecided_accuracy")


def arm(task: Any, model: Any = TENSE, edits: tuple[Edit, ...] = (), **settings: Any) -> Arm:
    task = {"name": task} if isinstance(task, str) else task
    chosen = {"optimizer": ADAM, "steps": 20, **settings}
    return Arm("arm", Settings(task=task, model=model, **chosen), edits)


def trained(*parts: Any, seed: int = 0, **settings: Any) -> Trained:
    """An arm after its training, by the plain loop."""
    made = arm(*parts, **settings)
    alone = Alone(made, seed, made.settings.steps, replayed=False)
    with np.errstate(all="ignore"):
        for _ in range(made.settings.steps):
            alone.advance()
    return alone.trained


def with_weights(run: Trained, **weights: Any) -> Trained:
    """The same run with these parameters, by their names with _ for a dot."""
    state = {name.replace("_", ".", 1): np.array(array, dtype=float) for name, array in weights.items()}
    run.model.load_state_dict({**run.parameters(), **state})
    return run


@pytest.fixture(scope="module")
def tense() -> Trained:
    return trained("additive", steps=100)


def test_every_metric_of_the_vocabulary_has_its_function() -> None:
    assert set(METRICS) == set(NAMES)


def test_each_metric_gives_a_value_of_its_kind(tense: Trained) -> None:
    kinds = {float: (NUMBER, SHARE), str: (WORD, SHAPE)}
    for name, value in measure(tense, tuple(NAMES)).items():
        assert value is None or NAMES[name].kind in kinds[type(value)], name


def test_shares_lie_between_0_and_1(tense: Trained) -> None:
    values = measure(tense, [name for name, metric in NAMES.items() if metric.kind == SHARE])
    assert all(value is None or 0 <= float(value) <= 1 for value in values.values())


@pytest.mark.parametrize("name", [*NEEDS_LAYERS, *NEEDS_ACTIVATION, *NEEDS_HELD_OUT, *NEEDS_GRID, "pieces"])
def test_what_a_line_on_four_points_lacks_has_no_value(name: str) -> None:
    assert measure_one(trained("xor", LINE), name) is None


@pytest.mark.parametrize("name", [*NEEDS_CLASSES, "val_accuracy", "best_line"])
def test_a_regression_has_nothing_that_needs_classes(name: str) -> None:
    run = trained("line", {"name": "MLP", "sizes": [1, 4, 1]}, loss="mean_squares")
    assert measure_one(run, name) is None


@pytest.mark.parametrize(
    "name",
    [
        "gradient_norm:fc9.weight",
        "first_gradient:fc9.weight",
        "weight_norm:fc9",
        "weight_movement:x",
        "layer_mean:fc9",
        "steps_to_loss:low",
        "gradcheck_error:Nothing",
        "layer_spread",
    ],
)
def test_an_argument_that_names_nothing_has_no_value(name: str, tense: Trained) -> None:
    assert measure_one(tense, name) is None


def test_a_run_that_raised_has_an_outcome_and_no_more() -> None:
    broken = Edit("minimodel/nn/activations.py", "return x.gelu()", "return x.nothing()")
    found = measure(trained("additive", TENSE, (broken,)), ("outcome", "train_accuracy", "final_loss"))
    assert found == {"outcome": "raised", "train_accuracy": None, "final_loss": None}


def test_an_edited_line_that_raises_only_when_measured_costs_that_measurement() -> None:
    edit = Edit("minimodel/nn/saving.py", "name: x._data.copy() for", "name: x._data.kopy() for")
    run = begin(arm("additive", edits=(edit,)), 0)
    assert measure_one(run, "weight_norm") is None
    assert measure_one(run, "train_accuracy") is not None


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({"steps": 60}, "trained"),
        ({"steps": 60, "until": 1.5}, "stopped"),
        ({"steps": 60, "optimizer": {"name": "sgd", "lr": 1e6}}, "diverged"),
        ({"steps": 0}, None),
    ],
)
def test_the_outcome_says_how_training_ended(settings: dict[str, Any], word: str | None) -> None:
    assert measure_one(trained("additive", **settings), "outcome") == word


def test_a_loss_that_does_not_come_down_to_its_bound_never_reaches_it(tense: Trained) -> None:
    assert measure_one(tense, "steps_to_loss:0.5") < measure_one(tense, "steps_to_loss_0.1")  # type: ignore[operator]
    assert measure_one(tense, "steps_to_loss:0.5") == sum(loss >= 0.5 for loss in tense.losses)
    assert measure_one(tense, "steps_to_loss:1e-9") is None


def test_a_broken_ruler_is_no_finding() -> None:
    """A loss that reports twice its value trains the same way when its gradient is right."""
    half = "value = np.add.reduce(losses, axis=-1) * (1 / rows)"
    edit = Edit("minimodel/nn/losses.py", half, half + " * 2")
    names = ("val_loss", "gradcheck_error:GELU", "train_accuracy")
    assert measure(trained("additive", TENSE, (edit,)), names) == measure(trained("additive"), names)


# What the rows decide.


def test_the_commonest_label_of_equal_rows_is_the_ceiling() -> None:
    run = begin(arm("triples"), 0)
    assert measure_one(run, "ceiling") == pytest.approx(0.2)
    assert 0.2 < float(measure_one(run, "ceiling:train") or 0) < 0.3
    assert measure_one(begin(arm("agreement"), 0), "ceiling") == 1


def test_two_labels_that_are_as_common_have_the_entropy_ln_2() -> None:
    assert measure_one(begin(arm("xor", LINE), 0), "label_entropy") == pytest.approx(log(2))


def test_answers_that_are_wrong_by_their_names_alone_are_right_once_renamed() -> None:
    run = begin(arm("xor", LINE), 0)
    run.outputs = lambda x, model=None: np.eye(2)[1 - run.rows.y]  # type: ignore[method-assign]
    assert measure(run, ("train_accuracy", "renamed_accuracy")) == {
        "train_accuracy": 0,
        "renamed_accuracy": 1,
    }


def test_renaming_makes_no_two_answers_one() -> None:
    run = begin(arm("xor", LINE), 0)
    run.outputs = lambda x, model=None: np.eye(2)[np.zeros(len(x), int)]  # type: ignore[method-assign]
    assert measure_one(run, "renamed_accuracy") == 0.5


def test_rows_to_choose_by_and_fresh_ones_are_the_held_out_rows() -> None:
    run = begin(arm("additive"), 0)
    chosen, fresh, both = measure(run, ("choosing_accuracy", "fresh_accuracy", "val_accuracy")).values()
    assert (chosen + fresh) / 2 == pytest.approx(both)  # type: ignore[operator]


def test_a_task_without_classes_has_no_best_of_many_starts() -> None:
    with pytest.raises(LessonError, match="needs classes"):
        begin(arm({"name": "line"}, {"name": "MLP", "sizes": [1, 4, 1], "best_of": 2}), 0)


def test_the_best_of_many_starts_is_best_only_on_the_rows_that_chose_it() -> None:
    alone, best = (
        [measure(begin(arm("additive", {**TENSE, "best_of": tries}), seed), CHOICE) for seed in range(24)]
        for tries in (1, 32)
    )
    mean = lambda runs, name: np.mean([float(run[name]) for run in runs])  # noqa: E731
    assert mean(best, "choosing_accuracy") > mean(alone, "choosing_accuracy") + 0.25
    assert abs(mean(best, "fresh_accuracy") - mean(alone, "fresh_accuracy")) < 0.1


def test_the_baseline_says_the_commonest_training_label() -> None:
    run = begin(arm("additive"), 0)
    commonest = np.bincount(run.rows.y).argmax()
    assert measure_one(run, "baseline") == np.mean(run.rows.y_out == commonest)


def test_decided_and_undecided_rows_make_the_held_out_accuracy() -> None:
    run = trained({"name": "additive", "rows": 24}, steps=100)
    share, decided, undecided, whole = measure(
        run, ("share_decided", "decided_accuracy", "undecided_accuracy", "val_accuracy")
    ).values()
    assert share * decided + (1 - share) * undecided == pytest.approx(whole)  # type: ignore[operator]


# Weights, features and gradients.


def test_nothing_has_moved_at_the_start() -> None:
    run = begin(arm("additive"), 0)
    names = ("weight_movement", "weight_movement:fc1.weight", "feature_movement", "linearisation_gap")
    assert all(value == pytest.approx(0, abs=1e-12) for value in measure(run, names).values())


def test_movement_is_the_distance_beside_the_size(tense: Trained) -> None:
    before, now = tense.parameters(tense.start)["fc1.weight"], tense.parameters()["fc1.weight"]
    moved = np.linalg.norm(now - before) / np.linalg.norm(before)
    assert measure_one(tense, "weight_movement:fc1.weight") == pytest.approx(moved)


def test_what_began_at_zero_has_no_relative_movement(tense: Trained) -> None:
    assert measure_one(tense, "weight_movement:fc1.bias") is None


def test_two_layers_make_one_matrix_whatever_their_names_are() -> None:
    run = begin(arm("agreement", {"name": "layers", "layers": ["Linear 23 3", "Linear 3 5"]}), 0)
    assert measure(run, ("shape_w2w1", "rank_w2w1")) == {"shape_w2w1": "(5, 23)", "rank_w2w1": 3}


def test_a_unit_that_says_the_same_of_every_row_is_dead() -> None:
    run = begin(arm("xor", {"name": "MLP", "sizes": [2, 4, 2]}), 0)
    with_weights(run, fc1_weight=[[-1, -1], [1, 0], [0, 1], [1, 1]], fc1_bias=np.zeros(4))
    names = ("dead_units", "largest_hidden", "sparsity")
    assert measure(run, names) == {"dead_units": 0.25, "largest_hidden": 2, "sparsity": 9 / 16}


def test_losses_are_compared_with_those_of_the_first_arm_step_by_step() -> None:
    first, second = (begin(arm("xor", LINE), seed) for seed in (0, 0))
    assert measure_one(first, "loss_difference") is None
    first.losses, second.losses, second.reference = [1.0, 0.5, 0.25], [1.0, 0.75, 0.25], first
    assert [measure_one(run, "loss_difference") for run in (first, second)] == [0, 0.25]
    second.losses = [1.0]
    assert measure_one(second, "loss_difference") is None


def test_a_layer_is_measured_under_its_name() -> None:
    run = with_weights(begin(arm("xor", LINE), 0), fc1_weight=[[1, 0], [1, 0]], fc1_bias=[0, 0])
    assert measure(run, ("layer_mean:fc1", "layer_spread:fc1")) == {
        "layer_mean:fc1": 0.5,
        "layer_spread:fc1": 0.5,
    }


def test_a_row_asked_alone_is_answered_as_in_company_unless_it_needs_its_neighbours(tense: Trained) -> None:
    alone, together = measure(tense, ("alone_accuracy", "val_accuracy")).values()
    assert alone == together
    assert float(measure_one(tense, "different_alone") or 0) > 1
    centred = Edit(
        "minimodel/lab/tense.py", "self.fc1(x)", "(self.fc1(x) - self.fc1(x).mean(0, keepdim=True))"
    )
    run = trained("additive", edits=(centred,), steps=100)
    assert measure(run, ("different_alone", "train_accuracy")) == {"different_alone": 1, "train_accuracy": 1}
    assert float(measure_one(run, "alone_accuracy") or 0) < 0.7


def test_measuring_leaves_the_model_as_it_was(tense: Trained) -> None:
    before = tense.parameters()
    measure(tense, (*NAMES, "layer_mean:fc1", "gradient_zeros:fc1.weight"))
    assert all(np.array_equal(before[name], now) for name, now in tense.parameters().items())
    assert "forward" not in vars(tense.model.fc1)


def test_relu_has_no_negative_slope_and_gelu_has(tense: Trained) -> None:
    relu = trained("xor", {"name": "MLP", "sizes": [2, 8, 2]})
    assert measure(relu, NEEDS_ACTIVATION) == {"negative_slopes": 0, "least_slope": 0}
    assert -0.13 < float(measure_one(tense, "least_slope") or 0) < 0


def test_weights_of_verbs_that_no_row_has_get_no_gradient() -> None:
    run = begin(arm({"name": "agreement", "rows": 1}), 0)
    assert measure_one(run, "gradient_zeros:fc1.weight") == pytest.approx(21 / 23)
    assert measure_one(run, "gradient_norm:fc2.bias") > 0  # type: ignore[operator]


@pytest.mark.parametrize(
    "module", ["GELU", "ReLU", "Tanh", "Sigmoid", "Linear", "LayerNorm", "cross_entropy", "mean_squares"]
)
def test_healthy_gradients_agree_with_differences(module: str, tense: Trained) -> None:
    assert float(measure_one(tense, f"gradcheck_error:{module}") or 0) < 1e-7


def test_a_wrong_gradient_is_measured_in_the_module_that_has_it() -> None:
    edit = Edit("minimodel/nn/activations.py", "return x.gelu()", "return x.gelu().detach() + x * 0")
    run = begin(arm("additive", edits=(edit,)), 0)
    assert float(measure_one(run, "gradcheck_error:GELU") or 0) > 0.1
    assert float(measure_one(run, "gradcheck_error:ReLU") or 0) < 1e-7


# How linear a model is.


def test_a_model_that_is_linear_in_its_weights_is_its_linearisation() -> None:
    line = trained("xor", LINE, optimizer=SGD)
    assert measure_one(line, "linearisation_gap") == pytest.approx(0, abs=1e-8)
    assert measure_one(trained("additive"), "linearisation_gap") > 0.01  # type: ignore[operator]


def test_the_linearisation_is_as_exact_in_float32() -> None:
    wide = {**TENSE, "hidden": 64, "scaling": "ntk"}
    runs = [
        trained("agreement", {**wide, "dtype": dtype}, optimizer={"name": "sgd", "lr": 1.0})
        for dtype in ("float64", "float32")
    ]
    gaps = [float(measure_one(run, "linearisation_gap") or 0) for run in runs]
    assert gaps[0] == pytest.approx(gaps[1], rel=1e-3)


def test_verb_and_person_only_add_up_without_a_bend() -> None:
    straight = trained({"name": "agreement", "scale": 2.0}, {**TENSE, "activation": "identity"})
    assert measure_one(straight, "interaction_gap") < 1e-12  # type: ignore[operator]


def test_verbs_that_lie_beside_their_like_are_counted() -> None:
    run = begin(arm("agreement"), 0)
    tenses = tenses_of(run)
    kinds = sorted(set(tenses.values()))
    first = run.parameters()["fc1.weight"]
    for verb, own in tenses.items():
        first[:, verb] = kinds.index(own) + verb / 1000
    assert measure_one(with_weights(run, fc1_weight=first), "nearest_alike") == 1
    first[:, 0] = first[:, 1] + 1e-4  # work, beside play
    assert measure_one(with_weights(run, fc1_weight=first), "nearest_alike") < 1  # type: ignore[operator]


def test_regular_verbs_that_lie_beside_regular_ones_are_counted() -> None:
    run = begin(arm("agreement"), 0)
    first = run.parameters()["fc1.weight"]
    first[:, :12], first[:, 12:20] = np.arange(12) / 1000, 1 + np.arange(8) / 1000
    assert measure_one(with_weights(run, fc1_weight=first), "nearest_alike:regular") == 1
    first[:, 0] = 1.0001  # work, among the irregular ones
    assert measure_one(with_weights(run, fc1_weight=first), "nearest_alike:regular") < 1  # type: ignore[operator]
    assert measure_one(run, "nearest_alike:colour") is None


def test_a_model_that_says_the_same_of_all_is_as_sure_as_its_scores_are_apart() -> None:
    run = begin(arm({"name": "two-moons", "rows": 10}, LINE), 0)
    with_weights(run, fc1_weight=np.zeros((2, 2)), fc1_bias=[np.log(3), 0])
    found = measure(run, ("sureness", "sureness:right", "sureness:wrong"))
    assert list(found.values()) == pytest.approx([0.75, 0.75, 0.75])
    assert measure_one(run, "temperature") == pytest.approx(100, rel=0.05)  # half are right: say one half
    run.rows.y_out[:] = 0
    assert measure_one(run, "sureness:wrong") is None
    assert measure_one(run, "temperature") == pytest.approx(0.1)


def test_a_temperature_makes_shares_as_large_as_the_share_that_is_right() -> None:
    run = begin(arm({"name": "two-moons", "rows": 100}, LINE), 0)
    with_weights(run, fc1_weight=np.zeros((2, 2)), fc1_bias=[8, 0])
    run.rows.y_out[:] = np.arange(100) % 4 == 0  # three in four are right
    assert measure_one(run, "temperature") == pytest.approx(8 / np.log(3), rel=0.03)


def test_outputs_are_compared_with_those_of_the_first_arm() -> None:
    first, last = (begin(arm("xor", LINE), 0) for _ in range(2))
    with_weights(first, fc1_weight=np.zeros((2, 2)), fc1_bias=[0, 0])
    with_weights(last, fc1_weight=[[0, 0], [2, -3]], fc1_bias=[0, 0])
    last.reference = first
    assert measure_one(last, "outputs_apart") == 3
    assert measure_one(first, "outputs_apart") == 0
    last.reference = begin(arm("additive"), 0)
    assert measure_one(last, "outputs_apart") is None


def test_who_always_says_the_commonest_label_is_not_above_the_baseline() -> None:
    run = begin(
        arm({"name": "sequence", "question": "rare", "length": 8}, {"name": "MLP", "sizes": [8, 2]}), 0
    )
    with_weights(run, fc1_weight=np.zeros((2, 8)), fc1_bias=[1, 0])
    assert measure_one(run, "above_baseline") == 0
    assert float(measure_one(run, "baseline") or 0) > 0.7
    with_weights(run, fc1_bias=[0, 1])
    assert float(measure_one(run, "above_baseline") or 0) < -0.4


def test_a_push_up_the_loss_flips_a_row_as_soon_as_it_crosses_the_line() -> None:
    rows = {"name": "sequence", "question": "ends", "length": 2, "rows": 4}
    run = begin(arm(rows, LINE), 0)
    with_weights(
        run, fc1_weight=[[0, 0], [1, 0]], fc1_bias=[0.5, 0]
    )  # 1 where the first bit is above one half
    run.rows.y[:] = run.rows.x[:, 0]
    assert measure(run, ("flipped:0.49", "flipped:0.51")) == {"flipped:0.49": 0, "flipped:0.51": 1}
    assert measure_one(run, "flipped_at_random:0.49") == 0
    assert measure_one(run, "flipped:far") is None


def test_a_push_leaves_no_gradient_behind(tense: Trained) -> None:
    before = [None if each.grad is None else each.grad.copy() for each in tense.model.parameters()]
    assert measure_one(tense, "flipped:2") == 1
    after = [each.grad for each in tense.model.parameters()]
    assert all(a is b is None or np.array_equal(a, b) for a, b in zip(before, after, strict=True))


def test_outputs_that_are_all_alike_have_no_spread() -> None:
    run = with_weights(begin(arm("xor", LINE), 0), fc1_weight=np.zeros((2, 2)))
    assert measure_one(run, "output_spread") == 0


@pytest.mark.parametrize("task", ["two-moons", "dichotomies", "sequence", "multiply"])
def test_no_metric_raises_whatever_the_task_is(task: str) -> None:
    rows = draw_rows(healthy_library(), {"name": task}, 0)
    loss = "cross_entropy" if rows.classes else "mean_squares"
    sizes = [rows.inputs, 4, rows.outputs]
    measure(trained(task, {"name": "MLP", "sizes": sizes}, loss=loss, steps=2), tuple(NAMES))


@pytest.mark.parametrize(("points", "dimensions", "count"), [(4, 2, 14), (6, 2, 32), (8, 3, 128), (3, 4, 8)])
@pytest.mark.parametrize("circle", [False, True])
def test_labelings_are_those_that_cover_counts(
    points: int, dimensions: int, count: float, circle: bool
) -> None:
    task = {"name": "dichotomies", "points": points, "dimensions": dimensions, "circle": circle}
    model = {"name": "MLP", "sizes": [dimensions, 2]}
    run = trained(task, model, steps=0)
    assert measure(run, ("labelings", "all_labelings")) == {"labelings": count, "all_labelings": 2**points}


def test_labelings_are_not_counted_where_three_points_lie_on_one_line() -> None:
    run = trained("xor", LINE, steps=0)
    assert measure_one(run, "labelings") == 14
    run.rows.x[3] = (0.0, 0.5)
    assert measure_one(run, "labelings") is None


def test_errors_are_relative_to_what_was_asked() -> None:
    run = trained(
        {"name": "multiply", "beyond": [2, 3]}, {"name": "MLP", "sizes": [2, 1]}, steps=0, loss="mean_squares"
    )
    zero = with_weights(run, fc1_weight=[[0, 0]], fc1_bias=[0])
    assert measure(zero, ("train_error", "val_error")) == {"train_error": 1, "val_error": 1}


def test_a_parameter_has_a_mean_and_one_that_is_not_there_has_none() -> None:
    run = trained("xor", {"name": "MLP", "sizes": [2, 4, 2], "activation": "prelu 0.5"}, steps=0)
    assert measure_one(run, "parameter_mean:activation.weight") == 0.5
    assert measure_one(run, "parameter_mean:fc9.weight") is None


def test_only_a_state_of_one_number_keeps_bits() -> None:
    assert (
        measure_one(
            trained({"name": "sequence", "length": 5, "rows": 8}, {"name": "recurrence"}, steps=0),
            "bits_kept",
        )
        is None
    )
    assert measure_one(trained("xor", LINE, steps=0), "bits_kept") is None


def test_what_was_before_the_first_step_is_what_an_untrained_model_has(tense: Trained) -> None:
    fresh = begin(arm("additive"), 0)
    assert measure_one(tense, "first_gradient:fc1.weight") == measure_one(fresh, "gradient_norm:fc1.weight")
    assert measure_one(tense, "first_loss") == tense.losses[0]
    assert measure_one(fresh, "first_loss") is None


def test_a_model_that_says_the_same_of_every_row_uses_one_class(tense: Trained) -> None:
    silent = with_weights(begin(arm("additive"), 0), fc2_weight=np.zeros((5, 16)))
    assert measure_one(silent, "classes_used") == 1
    assert measure_one(tense, "classes_used") == 5


def test_what_is_frozen_is_not_counted_among_the_parameters() -> None:
    models = (TENSE, {**TENSE, "frozen": ["fc1"]})
    assert [measure_one(begin(arm("additive", each), 0), "parameters") for each in models] == [469, 85]


# What one affine map would do, and the directions that are left.

CLOUD = {"name": "dichotomies", "points": 40, "dimensions": 4}


def number(run: Trained, metric: str) -> float:
    value = measure_one(run, metric)
    assert isinstance(value, float)
    return value


def cloud(activation: str, depth: int = 3) -> Trained:
    model = {"name": "MLP", "sizes": [4, 8, 2], "depth": depth, "activation": activation}
    return trained(CLOUD, model, steps=0)


def test_one_affine_map_does_what_linear_layers_do_and_misses_what_bends() -> None:
    assert number(cloud("identity"), "off_line") < 1e-12
    assert number(cloud("leaky_relu 0.9"), "off_line") > 0.001
    assert number(cloud("relu"), "off_line") > number(cloud("leaky_relu 0.5"), "off_line")


def test_with_no_more_rows_than_inputs_any_map_would_do_and_none_is_told() -> None:
    assert measure_one(trained({**CLOUD, "points": 5}, {"name": "MLP", "sizes": [4, 2]}), "off_line") is None


def test_a_linear_layer_adds_no_direction_and_a_bend_does() -> None:
    assert number(cloud("identity", depth=1), "directions") <= 5  # four, and the bias
    assert number(cloud("relu", depth=1), "directions") > 5
    assert measure_one(trained("xor", LINE, steps=0), "directions") is None


def test_the_largest_error_is_looked_for_between_the_training_rows_too() -> None:
    jump = {"name": "line", "function": "step", "rows": 2, "low": -1.0, "high": 1.0}
    run = trained(jump, {"name": "MLP", "sizes": [1, 1]}, loss="mean_squares", steps=0)
    assert measure_one(with_weights(run, fc1_weight=[[0.5]], fc1_bias=[0.5]), "largest_error") == 0.5
    assert measure_one(trained("xor", LINE, steps=0), "largest_error") is None


def test_a_row_has_been_learnt_as_far_as_its_answer_is_given() -> None:
    task = {"name": "knobs", "strengths": [4.0, -2.0]}
    run = trained(task, {"name": "MLP", "sizes": [2, 2]}, loss="mean_squares", steps=0)
    with_weights(run, fc1_weight=[[1.0, 0.5], [7.0, -2.0]], fc1_bias=[0.0, 0.0])
    assert [measure_one(run, f"row_share:{row}") for row in (1, 2)] == [0.25, 1.0]
    assert [measure_one(run, f"row_share:{row}") for row in ("0", "3", "last")] == [None] * 3
