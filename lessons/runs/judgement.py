"""What the judge says, and what it asks of the judged code before it says it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

PASSED = "passed"
UNCHANGED = "unchanged"  # it is still the text that there was to begin with
IMPORT, RAISES, TIME, MEMORY, DIED = "import", "raises", "time", "memory", "died"
GRADIENT, TRAJECTORY, BOUND = "gradient", "trajectory", "bound"
MISSING, PARAMETERS, SHAPE, VALUE = "missing", "parameters", "shape", "value"
UNTRAINED, FORBIDDEN = "untrained", "forbidden"

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
    """Something for the judged code to compute: plain data, handed to its process. `do` is a function of judging.py."""

    do: str
    values: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Ask:
    """A call, and who compares what comes back with what is right. The comparing stays with the judge."""

    call: Call
    problem: Callable[[Answer], Judgement | None]


def ask(do: str, problem: Callable[[Answer], Judgement | None], **values: Any) -> Ask:
    return Ask(Call(do, values), problem)
