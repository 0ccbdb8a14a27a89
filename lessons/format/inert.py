"""A list of what a lesson's code may use: an edit on the lines that it changes, and a calculation on all of its lines.

Both are read on the syntax tree, and nothing is run for it. What is not on the list does not load; whatever passes runs
all the same in a process with limits, if it comes from a pack: see `lessons/engine/process.py`.
"""

import ast
import builtins
import math
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cache
from typing import TypeGuard

from lessons.course.lesson.lesson import Edit
from lessons.course.lesson.source import LIBRARY, edited_lines, edited_text, healthy_text, parse, parse_expression
from lessons.course.lesson.values import LessonError, nearest, shortened

MAX_QUOTED = 60  # characters of code
GIVEN = ("mm", "nn", "tense", "Tensor")
FUNCTIONS = ("abs", "enumerate", "float", "int", "len", "list", "max", "min", "range", "round", "sum", "zip")
BUILTINS = {
    *FUNCTIONS, "all", "any", "bool", "complex", "dict", "divmod", "filter", "frozenset", "isinstance", "issubclass",
    "iter", "map", "next", "object", "pow", "property", "repr", "reversed", "set", "slice", "sorted", "staticmethod",
    "str", "super", "tuple", "type", "NotImplemented",
    *(name for name, kind in vars(builtins).items() if isinstance(kind, type) and issubclass(kind, Exception)),
}  # fmt: skip
NUMPY = {
    "abs", "add", "all", "allclose", "any", "arange", "argmax", "argmin", "argpartition", "argsort", "argwhere",
    "array", "array2string", "array_equal", "asarray", "atleast_1d", "atleast_2d", "bool", "broadcast_to", "can_cast",
    "clip", "concatenate", "copyto", "cos", "count_nonzero", "cumsum", "delete", "dot", "dtype", "einsum", "empty",
    "equal", "errstate", "exp", "expand_dims", "eye", "fill_diagonal", "flip", "float32", "float64", "floating",
    "full", "generic", "greater", "greater_equal", "histogram", "indices", "inf", "int32", "int64", "integer",
    "isfinite", "isnan", "less", "less_equal", "linalg.matrix_rank", "linspace", "log", "log1p", "logaddexp", "matmul",
    "max", "maximum", "may_share_memory", "mean", "min", "minimum", "moveaxis", "nan", "ndarray", "ndim", "ndindex",
    "not_equal", "number", "ones", "pad", "pi", "place", "ptp", "put", "put_along_axis", "putmask", "random.Generator",
    "random.PCG64", "random.default_rng", "reshape", "result_type", "rint", "roll", "round", "shape", "sign", "sin",
    "sqrt", "square", "squeeze", "stack", "std", "sum", "take", "take_along_axis", "tanh", "trace", "transpose", "tri",
    "trunc", "uint64", "uint8", "unravel_index", "var", "vecdot", "where", "zeros", "zeros_like",
}  # fmt: skip
MODULES: Mapping[str, Set[str]] = {"np": NUMPY, "math": {name for name in vars(math) if name[0] != "_"}}
# Of arrays, of what draws, and of Python's own values; those of tensors and models are minimodel's own names.
ATTRIBUTES = {
    "T", "accumulate", "all", "any", "append", "argmax", "argmin", "argsort", "astype", "choice", "clip", "copy",
    "count", "cumsum", "diagonal", "dot", "dtype", "endswith", "extend", "fill", "flatten", "functional", "get",
    "index", "init", "insert", "integers", "item", "items", "itemsize", "join", "keys", "kind", "lower", "mT",
    "max", "mean", "min", "nbytes", "ndim", "nn", "nonzero", "normal", "optim", "outer", "permutation", "pop",
    "prod", "random", "ravel", "reduce", "repeat", "reshape", "round", "setdefault", "shape", "shuffle", "size",
    "sort", "split", "squeeze", "standard_normal", "startswith", "std", "strip", "sum", "take", "tobytes", "tolist",
    "trace", "transpose", "uniform", "update", "upper", "values", "var",
}  # fmt: skip
CALCULATING = {  # modules: a file that imports others is not edited by a lesson
    "__future__", "collections", "contextlib", "copy", "dataclasses", "functools", "itertools", "math", "numbers",
    "numpy", "operator", "reprlib", "sys", "typing",
}  # fmt: skip
# Of these also what is imported by its own name is used freely.
NAMED = {"collections.abc", "contextlib", "dataclasses", "itertools", "math", "numpy", "typing"}

