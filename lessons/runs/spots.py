"""Where in a file a change is planted: the function that a break stands in, and where else its work may have gone."""

import ast
from collections.abc import Iterator, Sequence

from lessons.lesson import Edit
from lessons.runs.edits import healthy_text, inside
from lessons.runs.plants import EVERY
from lessons.runs.sources import healthy_texts
from lessons.runs.syntax import parse


def functions_of(edits: Sequence[Edit], file: str) -> tuple[str, ...]:
    """The functions that the edits of a file stand in, or that use a name which they change."""
    text, tree = healthy_text(file), parse(healthy_text(file))
    found: list[str] = []
    for edit in edits:
        first = text[: text.index(edit.before)].count("\n") + 1
        lines = range(first, first + edit.before.rstrip("\n").count("\n") + 1)
        inner = [name for name, node in functions(tree) if touches(node, lines)]
        named = [name for node in tree.body if touches(node, lines) for name in names_given(node)]
        found += inner or [name for given in named for name in users(tree, given)]
    return tuple(f"{inside(file)}:{name}" for name in dict.fromkeys(found))


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a file and the methods of its classes, by their names."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from (
                (f"{node.name}.{each.name}", each) for each in node.body if isinstance(each, ast.FunctionDef)
            )


def touches(node: ast.stmt, lines: range) -> bool:
    return node.lineno < lines.stop and lines.start <= (node.end_lineno or node.lineno)


def names_given(node: ast.stmt) -> Iterator[str]:
    """The names that a line outside of functions gives a value to."""
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name))


def users(tree: ast.Module, name: str) -> list[str]:
    """The functions of a file that use a name."""
    return [function for function, node in functions(tree) if name in set(words_in(node))]


def words_in(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Name | ast.Attribute):
            yield each.id if isinstance(each, ast.Name) else each.attr


def around(spot: str) -> tuple[str, ...]:
    """A function, all others of its class, and who uses it in its file: where else its work may have gone."""
    file, _, function = spot.partition(":")
    tree = parse(healthy_texts()[file])
    kind, dot, name = function.rpartition(".")
    others = [EVERY if not dot else f"{kind}.{EVERY}", *users(tree, name)]
    return (spot, *(f"{file}:{each}" for each in others if each not in (EVERY, function)))
