"""What a learner finds, mends or writes: hints and near misses, how a repair is judged, and what a lab asks for."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from lessons.kinds import Name, between, matching, one_of
from lessons.limits import JUDGED_SEEDS, LARGEST_SEED
from lessons.vocabulary import Module, NumericName

REVEALS = ("symptom", "module", "function", "line", "fix")  # how much a hint gives away, least first
PYTHON_FILE = re.compile(r"\w[\w-]{0,39}\.py")


@dataclass(frozen=True)
class Hint:
    """One hint of the ladder, and how much it reveals."""

    reveals: Annotated[str, one_of(REVEALS)]


@dataclass(frozen=True)
class NearMiss:
    """A place in the source that is worth suspecting, and is not it: a function, or one line of a file by its text."""

    id: Name
    file: str
    function: str = ""
    line: str = ""

    def problem(self) -> str:
        if bool(self.function) == bool(self.line):
            return "a near miss names either a function or a line, by its text."
        return ""


@dataclass(frozen=True)
class Bound:
    """What a repaired library must reach: a metric of an experiment, on every seed that the judge trains."""

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
    fits = 0 < len(seeds) <= JUDGED_SEEDS
    return "" if fits else f"whole numbers, at least one and at most {JUDGED_SEEDS} of them."


@dataclass(frozen=True)
class Repair:
    """How a repair is judged: gradients of modules, then the healthy trajectory, or the bounds it must reach.

    `right` and `wrong` are repairs that have to pass, and to fail. The first of `told` that fits a wrong one is said.
    """

    gradcheck: tuple[Module, ...]
    seeds: Annotated[tuple[Annotated[int, between(0, LARGEST_SEED)], ...], some_seeds]
    accept: tuple[Bound, ...] = ()
    right: tuple[Attempt, ...] = ()
    wrong: tuple[Attempt, ...] = ()
    told: tuple[Told, ...] = ()


@dataclass(frozen=True)
class LabCheck:
    """One thing that the learner's code must do; `name` is a check of the judge, the rest are its options."""

    name: str
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Lab:
    """Something to write: a file of the learner's own, what it begins as, and what it must do."""

    file: Annotated[str, matching(PYTHON_FILE, "a Python file's name, such as linear.py")]
    begin: str
    checks: tuple[LabCheck, ...]
    solution: str = ""
    right: tuple[Attempt, ...] = ()  # others that have to pass, and to fail
    wrong: tuple[Attempt, ...] = ()

    def problem(self) -> str:
        return "" if self.checks else "a lab needs at least one [[lab.check]]."
