"""Metrics: what each says of a model that is known, and that what a model lacks has no value."""

from typing import Any

import numpy as np
import pytest

from lessons.course.lesson.lesson import Arm, Edit, Settings
from lessons.course.lesson.metric import METRICS as NAMES
from lessons.course.lesson.metric import NUMBER, SHAPE, SHARE, WORD, metric_of
from lessons.course.lesson.values import LessonError
from lessons.runs.edits import healthy_library
from lessons.runs.metrics import METRICS, measure, measure_one
from lessons.runs.tasks import draw_rows
from lessons.runs.trained_model import Trained
from lessons.runs.training import Alone, begin

ADAM, SGD = {"name": "adam", "lr": 0.01}, {"name": "sgd", "lr": 0.1}
TENSE = {"name": "TenseMLP", "activation": "gelu"}
LINE = {"name": "MLP", "sizes": [2, 2]}
NEEDS_LAYERS = ("rank_w2w1", "shape_w2w1", "feature_movement", "dead_units", "largest_hidden", "sparsity")
NEEDS_ACTIVATION = ("negative_slopes", "least_slope")
CHOICE = ("choosing_accuracy", "fresh_accuracy")
NEEDS_HELD_OUT = ("val_accuracy", "val_loss", "baseline", "alone_accuracy", *CHOICE)
NEEDS_CLASSES = ("train_accuracy", "renamed_accuracy", "solved", "label_entropy", "ceiling", "separable")
NEEDS_GRID = ("interaction_gap", "nearest_alike", "verbs_apart")
NUMBERS = {"name": "MLP", "sizes": [1, 4, 1]}
NOTHING: list[tuple[str, str]] = [
    *(("line on four points", name) for name in (*NEEDS_LAYERS, *NEEDS_ACTIVATION, *NEEDS_HELD_OUT)),
    *(("line on four points", name) for name in (*NEEDS_GRID, "pieces", "bits_kept", "directions", "largest_error")),
    *(("regression", name) for name in (*NEEDS_CLASSES, "val_accuracy", "best_line")),
    ("few rows", "off_line"),
    ("tense", "gradient_norm:fc9.weight"),
    ("tense", "first_gradient:fc9.weight"),
    ("tense", "weight_norm:fc9"),
    ("tense", "weight_movement:x"),
    ("tense", "weight_movement:fc1.bias"),  # it began at zero
    ("tense", "parameter_mean:fc9.weight"),
    ("tense", "nearest_alike:colour"),
    ("tense", "verbs_apart:colour"),
    ("tense", "flipped:far"),
    ("tense", "steps_to_loss:low"),
    ("tense", "steps_to_loss:1e-9"),
    ("tense", "gradcheck_error:Nothing"),
    ("recurrence of four numbers", "bits_kept"),
]


def arm(task: Any, model: Any = TENSE, edits: tuple[Edit, ...] = (), **settings: Any) -> Arm:
    task = {"name": task} if isinstance(task, str) else task
    chosen = {"optimizer": ADAM, "steps": 20, **settings}
    return Arm("arm", Settings(task=task, model=model, **chosen), edits)


def trained(*parts: Any, seed: int = 0, **settings: Any) -> Trained:
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


@pytest.fixture(scope="module")
def lacking(tense: Trained) -> dict[str, Trained]:
    sequence = {"name": "sequence", "length": 5, "rows": 8}
    return {
        "tense": tense,
        "line on four points": trained("xor", LINE),
        "regression": trained("line", NUMBERS, loss="mean_squares"),
        "few rows": trained({"name": "dichotomies", "points": 5, "dimensions": 4}, {"name": "MLP", "sizes": [4, 2]}),
        "recurrence of four numbers": trained(sequence, {"name": "recurrence"}, steps=0),
    }


def test_each_metric_of_the_vocabulary_gives_a_value_of_its_kind(tense):
    assert set(METRICS) == set(NAMES)
    kinds = {float: (NUMBER, SHARE), str: (WORD, SHAPE)}
    for name, value in measure(tense, tuple(NAMES)).items():
        kind = NAMES[name].kind
        assert value is None or kind in kinds[type(value)], name
        assert value is None or kind != SHARE or 0 <= float(value) <= 1, name


@pytest.mark.parametrize(("run", "name"), NOTHING)
def test_what_a_run_lacks_or_an_argument_does_not_name_has_no_value(run, name, lacking):
    assert measure_one(lacking[run], name) is None


def test_a_run_that_raised_has_an_outcome_and_no_more():
    broken = Edit("minimodel/nn/activations.py", "return x.gelu()", "return x.nothing()")
    found = measure(trained("additive", TENSE, (broken,)), ("outcome", "train_accuracy", "final_loss"))
    assert found == {"outcome": "raised", "train_accuracy": None, "final_loss": None}


