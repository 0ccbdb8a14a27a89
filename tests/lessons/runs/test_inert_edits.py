"""An edit calculates with the names of its file. One that reaches for anything else is told so, and never runs."""

import pytest

from lessons.format import LessonError
from lessons.lesson import Edit
from lessons.load import load_course
from lessons.runs.inert import check_inert, check_program, inert_problem

ACTIVATIONS, MODULE = "minimodel/nn/activations.py", "minimodel/nn/module.py"
CHECKPOINT, LOSSES = "minimodel/checkpoint.py", "minimodel/nn/losses.py"
GELU = "return x.gelu()"


def problem(after: str, file: str = ACTIVATIONS, before: str = GELU) -> str:
    return inert_problem((Edit(file, before, after),), file)


CALCULATES = [
    "return x",
    "return x * 2 if isinstance(x, Tensor) else abs(x)",
    "y = [float(n) for n in range(3)]; return x * sum(y)",
    "self._seen = x; return self._seen",  # private, and the edit's own
    "return x * (x._data > 0)",  # private, and minimodel's own
    "return x.nothing()",
    "raise ValueError('no')",
    "return (lambda z: z * 2)(x)",
    "def twice(z): return z * 2\n        return twice(x)",
    "match x:\n            case Tensor() as t: return t\n            case _: return x",
    "return x.gelu() if (n := 3) > 2 else n",
]  # fmt: skip


@pytest.mark.parametrize("after", CALCULATES)
def test_an_edit_that_calculates_is_inert(after: str) -> None:
    assert problem(after) == ""


REACHES = [
    ("import os; return x", "imports os"),
    ("from os import system; return x", "imports system"),
    ("__import__('os').system('true'); return x", "has `__import__('os')`"),
    ("open('x', 'w'); return x", "has `open('x', 'w')`"),
    ("f = open; return x", "has `open`"),
    ("eval('1'); return x", "has `eval('1')`"),
    ("exec('1'); return x", "has `exec('1')`"),
    ("compile('1', '', 'exec'); return x", "has `compile("),
    ("getattr(x, 'data'); return x", "has `getattr(x, 'data')`"),
    ("setattr(x, 'data', 1); return x", "has `setattr("),
    ("print(x); return x", "has `print(x)`"),
    ("input(); return x", "has `input()`"),
    ("breakpoint(); return x", "has `breakpoint()`"),
    ("exit(); return x", "has `exit()`"),
    ("raise SystemExit", "uses the name 'SystemExit'"),
    ("raise KeyboardInterrupt", "uses the name 'KeyboardInterrupt'"),
    ("globals(); return x", "has `globals()`"),
    ("open = x; return open('x')", "has `open"),
    ("return undefined_name", "uses the name 'undefined_name'"),
    ("os.system('true'); return x", "uses the name 'os'"),
    ("__builtins__['open']('x'); return x", "uses the name '__builtins__'"),
    ("().__class__.__bases__[0].__subclasses__(); return x", "has `.__"),
    ("self.forward.__globals__['x']; return x", "has `.__globals__`"),
    ("x.data.tofile('x'); return x", "has `.tofile`"),
    ("x.data.dump('x'); return x", "has `.dump`"),
    ("x.data.ctypes; return x", "has `.ctypes`"),
    ("return x._secret", "has `._secret`, which minimodel does not have"),
    ("return x.__secret", "has `.__secret`"),
    ("(i for i in ()).gi_frame.f_back; return x", "has `.f_back`"),
    ("x.__class__ = Tensor; return x", "has `.__class__`"),
    ("return x gelu", "is not Python, line"),
    ("return '\0'", "is not Python"),
    ("return " + "(" * 300 + "x" + ")" * 300, "is not Python"),
]  # fmt: skip


@pytest.mark.parametrize(("after", "said"), REACHES)
def test_an_edit_that_reaches_further_is_told_so(after: str, said: str) -> None:
    assert said in problem(after)


NUMPY = [
    ("np.load('x')", "has `.load`"),
    ("np.save('x', 1)", "has `.save`"),
    ("np.fromfile('x')", "has `.fromfile`"),
    ("np.memmap('x')", "has `.memmap`"),
    ("np.testing.rundocs('x')", "has `.testing`"),
    ("np.lib.format.open_memmap('x')", "has `."),
    ("np.ctypeslib.load_library('x', '.')", "has `."),
    ("np.seterr(all='raise')", "has `.seterr`"),
    ("np.add = None", "changes `np.add`"),
    ("np.linalg.norm = None", "changes `np.linalg.norm`"),
    ("m = np", "has `np`, a module, by itself"),
    ("total, np.sum = np.sum, None", "changes `np.sum`"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "said"), NUMPY)
def test_of_a_module_only_what_calculates_may_be_used(line: str, said: str) -> None:
    before = "import numpy as np\n"
    file = "minimodel/operations.py"
    assert said in inert_problem((Edit(file, before, f"{before}{line}\n"),), file)
    assert inert_problem((Edit(file, before, f"{before}two = np.maximum(1, 2) * np.pi\n"),), file) == ""


def test_what_the_healthy_file_does_itself_may_stay_and_no_more_than_that() -> None:
    before = "os.replace("
    assert "has `.system`" in problem("os.system(", CHECKPOINT, before)
    assert "has `os.kill`" in problem("os.kill(", CHECKPOINT, before)
    assert "has `Path`" in problem("Path('x'); os.replace(", CHECKPOINT, before)
    assert problem("kept = path; os.replace(", CHECKPOINT, before) == ""
    swapped = 'if "training" not in vars(self):'
    assert "has `vars(Module)`" in problem(swapped.replace("self", "Module"), MODULE, swapped)
    assert problem("if 'training' not in  vars(self):", MODULE, swapped) == ""


def test_every_edit_of_the_course_is_inert() -> None:
    for lesson in load_course().in_order():
        for edits in (lesson.edits, *(review.edits for review in lesson.reviews)):
            check_inert(edits)


def test_an_edit_that_is_not_inert_is_refused_with_its_file_and_line() -> None:
    with pytest.raises(
        LessonError, match=r"^\[break\] the edited minimodel/nn/activations.py, line \d+, has `open"
    ):
        check_inert((Edit(ACTIVATIONS, GELU, "open('x'); return x"),))


@pytest.mark.parametrize("name", ["tofile", "save", "load", "ctypes", "fromfile", "setflags", "open"])
def test_a_calculation_reaches_no_file_either(name: str) -> None:
    with pytest.raises(LessonError, match=rf"\.{name} is not for lessons"):
        check_program(f"x = Tensor([1.0])\ny = x.data.{name}('x')", [])
