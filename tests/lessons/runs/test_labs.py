"""A lab is judged by what the learner's code does: shapes, values, slopes, training, and that it is their own."""

from pathlib import Path

import pytest

from lessons.exercise import Lab, LabCheck
from lessons.exercise_parts import read_lab
from lessons.format import LessonError
from lessons.lesson import Lesson
from lessons.runs.judge import judge
from lessons.runs.lab_checks import LAB_CHECKS as FUNCTIONS
from lessons.runs.workspace import read_own, write_own
from lessons.table import Table
from lessons.vocabulary import LAB_CHECKS

LINEAR = """
from minimodel.nn import Module, Parameter, init
from minimodel.tensor import apply
import numpy as np

def linear(x, weight, bias):
    rows = x.reshape(-1, x.shape[-1])
    def of_weight(g):
        return g.reshape(-1, g.shape[-1]).T @ rows
    return x @ weight.T + bias, (lambda g: g @ weight, of_weight, lambda g: g)

class Linear(Module):
    def __init__(self, into, out):
        super().__init__()
        self.weight = Parameter(np.zeros((out, into)))
        self.bias = Parameter(np.zeros(out))
        init.kaiming_uniform_(self.weight)

    def forward(self, x):
        return apply(linear, x, self.weight, self.bias)
"""
LAYER = {"of": "Linear", "arguments": [3, 5]}
SQUARE = {"of": "Linear", "arguments": [4, 4]}
CHECKS = (
    LabCheck("shape", {**LAYER, "like": "nn.Linear"}),
    LabCheck("equals", {**SQUARE, "like": "nn.Linear", "inputs": [[2, 4]]}),
    LabCheck("equals", {**LAYER, "like": "nn.Linear", "inputs": [[2, 7, 3]]}),
    LabCheck("gradient", {**LAYER, "inputs": [[2, 4, 3]]}),
    LabCheck("trains", {"task": "additive", "layers": ["Linear 23 16", "GELU", "Linear 16 5"], "below": 0.1}),
    LabCheck("forbids", {"uses": ["operations.linear", "operations.matmul", "nn.Sigmoid"]}),
)
LAB = Lesson("lab", Path(), lab=Lab("layers.py", "raise NotImplementedError", CHECKS))


def judged(folder: Path, code: str, lesson: Lesson = LAB) -> tuple[str, str]:
    found = judge(write_own(folder, lesson, code), lesson)
    return found.reason, found.detail


def edited(before: str, after: str) -> str:
    assert LINEAR.count(before) == 1
    return LINEAR.replace(before, after)


def test_code_that_does_what_it_should_passes(tmp_path: Path) -> None:
    assert judged(tmp_path, LINEAR) == ("passed", "")
    assert read_own(tmp_path, "layers.py") == LINEAR


@pytest.mark.parametrize(
    ("before", "after", "reason", "detail"),
    [
        ("(out, into)", "(into, out)", "parameters", "Linear(3, 5).weight: (3, 5) ≠ (5, 3)"),
        ("self.bias = Para", "self.offset = Para", "parameters", "Linear(3, 5).bias: – ≠ (5,)"),
        ("x @ weight.T", "x @ weight", "value", "Linear(4, 4), x (2, 4), [0, 0]: "),
        ("+ bias", "- bias", "value", "Linear(4, 4), x (2, 4), [0, 0]: "),
        ("x @ weight.T + bias,", "rows @ weight.T + bias,", "shape", "x (2, 7, 3): (14, 5) ≠ (2, 7, 5)"),
        ("g @ weight,", "2 * g @ weight,", "gradient", "Linear(3, 5), x (2, 4, 3): x.grad[0, 0, 0] "),
        (
            "return g.reshape(-1, g.shape[-1]).T @ rows",
            "return rows.T @ g.reshape(-1, g.shape[-1])",
            "raises",
            "A derivative returned a gradient of shape (3, 5)",
        ),
        ("lambda g: g)", "lambda g: 0 * g)", "gradient", "bias.grad[0] 0 ≠ "),
        ("init.kaiming", "# init.kaiming", "untrained", "additive: "),
        (
            "return apply(linear, x, self.weight, self.bias)",
            "return x @ self.weight.mT + self.bias",
            "forbidden",
            "operations.matmul",
        ),
        (
            "return apply(linear, x, self.weight, self.bias)",
            "from minimodel import operations; return apply(operations.linear, x, self.weight, self.bias)",
            "forbidden",
            "operations.linear",
        ),
        ("import numpy as np", "from minimodel import nn; nn.Sigmoid()", "forbidden", "nn.Sigmoid"),
        ("import numpy as np", "import nothing", "import", "No module named 'nothing' (layers.py:4)"),
        ("class Linear(", "class Lineal(", "missing", "Linear"),
        ("return x @ weight.T", "return weight.T @ x", "raises", "layers.py"),
    ],
)
def test_what_does_not_is_told_with_what_came_and_what_was_expected(
    tmp_path: Path, before: str, after: str, reason: str, detail: str
) -> None:
    found = judged(tmp_path, edited(before, after))
    assert found[0] == reason
    assert detail in found[1]


