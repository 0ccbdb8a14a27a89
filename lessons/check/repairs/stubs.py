"""Code that only looks like an answer: functions emptied, or giving back a constant or what they are given."""

import ast
from collections.abc import Iterable, Iterator

from lessons.exercise import Lab
from lessons.lesson import Lesson
from lessons.runs.edits import edited_files, edited_lines, edited_text, healthy_text
from lessons.runs.syntax import parse

Function = ast.FunctionDef
EMPTY, CONSTANT, UNCHANGED = "an empty body", "a constant", "what it was given"


def stubs_of_repair(lesson: Lesson) -> Iterator[tuple[str, dict[str, str]]]:
    """Every function that holds the edit with another body: what it is called, and the files."""
    healthy = {file: healthy_text(file) for file in edited_files(lesson.edits)}
    for file, text in healthy.items():
        own = functions(parsed(text))
        held = functions_at(edited_text(lesson.edits, file), edited_lines(lesson.edits, file))
        for name in (name for name in held if name in own):
            for what, body in bodies(own[name]):
                if code_of(body) != code_of(without_docstring(own[name])):
                    yield f"{what} for {name}", {**healthy, file: with_body(text, name, body)}


def stubs_of_lab(lab: Lab) -> Iterator[tuple[str, str]]:
    """Every function that the learner is to write, with another body: what it is called, and the file."""
    begun, solved = functions(parsed(lab.begin)), functions(parsed(lab.solution))
    for name, function in solved.items():
        if name in begun and code_of(function.body) != code_of(begun[name].body):
            for what, body in bodies(function):
                if what != UNCHANGED and code_of(body) != code_of(without_docstring(function)):
                    yield f"{what} for {name}", with_body(lab.solution, name, body)


def parsed(text: str) -> ast.Module:
    """A syntax tree; an empty one of what is no Python."""
    try:
        return parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def functions(node: ast.AST, owner: str = "") -> dict[str, Function]:
    """Every function by its whole name, such as Linear.forward."""
    found: dict[str, Function] = {}
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            name = f"{owner}{child.name}"
            if isinstance(child, ast.FunctionDef):
                found[name] = child
            found |= functions(child, f"{name}.")
        else:
            found |= functions(child, owner)
    return found


def functions_at(text: str, lines: Iterable[int]) -> list[str]:
    """The innermost functions around these lines."""
    found = functions(parsed(text))
    around = [
        [name for name, each in found.items() if each.body[0].lineno <= line <= (each.end_lineno or line)]
        for line in lines
    ]
    return list(dict.fromkeys(names[-1] for names in around if names))


def bodies(function: Function) -> Iterator[tuple[str, list[ast.stmt]]]:
    """The bodies that answer nothing; one that makes an object may only be empty."""
    yield EMPTY, [ast.Pass()]
    if function.name == "__init__":
        return
    yield CONSTANT, [ast.Return(ast.Constant(0.0))]
    own = [each.arg for each in function.args.args if each.arg != "self"]
    if own:
        yield UNCHANGED, [ast.Return(ast.Name(own[0], ast.Load()))]


def without_docstring(function: Function) -> list[ast.stmt]:
    return function.body[1:] if ast.get_docstring(function) is not None else function.body


def code_of(body: list[ast.stmt]) -> list[str]:
    return [ast.dump(each) for each in body]


def with_body(text: str, name: str, body: list[ast.stmt]) -> str:
    """The text with one function's body replaced."""
    tree = parsed(text)
    functions(tree)[name].body = body
    return ast.unparse(ast.fix_missing_locations(tree))
