"""A lesson's code uses what stands on the list. What is not on it is told with its line, and never runs."""

import ast

import pytest

from lessons.course.edits import LIBRARY
from lessons.course.lesson import Edit
from lessons.course.values import LessonError
from lessons.format.inert import NUMPY, check_program, inert_problem

ACTIVATIONS, OPERATIONS = "minimodel/nn/activations.py", "minimodel/operations.py"
GELU, IMPORT = "return x.gelu()", "import numpy as np\n"
OF_FILES = {"np.lib", "np.lib.format", "np.lib.format.write_array", "np.load"}  # with these a model is saved


def problem(after: str, file: str = ACTIVATIONS, before: str = GELU) -> str:
    return inert_problem((Edit(file, before, after),), file)


EDITS = [
    ("return x * 2 if isinstance(x, Tensor) else abs(x)", ""),
    ("y = [float(n) for n in range(3)]; return x * sum(y)", ""),
    ("return x * (x._data > 0)", ""),
    ("raise ValueError('no')", ""),
    ("def twice(z): return z * 2\n        return twice(x)", ""),
    ("self.weight = x; return self.weight.mean(axis=-1).T.astype('float32')", ""),
    ("while x.data.max() > 1:\n            x = x / 2\n        return x", ""),
    ("import os; return x", "has `import os`"),
    ("f = open; return x", "uses the name `open`"),
    ("return getattr(x, 'data')", "uses the name `getattr`"),
    ("return __builtins__['open']('x')", "uses the name `__builtins__`"),
    ("return __spec__", "uses the name `__spec__`"),
    ("return ().__class__.__bases__[0].__subclasses__()", "uses `().__class__."),
    ("return self.forward.__globals__['x']", "uses `self.forward.__globals__`"),
    ("x.data.tofile('x'); return x", "uses `x.data.tofile`"),
    ("return (i for i in ()).gi_frame.f_back", "gi_frame"),
    ("match x:\n            case object(__class__=kind): return kind", "has `match x:"),
    ("return '{0.__class__}'.format(x)", "uses `'{0.__class__}'.format`"),
    ("return f'{x.__class__}'", "uses `x.__class__`"),
    ("raise SystemExit", "uses the name `SystemExit`"),
    ("global __loader__; return x", "has `global __loader__`"),
    ("return x gelu", "is not Python, line"),
    ("return " + "(" * 300 + "x" + ")" * 300, "is not Python"),
]


@pytest.mark.parametrize(("after", "said"), EDITS)
def test_an_edit_that_calculates_loads_and_one_that_reaches_further_is_told_what(after: str, said: str) -> None:
    found = problem(after)
    assert (said in found) if said else found == ""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("np.matrixlib.defmatrix.N.builtins.eval('1')", "uses `np.matrixlib"),
        ("np.random.bit_generator.re.enum.bltns", "uses `np.random.bit_generator.re.enum.bltns`"),
        ("np.lib.format.open_memmap('x')", "uses `np.lib.format.open_memmap`"),
        ("np.random.seed(1)", "uses `np.random.seed`"),
        ("np.load('x')", "uses `np.load`"),
        ("m = np", "uses the name `np`"),
        ("total, np.sum = np.sum, None", "changes `np.sum`"),
        ("math.os", "uses `math.os`"),
    ],
)
def test_a_chain_of_names_from_a_module_stands_on_the_list_as_a_whole(line: str, said: str) -> None:
    assert said in problem(f"{IMPORT}{line}\n", OPERATIONS, IMPORT)
    assert problem(f"{IMPORT}two = np.maximum.reduce(np.ones(2)) * math.pi\n", OPERATIONS, IMPORT) == ""


def test_a_file_of_minimodel_that_reaches_files_is_not_edited() -> None:
    said = problem("kept = path; os.replace(", "minimodel/checkpoint.py", "os.replace(")
    assert (
        said == "minimodel/checkpoint.py works with os, pathlib, zipfile, zlib: lessons edit only files that calculate."
    )


def test_the_list_has_the_numpy_that_minimodel_uses() -> None:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in LIBRARY.rglob("*.py")]
    attributes = [each for tree in trees for each in ast.walk(tree) if isinstance(each, ast.Attribute)]
    used = {chain for each in attributes if (chain := ast.unparse(each)).startswith("np.") and "(" not in chain}
    own = {chain for chain in used - OF_FILES if chain.removeprefix("np.") not in NUMPY}
    assert own == {"np.random", "np.add.at", "np.add.reduce"}


@pytest.mark.parametrize("line", ["x.data.tofile('x')", "mm.save('x', x)", "nn.functional.np.load('x')"])
def test_a_calculation_reaches_no_file_either(line: str) -> None:
    with pytest.raises(LessonError, match=r"line 2: it uses .* A calculation may use its own names"):
        check_program(f"x = Tensor([1.0])\ny = {line}", [])
