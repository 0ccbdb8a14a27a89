"""A lab is judged by what the learner's code does: shapes, values, slopes, training, and that it is their own."""

from pathlib import Path

import pytest

from lessons.course.lesson.blocks import Words
from lessons.course.lesson.exercise import Lab, LabCheck
from lessons.course.lesson.lesson import Lesson
from lessons.course.lesson.source import edited_files
from lessons.course.lesson.state import Judged
from lessons.course.lesson.values import LessonError
from lessons.course.steps.behaviour import as_checked
from lessons.course.steps.behaviour_words import judged_blocks
from lessons.course.steps.hints import judged_words
from lessons.engine.process import Process
from lessons.format.course import load_lesson
from lessons.format.files import CONTENT
from lessons.judge.calls import Judgement
from lessons.judge.judge import judge, judge_text
from lessons.judge.lab_checks import forbidden
from lessons.judge.workspace import read_own, write_own
from tutor.words.text import Text

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


def judged(bench: Process, code: str, lesson: Lesson = LAB) -> tuple[str, str]:
    found = judge_text(lesson, {lesson.lab.file: code}, process=bench)  # type: ignore[union-attr]
    return found.reason, found.detail


def test_the_beginning_is_said_to_be_the_beginning(bench):
    assert judged(bench, "raise NotImplementedError\n") == ("unchanged", "")


def test_a_lab_is_judged_beside_the_healthy_library_also_after_a_repair(bench):
    broken = load_lesson(CONTENT / "break-gelu-identity")
    assert judge_text(broken, {edited_files(broken.edits)[0]: "from minimodel import nothing"}, process=bench).reason
    assert judged(bench, LINEAR) == ("passed", "")


def test_a_function_is_judged_as_a_layer_is(bench):
    options = {"of": "gate", "like": "nn.functional.gelu", "inputs": [[3, 2]]}
    lab = Lab("gate.py", "", (LabCheck("equals", options), LabCheck("gradient", {"of": "gate", "inputs": [[4]]})))
    lesson = Lesson("gate", Path(), lab=lab)
    assert judged(bench, "def gate(x): return x.gelu()", lesson) == ("passed", "")
    assert judged(bench, "def gate(x): return x.relu()", lesson)[0] == "value"
    assert judged(bench, "def gate(x): return x.detach().gelu()", lesson)[0] == "raises"
    assert judged(bench, "gate = 3", lesson)[0] == "raises"


