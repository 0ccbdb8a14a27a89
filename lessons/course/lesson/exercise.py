"""Exercises, to find, mend or write: hints and near misses, how a repair is judged, and what a lab asks for."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from lessons.course.lesson import values
from lessons.course.lesson.metric import NumericName
from lessons.course.lesson.vocabulary import LR, TASKS, Entry

REVEALS = ("symptom", "module", "function", "line", "fix")  # how much a hint gives away, least first
GAP = "NotImplementedError"  # what a line raises that is still to be written
MAX_GAP_HINTS = 3
DEFINED = re.compile(r"^\s*def (\w+)", re.MULTILINE)
PYTHON_FILE = re.compile(r"\w[\w-]{0,39}\.py")


def shape(sizes: list[Any]) -> str:
    """Return the shape that a checked input should have, `""` if it has; each of its numbers is nudged."""
    if not (0 < len(sizes) <= 4 and all(type(size) is int and size > 0 for size in sizes)):
        return "a shape, such as [4, 3]."
    return "" if math.prod(sizes) <= values.MAX_NUDGED else f"of at most {values.MAX_NUDGED:,} numbers."


def narrow(arguments: list[Any]) -> str:
    fits = all(size <= values.MAX_WIDTH for size in sizes_in(arguments))
    return "" if fits else f"of sizes of at most {values.MAX_WIDTH:,} each."


def sizes_in(arguments: list[Any]) -> Iterator[int]:
    for each in arguments:
        if isinstance(each, list):
            yield from sizes_in(each)
        elif isinstance(each, str):
            yield from (int(word) for word in each.split() if word.isdecimal())
        elif type(each) is int:
            yield abs(each)


# Numbers or words, layers such as "Linear 3 5" among them, or lists.
Arguments = Annotated[list[int | float | str | bool | list], narrow]
MADE = {"arguments": Arguments, "like_arguments": Arguments}
LIKE = {"of": str, "like": str}
SHAPES = {"inputs": list[Annotated[list, shape]]}
LAB_CHECKS: Mapping[str, Entry] = {
    "shape": Entry("a layer's parameters have the names and shapes of minimodel's", MADE, LIKE),
    "equals": Entry("with the same parameters and inputs, it gives what minimodel's gives; `flags` name what both are told is True", {**MADE, "flags": list[str]}, {**LIKE, **SHAPES}),
    "gradient": Entry("its gradients are the slopes that small nudges show", {"arguments": Arguments}, {"of": str, **SHAPES}),
    "trains": Entry("with the learner's layers among them, these layers reach a loss", {"steps": Annotated[int, values.between(1, values.MAX_STEPS)], **LR}, {"task": Annotated[str, values.one_of(TASKS)], "layers": list[str], "below": float}),
    "refuses": Entry("made with these arguments, it raises a TypeError", {"arguments": Arguments}, {"of": str}),
    "forbids": Entry("it does not use what it is to write itself", needs={"uses": list[str]}),
}  # fmt: skip
# A module of minimodel with its sizes, as a gradcheck names it.
Module = Annotated[str, values.matching(re.compile(r"[A-Za-z]\w{0,39}( [1-9]\d{0,2}){0,3}"), 'a module, written "GELU" or "Linear 5 3"')]  # fmt: skip


@dataclass(frozen=True)
class Hint:
    """One hint of the ladder, and how much it reveals."""

    reveals: Annotated[str, values.one_of(REVEALS)]


@dataclass(frozen=True)
class NearMiss:
    """A place in the source that is worth suspecting, and is not it: a function, or one line of a file by its text."""

    id: values.Name
    file: str
    function: str = ""
    line: str = ""

    def problem(self) -> str:
        names_one = bool(self.function) != bool(self.line)
        return "" if names_one else "a near miss names either a function or a line, by its text."


@dataclass(frozen=True)
class Bound:
    """A bound that a repaired library must reach, on every seed that the judge trains."""

    experiment: str
    metric: NumericName
    least: float | None = None
    most: float | None = None

    def problem(self) -> str:
        return "accept needs least or most." if self.least is None and self.most is None else ""


@dataclass(frozen=True)
class Attempt:
    """Code that a learner may hand in, kept beside a repair or a lab to prove what the judge says of it.

    `code` stands where the edit stands, or is the whole of a lab's file. With `before` it stands in the place of that
    text: in a `file` of the broken library, or in the lab's solution.
    """

    id: str
    code: str
    file: str = ""
    before: str = ""


@dataclass(frozen=True)
class Told:
    """Words of the lesson's own, in its section `told ID`, for a wrong repair whose measurement lies within bounds."""

    id: str
    metric: NumericName
    least: float | None = None
    most: float | None = None

    def problem(self) -> str:
        return "told needs least or most." if self.least is None and self.most is None else ""