def test_a_use_that_is_caught_is_noticed_all_the_same(tmp_path: Path) -> None:
    sly = edited(
        "import numpy as np",
        "import numpy as np\nfrom minimodel import nn\ntry:\n    nn.Sigmoid()\nexcept Exception:\n    pass",
    )
    assert judged(tmp_path, sly) == ("forbidden", "nn.Sigmoid")


def test_the_beginning_is_said_to_be_the_beginning(tmp_path: Path) -> None:
    assert judged(tmp_path, "raise NotImplementedError\n") == ("unchanged", "")


def test_a_function_is_judged_as_a_layer_is(tmp_path: Path) -> None:
    options = {"of": "gate", "like": "nn.functional.gelu", "inputs": [[3, 2]]}
    lab = Lab(
        "gate.py", "", (LabCheck("equals", options), LabCheck("gradient", {"of": "gate", "inputs": [[4]]}))
    )
    lesson = Lesson("gate", Path(), lab=lab)
    assert judged(tmp_path, "def gate(x): return x.gelu()", lesson) == ("passed", "")
    assert judged(tmp_path, "def gate(x): return x.relu()", lesson)[0] == "value"
    assert judged(tmp_path, "def gate(x): return x.detach().gelu()", lesson)[0] == "raises"
    assert judged(tmp_path, "gate = 3", lesson)[0] == "raises"


def test_every_check_of_the_vocabulary_has_its_function() -> None:
    assert set(LAB_CHECKS) == set(FUNCTIONS)


def table(check: dict[str, object]) -> Table:
    return Table({"file": "a.py", "begin": "", "check": [check]}, "lesson.toml: [lab]")


def test_a_check_without_an_option_that_it_needs_does_not_load() -> None:
    with pytest.raises(LessonError, match="like is missing; expected text"):
        read_lab(table({"name": "shape", "of": "Linear"}))


def test_a_check_that_compares_with_nothing_of_minimodel_is_refused(tmp_path: Path) -> None:
    lab = Lab("a.py", "", (LabCheck("equals", {"of": "f", "like": "nn.Lineal", "inputs": [[2]]}),))
    with pytest.raises(LessonError, match=r"'nn\.Lineal' is nothing of minimodel's"):
        judged(tmp_path, "f = 1", Lesson("a", Path(), lab=lab))


# ---- layers as arguments ---------------------------------------------------

ROW = """
from minimodel.nn import Module

class Row(Module):
    def __init__(self, *modules):
        super().__init__()
        self.count = len(modules)
        for place, module in enumerate(modules):
            if not isinstance(module, Module):
                raise TypeError("no module")
            setattr(self, str(place), module)

    def forward(self, x):
        for place in range(self.count):
            x = getattr(self, str(place))(x)
        return x

class Small(Row):
    def __init__(self):
        super().__init__(*[Three() for _ in range(2)])

class Three(Module):
    def __init__(self):
        from minimodel.nn import Linear
        super().__init__()
        self.weight, self.bias = Linear(3, 3).weight, Linear(3, 3).bias

    def forward(self, x):
        return x @ self.weight.mT + self.bias
"""
OF_ROW = {"of": "Row", "like": "nn.Sequential"}
OF_ROWS = (
    LabCheck("shape", {**OF_ROW, "arguments": ["Linear 3 5", "GELU", "Linear 5 2"]}),
    LabCheck("equals", {**OF_ROW, "arguments": [["Linear 3 5", "GELU"], "Linear 5 2"], "inputs": [[4, 3]]}),
    LabCheck(
        "equals",
        {
            "of": "Small",
            "like": "nn.Sequential",
            "arguments": [],
            "like_arguments": ["Linear 3 3", "Linear 3 3"],
            "inputs": [[4, 3]],
        },
    ),
    LabCheck("refuses", {"of": "Row", "arguments": ["Linear 3 5", 7]}),
)
ROWS = Lesson("lab", Path(), lab=Lab("layers.py", "raise NotImplementedError", OF_ROWS))


def test_layers_and_rows_of_them_may_be_arguments(tmp_path: Path) -> None:
    assert judged(tmp_path, ROW, ROWS) == ("passed", "")


@pytest.mark.parametrize(
    ("before", "after", "reason", "detail"),
    [
        ("setattr(self, str(place)", 'setattr(self, f"layer{place}"', "parameters", "GELU, Linear 5 2).0."),
        ('raise TypeError("no module")', "continue", "value", "Row(Linear 3 5, 7): – ≠ TypeError"),
        ('TypeError("no', 'ValueError("no', "value", "Row(Linear 3 5, 7): ValueError: no module"),
        ("range(2)", "range(1)", "parameters", "Small(), x (4, 3).1.weight: – ≠ (3, 3)"),
    ],
)
def test_a_row_that_does_not_is_told_so(
    tmp_path: Path, before: str, after: str, reason: str, detail: str
) -> None:
    assert ROW.count(before) == 1
    found = judged(tmp_path, ROW.replace(before, after), ROWS)
    assert found[0] == reason
    assert detail in found[1]