def test_a_check_that_compares_with_nothing_of_minimodel_is_refused(bench):
    lab = Lab("a.py", "", (LabCheck("equals", {"of": "f", "like": "nn.Lineal", "inputs": [[2]]}),))
    with pytest.raises(LessonError, match=r"'nn\.Lineal' is nothing of minimodel's"):
        judged(bench, "f = 1", Lesson("a", Path(), lab=lab))


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
PAIR = ["Linear 3 3", "Linear 3 3"]
OF_ROWS = (
    LabCheck("shape", {**OF_ROW, "arguments": ["Linear 3 5", "GELU", "Linear 5 2"]}),
    LabCheck("equals", {**OF_ROW, "arguments": [["Linear 3 5", "GELU"], "Linear 5 2"], "inputs": [[4, 3]]}),
    LabCheck("equals", {**OF_ROW, "of": "Small", "arguments": [], "like_arguments": PAIR, "inputs": [[4, 3]]}),
    LabCheck("refuses", {"of": "Row", "arguments": ["Linear 3 5", 7]}),
)
ROWS = Lesson("lab", Path(), lab=Lab("layers.py", "raise NotImplementedError", OF_ROWS))
CALL = "return apply(linear, x, self.weight, self.bias)"
OWN = "from minimodel import operations; return apply(operations.linear, x, self.weight, self.bias)"
FLAT = "return g.reshape(-1, g.shape[-1]).T @ rows"
TRIED = "import numpy as np\nfrom minimodel import nn\ntry:\n    nn.Sigmoid()\nexcept Exception:\n    pass"
WRONG = [  # what stands instead of what, and what is told
    ("(out, into)", "(into, out)", "parameters", "Linear(3, 5).weight: (3, 5) ≠ (5, 3)"),
    ("self.bias = Para", "self.offset = Para", "parameters", "Linear(3, 5).bias: – ≠ (5,)"),
    ("x @ weight.T", "x @ weight", "value", "Linear(4, 4), x (2, 4): [0, 0] "),
    ("+ bias", "- bias", "value", "Linear(4, 4), x (2, 4): [0, 0] "),
    ("x @ weight.T + bias,", "rows @ weight.T + bias,", "shape", "x (2, 7, 3): (14, 5) ≠ (2, 7, 5)"),
    ("g @ weight,", "2 * g @ weight,", "gradient", "Linear(3, 5), x (2, 4, 3): x.grad[0, 0, 0] "),
    (FLAT, "return rows.T @ g.reshape(-1, g.shape[-1])", "raises", "returned a gradient of shape (3, 5)"),
    ("lambda g: g)", "lambda g: 0 * g)", "gradient", "bias.grad[0] 0 ≠ "),
    ("init.kaiming", "# init.kaiming", "untrained", "additive: "),
    (CALL, "return x @ self.weight.mT + self.bias", "forbidden", "operations.matmul"),
    (CALL, OWN, "forbidden", "operations.linear"),
    ("import numpy as np", "from minimodel import nn; nn.Sigmoid()", "forbidden", "nn.Sigmoid"),
    ("import numpy as np", TRIED, "forbidden", "nn.Sigmoid"),
    ("import numpy as np", "import nothing", "import", "No module named 'nothing' (layers.py:4)"),
    ("class Linear(", "class Lineal(", "missing", "Linear"),
    ("return x @ weight.T", "return weight.T @ x", "raises", "layers.py"),
]
WRONG_ROWS = [
    ("setattr(self, str(place)", 'setattr(self, f"layer{place}"', "parameters", "GELU, Linear 5 2).0."),
    ('raise TypeError("no module")', "continue", "accepted", "Row(Linear 3 5, 7)"),
    ('TypeError("no', 'ValueError("no', "other_error", "Row(Linear 3 5, 7): ValueError: no module"),
    ("range(2)", "range(1)", "parameters", "Small(), x (4, 3).1.weight: – ≠ (3, 3)"),
]


@pytest.mark.parametrize(("lesson", "code"), [(LAB, LINEAR), (ROWS, ROW)])
def test_code_that_does_what_it_should_passes(tmp_path, lesson, code):
    assert judge(write_own(tmp_path, lesson, code), lesson).passed
    assert read_own(tmp_path, "layers.py") == code


@pytest.mark.parametrize(
    ("lesson", "code", "before", "after", "reason", "detail"),
    [*((LAB, LINEAR, *each) for each in WRONG), *((ROWS, ROW, *each) for each in WRONG_ROWS)],
)
def test_what_does_not_is_told_with_what_came_and_what_was_expected(bench, lesson, code, before, after, reason, detail):
    assert code.count(before) == 1
    found = judged(bench, code.replace(before, after), lesson)
    assert found[0] == reason
    assert detail in found[1]


def test_what_one_lab_withholds_the_next_may_use(bench):
    free = Lesson("free", Path(), lab=Lab("layers.py", "raise NotImplementedError", CHECKS[:-1]))
    assert judged(bench, LINEAR) == ("passed", "")
    assert judged(bench, LINEAR.replace(CALL, "return x @ self.weight.mT + self.bias"), free) == ("passed", "")


# ---- nothing written ---------------------------------------------------------

LAZY = {
    "imports": "{of} = minimodel.{like}",
    "names what it imports": "own = minimodel.{like}\n{of} = functools.partial(own)",
    "inherits": "class {of}(minimodel.{like}): pass",
    "inherits, and says so": """
class {of}(minimodel.{like}):
    def __init__(self, *given):
        super().__init__(*given)

    def forward(self, x):
        return super().forward(x)
""",
    "hands on": "def {of}(*given): return minimodel.{like}(*given)",
}
LABS = [
    load_lesson(CONTENT / name) for name in ("build-backward", "build-sequential", "build-tense-mlp", "build-attention")
]


