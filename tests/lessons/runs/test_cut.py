"""What a lab forbids is not there to be found, what its checks need is, and the functional form goes with its class."""

from pathlib import Path

import pytest

from lessons.exercise import Lab, LabCheck
from lessons.format import LessonError
from lessons.lesson import Lesson
from lessons.runs.cut import cut_library, functional_forms, needed_by_checks, spellings
from lessons.runs.judge import judge_text
from lessons.runs.sources import healthy_texts

HEAD = "import numpy as np\nfrom minimodel import nn\nfrom minimodel.tensor import Tensor, apply\n"


def lab(uses: list[str], *checks: LabCheck, solution: str = "") -> Lab:
    return Lab("own.py", "", (*checks, LabCheck("forbids", {"uses": uses})), solution)


def equals(of: str, like: str, *inputs: list[int]) -> LabCheck:
    return LabCheck("equals", {"of": of, "like": like, "inputs": list(inputs)})


def gradient(of: str, *inputs: list[int]) -> LabCheck:
    return LabCheck("gradient", {"of": of, "inputs": list(inputs)})


def judged(code: str, own: Lab) -> tuple[str, str]:
    found = judge_text(Lesson("own", Path(), lab=own), {"own.py": HEAD + code})
    return found.reason, found.detail


def test_the_bodies_are_gone_and_the_names_are_not() -> None:
    texts = cut_library(lab(["nn.Linear", "operations.relu"])).texts
    assert "math.sqrt" not in texts["nn/linear.py"]
    assert texts["nn/linear.py"].count("_refuse('nn.Linear')") == 3
    assert "np.maximum(a, 0)" not in texts["operations.py"]
    assert "def relu(" in texts["operations.py"]
    assert texts["optim.py"] == healthy_texts()["optim.py"]


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("nn.Linear", {"nn.functional.linear", "operations.linear"}),
        ("nn.Softmax", {"nn.functional.softmax", "Tensor.softmax"}),
        ("nn.CrossEntropyLoss", {"nn.functional.cross_entropy", "nn.losses.cross_entropy"}),
        ("nn.LayerNorm", {"nn.normalization.layer_norm"}),
        ("nn.Sequential", set()),
        ("operations.linear", set()),
    ],
)
def test_the_functional_form_of_a_class_is_the_same_thing(name: str, forms: set[str]) -> None:
    found = set(functional_forms((name,), ""))
    assert forms <= found
    assert bool(forms) == bool(found)


def test_a_form_that_the_solution_uses_is_allowed() -> None:
    assert functional_forms(("nn.Linear",), "from minimodel.operations import linear as given") == ()
    assert functional_forms(("nn.Linear",), "y = functional.linear(x, w, b)") == ()
    assert functional_forms(("nn.Linear",), "def linear(x): return x")


def test_names_are_spelled_as_functions_are() -> None:
    assert "cross_entropy" in spellings("CrossEntropyLoss")
    assert "layer_norm" in spellings("LayerNorm")
    assert "gelu" in spellings("GELU")


ADD = "def add(a, b):\n    return apply(OPERATION, a, b)\n"
OWN = "(lambda a, b: (a + b, (lambda g: g, lambda g: g)))"


def test_what_the_checks_need_stays_for_them_and_not_for_the_learner() -> None:
    own = lab(["operations.sum_to_shape", "operations.add"], gradient("add", [3, 4], [4]))
    assert cut_library(own).taken == ("operations.sum_to_shape",)
    assert judged(ADD.replace("OPERATION", OWN), own) == ("passed", "")
    assert judged(ADD.replace("OPERATION", "nn.linear.operations.add"), own) == (
        "forbidden",
        "operations.add",
    )


def test_a_lab_may_forbid_the_loss_that_others_train_with() -> None:
    own = lab(
        ["nn.CrossEntropyLoss", "Tensor.log_softmax"],
        equals("log_p", "Tensor.log_softmax", [3, 5]),
        LabCheck(
            "trains",
            {"task": "xor", "layers": ["Linear 2 16", "ReLU", "Linear 16 2"], "lr": 0.05, "below": 0.3},
        ),
    )
    assert judged("def log_p(x):\n    return x - x.logsumexp(-1, True)\n", own) == ("passed", "")
    assert judged("def log_p(x):\n    return x.log_softmax()\n", own) == ("forbidden", "Tensor.log_softmax")


def test_a_layer_of_the_library_that_is_trained_with_stays() -> None:
    assert needed_by_checks({**healthy_texts()}, ("Linear 3 4", "GELU")) is None


@pytest.mark.parametrize(
    "own",
    [
        lab(["nn.Lineal"]),
        lab([], LabCheck("equals", {"of": "f", "like": "nn.Linear", "arguments": [0, 3], "inputs": [[2]]})),
        lab([], equals("f", "nn.functional.one_hot", [2])),
        lab([], LabCheck("trains", {"task": "xor", "layers": ["Linear 0 2"], "below": 1.0})),
    ],
    ids=["forbids", "arguments", "inputs", "layers"],
)
def test_a_check_that_nothing_can_meet_is_told_to_its_author(own: Lab) -> None:
    with pytest.raises(LessonError, match=r"\[\[lab\.check\]\]"):
        judged("f = 1", own)


# ---- what a function may be -----------------------------------------------------


@pytest.mark.parametrize(
    "code",
    [
        "f = Tensor.tanh",
        "f = lambda x: x.tanh()",
        "import functools\ndef g(k, x): return x.tanh() * k\nf = functools.partial(g, 1)",
        "def f(x): return np.tanh(x._data)",
        "def f(x): return list(np.tanh(x._data))",
        "class F:\n    def __call__(self, x): return x.tanh()\nf = F()",
    ],
)
def test_a_function_of_any_kind_follows_the_planted_change(code: str) -> None:
    assert judged(code, lab([], equals("f", "Tensor.tanh", [3]))) == ("passed", "")


@pytest.mark.parametrize(
    "code",
    [
        "class T(nn.Module):\n    def __call__(self, x): return x.tanh()",
        "class T:\n    def __call__(self, x): return x.tanh()",
        "class U(nn.Module):\n    def forward(self, x): return x.tanh()\nT = U",
        "class U(nn.Module):\n    def forward(self, x): return x.tanh()\ndef T(): return U()",
        "class T(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.forward = Tensor.tanh",
    ],
)
def test_a_layer_of_any_kind_does_too(code: str) -> None:
    check = LabCheck("equals", {"of": "T", "like": "nn.Tanh", "arguments": [], "inputs": [[3]]})
    assert judged(code, lab([], check)) == ("passed", "")
