"""Worked calculations: short programs, run line by line; what is asked of each line, and shown before that."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from lessons.course.asking.questions import kind_of
from lessons.course.lesson import Question, Worked
from lessons.course.page import Block, Code, Text, Words
from lessons.course.pictures import Matrix
from lessons.course.summaries import Band, Majority, as_plain
from lessons.course.value_words import number
from lessons.course.values import LessonError, error_words
from lessons.format.inert import assigned, names_of, parsed, parsed_expression
from lessons.runs.edits import healthy_library
from lessons.runs.trained_model import Array

Scope = dict[str, Any]
SEED = 0  # of what a program draws without a generator of its own

FEW = 40  # numbers that are said one by one
COLUMNS = 8  # that leave room for their numbers


@dataclass(frozen=True)
class Line:
    """One line of a calculation: its source, and what it gave, if it was numbers."""

    source: str  # as the author wrote it, with the comments above it
    name: str  # of what it gave; nothing for a call
    shape: tuple[int, ...] | None = None
    values: Any = None  # nested tuples, or one number
    gradient: Any = None  # likewise, at the end of the calculation


@dataclass(frozen=True, eq=False)
class Value:
    """The value of an expression, and the line, counted from 0, after which it first has one."""

    line: int
    array: Array


@dataclass(frozen=True, eq=False)
class Computed:
    """A calculation's lines, and what is asked of it or shown, by their expressions."""

    lines: tuple[Line, ...]
    values: Mapping[str, Value]


KNOWN: dict[str, Computed] = {}  # calculations of packs, by their program: computed in a process with limits


def computed(worked: Worked) -> Computed:
    asked = {*worked.show, *(name for each in worked.questions for name in (each.of, *each.show))}
    return Computed(traced(worked), {name: value_at(worked.program, name) for name in asked})


def traced(worked: Worked) -> tuple[Line, ...]:
    """Run a calculation and give its lines. Raises LessonError with the line that fails."""
    return KNOWN[worked.program].lines if worked.program in KNOWN else lines_of(worked.program)


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
    """Return a line as it stands at the end of the calculation, with the gradient that has come back to it."""
    if array is None or isinstance(value, list | tuple):
        return Line(source, name)
    gradient = as_array(getattr(value, "grad", None))
    back = None if gradient is None else nested(gradient.tolist())
    return Line(source, name, array.shape, nested(array.tolist()), back)


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
    """Return what a module offers, without the modules that it uses."""
    names = {name: value for name, value in vars(module).items() if name[0] != "_"}
    own = {name: value for name, value in names.items() if not isinstance(value, ModuleType)}
    return SimpleNamespace(**own | parts)


def value_at(program: str, expression: str) -> Value:
    """Return what an expression of a calculation's names first gives. Raises LessonError where it never has a value."""
    known = KNOWN[program].values.get(expression) if program in KNOWN else None
    return known or value_in(program, expression)


@lru_cache(512)
def value_in(program: str, expression: str) -> Value:
    tree = compile(parsed_expression(expression, names_of(program)), "<question>", "eval")
    problem = "it is never computed"
    for line, (_, scope) in enumerate(run(program)):
        try:
            array = as_array(eval(tree, scope))
        except Exception as error:  # not yet, or never
            problem = error_words(error)
            continue
        if array is not None:
            return Value(line, array)
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


def worked_record(worked: Worked) -> Mapping[str, Any]:
    """Answer each question of a calculation as a sweep records it. Raises LessonError where it cannot be asked."""
    for question in worked.questions:
        for name in question.show:
            if name == question.of or value_at(worked.program, name).line > line_of(worked, question):
                said = f"show has {name!r}, which gives away what comes later. Show what is known."
                raise LessonError(f"step {question.id}: {said}")
    return {question.id: {"value": as_plain(truth(worked, question))} for question in worked.questions}


def truth(worked: Worked, question: Question) -> Band | Majority:
    array = value_of(worked, question.of)
    if kind_of(question).gives_word:
        if not array.ndim:
            raise LessonError(f"step {question.id}: {question.of} is one number, which has no shape.")
        return Majority(str(array.shape), 1.0)
    try:
        return Band(float(array[question.at].item()))
    except (IndexError, ValueError):
        said = f"at = {list(question.at)} is no place of {question.of}, {array.shape}."
        raise LessonError(f"step {question.id}: {said}") from None


