"""The source of minimodel as text: before an edit and after it, and as a learner walks through it to the edit."""

import ast
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from threading import Lock

from lessons.course.lesson.lesson import Edit, Lesson
from lessons.course.lesson.page import Code, Page, Words
from lessons.course.lesson.values import LessonError

LIBRARY = Path(__file__).parents[3] / "minimodel"

# Python 3.11's parser counts its depth for all threads together, and fails where two of them parse.
ONE = Lock()
FOUND, SAME_FUNCTION, SAME_CLASS, SAME_FILE, ELSEWHERE = "found", "function", "class", "file", "elsewhere"
TRAINING = "minimodel/training.py"  # what every lesson runs: it gives no edit away
LABORATORY = "minimodel/lab/"
SPAN = re.compile(r"`([^`\n]+)`")
FENCE = re.compile(r"```.*?```", re.DOTALL)
NAME = re.compile(r"[A-Za-z_][\w.]*")
NO_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)  # what reading a text may raise
SHORTEST = 3  # letters of a name that a page can mean
Read = Callable[[str], str]  # the text of a file, as the learner has it before them


def inside(file: str) -> str:
    return Path(file).relative_to(LIBRARY.name).as_posix()


def edited_files(edits: tuple[Edit, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(edit.file for edit in edits))


@cache
def healthy_text(file: str) -> str:
    return (LIBRARY.parent / file).read_text(encoding="utf-8")


@cache
def edited_text(edits: tuple[Edit, ...], file: str) -> str:
    """Return the text of a file after the edits. Raises LessonError unless what they replace stands exactly once."""
    text = healthy_text(file)
    for edit in edits:
        if edit.file == file:
            if (count := text.count(edit.before)) != 1:
                raise LessonError(f"{edit.before!r} should stand exactly once in {file}; found {count}.")
            text = text.replace(edit.before, edit.after)
    return text


@cache
def edited_lines(edits: tuple[Edit, ...], file: str) -> tuple[int, ...]:
    """Return the numbers, from 1, of the lines that edits changed; where some were only removed, the line now there."""
    before, after = healthy_text(file).splitlines(), edited_text(edits, file).splitlines()
    changed: list[int] = []
    for what, _, _, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what != "equal":
            changed += range(first + 1, max(last, first + 1) + 1)
    return tuple(min(line, len(after)) for line in changed)


@contextmanager
def quiet() -> Iterator[None]:
    """Let no other thread parse, and show nowhere what Python would warn of: that is for the text's author."""
    with ONE, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def parse(text: str) -> ast.Module:
    with quiet():
        return ast.parse(text)


def parse_expression(text: str) -> ast.Expression:
    with quiet():
        return ast.parse(text, mode="eval")


def compile_only(text: str) -> None:
    """Compile a text and forget it: a `return` outside a function is no error to the parser. Raises SyntaxError."""
    with quiet():
        compile(text, "<edited>", "exec")


@dataclass(frozen=True)
class Nearness:
    """The distance from a line to the edit. `near` names the lesson's own answer for this place, where it has one."""

    how: str
    near: str | None = None

    @property
    def found(self) -> bool:
        return self.how == FOUND


@cache
def core_files() -> tuple[str, ...]:
    """Return the files that one training runs through, in reading order: minimodel's CORE, not imported."""
    tree = parse((LIBRARY / "__init__.py").read_text(encoding="utf-8"))
    assigned = {ast.unparse(each.targets[0]): each.value for each in tree.body if isinstance(each, ast.Assign)}
    return tuple(f"{LIBRARY.name}/{file}" for file in ast.literal_eval(assigned["CORE"]))


@cache
def source_files() -> tuple[str, ...]:
    """Return every file of minimodel: the core in reading order, then the rest of the library, then the laboratory."""
    files = [path.relative_to(LIBRARY.parent).as_posix() for path in LIBRARY.rglob("*.py")]
    rest = sorted(set(files) - set(core_files()), key=lambda file: ("/lab/" in file, file))
    return (*core_files(), *rest)


def source(edits: tuple[Edit, ...], file: str) -> str:
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
    function, words = function_at(text, line), dict(enumerate(text.splitlines(), 1)).get(line, "")
    for miss in lesson.near_misses:
        is_met = miss.line in words if miss.line else f"{function}.".startswith(f"{miss.function}.")
        if miss.file == file and is_met:
            return Nearness(ELSEWHERE, miss.id)
    if not lines:
        return Nearness(ELSEWHERE)
    targets = [function_at(text, each) for each in lines]
    if function and function in targets:
        return Nearness(SAME_FUNCTION)
    if function and function.split(".")[0] in [target.split(".")[0] for target in targets]:
        return Nearness(SAME_CLASS)
    return Nearness(SAME_FILE)


@dataclass(frozen=True)
class Definition:
    """A class or function by its qualified name, from its first line to its last."""

    name: str
    first: int
    last: int
    in_function: bool


@cache
def definitions(text: str) -> tuple[Definition, ...]:
    """Return the classes and functions of a text, in order; of one that Python cannot read, none."""
    try:
        return tuple(defined(parse(text)))
    except NO_PYTHON:
        return ()


def defined(tree: ast.AST, within: str = "", in_function: bool = False) -> Iterator[Definition]:
    """Yield the definitions in a tree, each followed by those inside it."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield Definition(f"{within}{node.name}", node.lineno, node.end_lineno or node.lineno, in_function)
            yield from defined(node, f"{within}{node.name}.", in_function or isinstance(node, ast.FunctionDef))


def function_at(text: str, line: int) -> str:
    """Write the qualified name of the innermost function or class around a line, or `""`."""
    around = (each.name for each in reversed(definitions(text)) if each.first <= line <= each.last)
    return next(around, "")


@dataclass(frozen=True)
class Place:
    """A line of a file, and the class or function that begins there; `""` for the file itself."""

    file: str
    line: int = 1
    name: str = ""

    @property
    def depth(self) -> int:
        return self.name.count(".") + 1 if self.name else 0


def parts() -> Mapping[str, tuple[str, ...]]:
    core, rest = core_files(), source_files()[len(core_files()) :]
    return {
        "core": core,
        "rest": tuple(file for file in rest if not file.startswith(LABORATORY)),
        "lab": tuple(file for file in rest if file.startswith(LABORATORY)),
    }


def outline(file: str, text: str) -> tuple[Place, ...]:
    """Return the classes, functions and methods of a file, in order, but not those inside a function."""
    return tuple(Place(file, each.first, each.name) for each in definitions(text) if not each.in_function)


def last_line(text: str, line: int) -> int:
    """Return the last line of the class or function that begins on a line."""
    return next((each.last for each in definitions(text) if each.first == line), line)


def search(words: str, read: Read) -> tuple[Place, ...]:
    """Return the places with these letters in their name: those called exactly so first, then those that begin so.

    Of places that are as like, a file called so comes first, and what is in it.
    """
    file = f"/{words.lower().removesuffix('.py')}.py"
    likely = ((likeness(words, place), place) for place in all_places(read))
    hits = [(rank > 1, not place.file.endswith(file), rank, place) for rank, place in likely if rank is not None]
    return tuple(place for *_, place in sorted(hits, key=lambda hit: hit[:3]))


def all_places(read: Read) -> Iterator[Place]:
    for file in source_files():
        yield Place(file)
        yield from outline(file, read(file))


def likeness(words: str, place: Place) -> int | None:
    """Return the distance of a place's name from some words, from 0; None if they do not match."""
    full = place.name or place.file.removeprefix("minimodel/")
    last = full.rpartition("." if place.name else "/")[2]
    names = (full, last, last.removesuffix(".py"))  # `nn/linear.py`, `linear.py`, `linear`; `GELU.forward`, `forward`
    if words in names:
        return 0
    wanted, names = words.lower(), (full.lower(), last.lower(), last.lower().removesuffix(".py"))
    if wanted in names:
        return 1
    if any(name.startswith(wanted) for name in names):
        return 2
    return 3 if wanted in full.lower() else None


# What a page is about.


def about(page: Page, edits: tuple[Edit, ...], hides_edit: bool) -> Place:
    """Return the edited line where it is shown; else what the page's code names first, or the training loop."""
    if hides_edit:
        return Place(TRAINING)
    if edits:
        return Place(edits[0].file, edited_lines(edits, edits[0].file)[0])
    return next(named_on(page), Place(TRAINING))


def named_on(page: Page) -> Iterator[Place]:
    """Yield the classes and functions of minimodel that a page names, in its text first, and then in its code."""
    words = [block.markdown for block in page.blocks if isinstance(block, Words)]
    code = [span for markdown in words for span in SPAN.findall(FENCE.sub("", markdown))]
    code += [fenced for markdown in words for fenced in FENCE.findall(markdown)]
    for block in page.blocks:
        if isinstance(block, Code) and block.language == "python":
            code += block.lines
    known = names()
    for name in NAME.findall("\n".join(code)):
        dotted = name.split(".")
        endings = (".".join(dotted[start:]) for start in range(len(dotted)))
        yield from (known[ending] for ending in endings if ending in known)


@cache
def names() -> Mapping[str, Place]:
    """Return the places by name of the healthy library's classes and functions, then of the core's methods."""
    core = core_files()
    places = [place for place in all_places(healthy_text) if place.depth == 1 or (place.depth and place.file in core)]
    known: dict[str, Place] = {}
    for place in sorted(places, key=lambda place: place.depth):
        for name in (place.name, place.name.rpartition(".")[2]):
            if len(name) >= SHORTEST and not name.startswith("_"):
                known.setdefault(name, place)
    return known
