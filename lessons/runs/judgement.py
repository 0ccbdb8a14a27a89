"""Judgements, and what the judge asks of the judged code before it gives one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lessons.course.behaviour import Checked

MIN_DIGITS, MAX_DIGITS = 4, 17

Answer = Mapping[str, Any]


class Reason:
    """The reasons of the judge, in words that the tutor has sentences for: `repair.unchanged`."""

    PASSED = "passed"
    UNCHANGED = "unchanged"  # it is still the text that there was to begin with
    ELSEWHERE = "elsewhere"  # another file was changed, and the break is where it was
    IMPORT, RAISES, TIME, MEMORY = "import", "raises", "time", "memory"
    DIED, KILLED, CRASHED = "died", "killed", "crashed"  # how a process ends without an answer
    GRADIENT, TRAJECTORY, BOUND = "gradient", "trajectory", "bound"
    CONTRACT, CONTRACT_RAISES, CONTRACT_ACCEPTS = "contract", "contract_raises", "contract_accepts"
    MISSING, PARAMETERS, SHAPE, VALUE = "missing", "parameters", "shape", "value"
    UNTRAINED, FORBIDDEN = "untrained", "forbidden"
    OUTSIDE = "outside"  # it reaches for files, processes, the network


@dataclass(frozen=True)
class Judgement:
    """The judge's verdict: right or a reason, its details, and what came of each check of a lab."""

    reason: str
    detail: str = ""
    checks: tuple[Checked, ...] = field(default=(), compare=False)

    @property
    def passed(self) -> bool:
        return self.reason == Reason.PASSED


@dataclass(frozen=True, eq=False)
class Call:
    """Something for the judged code to compute: plain data, handed to its process. `do` is a function of calls.py."""

    do: str
    values: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Ask:
    """A call, and who compares what comes back with what is right. The comparing stays with the judge."""

    call: Call
    problem: Callable[[Answer], Judgement | None]
    may_raise: bool = False  # an error is an answer, too


def ask(do: str, problem: Callable[[Answer], Judgement | None], **values: Any) -> Ask:
    return Ask(Call(do, values), problem)


def unequal(mine: Any, right: Any) -> str:
    """Write two numbers that differ with as many digits as it takes to see it: `0.70578 ≠ 0.70579`."""
    for digits in range(MIN_DIGITS, MAX_DIGITS + 1):
        pair = [f"{float(each) + 0.0:.{digits}g}" for each in (mine, right)]
        if pair[0] != pair[1]:
            break
    return " ≠ ".join(pair)


def first_apart(mine: Any, right: Any, allowed: Any) -> tuple[int, ...] | None:
    """Return the first place where two arrays are further apart than is allowed; None where there is none."""
    with np.errstate(all="ignore"):
        near = (np.abs(mine - right) <= allowed) | (mine == right) | (np.isnan(mine) & np.isnan(right))
    return next((tuple(int(number) for number in place) for place in np.argwhere(~near)), None)
