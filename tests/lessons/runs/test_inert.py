"""A lesson's code uses what stands on the list; and a worked calculation runs as written, asked before it is shown."""

import ast
from dataclasses import replace

import pytest

from lessons.course.lesson.lesson import Edit, Question, Worked
from lessons.course.lesson.page import Code, Words
from lessons.course.lesson.pictures import Matrix
from lessons.course.lesson.source import LIBRARY
from lessons.course.lesson.values import LessonError
from lessons.course.steps.trace import trace_blocks, worked_record
from lessons.format.inert import NUMPY, check_program, inert_problem
from lessons.runs.calculation import calculation
from lessons.runs.edits import healthy_library
from tests.lessons.runs.drawing import TEXT

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
    ("return ().__class__.__bases__[0].__subclasses__()", "uses `().__class__."),
    ("x.data.tofile('x'); return x", "uses `x.data.tofile`"),
    ("return (i for i in ()).gi_frame.f_back", "gi_frame"),
    ("match x:\n            case object(__class__=kind): return kind", "has `match x:"),
    ("return '{0.__class__}'.format(x)", "uses `'{0.__class__}'.format`"),
    ("return x gelu", "is not Python, line"),
    ("return " + "(" * 300 + "x" + ")" * 300, "is not Python"),
]


@pytest.mark.parametrize(("after", "said"), EDITS)
def test_an_edit_that_calculates_loads_and_one_that_reaches_further_is_told_what(after, said):
    found = problem(after)
    assert (said in found) if said else found == ""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("np.matrixlib.defmatrix.N.builtins.eval('1')", "uses `np.matrixlib"),
        ("np.random.seed(1)", "uses `np.random.seed`"),
        ("np.load('x')", "uses `np.load`"),
        ("m = np", "uses the name `np`"),
        ("total, np.sum = np.sum, None", "changes `np.sum`"),
        ("math.os", "uses `math.os`"),
    ],
)
def test_a_chain_of_names_from_a_module_stands_on_the_list_as_a_whole(line, said):
    assert said in problem(f"{IMPORT}{line}\n", OPERATIONS, IMPORT)
    assert problem(f"{IMPORT}two = np.maximum.reduce(np.ones(2)) * math.pi\n", OPERATIONS, IMPORT) == ""


def test_a_file_of_minimodel_that_reaches_files_is_not_edited():
    said = problem("kept = path; os.replace(", "minimodel/checkpoint.py", "os.replace(")
    assert (
        said == "minimodel/checkpoint.py works with os, pathlib, zipfile, zlib: lessons edit only files that calculate."
    )


def test_the_list_has_the_numpy_that_minimodel_uses():
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in LIBRARY.rglob("*.py")]
    attributes = [each for tree in trees for each in ast.walk(tree) if isinstance(each, ast.Attribute)]
    used = {chain for each in attributes if (chain := ast.unparse(each)).startswith("np.") and "(" not in chain}
    own = {chain for chain in used - OF_FILES if chain.removeprefix("np.") not in NUMPY}
    assert own == {"np.random", "np.add.at", "np.add.reduce"}


@pytest.mark.parametrize("line", ["x.data.tofile('x')", "mm.save('x', x)", "nn.functional.np.load('x')"])
def test_a_calculation_reaches_no_file_either(line):
    with pytest.raises(LessonError, match=r"line 2: it uses .* A calculation may use its own names"):
        check_program(f"x = Tensor([1.0])\ny = {line}", [])


PROGRAM = """
# Two rows
x = Tensor([[1.0, 2.0, 3.0], [0.5, -1.0, 0.0]])
W = Tensor([[0.1, 0.2, 0.3], [0.0, -0.1, 0.2]], requires_grad=True)

y = x @ W.mT
labels = [0, 1]
loss = (y * y).sum()
loss.backward()
"""
SHAPE = Question("y-shape", "shape", of="y")
ENTRY = Question("y-entry", "entry", of="y", at=(0, 1), show=("x",))
GRADIENT = Question("slope", "shape", of="W.grad")
WORKED = Worked(PROGRAM, (SHAPE, ENTRY, GRADIENT), show=("W.grad", "loss"))


def run(worked: Worked) -> Worked:
    return replace(worked, calculation=calculation(worked))


def code(missing: Question | None, worked: Worked = WORKED) -> tuple[str, ...]:
    blocks = [block for block in trace_blocks(run(worked), missing, TEXT) if isinstance(block, Code)]
    return tuple(line for block in blocks for line in block.lines)


def test_each_line_has_its_source_its_name_and_what_it_gave():
    x, _, y, labels, loss, backward = calculation(WORKED).lines
    assert x.source == "# Two rows\nx = Tensor([[1.0, 2.0, 3.0], [0.5, -1.0, 0.0]])"
    assert (x.name, x.shape, x.values) == ("x", (2, 3), ((1.0, 2.0, 3.0), (0.5, -1.0, 0.0)))
    assert y.values == (pytest.approx((1.4, 0.4)), pytest.approx((-0.15, 0.1)))
    assert (labels.shape, loss.shape, backward.name) == (None, (), "")


