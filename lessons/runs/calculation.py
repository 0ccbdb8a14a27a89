"""Worked calculations: short programs, run line by line; what each line gives, and each value that is asked for."""

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from lessons.course.lesson.calculation import Calculation, Line, Value
from lessons.course.lesson.lesson import Worked
from lessons.course.lesson.values import LessonError, error_words
from lessons.format.inert import assigned, names_of, parsed, parsed_expression
from lessons.runs.edits import healthy_library
from lessons.runs.trained_model import Array

Scope = dict[str, Any]
SEED = 0  # of what a program draws without a generator of its own


@dataclass(frozen=True, eq=False)
class ExpressionValue:
    """The value of an expression, and the line, counted from 0, after which it first has one."""

    line: int
    array: Array


def calculation(worked: Worked) -> Calculation:
    """Run a calculation, and return all that its pages show. Raises LessonError with the line that fails."""
    asked = {*worked.show, *(name for each in worked.questions for name in (each.of, *each.show))}
    values = {name: as_value(value_at(worked.program, name)) for name in sorted(asked)}
    return Calculation(lines_of(worked.program), values)


def as_value(found: ExpressionValue) -> Value:
    numbers = found.array.astype(float).ravel().tolist()
    return Value(found.line, found.array.shape, tuple(numbers))


@lru_cache(64)
def lines_of(program: str) -> tuple[Line, ...]:
    """Run a program to its end: a line is each statement, with the text between it and the one before."""
    lines, start, found = program.splitlines(), 0, []
    for statement, scope in run(program):
        source = "\n".join(lines[start : statement.end_lineno])
        name = next(assigned(statement), "")
        found.append((source if start else source.lstrip("\n"), name, scope.get(name), as_array(scope.get(name))))
        start = statement.end_lineno or 0
    return tuple(as_line(*each) for each in found)


def as_line(source: str, name: str, value: Any, array: Array | None) -> Line:
    """Return a line as it stands at the end of the calculation."""
    if array is None or isinstance(value, list | tuple):
        return Line(source, name)
    return Line(source, name, array.shape, nested(array.tolist()))


def run(program: str) -> Iterator[tuple[ast.stmt, Scope]]:
    """Run a program statement by statement, and give each with the names there are after it."""
    library = healthy_library()
    scope = given(library)
    with repeatable(library, SEED), np.errstate(all="ignore"):
        for statement in parsed(program):
            try:
                exec(compile(ast.Module([statement], []), "<calculation>", "exec"), scope)
            except Exception as error:  # whatever a lesson's line raises is told with the line
                where = f"line {statement.lineno} of the calculation, `{ast.unparse(statement)}`"
                raise LessonError(f"{where}, fails. {error_words(error)}") from None
            yield statement, scope


@contextmanager
def repeatable(library: ModuleType, seed: int) -> Iterator[None]:
    """Let what is drawn without a generator be the same every time, and nobody else's draws be touched."""
    drawing = library.random.default_generator.bit_generator
    before = drawing.state
    library.manual_seed(seed)
    try:
        yield
    finally:
        drawing.state = before


def given(library: ModuleType) -> Scope:
    """Return the names of minimodel that a program may use. Which of Python's it may, inert.py has seen to."""
    nn = public(library.nn, functional=public(library.nn.functional), init=public(library.nn.init))
    return {
        "mm": public(library, nn=nn, optim=public(library.optim)),
        "nn": nn,
        "tense": public(library.lab.tense),
        "Tensor": library.Tensor,
    }


def public(module: ModuleType, **parts: Any) -> SimpleNamespace:
    """Return the public names of a module, without the modules that it uses."""
    names = {name: value for name, value in vars(module).items() if name[0] != "_"}
    own = {name: value for name, value in names.items() if not isinstance(value, ModuleType)}
    return SimpleNamespace(**own | parts)


@lru_cache(512)
def value_at(program: str, expression: str) -> ExpressionValue:
    """Return the first value of an expression of a calculation's names. Raises LessonError if it never has one."""
    tree = compile(parsed_expression(expression, names_of(program)), "<question>", "eval")
    problem = "it is never computed"
    for line, (_, scope) in enumerate(run(program)):
        try:
            array = as_array(eval(tree, scope))
        except Exception as error:  # not yet, or never
            problem = error_words(error)
            continue
        if array is not None:
            return ExpressionValue(line, array)
    raise LessonError(f"{expression!r} has no value in the calculation: {problem}.")


def value_of(worked: Worked, expression: str) -> Array:
    return value_at(worked.program, expression).array


def as_array(value: Any) -> Array | None:
    """Return the numbers of a tensor, an array, a number, or nested lists of them; None for anything else."""
    data = getattr(value, "_data", value)
    if not isinstance(data, np.ndarray | np.generic | bool | int | float | list | tuple):
        return None
    try:
        array = np.array(data)
    except (ValueError, RuntimeError):  # ragged, or tensors
        return None
    return array if array.dtype.kind in "biuf" else None


def nested(values: Any) -> Any:
    return tuple(map(nested, values)) if isinstance(values, list) else values
