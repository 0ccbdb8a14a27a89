"""Models: what each is built as, that quick ways to train take it, and what it says to sizes that do not fit."""

import inspect
from typing import Any

import numpy as np
import pytest

from lessons.course.lesson.lesson import Arm, Edit, Settings
from lessons.course.lesson.values import LessonError
from lessons.course.lesson.vocabulary import ANY_MODEL, FIRST, INITS
from lessons.course.lesson.vocabulary import MODELS as NAMES
from lessons.runs.edits import edited_library, healthy_library
from lessons.runs.models import MODELS, build_model
from lessons.runs.models.activations import added
from lessons.runs.models.weights import STARTS
from lessons.runs.tasks import draw_rows
from lessons.runs.trained_model import Rows, Trained
from lessons.runs.training import Alone, Together, begin, goes_together, replays

LIBRARY = healthy_library()
ADAM = {"name": "adam", "lr": 0.01}
XOR = {"name": "MLP", "sizes": [2, 8, 2]}
MOONS, BENT = {"name": "two-moons"}, ["Linear 2 8", "GELU", "LayerNorm 8", "Linear 8 2"]
TURNED = ["Linear 2 8", "Tanh", "Matrix 8 6", "Tanh", "Linear 6 2"]
WAVES = {"name": "layers", "layers": ["Linear 1 8", "Sin", "Linear 8 1"], "frozen": ["0.bias"]}
LINEARISED = {"name": "agreement"}, {"name": "linearised", "sizes": [23, 8, 5], "activation": "gelu"}
AT_PLACES = [
    ["Unflatten 1", "Conv1d 1 4 5 2 2 circular", "Max", "Linear 4 4"],
    ["Unflatten 1", "Unshared 1 4 5 14", "Mean", "Linear 4 4"],
    ["Unflatten 1", "Conv1d 1 2 5", "MaxPool1d 7", "Flatten", "Linear 4 4"],
]
PLAIN: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"name": "agreement"}, {"name": "TenseMLP"}),
    ({"name": "agreement"}, {"name": "TenseMLP", "activation": "kwinners 4"}),
    ({"name": "agreement"}, {"name": "TenseMLP", "scaling": "ntk", "dtype": "float32"}),
    (
        {"name": "sequence", "question": "ends"},
        {"name": "MLP", "sizes": [8, 16, 2], "scaling": "ntk", "activation": "tanh"},
    ),
    ({"name": "agreement"}, {"name": "TenseMLP", "frozen": ["fc1"]}),
    ({"name": "xor"}, {"name": "MLP", "sizes": [2, 2]}),
    ({"name": "xor"}, {**XOR, "activation": "tanh"}),
    ({"name": "xor"}, {**XOR, "activation": "shrink"}),
    ({"name": "xor"}, {**XOR, "activation": "prelu -1", "bias": False}),
    ({"name": "xor"}, {**XOR, "activation": "identity", "depth": 4, "init": "xavier_normal"}),
    (MOONS, {"name": "layers", "layers": BENT}),
    (MOONS, {"name": "layers", "layers": TURNED}),
    ({"name": "xor"}, {"name": "random-features", "sizes": [2, 8, 2]}),
    LINEARISED,
    ({"name": "sequence", "length": 5, "rows": 16}, {"name": "recurrence", "after": "relu"}),
    ({"name": "agreement"}, {"name": "wired", "sizes": [23, 8, 5], "taught": 20}),
    ({"name": "line"}, {"name": "MLP", "sizes": [1, 8, 1]}),
    ({"name": "line"}, {"name": "MLP", "sizes": [1, 8, 1], "biases": 1.0}),
    ({"name": "line"}, WAVES),
    ({"name": "agreement"}, {"name": "DeepMLP", "depth": 3}),
    ({"name": "xor"}, {**XOR, "activation": "rounded 0.5"}),
    ({"name": "xor"}, {**XOR, "activation": "steep 5"}),
    ({"name": "xor"}, {**XOR, "activation": "step"}),
    *[({"name": "motifs", "rows": 8}, {"name": "layers", "layers": each}) for each in AT_PLACES],
]


def drawn(name: str, **options: Any) -> Rows:
    return draw_rows(LIBRARY, {"name": name, **options}, 0)


def built(model: dict[str, Any], task: str = "xor", seed: int = 0, library: Any = LIBRARY) -> Any:
    return build_model(library, model, drawn(task), seed)


def arm(task: dict[str, Any], model: dict[str, Any], steps: int = 25) -> Arm:
    loss = "mean_squares" if task["name"] in ("line", "multiply") else "cross_entropy"
    return Arm("arm", Settings(task, model, ADAM, steps, loss=loss))