def line_of(worked: Worked, question: Question) -> int:
    """Return the line after which what a question asks for has a value."""
    return value_at(worked.program, question.of).line


def trace_blocks(worked: Worked, missing: Question | None, text: Text) -> Iterator[Block]:
    """Yield the program up to the line of the next question, and what is shown beside it; then all of it."""
    if missing is None:
        yield from (paragraph(part, ()) for part in paragraphs(traced(worked)))
    else:
        yield from so_far(worked, missing)
    for name in worked.show if missing is None else missing.show:
        yield value_block(name, value_of(worked, name), text)


def so_far(worked: Worked, missing: Question) -> Iterator[Code]:
    """Yield the lines from the last question to the next one; above, in short, what names had which shapes."""
    number, end = worked.questions.index(missing), line_of(worked, missing)
    still_open, lines = worked.questions[number:], traced(worked)[: end + 1]
    begin = min(end, line_of(worked, worked.questions[number - 1]) + 1) if number else 0
    known = [line for line in lines[:begin] if not hidden(line, still_open)]
    told = ([f"{line.name} {line.shape}" for line in part if line.shape] for part in paragraphs(known))
    if rows := [f"# {', '.join(part)}" for part in told if part]:
        yield Code(tuple(rows), "python")
    for part in paragraphs(lines[begin:]):
        yield paragraph(part, still_open)


def paragraphs(lines: Sequence[Line]) -> list[list[Line]]:
    """Return the lines of a program, parted where the author left a line empty."""
    found: list[list[Line]] = []
    for line in lines:
        if not found or line.source.startswith("\n"):
            found.append([])
        found[-1].append(line)
    return found


def paragraph(lines: Sequence[Line], still_open: tuple[Question, ...]) -> Code:
    width = max((len(line.source.splitlines()[-1]) for line in lines if line.shape is not None), default=0)
    rows = [row for line in lines for row in rows_of(line, still_open, width)]
    return Code(tuple(rows), "python")


def rows_of(line: Line, still_open: tuple[Question, ...], width: int) -> list[str]:
    """Return a line of the program with its shape beside it, or its number; with nothing while that is asked for."""
    *above, last = line.source.lstrip("\n").splitlines()
    if line.shape is None or hidden(line, still_open):
        return [*above, last]
    result = str(line.shape) if line.shape else number(line.values)
    return [*above, f"{last:{width}}  # {result}"]


def hidden(line: Line, still_open: tuple[Question, ...]) -> bool:
    """Return True if an open question asks for what would stand beside a line: its shape, or its only number."""
    return any(each.of == line.name and kind_of(each).gives_word == bool(line.shape) for each in still_open)


def value_block(name: str, array: Array, text: Text) -> Block:
    if not array.ndim:
        return Words(f"`{name} = {number(float(array))}`")
    rows = array.reshape(-1, array.shape[-1])
    values, (down, across) = tuple(tuple(map(float, row)) for row in rows), rows.shape
    names = tuple(map(str, range(down))), tuple(map(str, range(across)))
    says = (said_few if rows.size <= FEW else said_many)(name, array.shape, rows, text)
    return Matrix(f"{name}  {array.shape}", values, *names, says, numbers=across <= COLUMNS)


def said_few(name: str, shape: tuple[int, ...], rows: Array, text: Text) -> str:
    said = [", ".join(map(number, map(float, row))) for row in rows]
    if len(said) > 1:
        said = [text("trace.row", row=place, numbers=row) for place, row in enumerate(said)]
    return text("trace.numbers", name=name, shape=str(shape), numbers="; ".join(said))


def said_many(name: str, shape: tuple[int, ...], rows: Array, text: Text) -> str:
    """Return how many numbers there are, how many are not 0 and in which columns, and where the extremes stand."""
    lit = [str(column) for column in np.flatnonzero(rows.any(axis=0))]
    greatest, least = (list(divmod(int(place), rows.shape[1])) for place in (rows.argmax(), rows.argmin()))
    few = f" {text('trace.columns', columns=', '.join(lit))}" if len(lit) < min(rows.shape[1], FEW) else ""
    counts = {"count": rows.size, "filled": int((rows != 0).sum())}
    ends = {"greatest": number(float(rows.max())), "least": number(float(rows.min()))}
    return text("trace.many", name=name, shape=str(shape), at_greatest=greatest, at_least=least, **ends, **counts) + few
