"""Whether an edit is inert: it calculates with the names of its file, and reaches no file, no process, nothing else.

It is read on the syntax tree of the edited text beside that of the healthy one: what the healthy file does itself, an
edit may leave where it is. Nothing is run for it.
"""

import ast
import builtins
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

from lessons.format import LessonError
from lessons.lesson import Edit
from lessons.runs.edits import LIBRARY, edited_files, edited_text, healthy_text
from lessons.runs.syntax import parse

# Builtins that calculate, those of which classes are made, and what may be raised: that is a finding, and shown.
CALCULATING = {
    "abs", "all", "any", "bool", "bytes", "callable", "classmethod", "complex", "dict", "divmod", "enumerate", "filter",
    "float", "format", "frozenset", "hasattr", "hash", "id", "int", "isinstance", "issubclass", "iter", "len", "list",
    "map", "max", "min", "next", "object", "pow", "property", "range", "repr", "reversed", "round", "set", "slice",
    "sorted", "staticmethod", "str", "sum", "super", "tuple", "type", "zip",
    "Ellipsis", "NotImplemented", "__debug__",
}  # fmt: skip
RAISED = {
    name for name, kind in vars(builtins).items() if isinstance(kind, type) and issubclass(kind, Exception)
}
# Of these an edited file has no more than the healthy one: they reach whatever they are told by a text.
REFUSED = {
    "__import__", "attrgetter", "breakpoint", "compile", "delattr", "eval", "exec", "exit", "getattr", "globals",
    "help", "input", "locals", "memoryview", "methodcaller", "open", "print", "quit", "setattr", "vars",
}  # fmt: skip
# Attributes that reach files, processes or the settings of a whole process, of NumPy or of what lies behind it.
REACHING = {
    "DataSource", "chmod", "core", "ctypes", "ctypeslib", "distutils", "dump", "dumps", "f2py", "fromfile",
    "fromregex", "genfromtxt", "glob", "hardlink_to", "info", "iterdir", "lib", "load", "loadtxt", "memmap", "mkdir",
    "ndfromtxt", "open", "open_memmap", "os", "popen", "read_bytes", "read_text", "rec", "rename", "rglob", "rmdir",
    "save", "savetxt", "savez", "savez_compressed", "set_printoptions", "set_string_function", "setbufsize", "seterr",
    "seterrcall", "setflags", "show_config", "show_runtime", "source", "symlink_to", "sys", "system", "test",
    "testing", "tofile", "touch", "unlink", "write_bytes", "write_text",
}  # fmt: skip
FRAME = {"f_back", "f_builtins", "f_globals", "f_locals", "gi_frame", "tb_frame"}  # ways to what others have
CALCULATING_MODULES = {
    "__future__", "abc", "collections", "contextlib", "dataclasses", "functools", "itertools", "math", "numbers",
    "numpy", "operator", "types", "typing",
}  # fmt: skip

Problem = tuple[str, int]  # what the edit does, and at which line of the edited text


def check_inert(edits: tuple[Edit, ...]) -> None:
    """Raise LessonError where an edit does more than calculate."""
    for file in edited_files(edits):
        if problem := inert_problem(edits, file):
            raise LessonError(f"[break] {problem}")


def inert_problem(edits: tuple[Edit, ...], file: str) -> str:
    """What an edited file would do that no calculation needs, in a sentence; or nothing."""
    try:
        healthy, edited = parse(healthy_text(file)), parse(edited_text(edits, file))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        place = f", line {error.lineno}" if isinstance(error, SyntaxError) else ""
        return f"the edited {file} is not Python{place}: {getattr(error, 'msg', None) or error}."
    for find in (imports, refused, unknown_names, attributes, modules, changed_modules):
        for said, line in find(healthy, edited):
            return f"the edited {file}, line {line}, {said}. An edit only calculates, with the names of its file."
    return ""


def more(healthy: ast.AST, edited: ast.AST, said: Callable[[ast.AST], Iterator[str]]) -> Iterator[Problem]:
    """What is said of the nodes of the edited text more often than of those of the healthy one."""
    left = Counter(words for node in ast.walk(healthy) for words in said(node))
    for node in ast.walk(edited):
        for words in said(node):
            left[words] -= 1
            if left[words] < 0:
                yield words, getattr(node, "lineno", 1)