def trained(task: dict[str, Any], model: dict[str, Any], seed: int = 0) -> Trained:
    run = Alone(arm(task, model), seed, 25, False)
    for _ in range(25):
        run.advance()
    return run.trained


def test_a_batch_norm_keeps_the_means_of_its_batches_one_seed_at_a_time() -> None:
    model = {"name": "layers", "layers": ["Linear 2 8", "BatchNorm1d 8", "ReLU", "Linear 8 2"], "biases": 1.0}
    run = trained(MOONS, model)
    assert np.abs(run.parameters()["1.running_mean"] - run.parameters()["0.bias"]).max() < 1
    assert not goes_together(arm(MOONS, model), (0, 1))


def moved(run: Trained) -> list[str]:
    now, then = run.parameters(), run.parameters(run.start)
    return [name for name in now if not np.array_equal(now[name], then[name])]


def outputs(model: Any, x: Any, library: Any = LIBRARY) -> Any:
    with library.no_grad():
        return np.asarray(model(library.Tensor(x)).data)


def test_every_name_of_the_vocabulary_has_its_function_with_just_these_options():
    assert list(MODELS) == list(NAMES)
    placed = {*ANY_MODEL, *FIRST}
    for name in ("TenseMLP", "MLP", "layers", "recurrence"):
        own = set(inspect.signature(MODELS[name]).parameters)
        own -= {"kit", "first"}
        assert own == {*NAMES[name].needs, *NAMES[name].options} - placed, name
    assert NAMES["random-features"].options == NAMES["linearised"].options == NAMES["MLP"].options
    assert list(INITS) == ["default", *STARTS]


@pytest.mark.parametrize(("task", "model"), PLAIN)
def test_a_model_learns_each_seed_begins_elsewhere_and_the_quick_ways_take_it(task, model):
    assert replays(arm(task, model), 0)
    assert goes_together(arm(task, model), (0, 1))
    first, second = (trained(task, model, seed) for seed in (0, 1))
    assert not first.trouble
    assert first.losses[0] != second.losses[0]
    assert first.losses[-1] != first.losses[0]


def test_each_seed_draws_its_own_noise_together_too_and_afterwards():
    model = {"name": "layers", "layers": ["Linear 2 8", "ReLU", "Dropout 0.5", "Linear 8 2"]}
    noisy = arm({"name": "xor"}, model)
    assert goes_together(noisy, (0, 1))
    together, alone = Together(noisy, (0, 1), 3), Alone(noisy, 1, 3, replayed=False)
    for _ in range(3):
        together.advance(), alone.advance()
    again = together.finished()[1]
    assert again.model[2].generator.random() == alone.trained.model[2].generator.random()


def test_numbers_are_learnt_in_float64():
    with pytest.raises(LessonError, match="float64"):
        built({"name": "MLP", "sizes": [2, 8, 1], "dtype": "float32"}, "multiply")


@pytest.mark.parametrize(("task", "model"), PLAIN)
def test_hidden_is_what_the_last_layer_reads(task, model):
    run = begin(arm(task, model), 0)
    if model.get("sizes") == [2, 2]:
        assert not hasattr(run.model, "hidden")
    elif model["name"] not in ("linearised", "recurrence"):
        hidden, modules = run.hidden(run.rows.x), list(run.model.modules())
        last = [each for each in modules if isinstance(each, run.library.nn.Linear)][-1]
        scales = [each.factor.data for each in modules if isinstance(each, added(run.library)["Scaled"])][-1:]
        scale = 1.0 if model.get("activation") == "shrink" else (scales or [1.0])[0]
        bias = 0 if last.bias is None else last.bias.data
        assert np.allclose((hidden @ last.weight.data.T + bias) * scale, run.outputs(run.rows.x), rtol=1e-5)
    else:
        assert run.hidden(run.rows.x).shape[0] == len(run.rows.x)


@pytest.mark.parametrize(
    ("options", "shapes"),
    [
        ({}, [(8, 2), (2, 8)]),
        ({"hidden": 3}, [(3, 2), (2, 3)]),
        ({"depth": 0}, [(2, 2)]),
        ({"depth": 2}, [(8, 2), (8, 8), (2, 8)]),
        ({"hidden": 3, "depth": 4}, [(3, 2), (3, 3), (3, 3), (3, 3), (2, 3)]),
    ],
)
def test_an_mlp_names_its_layers_by_number_and_hidden_and_depth_say_the_sizes_between(options, shapes):
    state = built({**XOR, **options}).state_dict()
    named = [(f"fc{place}.{part}") for place in range(1, len(shapes) + 1) for part in ("weight", "bias")]
    assert list(state) == named
    assert [each.shape for name, each in state.items() if name.endswith("weight")] == shapes


