"""How a learner's code behaved: a repair beside the healthy library and the broken one, a lab check by check.

This is what a journal keeps of it. Whether the code is right the judge has decided by itself.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from lessons.pictures import HELD_OUT_RIGHT, HELD_OUT_WRONG, RIGHT, WRONG
from lessons.summaries import Value

HEALTHY, BROKEN, YOURS = "healthy", "broken", "yours"
SIDES = (BROKEN, HEALTHY, YOURS)  # in the order in which they are drawn
UNTRIED = "untried"  # of a check that nobody came to
LETTERS = {RIGHT: "r", WRONG: "w", HELD_OUT_RIGHT: "R", HELD_OUT_WRONG: "W", "": "-"}

Losses = Mapping[str, tuple[float, ...]]  # by side
Metrics = Mapping[str, Mapping[str, Value]]  # by metric and side


@dataclass(frozen=True)
class Rows:
    """A grid of a task, its cells in letters, a word a row."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Behaviour:
    """One experiment that is drawn, at some of its steps; and what was measured in the end."""

    experiment: str
    steps: tuple[float, ...]
    losses: Losses
    metrics: Metrics = field(default_factory=dict)
    grid: Rows | None = None

    def as_plain(self) -> dict[str, Any]:
        """For a journal: lists, tables and no None."""
        return dict(plain(asdict(self)))


@dataclass(frozen=True)
class Checked:
    """What came of one check of a lab: a reason of the judge's, `passed` or `untried`, and its details."""

    reason: str
    detail: str = ""


def as_checked(checks: Sequence[Checked]) -> dict[str, Any]:
    """For a journal."""
    return {"checks": [asdict(each) for each in checks]}


def checks_of(found: object) -> tuple[Checked, ...]:
    """Read them back from a journal; nothing where they are none."""
    checks = found.get("checks") if isinstance(found, Mapping) else None
    if not isinstance(checks, list | tuple) or not all(isinstance(each, Mapping) for each in checks):
        return ()
    return tuple(Checked(str(each.get("reason", UNTRIED)), str(each.get("detail", ""))) for each in checks)


def plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items() if each is not None}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return float(f"{value:.5g}") if isinstance(value, float) else value


def behaviour_of(found: object) -> Behaviour | None:
    """Read it back from a journal; None where there is none, or nothing that can be drawn."""
    if not isinstance(found, Mapping):
        return None
    steps, losses = numbers(found.get("steps")), found.get("losses")
    if not steps or not isinstance(losses, Mapping):
        return None
    drawn = {side: numbers(losses.get(side)) for side in SIDES}
    if any(len(each) != len(steps) for each in drawn.values()):
        return None
    return Behaviour(
        str(found.get("experiment", "")),
        steps,
        drawn,
        metrics_of(found.get("metrics")),
        rows_of(found.get("grid")),
    )


def numbers(found: object) -> tuple[float, ...]:
    if not isinstance(found, list | tuple):
        return ()
    return tuple(as_float(each) if isinstance(each, int | float) else math.nan for each in found)


def as_float(found: float) -> float:
    try:
        return float(found)
    except OverflowError:  # a whole number beyond every float
        return math.inf


def metrics_of(found: object) -> Metrics:
    if not isinstance(found, Mapping):
        return {}
    return {
        str(metric): {side: value_of(values.get(side)) for side in SIDES}
        for metric, values in found.items()
        if isinstance(values, Mapping)
    }


def value_of(found: object) -> Value:
    if isinstance(found, bool) or not isinstance(found, int | float | str):
        return None
    return found if isinstance(found, str) else as_float(found)


def rows_of(found: object) -> Rows | None:
    """A grid whose rows and columns go together."""
    if not isinstance(found, Mapping):
        return None
    parts = [found.get(name) for name in ("rows", "columns", "cells")]
    if not all(isinstance(part, list | tuple) for part in parts):
        return None
    rows, columns, cells = (tuple(map(str, part)) for part in parts if isinstance(part, list | tuple))
    if len(rows) != len(cells) or any(len(row) != len(columns) for row in cells):
        return None
    return Rows(rows, columns, cells)