def some_seeds(seeds: tuple[int, ...]) -> str:
    fits = 0 < len(seeds) <= values.MAX_JUDGED_SEEDS
    return "" if fits else f"whole numbers, at least one and at most {values.MAX_JUDGED_SEEDS} of them."


@dataclass(frozen=True)
class Repair:
    """The judging of a repair: gradients of modules, then the healthy trajectory, or bounds to reach.

    `right` and `wrong` are repairs that have to pass, and to fail. The first of `told` that fits a wrong one is said.
    """

    seeds: Annotated[tuple[Annotated[int, values.between(0, values.LARGEST_SEED)], ...], some_seeds]
    gradcheck: tuple[Module, ...] = ()
    accept: tuple[Bound, ...] = ()
    right: tuple[Attempt, ...] = ()
    wrong: tuple[Attempt, ...] = ()
    told: tuple[Told, ...] = ()


@dataclass(frozen=True)
class LabCheck:
    """One thing that the learner's code must do; `name` is a check of the judge, the rest are its options."""

    name: Annotated[str, values.one_of(LAB_CHECKS)]
    options: Mapping[str, object] = field(metadata={"options": LAB_CHECKS, "of": "name"})


@dataclass(frozen=True)
class Lab:
    """Something to write: a file of the learner's own, what it begins as, and what it must do."""

    file: Annotated[str, values.matching(PYTHON_FILE, "a Python file's name, such as linear.py")]
    begin: str
    checks: tuple[LabCheck, ...] = field(metadata={"key": "check"})
    solution: str = ""
    right: tuple[Attempt, ...] = ()  # others that have to pass, and to fail
    wrong: tuple[Attempt, ...] = ()

    @property
    def gaps(self) -> tuple[str, ...]:
        """Return the functions that are still to be written, in their order."""
        lines = enumerate(self.begin.splitlines(), 1)
        return tuple(function_above(self.begin, number) for number, line in lines if GAP in line)

    def code_of(self, attempt: Attempt) -> str:
        """Return the whole file of an attempt."""
        return self.solution.replace(attempt.before, attempt.code) if attempt.before else attempt.code

    def problem(self) -> str:
        return "" if self.checks else "a lab needs at least one [[lab.check]]."


def function_above(code: str, line: int) -> str:
    """Return the name of the last function that begins above a line, or in it; the code may be half written."""
    return next(reversed(DEFINED.findall("\n".join(code.splitlines()[:line]))), "")


def case_words(options: Mapping[str, Any]) -> str:
    """Write what a check of a lab makes, and what it is given: `Linear(3, 5), x (4, 3)`."""
    made = made_words(options.get("of", ""), options.get("arguments"))
    given = [f"x {', '.join(str(tuple(shape)) for shape in options['inputs'])}"] if "inputs" in options else []
    return ", ".join([made, *given, *(f"{flag}=True" for flag in options.get("flags", ()))])


def made_words(of: str, arguments: Sequence[Any] | None) -> str:
    """Write `Linear(3, 5)`; layers as the lesson writes them, `Row(Linear 3 5, [GELU])`; a function alone."""
    return of if arguments is None else f"{of}({argument_words(arguments)})"


def argument_words(arguments: Sequence[Any]) -> str:
    return ", ".join(
        f"[{argument_words(each)}]" if isinstance(each, list) else getattr(each, "__name__", str(each))
        for each in arguments
    )