def test_what_is_frozen_stays_as_it_was_drawn_in_every_way_to_train():
    model = {"name": "TenseMLP", "frozen": ["fc2", "fc1.bias"]}
    together = Together(arm({"name": "agreement"}, model), (0, 1), 25)
    for _ in range(25):
        together.advance()
    for run in (*together.finished(), trained({"name": "agreement"}, model)):
        assert moved(run) == ["fc1.weight"]


def test_width_leaves_the_sums_of_an_ntk_network_as_large():
    for width in (64, 1024):
        model = built({"name": "TenseMLP", "scaling": "ntk", "hidden": width}, "agreement")
        with LIBRARY.no_grad():
            sums = model.scale1(model.fc1(LIBRARY.Tensor(drawn("agreement").x)))
        assert np.asarray(sums.data).std() == pytest.approx(1.0, rel=0.1)
        assert model.scale2.factor.data == pytest.approx(width**-0.5)


@pytest.mark.parametrize("scaling", ["standard", "ntk"])
@pytest.mark.parametrize("activation", ["gelu", "tanh", "relu", "exp"])
def test_a_linearisation_is_the_first_order_of_its_network(scaling, activation):
    network = {"name": "MLP", "sizes": [23, 8, 5], "activation": activation, "scaling": scaling, "depth": 2}
    rows = drawn("agreement")
    start, model = built(network, "agreement"), built({**network, "name": "linearised"}, "agreement")
    assert np.allclose(outputs(start, rows.x), outputs(model, rows.x), rtol=0, atol=1e-12)
    ends = [built(network, "agreement") for _ in range(2)]
    generator = np.random.default_rng(0)
    for name, parameter in start.named_parameters():
        # Small, so that no ReLU is folded over between the two ends.
        step = 2e-5 * generator.normal(size=parameter.shape)
        for end, sign in zip(ends, (1, -1), strict=True):
            dict(end.named_parameters())[name].write(parameter.data + sign * step)
        dict(model.named_parameters())[name].write(parameter.data + step)
    ahead, back = (outputs(end, rows.x) for end in ends)
    expected = outputs(start, rows.x) + (ahead - back) / 2
    assert np.allclose(outputs(model, rows.x), expected, rtol=1e-8, atol=1e-9)


def test_the_hidden_numbers_of_a_linearisation_never_move():
    run = trained(*LINEARISED)
    start = begin(arm(*LINEARISED), 0)
    assert np.array_equal(start.hidden(run.rows.x), run.hidden(run.rows.x))
    assert run.losses[-1] < run.losses[0]


def test_a_recurrence_reads_strings_of_any_length_and_a_linear_one_adds_up():
    model = build_model(LIBRARY, {"name": "recurrence", "state": 4}, drawn("sequence", length=7), 0)
    assert outputs(model, np.ones((3, 7))).shape == outputs(model, np.ones((3, 31))).shape == (3, 2)
    linear = build_model(LIBRARY, {"name": "recurrence"}, drawn("sequence", length=3, rows=4), 0)
    zero, first, last, both = outputs(linear, np.array([[0, 0, 0], [1, 0, 0], [0, 0, 1], [1, 0, 1]], float))
    assert np.allclose(both - last, first - zero)


def test_a_float32_model_takes_float64_rows():
    x = drawn("agreement").x
    narrow, wide = (built({"name": "TenseMLP", "dtype": each}, "agreement") for each in ("float32", "float64"))
    assert {str(parameter.dtype) for parameter in narrow.parameters()} == {"float32"}
    assert np.allclose(outputs(narrow, x), outputs(wide, x), atol=1e-6)
    assert narrow.hidden(LIBRARY.Tensor(x)).dtype == np.float32


