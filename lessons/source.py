"""The source that a learner walks through, and what a line that they point at has to do with the edit."""

import ast
from dataclasses import dataclass
from functools import cache

from lessons.exercise import NearMiss
from lessons.lesson import Edit, Lesson
from lessons.runs.edits import LIBRARY, edited_files, edited_lines, edited_text, healthy_text
from lessons.runs.syntax import parse

FOUND, SAME_FUNCTION, SAME_CLASS, SAME_FILE, ELSEWHERE = "found", "function", "class", "file", "elsewhere"


@dataclass(frozen=True)
class Nearness:
    """How near a line is to the edit. `near` names the lesson's own answer for this place, where it has one."""

    how: str
    near: str | None = None

    @property
    def found(self) -> bool:
        return self.how == FOUND


@cache
def core_files() -> tuple[str, ...]:
    """The files that one training runs through, in reading order: CORE of minimodel, read without importing it."""
    tree = parse((LIBRARY / "__init__.py").read_text(encoding="utf-8"))
    assigned = {
        ast.unparse(node.targets[0]): node.value for node in tree.body if isinstance(node, ast.Assign)
    }
    return tuple(f"{LIBRARY.name}/{file}" for file in ast.literal_eval(assigned["CORE"]))


@cache
def source_files() -> tuple[str, ...]:
    """Every file of minimodel: the core in reading order, then the rest of the library, then the laboratory."""
    files = [path.relative_to(LIBRARY.parent).as_posix() for path in LIBRARY.rglob("*.py")]
    rest = sorted(set(files) - set(core_files()), key=lambda file: ("/lab/" in file, file))
    return (*core_files(), *rest)


def source(edits: tuple[Edit, ...], file: str) -> str:
    """The text of a file as the edited library has it."""
    return edited_text(edits, file) if file in edited_files(edits) else healthy_text(file)


def nearness(lesson: Lesson, file: str, line: int) -> Nearness:
    """Judge one line of one file: the edit itself, a near miss, or how far away it is."""
    edits = lesson.edits
    if file not in source_files():  # another version's, or a hand's
        return Nearness(ELSEWHERE)
    lines = edited_lines(edits, file) if file in edited_files(edits) else ()
    if line in lines:
        return Nearness(FOUND)
    text = source(edits, file)
    for miss in lesson.near_misses:
        if miss.file == file and is_miss(miss, text, line):
            return Nearness(ELSEWHERE, miss.id)
    if not lines:
        return Nearness(ELSEWHERE)
    function, targets = function_at(text, line), [function_at(text, each) for each in lines]
    if function and function in targets:
        return Nearness(SAME_FUNCTION)
    if function and function.split(".")[0] in [target.split(".")[0] for target in targets]:
        return Nearness(SAME_CLASS)
    return Nearness(SAME_FILE)


def is_miss(miss: NearMiss, text: str, line: int) -> bool:
    if miss.line:
        lines = text.splitlines()
        return 0 < line <= len(lines) and miss.line in lines[line - 1]
    return f"{function_at(text, line)}.".startswith(f"{miss.function}.")


def function_at(text: str, line: int) -> str:
    """The qualified name of the innermost function or class around a line, or nothing."""
    return innermost(parsed(text), line)


@cache
def parsed(text: str) -> ast.Module:
    return parse(text)


def innermost(node: ast.AST, line: int) -> str:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef) and child.lineno <= line <= (
            child.end_lineno or 0
        ):
            return ".".join(filter(None, (child.name, innermost(child, line))))
    return ""
