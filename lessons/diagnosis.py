"""Pointing at the broken line: the source a learner walks through, and a useful answer wherever they point."""

import ast
from dataclasses import dataclass
from functools import cache

from lessons.breaks import LIBRARY, broken_line, broken_text
from lessons.schema import Break, Lesson

FOUND, SAME_FUNCTION, SAME_CLASS, SAME_FILE, ELSEWHERE = "found", "function", "class", "file", "elsewhere"


@dataclass(frozen=True)
class Pointing:
    """How near a line is. `near` names the lesson's own answer for this place, where it has one."""

    how: str
    near: str | None = None

    @property
    def found(self) -> bool:
        return self.how == FOUND


@cache
def core_files() -> tuple[str, ...]:
    """The files that one training runs through, in reading order: CORE of minimodel, read without importing it."""
    tree = ast.parse((LIBRARY / "__init__.py").read_text(encoding="utf-8"))
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


def source(broken: Break, file: str) -> str:
    """The text of a file as the broken library has it."""
    return broken_text(broken) if file == broken.file else (LIBRARY.parent / file).read_text(encoding="utf-8")


def point(lesson: Lesson, file: str, line: int) -> Pointing:
    """Judge one line of one file."""
    broken = lesson.broken
    function = function_at(source(broken, file), line)
    if file == broken.file:
        target = function_at(source(broken, file), broken_line(broken))
        if line == broken_line(broken):
            return Pointing(FOUND)
        if function and function == target:
            return Pointing(SAME_FUNCTION)
        if function.split(".")[0] == target.split(".")[0]:
            return Pointing(SAME_CLASS)
        return Pointing(SAME_FILE)
    for miss in lesson.near_misses:
        if miss.file == file and f"{function}.".startswith(f"{miss.function}."):
            return Pointing(ELSEWHERE, miss.id)
    return Pointing(ELSEWHERE)


def function_at(text: str, line: int) -> str:
    """The qualified name of the innermost function or class around a line, or nothing."""
    return innermost(ast.parse(text), line)


def innermost(node: ast.AST, line: int) -> str:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef) and child.lineno <= line <= (
            child.end_lineno or 0
        ):
            return ".".join(filter(None, (child.name, innermost(child, line))))
    return ""
