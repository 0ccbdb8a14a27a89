"""Judgements, what the judge asks of the judged code before it gives one, and how it compares two arrays."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
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
class Ask:
    """A function of calls.py with its values, and who compares what it gives. The comparing stays with the judge."""

    call: partial[Answer]  # goes to the process of the judged code, and is called there
    problem: Callable[[Answer], Judgement | None]
    may_raise: bool = False  # an error is an answer, too


def unequal(mine: Any, right: Any) -> str:
    """Write two numbers that differ with as many digits as it takes to see it: `0.70578 ≠ 0.70579`."""
    for digits in range(MIN_DIGITS, MAX_DIGITS + 1):
        pair = [f"{float(each) + 0.0:.{digits}g}" for each in (mine, right)]
        if pair[0] != pair[1]:
            break
    return " ≠ ".join(pair)


def first_apart(mine: Any, right: Any, allowed: Any, equal_nan: bool = True) -> tuple[int, ...] | None:
    """Return the first place where two arrays are further apart than is allowed; None where there is none."""
    with np.errstate(all="ignore"):
        near = (np.abs(mine - right) <= allowed) | (mine == right)
        near |= np.isnan(mine) & np.isnan(right) & equal_nan
    return None if near.all() else tuple(np.argwhere(~near)[0].tolist())


def difference(mine: Any, right: Any, allowed: Any, equal_nan: bool = True) -> str:
    """Say how an array differs from the right one, `[0, 1] 0.5 ≠ 0.7` or ` (3, 1) ≠ (3,)`; or nothing."""
    if mine.shape != right.shape:
        return f" {mine.shape} ≠ {right.shape}"
    at = first_apart(mine, right, allowed, equal_nan)
    return "" if at is None else f"{list(at) or ''} {unequal(mine[at], right[at])}"