IMPORTED = ("import numpy as np", "import math")  # that a pack's functions may have
# Of the run that a metric is given.
OF_RUNS = {"hidden", "losses", "model", "outputs", "parameters", "reference", "rows", "seed", "start", "x", "y"} | {
    "classes", "x_out", "y_out",
}  # fmt: skip
SIMPLE = (ast.Assign, ast.Expr)  # the lines of a calculation
EXPRESSIONS = (
    ast.Attribute, ast.BinOp, ast.BoolOp, ast.Call, ast.Compare, ast.Constant, ast.Dict, ast.IfExp, ast.List,
    ast.ListComp, ast.Name, ast.Slice, ast.Starred, ast.Subscript, ast.Tuple, ast.UnaryOp,
    ast.boolop, ast.cmpop, ast.comprehension, ast.expr_context, ast.keyword, ast.operator, ast.unaryop,
)  # fmt: skip
OF_EDITS = (
    *SIMPLE, *EXPRESSIONS, ast.AnnAssign, ast.Assert, ast.AugAssign, ast.Break, ast.ClassDef, ast.Continue, ast.Delete,
    ast.DictComp, ast.ExceptHandler, ast.For, ast.FormattedValue, ast.FunctionDef, ast.GeneratorExp, ast.If,
    ast.JoinedStr, ast.Lambda, ast.Module, ast.NamedExpr, ast.Pass, ast.Raise, ast.Return, ast.Set, ast.SetComp,
    ast.Try, ast.While, ast.With, ast.Yield, ast.YieldFrom, ast.arg, ast.arguments, ast.withitem,
)  # fmt: skip

Kinds = tuple[type[ast.AST], ...]


# ---- edits -----------------------------------------------------------------


def inert_problem(edits: tuple[Edit, ...], file: str) -> str:
    """Return the problem with the line of an edited file that uses what is not on the list; else `""`."""
    try:
        tree, lines = python_of(edited_text(edits, file)), set(edited_lines(edits, file))
    except LessonError as error:
        return f"the edited {file} is not Python, {error}"
    if reaching := sorted({name for name, _ in imported(parse(healthy_text(file)))} - CALCULATING):
        return f"{file} works with {', '.join(reaching)}: lessons edit only files that calculate."
    names, attributes = BUILTINS | own_names(tree), allowed_attributes() | {"__init__"}
    for node, said in complaints(tree, OF_EDITS, names, attributes):
        if lines.intersection(range(node.lineno, (node.end_lineno or node.lineno) + 1)):
            return (
                f"the edited {file}, line {node.lineno}, {said}. An edit may use the names of its file, Python's that "
                "only calculate, the NumPy functions of minimodel, and methods of arrays and tensors."
            )
    return ""


