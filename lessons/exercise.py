"""What a learner finds, mends or writes: hints and near misses, how a repair is judged, and what a lab asks for."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Hint:
    """One hint of the ladder, and how much it reveals."""

    reveals: str


@dataclass(frozen=True)
class NearMiss:
    """A place in the source that is worth suspecting, and is not it: a function, or one line of a file by its text."""

    id: str
    file: str
    function: str = ""
    line: str = ""


@dataclass(frozen=True)
class Bound:
    """What a repaired library must reach: a metric of an experiment, on every seed that the judge trains."""

    experiment: str
    metric: str
    least: float | None = None
    most: float | None = None


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
    metric: str
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True)
class Repair:
    """How a repair is judged: gradients of modules, then the healthy trajectory, or the bounds it must reach.

    `right` and `wrong` are repairs that have to pass, and to fail. The first of `told` that fits a wrong one is said.
    """

    gradcheck: tuple[str, ...]
    seeds: tuple[int, ...]
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

    file: str
    begin: str
    checks: tuple[LabCheck, ...]
    solution: str = ""
    right: tuple[Attempt, ...] = ()  # others that have to pass, and to fail
    wrong: tuple[Attempt, ...] = ()