def imports(healthy: ast.AST, edited: ast.AST) -> Iterator[Problem]:
    """Imports that the file does not make."""

    def said(node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (f"imports {alias.name.split('.')[0]}" for alias in node.names)

    return more(healthy, edited, said)


def refused(healthy: ast.AST, edited: ast.AST) -> Iterator[Problem]:
    """New calls of what reaches whatever it is told; what is called, with all that it is given, has to be as it was."""
    called = {
        id(node.func) for tree in (healthy, edited) for node in ast.walk(tree) if isinstance(node, ast.Call)
    }

    def said(node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.Call) and named(node.func) in REFUSED:
            yield f"has `{shortened(ast.unparse(node))}`"
        if isinstance(node, ast.Name) and node.id in REFUSED and id(node) not in called:
            yield f"has `{node.id}`"

    return more(healthy, edited, said)


def unknown_names(healthy: ast.AST, edited: ast.AST) -> Iterator[Problem]:
    """Names that neither the healthy file has nor the edit gives a value to."""
    known = CALCULATING | RAISED | {node.id for node in ast.walk(healthy) if isinstance(node, ast.Name)}
    known |= {name for tree in (healthy, edited) for node in ast.walk(tree) for name in given_by(node)}
    for node in ast.walk(edited):
        if isinstance(node, ast.Name) and node.id not in known:
            yield f"uses the name {node.id!r}, which the file does not have", node.lineno


def given_by(node: ast.AST) -> Iterator[str]:
    """The names that a node gives a value to."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.alias(asname=str(name)):
            yield name
        case ast.alias(name=name):
            yield name.split(".")[0]
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name


def attributes(healthy: ast.AST, edited: ast.AST) -> Iterator[Problem]:
    """Attributes that reach out, and private ones that neither minimodel has nor the edit makes."""
    used = {node.attr for node in ast.walk(healthy) if isinstance(node, ast.Attribute)}
    made = {node.attr for node in ast.walk(edited) if isinstance(node, ast.Attribute) and is_stored(node)}

    def said(node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.Attribute) and (node.attr in REACHING | FRAME or is_inner(node.attr)):
            yield f"has `.{node.attr}`"

    yield from more(healthy, edited, said)
    for node in ast.walk(edited):
        if (
            isinstance(node, ast.Attribute)
            and node.attr.startswith("_")
            and not may_be(node.attr, used, made)
        ):
            yield f"has `.{node.attr}`, which minimodel does not have", node.lineno


def may_be(private: str, used: set[str], made: set[str]) -> bool:
    """Whether a private attribute is one that the file uses, that the edit itself makes, or that is minimodel's."""
    return private in used or (not private.startswith("__") and private in made | private_attributes())


@cache
def private_attributes() -> frozenset[str]:
    """The private attributes that some file of minimodel uses, such as `_data`."""
    trees = (parse(path.read_text(encoding="utf-8")) for path in LIBRARY.rglob("*.py"))
    found = (node.attr for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    return frozenset(name for name in found if name.startswith("_"))


def is_inner(name: str) -> bool:
    """Whether a name is Python's own way into an object; to call the constructor above is not."""
    return name.startswith("__") and name.endswith("__") and name != "__init__"


def modules(healthy: ast.AST, edited: ast.AST) -> Iterator[Problem]:
    """New uses of a module that does more than calculate, and of any module but for what stands in it."""
    imported, taken = dict(modules_of(edited)), set(taken_from_modules(edited))
    based = {
        id(node.value)
        for tree in (healthy, edited)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
    }

    def said(node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.Name) and node.id in imported and id(node) not in based:
            yield f"has `{node.id}`, a module, by itself"
        if isinstance(node, ast.Name) and node.id in taken:
            yield f"has `{node.id}`"
        if isinstance(node, ast.Attribute) and not calculates(imported.get(named(node.value), "math")):
            yield f"has `{named(node.value)}.{node.attr}`"

    return more(healthy, edited, said)


def changed_modules(healthy: ast.AST, edited: ast.AST) -> Iterator[Problem]:
    """What gives something in a module another value: the healthy library would have it too."""
    imported = dict(modules_of(edited))

    def said(node: ast.AST) -> Iterator[str]:
        if isinstance(node, ast.Attribute | ast.Subscript) and is_stored(node) and root(node) in imported:
            yield f"changes `{shortened(ast.unparse(node))}`"

    return more(healthy, edited, said)


def modules_of(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """The modules from outside minimodel that a file imports: the name in it, and the module's own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.asname or alias.name.split(".")[0], alias.name


def taken_from_modules(tree: ast.AST) -> Iterator[str]:
    """The names that a file imports from modules that do more than calculate."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and not node.level and not calculates(node.module or ""):
            yield from (alias.asname or alias.name for alias in node.names)


def calculates(module: str) -> bool:
    return module.split(".")[0] in CALCULATING_MODULES


def is_stored(node: ast.Attribute | ast.Subscript) -> bool:
    """Whether something is given a value here, or taken away, and not read."""
    return not isinstance(node.ctx, ast.Load)


def root(node: ast.expr) -> str:
    """The name that a chain of attributes and places begins with; nothing where it begins with none."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return named(node)


def named(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def shortened(words: str) -> str:
    return words if len(words) <= 60 else f"{words[:59]}…"