def test_what_is_asked_for_stays_hidden_until_it_is_answered():
    asked = code(SHAPE)
    assert asked[-1] == "y = x @ W.mT"
    assert asked[1].endswith("# (2, 3)")
    assert code(ENTRY)[-1].endswith("# (2, 2)"), "the shape is known by now; an entry is asked for"
    assert any(line.startswith("# ") and "y (2, 2)" in line for line in code(GRADIENT))
    assert code(GRADIENT)[-1] == "loss.backward()"
    assert not any("(2, 2)" in line for line in code(GRADIENT, Worked(PROGRAM, (GRADIENT, SHAPE))))


def test_what_stood_above_the_last_question_is_told_in_short():
    assert code(SHAPE)[0] == "# Two rows"
    assert code(ENTRY)[0] == "# x (2, 3), W (2, 3)"
    late = Question("later", "shape", of="x")
    assert code(ENTRY, Worked(PROGRAM, (SHAPE, ENTRY, late)))[0] == "# W (2, 3)", "x is asked for later"


def test_once_all_is_answered_the_whole_program_stands_there_with_its_matrices():
    *program, matrix, number = trace_blocks(run(WORKED), None, TEXT)
    assert [len(block.lines) for block in program if isinstance(block, Code)] == [3, 4]
    assert (matrix.rows, matrix.columns, matrix.numbers) == (("0", "1"), ("0", "1", "2"), True)
    assert "row=1" in matrix.says
    assert number == Words("`loss = 2.15`")


def test_values_stand_beside_the_question_that_names_them():
    blocks = trace_blocks(run(WORKED), ENTRY, TEXT)
    assert [block.title for block in blocks if isinstance(block, Matrix)] == ["x  (2, 3)"]


def test_a_large_matrix_says_its_extremes_and_where_they_stand():
    program = "E = Tensor([[float(i == j) * i for i in range(9)] for j in range(9)])"
    _, block = trace_blocks(run(Worked(program, show=("E",))), None, TEXT)
    for said in ("filled=8", "at_greatest=[8, 8]", "trace.columns columns=1, 2, 3, 4, 5, 6, 7, 8"):
        assert said in block.says
    assert not block.numbers


def test_the_calculation_answers_its_own_questions():
    record = worked_record(run(WORKED))
    assert record["y-shape"] == {"value": {"word": "(2, 2)", "share": 1.0}}
    assert record["y-entry"]["value"]["median"] == pytest.approx(0.4)
    assert record["slope"]["value"]["word"] == "(2, 3)"


def test_what_is_drawn_without_a_generator_is_the_same_every_time_and_nobody_else_notices():
    drawing = Worked("w = nn.Linear(2, 3).weight")
    before = healthy_library().random.default_generator.bit_generator.state
    first = calculation(replace(drawing, show=("w",))).values["w"].numbers
    assert sum(calculation(drawing).lines[0].values, ()) == first
    assert healthy_library().random.default_generator.bit_generator.state == before


OUT = """
import os
x = open('file')
x = eval('1')
x = ().__class__
x = mm.functions
Tensor.relu = 3
Tensor[0] = 1
for i in [1]: pass
x = lambda: 1
x = (y := 3)
x = f'{1}'
x = Tensor([1.0]).data.tofile('x')
x = y
x =
del Tensor
"""


@pytest.mark.parametrize("program", OUT.strip().splitlines())
def test_a_calculation_has_no_way_out_to_the_rest_of_python(program):
    with pytest.raises(LessonError, match=r"line 1|calculation"):
        calculation(Worked(program))


def test_questions_too_only_use_the_names_of_the_calculation():
    with pytest.raises(LessonError, match=r"weigth is not known here\. Did you mean weight"):
        check_program("weight = 1", ["weigth"])
    with pytest.raises(LessonError, match="expression"):
        check_program("W = 1", ["W = 2"])


def test_a_line_that_fails_is_told_with_its_number_and_the_error():
    with pytest.raises(LessonError, match=r"line 2 of the calculation, `y = x @ x`, fails\. ValueError: "):
        calculation(Worked("x = Tensor([[1.0, 2.0]])\ny = x @ x"))


@pytest.mark.parametrize(
    ("question", "complaint"),
    [
        (Question("q", "shape", of="loss"), "which has no shape"),
        (Question("q", "entry", of="y", at=(2, 0)), "is no place of y"),
        (Question("q", "entry", of="y"), "is no place of y"),
        (Question("q", "entry", of="x.grad"), "is never computed"),
        (Question("q", "entry", of="y", at=(0, 0), show=("loss",)), "gives away"),
        (Question("q", "entry", of="y", at=(0, 0), show=("y",)), "gives away"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused(question, complaint):
    with pytest.raises(LessonError, match=complaint):
        worked_record(run(replace(WORKED, questions=(question,))))
