"""Which edited lines a training really comes to. Called in a worker."""

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import numpy as np

from lessons.check.breaks.trials import SEED, module_of
from lessons.check.working import beat
from lessons.lesson import Arm, Experiment
from lessons.runs.edits import edited_files, edited_library, edited_lines, edited_text
from lessons.runs.metrics import measure
from lessons.runs.training import Alone

STEPS = 60
LAMBDA = "<lambda>"
Line = tuple[str, int, bool]  # a module, a number, and whether it is run as part of a lambda


def reached(experiment: Experiment) -> bool:
    """Whether the plain loop, or a look at what came of it, comes to a line that was edited."""
    (arm,) = experiment.arms
    wanted = set(edited_places(arm))
    modules = {module for module, _, _ in wanted}
    if any(number == 0 for _, number, _ in wanted):
        return True
    with noting(modules) as lines, np.errstate(all="ignore"):
        way = Alone(arm, SEED, arm.settings.steps, replayed=False)
        for _ in range(min(STEPS, arm.settings.steps)):
            way.advance()
            beat()
        measure(way.trained, experiment.metrics)
    return bool(wanted & lines)


@contextmanager
def noting(modules: set[str]) -> Iterator[set[Line]]:
    """Note every line of these modules that is run while the block runs."""
    lines: set[Line] = set()

    def note(frame: FrameType, event: str, argument: Any) -> Any:
        name = str(frame.f_globals.get("__name__"))
        if name not in modules:
            return None
        lines.add((name, frame.f_lineno, frame.f_code.co_name == LAMBDA))
        return note

    before = sys.gettrace()
    sys.settrace(note)
    try:
        yield lines
    finally:
        sys.settrace(before)


def edited_places(arm: Arm) -> Iterator[Line]:
    """The lines of every edited statement. One that is run while its file is imported has the number 0."""
    library = edited_library(arm.edits).__name__
    for file in edited_files(arm.edits):
        module, tree = module_of(library, file), ast.parse(edited_text(arm.edits, file))
        for line in edited_lines(arm.edits, file):
            yield from ((module, number, inside) for number, inside in places_of(tree, line))


def places_of(tree: ast.Module, line: int) -> Iterator[tuple[int, bool]]:
    """Where a run would be seen that comes to this line."""
    around = [node for node in ast.walk(tree) if is_around(node, line)]
    functions = [node for node in around if isinstance(node, ast.FunctionDef) and is_in_body(node, line)]
    if not functions:
        yield 0, False
    elif lambdas := [node for node in around if isinstance(node, ast.Lambda)]:
        yield from ((number, True) for number in lines_of(lambdas[-1]))
    else:
        statement = [node for node in around if isinstance(node, ast.stmt)][-1]
        yield from ((number, False) for number in lines_of(statement))


def is_around(node: ast.AST, line: int) -> bool:
    first, last = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
    return first is not None and first <= line <= (last or first)


def is_in_body(node: ast.FunctionDef, line: int) -> bool:
    """Whether a line is run when the function is called, and not when it is made."""
    return node.body[0].lineno <= line


def lines_of(node: ast.AST) -> range:
    """The lines of a node; of a statement that holds others only its head."""
    body: Any = getattr(node, "body", None)
    first: int = node.lineno  # type: ignore[attr-defined]
    last: int = node.end_lineno  # type: ignore[attr-defined]
    return range(first, max(first, body[0].lineno - 1 if isinstance(body, list) else last) + 1)
