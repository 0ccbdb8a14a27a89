"""Metrics and tasks that a pack brings: pure functions in a file at its root, and beside it a table of what they mean.

`metrics.py` and `metrics.toml`, `tasks.py` and `tasks.toml`. Lessons call them `PACK/NAME`. Nothing is run here.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from lessons.course.lesson.metric import NUMBER, SHARE, Metric
from lessons.course.lesson.values import NO_OWN, ByLanguage, LessonError, OwnName, Vocabulary, between, nearest, one_of
from lessons.course.lesson.vocabulary import ANY_TASK, Entry
from lessons.format.files import COURSE, read_text
from lessons.format.inert import parsed_functions
from lessons.format.table import TomlTable, languages_in, read_toml

FILES = ("metrics", "tasks")
MAX_CLASSES = 64


@dataclass(frozen=True)
class OwnMetric:
    """A table of `metrics.toml`, named as its function, which gives a number of a run: `def NAME(run)`."""

    kind: Annotated[str, one_of((SHARE, NUMBER))]
    meaning: str  # what it measures, in a line


@dataclass(frozen=True)
class OwnTask:
    """A table of `tasks.toml`, named as its function, which gives `x, y, x_out, y_out`: `def NAME(seed, rows=60)`."""

    meaning: str  # what its rows are, in a line
    classes: Annotated[int, between(0, MAX_CLASSES)] = 0  # of its labels; 0 where they are rows of numbers


def read_own(pack: Path) -> Vocabulary:
    """Return the metrics and tasks that a pack brings, if any. Raises LessonError."""
    if not any((pack / f"{each}.toml").exists() for each in FILES):
        return NO_OWN
    name = read_toml(pack / COURSE).get("id") if (pack / COURSE).exists() else None
    if not isinstance(name, str):
        raise LessonError(f'{pack / COURSE}: a pack with metrics or tasks of its own needs an id: id = "my-pack".')
    metrics, tasks, languages = {}, {}, languages_in(pack)
    for function, table, source in functions_in(pack, "metrics"):
        words = ByLanguage((language, table.take(language, str)) for language in languages)
        metric = table.fill(OwnMetric)
        full = f"{name}/{function.name}"
        metrics[full] = OwnName(full, Metric(metric.kind, metric.meaning, words=words, source=source))
    for function, table, source in functions_in(pack, "tasks"):
        task, options = table.fill(OwnTask), {**ANY_TASK, **dict(options_of(function, table))}
        full = f"{name}/{function.name}"
        tasks[full] = OwnName(full, Entry(task.meaning, options, source=source, classes=task.classes))
    return Vocabulary(metrics, tasks)


def functions_in(pack: Path, what: str) -> Iterator[tuple[ast.FunctionDef, TomlTable, str]]:
    """Yield each function of a file, what is said of it, and the whole file. Raises LessonError."""
    path, file = pack / f"{what}.toml", pack / f"{what}.py"
    if not path.exists():
        return
    source, table = read_text(file), TomlTable.read(path)
    try:
        tree = parsed_functions(source)
    except LessonError as error:
        raise LessonError(f"{file}, {error}") from None
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    for name in table.names():
        if name not in functions:
            raise LessonError(f"{path}: [{name}] is no function of {file.name}.{nearest(name, functions)}")
        yield functions[name], table.table(name), source


def options_of(function: ast.FunctionDef, table: TomlTable) -> Iterator[tuple[str, Any]]:
    """Yield the arguments of a task that have a usual value, with its type. Raises LessonError for another."""
    arguments, usual = function.args.args, function.args.defaults
    if len(arguments) != len(usual) + 1 or {each.arg for each in arguments} & {"name", *ANY_TASK}:
        should = f"{function.name} should be written {function.name}(seed, rows=60)"
        only = f"one argument without a usual value, and none called {', '.join(('name', *ANY_TASK))}"
        raise LessonError(f"{table.where}: {should}: {only}.")
    for argument, value in zip(arguments[len(arguments) - len(usual) :], usual, strict=True):
        if not isinstance(value, ast.Constant) or type(value.value) not in (bool, int, float, str):
            raise LessonError(f"{table.where}: {argument.arg} = {ast.unparse(value)} should be a number or a text.")
        yield argument.arg, type(value.value)
