"""Places in the source: files, and the classes and functions in them; found by name, or by what a page is about."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from lessons.lesson import Edit
from lessons.page import Code, Page, Words
from lessons.runs.edits import edited_lines, healthy_text
from lessons.source import core_files, parsed, source_files

TRAINING = "minimodel/training.py"  # what every lesson runs: it gives no edit away
LABORATORY = "minimodel/lab/"
SPAN = re.compile(r"`([^`\n]+)`")
FENCE = re.compile(r"```.*?```", re.DOTALL)
NAME = re.compile(r"[A-Za-z_][\w.]*")
SHORTEST = 3  # letters of a name that a page can mean

Read = Callable[[str], str]  # the text of a file, as the learner has it before them


@dataclass(frozen=True)
class Place:
    """A line of a file, and the class or function that begins there, or none for the file itself."""

    file: str
    line: int = 1
    name: str = ""

    @property
    def depth(self) -> int:
        return self.name.count(".") + 1 if self.name else 0


def parts() -> Mapping[str, tuple[str, ...]]:
    """The files of minimodel: the core, what lies around it, and the laboratory."""
    core, rest = core_files(), source_files()[len(core_files()) :]
    return {
        "core": core,
        "rest": tuple(file for file in rest if not file.startswith(LABORATORY)),
        "lab": tuple(file for file in rest if file.startswith(LABORATORY)),
    }


def outline(file: str, text: str) -> tuple[Place, ...]:
    """The classes and functions of a file, and the functions within classes, in the order in which they stand."""
    return tuple(Place(file, line, name) for name, line in definitions(text))


@cache
def definitions(text: str) -> tuple[tuple[str, int], ...]:
    return tuple(defined(parsed(text)))


def defined(tree: ast.Module | ast.ClassDef, within: str = "") -> Iterator[tuple[str, int]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield f"{within}{node.name}", node.lineno
            if isinstance(node, ast.ClassDef):
                yield from defined(node, f"{within}{node.name}.")


def last_line(text: str, line: int) -> int:
    """The last line of the class or function that begins on a line."""
    nodes = (node for node in ast.walk(parsed(text)) if isinstance(node, ast.FunctionDef | ast.ClassDef))
    return next((node.end_lineno or line for node in nodes if node.lineno == line), line)


def search(words: str, read: Read) -> tuple[Place, ...]:
    """The places with these letters in their name: those called exactly so first, then those that begin so."""
    hits = [(rank, place) for place in all_places(read) if (rank := likeness(words, place)) is not None]
    return tuple(place for _, place in sorted(hits, key=lambda hit: hit[0]))


def all_places(read: Read) -> Iterator[Place]:
    """Every file, followed by what is defined in it."""
    for file in source_files():
        yield Place(file)
        yield from outline(file, read(file))


def likeness(words: str, place: Place) -> int | None:
    """How well a place answers to a name, from 0; None where it does not."""
    written = place.name or place.file.removeprefix("minimodel/")
    if words in endings(written):
        return 0
    wanted, full, ends = words.lower(), written.lower(), endings(written.lower())
    if wanted in ends:
        return 1
    if any(end.startswith(wanted) for end in ends):
        return 2
    return 3 if wanted in full else None


def endings(name: str) -> tuple[str, str, str]:
    """`nn/linear.py`, `linear.py` and `linear`; `GELU.forward` and `forward`."""
    last = name.rpartition("/")[2] if "/" in name else name.rpartition(".")[2] if ".py" not in name else name
    return name, last, last.removesuffix(".py")


# What a page is about.


def about(page: Page, edits: tuple[Edit, ...], hides_edit: bool) -> Place:
    """The edited line where the edit is shown; else the first class or function that the page names in code.

    Where the edit is still looked for, and where nothing is named: the training loop.
    """
    if hides_edit:
        return Place(TRAINING)
    if edits:
        return Place(edits[0].file, edited_lines(edits, edits[0].file)[0])
    return next(named_on(page), Place(TRAINING))


def named_on(page: Page) -> Iterator[Place]:
    """The classes and functions of minimodel that a page names, in its text first, and then in its code."""
    known = names()
    for span in code_on(page):
        for name in NAME.findall(span):
            dotted = name.split(".")
            endings = (".".join(dotted[start:]) for start in range(len(dotted)))
            yield from (known[ending] for ending in endings if ending in known)


def code_on(page: Page) -> Iterator[str]:
    """The code in a page's sentences, then that which stands by itself."""
    words = [block.markdown for block in page.blocks if isinstance(block, Words)]
    for markdown in words:
        yield from SPAN.findall(FENCE.sub("", markdown))
    for markdown in words:
        yield from FENCE.findall(markdown)
    for block in page.blocks:
        if isinstance(block, Code) and block.language == "python":
            yield from block.lines


@cache
def names() -> Mapping[str, Place]:
    """Where each name of the healthy library is defined: classes and functions, and after them the core's methods."""
    core = core_files()
    places = [
        place
        for place in all_places(healthy_text)
        if place.depth == 1 or (place.depth and place.file in core)
    ]
    known: dict[str, Place] = {}
    for place in sorted(places, key=lambda place: place.depth):
        for name in (place.name, place.name.rpartition(".")[2]):
            if len(name) >= SHORTEST and not name.startswith("_"):
                known.setdefault(name, place)
    return known
