"""What gives an edit away: its file, its function, its line, and what has to stand there again."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache

from lessons.check.ladder.spoken_text import Spoken, tight
from lessons.exercise import REVEALS
from lessons.lesson import Edit
from lessons.runs.edits import LIBRARY, edited_files, edited_text, healthy_text, inside
from lessons.source import function_at, parsed

MODULE, FUNCTION, LINE, FIX = REVEALS[1:]
LONG, DISTINCT = 6, 12  # letters of a line that is told by a span of code, and in the middle of a sentence
EVERYWHERE = (
    "forward __init__ __call__ step update backward train item data shape"  # names that give nothing away
)
OF_FILES = r"(?:files?|modules?|archivos?|ficheros?|módulos?)"
OF_CODE = r"(?:class|function|method|clase|función|método)"
LOOK = (
    r"(?:looks?|read|open|see|check|inspect|compare|suspect|mira|lee|revisa|abre|examina|compara|sospecha)"
    r"(?:\W+(?:at|in|into|inside|the|of|el|la|en|de|dentro|a))*"
)
NUMBER = re.compile(r"\b(?:lines?|líneas?|renglón)\W+(?:n\w*\W+)?(\d+)|\.py\W*:\W*(\d+)")


@dataclass(frozen=True)
class Clue:
    """One thing that gives an edit away, how much of it, and the texts in which it would be seen."""

    reveals: str
    said: str  # what it is, for people
    words: re.Pattern[str] | None = None  # in the words, without capitals
    code: str = ""  # the whole of a span of code, without blanks
    within: str = ""  # somewhere, without blanks
    number: int = 0  # of a line

    def is_in(self, text: Spoken, listings: bool = True) -> bool:
        """Whether a text tells it. A listing tells whole lines only, where it counts at all."""
        if self.words and self.words.search(text.words):
            return True
        if self.code and self.code in (*text.code, *(text.listings if listings else ())):
            return True
        if self.within and (
            self.within in text.tight or (listings and self.within in "\n".join(text.listings))
        ):
            return True
        return self.number != 0 and self.number in numbers_of_lines(text)


def numbers_of_lines(text: Spoken) -> list[int]:
    """The numbers of lines that a text names: `line 86`, `activations.py:86`."""
    return [int(first or second) for first, second in NUMBER.findall(text.words)]


@cache
def clues(edits: tuple[Edit, ...], known: frozenset[str] = frozenset()) -> tuple[Clue, ...]:
    """Everything that gives these edits away. `known` are names that a lesson's settings say openly, such as gelu."""
    return tuple(clue for file in edited_files(edits) for clue in clues_of_file(edits, file, known))


def clues_of_file(edits: tuple[Edit, ...], file: str, known: frozenset[str]) -> Iterator[Clue]:
    before, after = healthy_text(file), edited_text(edits, file)
    old, new = changed_lines(before, after)
    yield from of_module(file)
    names = [*(function_at(after, line) for line in new), *(function_at(before, line) for line in old)]
    for name in dict.fromkeys(filter(None, names)):
        yield from of_function(name, known)
    for line in new:
        yield Clue(LINE, f"line {line} of {file}", number=line)
    yield from of_lines(LINE, "the edited line", after, new)
    yield from of_lines(FIX, "what has to stand there", before, old)


def changed_lines(before: str, after: str) -> tuple[list[int], list[int]]:
    """The lines that an edit took away, and those that it put there."""
    old: list[int] = []
    new: list[int] = []
    match = SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False)
    for what, first, last, begin, end in match.get_opcodes():
        if what != "equal":
            old += range(first + 1, last + 1)
            new += range(begin + 1, end + 1)
    return old, new


# ---- the file ------------------------------------------------------------------


def of_module(file: str) -> Iterator[Clue]:
    """A file by its path, by its dotted name, or by its stem where a word beside it says that it is a file."""
    path = inside(file).removesuffix(".py")
    stem = path.split("/")[-1]
    said = f"the file {file}"
    whole = {f"minimodel/{path}", *([path] if "/" in path else []), f"{stem}.py"}
    forms = "|".join(re.escape(each) for each in whole)
    yield Clue(MODULE, said, re.compile(rf"(?<![\w/.])(?:{forms})(?!\w)"))
    yield Clue(MODULE, said, re.compile(rf"\b{OF_FILES}\W+{stem}\b|\b{stem}\W+{OF_FILES}\b"))
    if stem not in names_of_library():
        yield Clue(MODULE, said, code=stem)


@cache
def names_of_library() -> frozenset[str]:
    """Every name that stands in minimodel's code, without capitals: a span of code may mean one of them."""
    found: set[str] = set()
    for file in sorted(LIBRARY.rglob("*.py")):
        for node in ast.walk(parsed(file.read_text(encoding="utf-8"))):
            found |= {str(getattr(node, field, "")).casefold() for field in ("id", "attr", "arg", "name")}
    return frozenset(found)


# ---- the function --------------------------------------------------------------


def of_function(name: str, known: frozenset[str]) -> Iterator[Clue]:
    """A function by its whole name; by its own one, where that is code or somebody points at it."""
    *owners, own = name.split(".")
    said, plain = f"the function {name}", re.escape(own.strip("_").casefold())
    if owners:
        owner = re.escape(owners[0].casefold())
        yield Clue(FUNCTION, said, re.compile(rf"(?<![\w.]){owner}\.\s*_*{plain}(?![a-z0-9])"))
        yield from pointed_at(owners[0], f"the class {owners[0]}", known)
    if own not in EVERYWHERE.split():
        yield from pointed_at(own, said, known)


def pointed_at(name: str, said: str, known: frozenset[str]) -> Iterator[Clue]:
    """A name that somebody points at; and, where nobody else says it, as code or with its brackets."""
    plain = re.escape(name.casefold())
    beside = rf"\b{OF_CODE}\W+{plain}\b|\b{plain}\W+{OF_CODE}\b"
    yield Clue(FUNCTION, said, re.compile(rf"{beside}|\b{LOOK}\W+{plain}\b(?!\s*\.)"))
    if name.casefold() not in known:
        yield Clue(FUNCTION, said, code=name.casefold())
        yield Clue(FUNCTION, said, code=f"{name.casefold()}()")
        if "_" in name:
            yield Clue(FUNCTION, said, re.compile(rf"(?<![\w.]){plain}(?!\w)"))


# ---- the line and what has to stand there --------------------------------------


def of_lines(reveals: str, said: str, text: str, numbers: list[int]) -> Iterator[Clue]:
    """Lines by their text: as code, and anywhere if they are like no other words."""
    for line in (text.splitlines()[number - 1].partition("  #")[0] for number in numbers):
        code = tight(line)
        if len(code) >= LONG and any(not letter.isalnum() for letter in line.strip()):
            yield Clue(reveals, f"{said}, `{line.strip()}`", code=code)
            if len(code) >= DISTINCT:
                yield Clue(reveals, f"{said}, `{line.strip()}`", within=code)
