"""What a lab forbids is cut out of the library: by whatever name it is reached, nothing of it is there.

A function or class keeps its name, and each body of it becomes a refusal that the judge is told of. What the checks
themselves need, such as the walk back, stays; there only the name is taken.
"""

import ast
import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import count
from types import ModuleType
from typing import Any

import numpy as np

from lessons.exercise import Lab
from lessons.format import LessonError
from lessons.runs.calls import apply_of
from lessons.runs.edits import LIBRARY, healthy_library
from lessons.runs.package import REFUSE, forget_package, import_package
from lessons.runs.sources import healthy_texts
from lessons.runs.syntax import parse

HOMES = ("nn.functional", "operations", "reductions", "Tensor")  # where classes have functional forms
numbers = count()


@dataclass(frozen=True)
class Cut:
    """The library without what is forbidden: its texts, and the names that are only taken."""

    texts: Mapping[str, str]
    taken: tuple[str, ...] = ()


def cut_library(lab: Lab) -> Cut:
    """Cut out of the library what a lab's file must not use."""
    names = forbidden(lab)
    for name in names:
        if found(name) is None:
            raise LessonError(f"[[lab.check]] uses = {name!r} is nothing of minimodel's.")
    return cut(names, functional_forms(names, lab.solution), library_layers(lab))


def forbidden(lab: Lab) -> tuple[str, ...]:
    """What the learner's code must not use, because it is what they are to write."""
    checks = (check for check in lab.checks if check.name == "forbids")
    return tuple(str(name) for check in checks for name in listed(check.options["uses"]))


def library_layers(lab: Lab) -> tuple[str, ...]:
    """The lines of the layers that a lab trains beside its own."""
    own = {check.options.get("of") for check in lab.checks}
    checks = (check for check in lab.checks if check.name == "trains")
    lines = (str(line) for check in checks for line in listed(check.options["layers"]))
    return tuple(line for line in lines if line.split()[:1] != [] and line.split()[0] not in own)


def listed(value: Any) -> Iterable[Any]:
    return value if isinstance(value, list | tuple) else ()


@cache
def cut(names: tuple[str, ...], more: tuple[str, ...], layers: tuple[str, ...]) -> Cut:
    """Cut these names out, but for those without which the checks could not ask anything."""
    bodies = {place: name for name in (*more, *names) if (place := place_of(name))}
    while True:
        texts = without(bodies)
        needed = needed_by_checks(texts, layers) if bodies else None
        if needed is None:
            return Cut(texts, tuple(name for name in names if name not in bodies.values()))
        bodies = {place: name for place, name in bodies.items() if name != needed}


# ---- where it stands -------------------------------------------------------


def found(name: str) -> Any:
    """What a name of the library means, None where it has none."""
    owner: Any = healthy_library()
    for part in name.split("."):
        owner = getattr(owner, part, None)
    return owner


def place_of(name: str) -> tuple[str, str] | None:
    """The file and the qualified name of a function or class of the library; None for what is neither."""
    thing = inspect.unwrap(found(name)) if callable(found(name)) else None
    module, qualified = getattr(thing, "__module__", None) or "", getattr(thing, "__qualname__", "")
    if not module.startswith(f"{LIBRARY.name}.") or not qualified or "<" in qualified:
        return None
    stem = "/".join(module.split(".")[1:])
    for file in (f"{stem}.py", f"{stem}/__init__.py"):
        if any(name == qualified for name, _ in definitions(parse(healthy_texts().get(file, "")))):
            return file, qualified
    return None


def definitions(tree: ast.Module | ast.ClassDef, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every function and class of a file, and of its classes, with its qualified name."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield prefix + node.name, node
        if isinstance(node, ast.ClassDef):
            yield from definitions(node, f"{prefix}{node.name}.")


def functional_forms(names: tuple[str, ...], solution: str) -> tuple[str, ...]:
    """Functions that are the same as a forbidden class: those of its name, unless the solution uses one."""
    used, forms = used_by(solution), []
    for name in names:
        spelled = spellings(name.rpartition(".")[2])
        if isinstance(found(name), type) and not used & set(spelled):
            own = found(name).__module__.partition(".")[2]
            forms += [f"{home}.{form}" for home in (*HOMES, own) for form in spelled]
    return tuple(form for form in forms if found(form))


def spellings(name: str) -> tuple[str, ...]:
    """`CrossEntropyLoss`: cross_entropy_loss, cross_entropy, crossentropyloss."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
    return tuple(dict.fromkeys((words, words.removesuffix("_loss"), name.lower())))


def used_by(solution: str) -> set[str]:
    """The names that a solution takes from elsewhere: what it imports, and what stands after a dot."""
    try:
        nodes = list(ast.walk(parse(solution)))
    except (SyntaxError, ValueError, RecursionError):
        return set()
    imported = {each.name for node in nodes if isinstance(node, ast.ImportFrom) for each in node.names}
    return imported | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


# ---- cutting ---------------------------------------------------------------


def without(bodies: Mapping[tuple[str, str], str]) -> Mapping[str, str]:
    """The library's texts, with refusals for these bodies."""
    texts = dict(healthy_texts())
    for file in {file for file, _ in bodies}:
        tree = parse(texts[file])
        for qualified, node in list(definitions(tree)):
            if name := bodies.get((file, qualified)):
                refuse(node, name)
        texts[file] = ast.unparse(ast.fix_missing_locations(tree))
    return texts


def refuse(node: Any, name: str) -> None:
    """Make every body of a function, or of a class's functions, a refusal."""
    refusal = parse(f"{REFUSE}({name!r})").body
    if not isinstance(node, ast.ClassDef):
        node.body, node.decorator_list = refusal, []
        return
    for _, inner in list(definitions(node)):
        refuse(inner, name)
    if not any(inner == "__init__" for inner, _ in definitions(node)):
        node.body += parse(f"def __init__(self, *inputs, **options): {REFUSE}({name!r})").body


# ---- what the checks need --------------------------------------------------


class Needed(Exception):
    """Raised where what the checks do comes to a refusal."""


def needed_by_checks(texts: Mapping[str, str], layers: tuple[str, ...]) -> str | None:
    """Which forbidden name the checks cannot do without, if any: what they do is tried without it."""

    def refusing(name: str) -> None:
        raise Needed(name)

    private = f"_minimodel_cut_{next(numbers)}"
    try:
        library = import_package(private, texts, lambda _, module: setattr(module, REFUSE, refusing))
        check_something(library, layers)
    except Needed as error:
        return str(error)
    finally:
        forget_package(private)
    return None


def check_something(library: ModuleType, layers: tuple[str, ...]) -> None:
    """Do what every check does, with operations that belong to no lesson."""

    def plus(a: Any, b: Any) -> Any:
        return a + b, (lambda g: g, lambda g: g)

    def total(a: Any) -> Any:
        return np.asarray(a.sum()), (lambda g: np.full(a.shape, g),)

    x, shift = library.Tensor(np.ones((2, 3)), requires_grad=True), library.nn.Parameter(np.ones(3))
    apply = apply_of(library)
    apply(total, apply(plus, x, shift)).backward()
    optimizer = library.optim.Adam([shift], lr=0.1)
    optimizer.zero_grad()
    optimizer.step()
    for name, *sizes in map(str.split, layers):
        try:
            layer = getattr(library.nn, name)(*map(int, sizes))
            library.nn.Sequential(layer)(np.ones((2, int(sizes[0]) if sizes else 3)))
        except (AttributeError, ValueError, TypeError):  # one of the learner's own, or of other inputs
            continue
