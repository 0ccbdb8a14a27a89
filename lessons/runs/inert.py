"""What a lesson's calculation may say, checked on its syntax tree: it uses the names it is given, and nothing else.

What an edit may say stands in `inert_edits.py`.

So it can be run without a second thought: no import, no file, no way out to the rest of Python.
"""

import ast
from collections.abc import Iterable, Iterator

from lessons.format import LessonError
from lessons.runs.inert_edits import REACHING, check_inert, inert_problem
from lessons.runs.syntax import parse, parse_expression
from lessons.table import nearest

GIVEN = ("mm", "nn", "tense", "Tensor")
FUNCTIONS = ("abs", "enumerate", "float", "int", "len", "list", "max", "min", "range", "round", "sum", "zip")
STATEMENTS = (ast.Assign, ast.Expr)
EXPRESSIONS = (
    ast.Attribute, ast.BinOp, ast.BoolOp, ast.Call, ast.Compare, ast.Constant, ast.Dict, ast.IfExp, ast.List,
    ast.ListComp, ast.Name, ast.Slice, ast.Starred, ast.Subscript, ast.Tuple, ast.UnaryOp,
)  # fmt: skip
PARTS = (ast.boolop, ast.cmpop, ast.comprehension, ast.expr_context, ast.keyword, ast.operator, ast.unaryop)

__all__ = ["check_inert", "check_program", "inert_problem", "names_of", "parsed", "parsed_expression"]


def parsed(program: str) -> list[ast.stmt]:
    """Parse a calculation into its statements. Raises LessonError where it is no Python, or says too much."""
    try:
        tree = parse(program)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None)
        raise LessonError(f"line {line}: {getattr(error, 'msg', error)}.") from None
    known = set(GIVEN + FUNCTIONS)
    for statement in tree.body:
        if not isinstance(statement, STATEMENTS):
            raise LessonError(f"line {statement.lineno}: a line should be `name = …` or a call.")
        check_nodes(statement, known)
        known |= set(assigned(statement))
    return tree.body


def parsed_expression(text: str, names: Iterable[str]) -> ast.Expression:
    """Parse what a question asks for: an expression of names of the calculation."""
    try:
        tree = parse_expression(text.strip())
    except (SyntaxError, ValueError):
        raise LessonError(f"{text!r} is no expression of names, such as W1.grad.") from None
    check_nodes(tree.body, {*GIVEN, *FUNCTIONS, *names})
    return tree


def check_program(program: str, expressions: Iterable[str]) -> None:
    """Raise LessonError where a calculation, or an expression of its names, says what it may not."""
    names = names_of(program)
    for expression in expressions:
        parsed_expression(expression, names)


def assigned(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement gives a value to."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def names_of(program: str) -> tuple[str, ...]:
    """Every name that a calculation gives a value to."""
    return tuple(dict.fromkeys(name for statement in parsed(program) for name in assigned(statement)))


def check_nodes(tree: ast.AST, known: set[str]) -> None:
    """Raise LessonError at the first node that is none of the few that a calculation needs."""
    known = known | {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and is_stored(node)}
    for node in ast.walk(tree):
        if said := complaint(node, known):
            raise LessonError(f"line {getattr(node, 'lineno', 1)}: {said}")


def complaint(node: ast.AST, known: set[str]) -> str:
    """What is wrong with a node, or nothing."""
    if not isinstance(node, STATEMENTS + EXPRESSIONS + PARTS):
        return f"{type(node).__name__} is more than a calculation may use."
    if isinstance(node, ast.Attribute) and (node.attr.startswith("_") or node.attr in REACHING):
        return f".{node.attr} is not for lessons."
    if isinstance(node, ast.Attribute | ast.Subscript) and is_stored(node):
        return "only a name can be given a value."
    if isinstance(node, ast.Name) and not is_stored(node) and node.id not in known:
        return f"{node.id} is not known here.{nearest(node.id, tuple(known))}"
    return ""


def is_stored(node: ast.Name | ast.Attribute | ast.Subscript) -> bool:
    """Whether something is given a value here, and not read."""
    return not isinstance(node.ctx, ast.Load)