def imported(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield the modules from outside minimodel that a file imports, each with the name that it has there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((each.name.split(".")[0], each.asname or each.name) for each in node.names)
        if isinstance(node, ast.ImportFrom) and not node.level:
            module = node.module or ""
            for each in node.names if module.split(".")[0] != LIBRARY.name else ():
                yield module.split(".")[0], "" if module in NAMED else each.asname or each.name


def own_names(tree: ast.AST) -> set[str]:
    """Return the names that a file gives a value to, without modules and what reaches further than their file."""
    found = set(assigned(tree))
    for node in ast.walk(tree):
        match node:
            case ast.arg(arg=str(name)) | ast.FunctionDef(name=str(name)) | ast.ClassDef(name=str(name)):
                found.add(name)
            case ast.ExceptHandler(name=str(name)) | ast.alias(asname=str(name)) | ast.alias(name=str(name)):
                found.add(name)
    return {name for name in found if not name.startswith("__")} - {name for _, name in imported(tree)}


@cache
def allowed_attributes() -> frozenset[str]:
    """Return the list, and the methods, classes and attributes of the files of minimodel that only calculate."""
    trees = (parse(path.read_text(encoding="utf-8")) for path in sorted(LIBRARY.rglob("*.py")))
    own = (node for tree in trees if {name for name, _ in imported(tree)} <= CALCULATING for node in ast.walk(tree))
    return frozenset({name for node in own for name in made_by(node) if not name.startswith("__")} | ATTRIBUTES)


def made_by(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Attribute(attr=name, ctx=ast.Store()):
            yield name
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name


# ---- functions of packs ------------------------------------------------------


def python_of(source: str) -> ast.Module:
    """Parse what a pack brings. Raises LessonError with the line where it is no Python."""
    try:
        return parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise LessonError(f"line {getattr(error, 'lineno', None)}: {getattr(error, 'msg', error)}.") from None


def parsed_functions(source: str) -> ast.Module:
    """Parse a pack's file of functions, without its imports. Raises LessonError where it does more than calculate."""
    tree = python_of(source)
    tree.body = [node for node in tree.body if ast.unparse(node) not in IMPORTED]
    for node in tree.body:
        if not isinstance(node, (ast.FunctionDef, *SIMPLE)):
            raise LessonError(f"line {node.lineno}: such a file holds functions, and `{'` and `'.join(IMPORTED)}`.")
    names, attributes = BUILTINS | own_names(tree), allowed_attributes() | OF_RUNS
    for place, said in complaints(tree, OF_EDITS, names, attributes):
        raise LessonError(
            f"line {place.lineno}: it {said}. A pack's function may use its own names, Python's that only calculate, "
            "the NumPy functions of minimodel, and methods of arrays and of what it is given."
        )
    return tree


# ---- calculations ----------------------------------------------------------


def parsed(program: str) -> list[ast.stmt]:
    """Parse a calculation into its statements. Raises LessonError where it is no Python, or says too much."""
    tree, known = python_of(program), {*GIVEN, *FUNCTIONS}
    for statement in tree.body:
        if not isinstance(statement, SIMPLE):
            raise LessonError(f"line {statement.lineno}: a line should be `name = …` or a call.")
        check_calculation(statement, known)
        known |= set(assigned(statement))
    return tree.body


def parsed_expression(text: str, names: Iterable[str]) -> ast.Expression:
    try:
        tree = parse_expression(text.strip())
    except (SyntaxError, ValueError):
        raise LessonError(f"{text!r} is no expression of names, such as W1.grad.") from None
    check_calculation(tree.body, {*GIVEN, *FUNCTIONS, *names})
    return tree


def check_program(program: str, expressions: Iterable[str]) -> None:
    names = names_of(program)
    for expression in expressions:
        parsed_expression(expression, names)


def check_calculation(tree: ast.AST, known: set[str]) -> None:
    """Raise LessonError at the first node that a calculation does not need."""
    own = known | set(assigned(tree))
    public = {name for name in allowed_attributes() if name[0] != "_"}
    for place, said in complaints(tree, (*SIMPLE, *EXPRESSIONS), own, public):
        reason = f"it {said}. A calculation may use its own names and those of minimodel."
        if isinstance(place, ast.Name):
            reason = f"{place.id} is not known here.{nearest(place.id, tuple(own))}"
        raise LessonError(f"line {place.lineno}: {reason}")
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Subscript) and is_stored(node):
            raise LessonError(f"line {node.lineno}: only a name can be given a value.")


def assigned(statement: ast.AST) -> Iterator[str]:
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and is_stored(node):
            yield node.id


def names_of(program: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for statement in parsed(program) for name in assigned(statement)))


# ---- the list --------------------------------------------------------------


def complaints(
    tree: ast.AST, kinds: Kinds, names: Set[str], attributes: Set[str]
) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yield each node below a tree that is not on the list, with what it does."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        each = waiting.pop(0)
        if isinstance(each, ast.expr | ast.stmt) and (said := complaint(each, kinds, names, attributes)):
            yield each, said
        if not is_of_module(each):  # its chain of names was looked up as a whole
            waiting[:0] = ast.iter_child_nodes(each)


def complaint(node: ast.expr | ast.stmt, kinds: Kinds, names: Set[str], attributes: Set[str]) -> str:
    if not isinstance(node, kinds):
        return f"has `{shortened(ast.unparse(node), MAX_QUOTED)}`"
    if is_of_module(node):
        return f"changes `{ast.unparse(node)}`" if is_stored(node) else ""
    if isinstance(node, ast.Attribute) and node.attr not in attributes:
        return f"uses `{shortened(ast.unparse(node), MAX_QUOTED)}`"
    if isinstance(node, ast.Name) and (node.id.startswith("__") or not (is_stored(node) or node.id in names)):
        return f"uses the name `{node.id}`"
    return ""


def is_of_module(node: ast.AST) -> TypeGuard[ast.Attribute]:
    """Tell whether a chain of names leads into NumPy or math, and stands on the list as a whole."""
    if not isinstance(node, ast.Attribute):
        return False
    module, _, name = ast.unparse(node).partition(".")
    return name in MODULES.get(module, ())


def is_stored(node: ast.Name | ast.Attribute | ast.Subscript) -> bool:
    """Return True if something is given a value here, or taken away, and not read."""
    return not isinstance(node.ctx, ast.Load)