@pytest.mark.parametrize("lesson", LABS, ids=lambda lesson: lesson.id)
@pytest.mark.parametrize("way", LAZY)
def test_a_lab_in_which_nothing_is_written_is_refused(bench, lesson, way):
    of_library = {each.options["of"]: each.options["like"] for each in lesson.lab.checks if "like" in each.options}
    for of, like in of_library.items():
        if like not in forbidden(lesson.lab) and way not in ("imports", "names what it imports", "inherits"):
            continue  # a row that is made of what may be used
        if way.startswith("inherits") and "functional" in like:
            continue  # nothing inherits from a function
        lazy = "import functools, minimodel, minimodel.lab.tense\n" + LAZY[way].format(of=of, like=like)
        text = f"{lesson.lab.solution}\n{lazy}"  # the others are written
        found = judge_text(lesson, {lesson.lab.file: text}, process=bench)
        assert found.reason in ("not_own", "forbidden"), (of, found)
        for language in ("en", "es"):
            words = judged_words(Judged(False, found.reason, found.detail), True, Text(language)).markdown
            assert found.detail in words
            assert of in found.detail or like in found.detail


def test_every_lab_is_in_the_table():
    assert {each.id for each in LABS} == {
        file.parent.name for file in CONTENT.glob("*/lesson.toml") if "\n[lab]\n" in file.read_text(encoding="utf-8")
    }


HONEST = {
    "a class made by type": """
def take(self, *modules):
    Module.__init__(self)
    self.count = len(modules)
    for place, module in enumerate(modules):
        if not isinstance(module, Module):
            raise TypeError(place)
        setattr(self, str(place), module)

Sequential = type("Sequential", (Module,), {"__init__": take, "forward": Sequential.forward})
""",
    "a partial of one's own": "import functools\nSequential = functools.partial(Sequential)",
    "a function that makes one": "Row = Sequential\ndef Sequential(*modules): return Row(*modules)",
    "a cached function": """
import functools

Row = Sequential

@functools.lru_cache
def Sequential(*modules):
    return Row(*modules)
""",
    "one that inherits from one's own": "class Row(Sequential): pass\nSequential = Row",
    "a call instead of forward": """
class Sequential(Sequential):
    def __call__(self, x):
        for name in range(self.count):
            x = getattr(self, str(name))(x)
        return x
""",
    "dataclass-like": "import dataclasses\nclass Sequential(Sequential):\n    about: str = 'mine'",
}


@pytest.mark.parametrize("way", HONEST)
def test_what_is_written_in_an_unusual_way_passes(bench, way):
    lesson = next(each for each in LABS if each.id == "build-sequential")
    text = f"{lesson.lab.solution}\n{HONEST[way]}\n"
    assert judge_text(lesson, {lesson.lab.file: text}, process=bench) == Judgement("passed")


# ---- mistakes that a lesson knows ---------------------------------------------

KNOWN = [
    (lesson, attempt)
    for lesson in LABS
    for attempt in lesson.lab.wrong
    if f"told {attempt.id}" in lesson.prose["en"].sections
]


@pytest.mark.parametrize(("lesson", "attempt"), KNOWN, ids=lambda each: each.id)
def test_a_mistake_that_the_lesson_knows_is_told_in_its_words(bench, lesson, attempt):
    code = f"# another way to write the same\n{lesson.lab.code_of(attempt)}"
    found = judge_text(lesson, {lesson.lab.file: code}, process=bench)
    judged = Judged(False, found.reason, found.detail, behaviour=as_checked(found.checks), parts=found.parts)
    for language in ("en", "es"):
        page = lesson.prose[language]
        blocks = judged_blocks(judged, lesson, page, Text(language))
        assert blocks[-1] == Words(page.sections[f"told {attempt.id}"], "told")


def test_every_lab_knows_some_mistakes():
    assert {lesson.id for lesson, _ in KNOWN} == {lesson.id for lesson in LABS}


def test_another_mistake_has_no_words_of_the_lesson(bench):
    lesson = next(each for each in LABS if each.id == "build-sequential")
    code = lesson.lab.solution.replace("return x", "return x + 1")
    assert "mistake" not in judge_text(lesson, {lesson.lab.file: code}, process=bench).parts
