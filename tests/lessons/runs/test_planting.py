"""Where a change is planted, what it does, and that it shows for every break that an experiment can see."""

from types import ModuleType

import numpy as np
import pytest

from lessons.lesson import Edit
from lessons.runs.judgement import Call
from lessons.runs.planting import apart, computed, first_that_shows
from lessons.runs.plants import IDLE, SCALE, Plant, Switch
from lessons.runs.repair_checks import gradient, planted_training
from lessons.runs.spots import around, functions_of
from tests.lessons.runs.cheats.cheat import BREAK

CALLS: list[Call] = [
    *(planted_training(experiment) for experiment in BREAK.experiments.values()),
    *(gradient(layer).call for layer in ("Linear 5 3", "Sigmoid", "LayerNorm 5")),
]
EDITS = {  # an edit, the function that it stands in, and what a plant does to it
    ("nn/activations.py", "return x.gelu()", "GELU.forward", SCALE),
    ("operations.py", "dot(g.mT, x)", "linear", SCALE),
    ("operations.py", "C = math.sqrt(2 / math.pi)", "gelu", SCALE),
    ("operations.py", "value = np.exp(np.minimum(a, 0)) / (1 + np.exp(-np.abs(a)))", "sigmoid", SCALE),
    ("tensor.py", "return apply(operations.gelu, self)", "Tensor.gelu", SCALE),
    ("nn/losses.py", "labels=labels, rows=rows)", "CrossEntropyLoss.forward", SCALE),
    ("nn/linear.py", "bound = 1 / math.sqrt(in_features)", "Linear.__init__", SCALE),
    ("optim.py", "m += (1 - beta1) * (g - m)", "Adam.update", IDLE),
    ("training.py", "error.backward()", "train_on", IDLE),
    ("backward.py", "arrived[id(x)] = arrived[id(x)] + part", "propagate", IDLE),
    (
        "nn/init.py",
        "return tensor.write(source(generator).uniform(low, high, tensor.shape))",
        "uniform_",
        IDLE,
    ),
}


@pytest.mark.parametrize(("file", "before", "function", "kind"), sorted(EDITS))
def test_it_stands_in_the_function_of_the_break_and_shows(
    file: str, before: str, function: str, kind: str
) -> None:
    edit = Edit(f"minimodel/{file}", before, "")
    spots = functions_of([edit], edit.file)
    assert spots[0] == f"{file}:{function}"
    found = first_that_shows(spots, CALLS)
    assert found is not None
    assert found[0].plant is not None
    assert found[0].plant.kind == kind


def test_nothing_is_planted_where_no_experiment_comes_by() -> None:
    edit = Edit("minimodel/lab/activations.py", "np.put_along_axis(", "")
    assert first_that_shows(functions_of([edit], edit.file), CALLS) is None
    assert first_that_shows((), CALLS) is None


def test_work_may_have_gone_to_the_class_or_to_who_calls() -> None:
    assert around("optim.py:Adam.update")[:3] == (
        "optim.py:Adam.update",
        "optim.py:Adam.*",
        "optim.py:Optimizer.step",
    )
    assert around("training.py:train_on") == ("training.py:train_on", "training.py:train")


# ---- what a plant does ----------------------------------------------------------


def planted(text: str, spot: str) -> tuple[ModuleType, Switch]:
    module, switch = ModuleType("a"), Switch("minimodel", [f"a.py:{spot}"])
    exec(text, module.__dict__)
    switch.place("a.py", module)
    return module, switch


@pytest.mark.parametrize(
    ("text", "spot", "usual", "changed"),
    [
        ("def f(): return 3.0", "f", 3.0, 6.0),
        ("def f(): return 3", "f", 3, 3),
        ("def f(n=2): return 3.0 if n == 0 else f(n - 1)", "f", 3.0, 6.0),
        ("class A:\n    @staticmethod\n    def f(): return 3.0\nf = A().f", "A.f", 3.0, 3.0),
        ("class A:\n    @staticmethod\n    def f(): return 3.0\nf = lambda: A.f()", "A.f", 3.0, 6.0),
        ("class A:\n    @classmethod\n    def f(cls): return 3.0\nf = lambda: A.f()", "A.f", 3.0, 6.0),
        ("class A:\n    @property\n    def f(self): return 3.0\nf = lambda: A().f", "A.f", 3.0, 6.0),
        ("class A:\n    def g(self): return 3.0\nf = lambda: A().g()", "A.*", 3.0, 6.0),
        ("def f(): return 3.0", "absent", 3.0, 3.0),
    ],
)
def test_numbers_are_multiplied_once_while_it_is_on(
    text: str, spot: str, usual: float, changed: float
) -> None:
    module, switch = planted(text, spot)
    assert module.f() == usual
    with switch.on(Plant((f"a.py:{spot}",), SCALE, 2.0)):
        assert module.f() == changed
    assert module.f() == usual


def test_an_operations_links_are_multiplied_with_its_value() -> None:
    module, switch = planted(
        "import numpy as np\ndef f(a): return np.exp(a), (lambda g: g * np.exp(a),)", "f"
    )
    with switch.on(Plant(("a.py:f",), SCALE, 3.0)):
        value, (link,) = module.f(np.zeros(2))
    assert value.tolist() == [3, 3]
    assert link(np.ones(2)).tolist() == [3, 3]


def test_an_idle_function_does_nothing() -> None:
    module, switch = planted("done = []\ndef f(): done.append(1)", "f")
    with switch.on(Plant(("a.py:f",), IDLE)):
        assert module.f() is None
    assert module.done == []


def test_answers_are_compared_as_numbers() -> None:
    one = {"losses": [1.0, float("nan")], "outputs": [[2.0]]}
    assert not apart(one, {"losses": [1.0 + 1e-9, float("nan")], "outputs": [[2.0]]})
    assert apart(one, {"losses": [1.001, float("nan")], "outputs": [[2.0]]})
    assert apart(one, {"losses": [1.0], "outputs": [[2.0]]})
    assert apart(one, {"error": "ValueError"})
    assert not apart({"error": "a"}, {"error": "b"})


def test_what_a_healthy_library_raises_is_an_answer() -> None:
    library = ModuleType("empty")
    library.nn = library  # type: ignore[attr-defined]
    assert computed(library, CALLS[0]).keys() == {"error"}