def test_a_float32_transformer_reads_words_as_whole_numbers():
    run = trained({"name": "speech"}, {"name": "transformer", "width": 8, "dtype": "float32"})
    assert np.isfinite(run.losses).all()
    assert outputs(run.model, run.rows.x).dtype == np.float32


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ({"name": "TenseMLP"}, "takes 23 numbers, but a row of the task has 2"),
        ({"name": "MLP", "sizes": [3, 2]}, "takes 3 numbers, but a row of the task has 2"),
        ({"name": "MLP", "sizes": [2, 8, 3]}, "gives 3 numbers, but the task needs 2"),
        ({"name": "MLP", "sizes": [2]}, "two whole numbers or more"),
        ({"name": "MLP", "sizes": [2, 2], "hidden": 4}, "need a hidden size"),
        ({"name": "MLP", "sizes": [2, 8, 4, 2], "depth": 2}, "one hidden size"),
        ({**XOR, "activation": "rellu"}, "Did you mean relu"),
        ({**XOR, "activation": "leaky_relu much"}, "and a number where it takes one"),
        ({**XOR, "frozen": ["fc3"]}, "fc3.*Did you mean fc"),
        ({"name": "MLP", "sizes": [2, 2], "rescale": 2.0}, "two linear layers"),
        ({"name": "random-features", "sizes": [2, 2]}, "needs a hidden layer"),
        ({"name": "linearised", "sizes": [2, 8, 2], "activation": "prelu"}, "without a prelu"),
        ({"name": "recurrence", "state": 0}, "1 or more"),
        ({"name": "recurrence", "after": "rellu"}, "Did you mean relu"),
        ({"name": "layers", "layers": ["Linar 2 2"]}, "layer 1, 'Linar 2 2', is none. Did you mean Linear"),
        ({"name": "layers", "layers": ["Linear 2"]}, "should be written 'Linear inputs outputs'"),
        ({"name": "layers", "layers": ["Linear 2 2", "GELU 3"]}, "layer 2, 'GELU 3', should be written 'GELU'"),
        ({"name": "layers", "layers": ["Linear 2 8", "Linear 4 2"]}, "layer 2 is given 8 numbers, but Linear takes 4"),
        ({"name": "layers", "layers": ["Conv1d 1 8 5"]}, "layer 1, Conv1d, cannot read a row of 2 numbers"),
        ({"name": "layers", "layers": ["Unflatten 1", "Conv1d 1 8 5"]}, "cannot read a row of 1 channels at 2 places"),
        ({"name": "layers", "layers": ["Conv1d 1 8"]}, r"'Conv1d channels outputs width \[stride\] \[padding\]"),
        ({**XOR, "scale": {"fc3": 2.0}}, r"scale has 'fc3', which it has not\. Did you mean fc"),
    ],
)  # fmt: skip
def test_what_cannot_be_built_is_said_in_a_sentence(model, words):
    with pytest.raises(LessonError, match=words):
        built(model)


@pytest.mark.parametrize("model", [{**XOR, "activation": "kwinners 0"}, {"name": "TenseMLP", "hidden": 0}])
def test_numbers_that_minimodel_refuses_are_refused_in_its_own_words(model):
    task = "xor" if model["name"] == "MLP" else "agreement"
    with pytest.raises((LessonError, ValueError), match=r"must be|needs at least|between"):
        outputs(built(model, task), drawn(task).x)


def test_a_deep_network_without_its_ways_past_lets_next_to_nothing_through():
    cut = Edit("minimodel/nn/residual.py", "return x + self.body(x)", "return self.body(x)")
    x, libraries = drawn("agreement").x, (LIBRARY, edited_library((cut,)))
    deep = {"name": "DeepMLP", "depth": 20}
    spread = [outputs(built(deep, "agreement", library=each), x, each).std(0).max() for each in libraries]
    assert spread[0] > 0.1 > 1e-9 > spread[1]


def test_the_first_answers_of_such_a_model_are_added_for_good():
    rows = drawn("xor")
    plain, loud = built(XOR), built({**XOR, "gain": 9.0, "draw": 1})
    less, more = built({**XOR, "plus": {"times": -1.0}}), built({**XOR, "plus": {"gain": 9.0, "draw": 1}})
    assert not outputs(less, rows.x).any()
    assert np.allclose(outputs(more, rows.x), outputs(plain, rows.x) + outputs(loud, rows.x))
    assert [name for name, _ in more.named_parameters()] == [name for name, _ in plain.named_parameters()]
    run = trained({"name": "xor"}, {**XOR, "plus": {"gain": 9.0, "draw": 1}})
    added, whole = run.model.added[0](LIBRARY.Tensor(rows.x)).data, outputs(run.model, rows.x)
    run.model.added = (run.model.added[0], 0.0)
    assert np.allclose(whole - added, outputs(run.model, rows.x))
    line = {"name": "layers", "layers": ["Linear 2 2"], "gain": 0.0}  # with a name of its own
    assert np.allclose(outputs(built({**XOR, "plus": line}), rows.x), outputs(plain, rows.x))
