"""What the judge says, and what it asks of the judged code before it says it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Union

from lessons.runs.plants import Plant

PASSED = "passed"
UNCHANGED = "unchanged"  # it is still the text that there was to begin with
IMPORT, RAISES, TIME, MEMORY = "import", "raises", "time", "memory"
DIED, KILLED, CRASHED, CLOSED = "died", "killed", "crashed", "closed"  # how a process ends without an answer
GRADIENT, TRAJECTORY, BOUND = "gradient", "trajectory", "bound"
MISSING, PARAMETERS, SHAPE, VALUE = "missing", "parameters", "shape", "value"
UNTRAINED, FORBIDDEN = "untrained", "forbidden"
FORGED = "forged"  # the numbers do not rest on the learner's file
OUTSIDE = "outside"  # it reaches for files, processes, the network
OUTPUT, NONSENSE = "output", "nonsense"  # it prints; its answers are no answers

Answer = Mapping[str, Any]


@dataclass(frozen=True)
class Judgement:
    """Whether code is right, and if not, how it shows: a reason that the tutor has words for, and its details."""

    reason: str
    detail: str = ""

    @property
    def passed(self) -> bool:
        return self.reason == PASSED


@dataclass(frozen=True, eq=False)
class Call:
    """Something for the judged code to compute: plain data, handed to its process. `do` is a function of calls.py."""

    do: str
    values: Mapping[str, Any]
    plant: Plant | None = None


Found = Union[Judgement, "tuple[Ask, ...]", None]  # a problem; what another process is asked for; nothing


def nothing() -> None:
    """Prepare nothing."""


@dataclass(frozen=True, eq=False)
class Ask:
    """A call, and who compares what comes back with what is right. The comparing stays with the judge.

    What is right can be computed by `prepare` while the judged code is computing, too.
    """

    call: Call
    problem: Callable[[Answer], Found]
    prepare: Callable[[], Any] = nothing
    may_raise: bool = False  # an error is an answer, too


def ask(do: str, problem: Callable[[Answer], Found], **values: Any) -> Ask:
    return Ask(Call(do, values), problem)