def test_an_edited_line_that_raises_only_when_measured_costs_that_measurement():
    edit = Edit("minimodel/nn/contents.py", "name: x._data.copy() for", "name: x._data.kopy() for")
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
def test_the_outcome_says_how_training_ended(settings, word):
    assert measure_one(trained("additive", **settings), "outcome") == word


def test_steps_to_a_loss_are_those_that_lie_above_it(tense):
    assert measure_one(tense, "steps_to_loss:0.5") < measure_one(tense, "steps_to_loss_0.1")
    assert measure_one(tense, "steps_to_loss:0.5") == sum(loss >= 0.5 for loss in tense.losses)


def test_movement_is_the_distance_beside_the_size_and_nothing_has_moved_at_the_start(tense):
    names = ("weight_movement", "weight_movement:fc1.weight", "feature_movement", "linearisation_gap")
    still = measure(begin(arm("additive"), 0), names)
    assert all(value == pytest.approx(0, abs=1e-12) for value in still.values())
    before, now = tense.parameters(tense.start)["fc1.weight"], tense.parameters()["fc1.weight"]
    moved = np.linalg.norm(now - before) / np.linalg.norm(before)
    assert measure_one(tense, "weight_movement:fc1.weight") == pytest.approx(moved)


def test_a_unit_that_says_the_same_of_every_row_is_dead():
    run = begin(arm("xor", {"name": "MLP", "sizes": [2, 4, 2]}), 0)
    with_weights(run, fc1_weight=[[-1, -1], [1, 0], [0, 1], [1, 1]], fc1_bias=np.zeros(4))
    names = ("dead_units", "largest_hidden", "sparsity")
    assert measure(run, names) == {"dead_units": 0.25, "largest_hidden": 2, "sparsity": 9 / 16}


def test_losses_are_compared_with_those_of_the_first_arm_step_by_step():
    first, second = (begin(arm("xor", LINE), seed) for seed in (0, 0))
    assert measure_one(first, "loss_difference") is None
    first.losses, second.losses, second.reference = [1.0, 0.5, 0.25], [1.0, 0.75, 0.25], first
    assert [measure_one(run, "loss_difference") for run in (first, second)] == [0, 0.25]
    second.losses = [1.0]
    assert measure_one(second, "loss_difference") is None


def test_a_row_asked_alone_is_answered_as_in_company_unless_it_needs_its_neighbours(tense):
    alone, together = measure(tense, ("alone_accuracy", "val_accuracy")).values()
    assert alone == together
    centred = Edit("minimodel/lab/tense.py", "self.fc1(x)", "(self.fc1(x) - self.fc1(x).mean(0, keepdim=True))")
    run = trained("additive", edits=(centred,), steps=100)
    assert measure_one(run, "train_accuracy") == 1
    assert float(measure_one(run, "alone_accuracy") or 0) < 0.7


def test_measuring_leaves_the_model_as_it_was_and_a_push_no_gradient_behind(tense):
    before = tense.parameters()
    slopes = [None if each.grad is None else each.grad.copy() for each in tense.model.parameters()]
    assert measure_one(tense, "flipped:2") == 1
    after = [each.grad for each in tense.model.parameters()]
    assert all(a is b is None or np.array_equal(a, b) for a, b in zip(slopes, after, strict=True))
    measure(tense, (*NAMES, "gradient_zeros:fc1.weight"))
    assert all(np.array_equal(before[name], now) for name, now in tense.parameters().items())
    assert "forward" not in vars(tense.model.fc1)


def test_weights_of_verbs_that_no_row_has_get_no_gradient():
    run = begin(arm({"name": "agreement", "rows": 1}), 0)
    assert measure_one(run, "gradient_zeros:fc1.weight") == pytest.approx(21 / 23)
    assert measure_one(run, "gradient_norm:fc2.bias") > 0


def test_healthy_gradients_agree_with_differences_and_a_wrong_one_is_measured_in_its_module(tense):
    layers = ("GELU", "ReLU", "Tanh", "Sigmoid", "Linear", "LayerNorm")
    found = {name: number(tense, f"gradcheck_error:{name}") for name in (*layers, "cross_entropy", "mean_squares")}
    assert {name: error for name, error in found.items() if error >= 1e-7} == {}
    edit = Edit("minimodel/nn/activations.py", "return x.gelu()", "return x.gelu().detach() + x * 0")
    run = begin(arm("additive", edits=(edit,)), 0)
    assert number(run, "gradcheck_error:GELU") > 0.1
    assert number(run, "gradcheck_error:ReLU") < 1e-7


def test_a_model_that_is_linear_in_its_weights_is_its_linearisation_exactly_in_float32_too():
    assert number(trained("xor", LINE, optimizer=SGD), "linearisation_gap") == pytest.approx(0, abs=1e-8)
    assert number(trained("additive"), "linearisation_gap") > 0.01
    wide = {**TENSE, "hidden": 64, "scaling": "ntk"}
    rate = {"name": "sgd", "lr": 1.0}
    exact, narrow = (
        number(trained("agreement", {**wide, "dtype": dtype}, optimizer=rate), "linearisation_gap")
        for dtype in ("float64", "float32")
    )
    assert exact == pytest.approx(narrow, rel=1e-3)


def test_verb_and_person_only_add_up_without_a_bend():
    straight = trained({"name": "agreement", "scale": 2.0}, {**TENSE, "activation": "identity"})
    assert measure_one(straight, "interaction_gap") < 1e-12


@pytest.mark.parametrize("task", ["two-moons", "dichotomies", "sequence", "multiply"])
def test_no_metric_raises_whatever_the_task_is(task):
    rows = draw_rows(healthy_library(), {"name": task}, 0)
    loss = "cross_entropy" if rows.classes else "mean_squares"
    sizes = [rows.inputs, 4, rows.outputs]
    measure(trained(task, {"name": "MLP", "sizes": sizes}, loss=loss, steps=2), tuple(NAMES))


def test_what_was_before_the_first_step_is_what_an_untrained_model_has(tense):
    fresh = begin(arm("additive"), 0)
    assert measure_one(tense, "first_gradient:fc1.weight") == measure_one(fresh, "gradient_norm:fc1.weight")
    assert measure_one(tense, "first_loss") == tense.losses[0]
    assert measure_one(fresh, "first_loss") is None


def test_a_model_that_says_the_same_of_every_row_uses_one_class_and_what_is_frozen_does_not_count(tense):
    silent = with_weights(begin(arm("additive"), 0), fc2_weight=np.zeros((5, 16)))
    assert [measure_one(run, "classes_used") for run in (silent, tense)] == [1, 5]
    frozen = begin(arm("additive", {**TENSE, "frozen": ["fc1"]}), 0)
    assert [measure_one(run, "parameters") for run in (silent, frozen)] == [469, 85]


def number(run: Trained, metric: str) -> float:
    value = measure_one(run, metric)
    assert isinstance(value, float)
    return value


def test_two_metrics_of_one_run_are_compared(tense):
    both = [measure_one(tense, name) for name in ("train_accuracy", "val_accuracy")]
    assert measure_one(tense, "gap:train_accuracy,val_accuracy") == both[0] - both[1]
    assert measure_one(tense, "gap:train_accuracy,val_error") is None
    assert metric_of("gap:train_accuracy,val_accuracy") is NAMES["gap"]
    assert metric_of("gap:train_accuracy") is metric_of("gap:train_accuracy,other") is None


def test_one_changed_row_touches_others_only_where_rows_are_mixed():
    before = "for module in self:\n            x = module(x)"
    edit = Edit("minimodel/nn/container.py", before, f"x = x.transpose(-1, -2).reshape(x.shape)\n        {before}")
    alone, mixed = (trained("two-moons", {"name": "MLP", "sizes": [2, 8, 2]}, edits) for edits in ((), (edit,)))
    assert (measure_one(alone, "rows_touched"), measure_one(mixed, "rows_touched")) == (1, 2)


def test_a_row_asked_twice_gets_another_answer_only_where_dropout_is_left_on():
    lines = ["Linear 2 8", "ReLU", "Dropout 0.5", "Linear 8 2"]
    edit = Edit("minimodel/nn/module.py", "return self.train(False)", "return self.train(True)")
    at_rest, left_on = (trained("two-moons", {"name": "layers", "layers": lines}, edits) for edits in ((), (edit,)))
    assert measure_one(at_rest, "asked_twice") == 0
    assert measure_one(left_on, "asked_twice") > 0
    assert measure_one(left_on, "asked_twice") == measure_one(left_on, "asked_twice")


def test_relu_has_no_negative_slope_and_gelu_has_and_a_parameter_has_a_mean(tense):
    prelu = trained("xor", {"name": "MLP", "sizes": [2, 4, 2], "activation": "prelu 0.5"}, steps=0)
    assert measure_one(prelu, "parameter_mean:activation.weight") == 0.5
    relu = trained("xor", {"name": "MLP", "sizes": [2, 8, 2]})
    assert measure(relu, NEEDS_ACTIVATION) == {"negative_slopes": 0, "least_slope": 0}
    assert -0.13 < float(measure_one(tense, "least_slope") or 0) < 0


def test_a_task_without_classes_has_no_best_of_many_starts():
    with pytest.raises(LessonError, match="needs classes"):
        begin(arm({"name": "line"}, {"name": "MLP", "sizes": [1, 4, 1], "best_of": 2}), 0)
