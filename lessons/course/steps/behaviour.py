"""Behaviour of a learner's code, as a journal keeps it: a repair beside healthy and broken, a lab check by check."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from lessons.course.lesson.lesson import BROKEN, HEALTHY
from lessons.course.lesson.page import Strings
from lessons.course.lesson.pictures import HELD_OUT_RIGHT, HELD_OUT_WRONG, RIGHT, WRONG, Grid, cell_counts
from lessons.course.lesson.summaries import Value

Parts = Mapping[str, str]

YOURS = "yours"
SIDES = (BROKEN, HEALTHY, YOURS)  # in the order in which they are drawn
MISTAKE = "mistake"  # among the parts: the wrong attempt of a lab that does the same
UNTRIED = "untried"  # of a check that nobody came to
LETTERS = {RIGHT: "r", WRONG: "w", HELD_OUT_RIGHT: "R", HELD_OUT_WRONG: "W", "": "-"}
STATES = {letter: state for state, letter in LETTERS.items()}
MAX_NAMED = 6  # cells that are named as wrong


@dataclass(frozen=True)
class WordGrid:
    """A grid of a task, its cells in letters, a word a row."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Behaviour:
    """One experiment that is drawn, at some of its steps; and what was measured in the end."""

    experiment: str
    steps: tuple[float, ...]
    losses: Mapping[str, tuple[float, ...]]  # by side
    metrics: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)  # by metric and side
    grid: WordGrid | None = None

    def as_plain(self) -> dict[str, Any]:
        return dict(plain(asdict(self)))


@dataclass(frozen=True)
class Checked:
    """The outcome of one check of a lab: a reason of the judge's, `passed` or `untried`, and its details."""

    reason: str
    detail: str = ""
    parts: Parts = field(default_factory=dict, hash=False)  # of the detail, for sentences


def as_checked(checks: Sequence[Checked]) -> dict[str, Any]:
    return {"checks": [asdict(each) for each in checks]}


def checks_of(found: Any) -> tuple[Checked, ...]:
    """Read them back from a journal; `()` if they are malformed."""
    try:
        checks = found["checks"]
        return tuple(
            Checked(str(each.get("reason", UNTRIED)), str(each.get("detail", "")), parts_in(each.get("parts")))
            for each in checks
        )
    except (AttributeError, LookupError, TypeError):
        return ()


def parts_in(found: object) -> Parts:
    """Read the parts of a judgement's detail back from a journal; none where there are none."""
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, Mapping) else {}


def plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items() if each is not None}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return float(f"{value:.5g}") if isinstance(value, float) else value


def behaviour_of(found: object) -> Behaviour | None:
    """Read it back from a journal; None if it is missing, or cannot be drawn."""
    try:
        return read_behaviour(found)
    except (AttributeError, LookupError, OverflowError, TypeError, ValueError):
        return None


def read_behaviour(found: Any) -> Behaviour:
    """Read plain data. Raises one of several errors where it is not of this form."""
    steps = tuple(map(float, found["steps"]))
    losses = {side: tuple(map(float, found["losses"][side])) for side in SIDES}
    if not steps or any(len(each) != len(steps) for each in losses.values()):
        raise ValueError("not a loss a step")
    metrics = {
        str(metric): {side: value_of(values.get(side)) for side in SIDES}
        for metric, values in found.get("metrics", {}).items()
    }
    grid = read_rows(found["grid"]) if "grid" in found else None
    return Behaviour(str(found.get("experiment", "")), steps, losses, metrics, grid)


def value_of(found: Any) -> Value:
    return found if found is None or isinstance(found, str) else float(found)


def read_rows(found: Any) -> WordGrid:
    """Read a grid whose rows and columns go together. Raises ValueError where they do not."""
    rows, columns, cells = (tuple(map(str, found[name])) for name in ("rows", "columns", "cells"))
    if len(rows) != len(cells) or any(len(row) != len(columns) for row in cells):
        raise ValueError("not a word a row")
    return WordGrid(rows, columns, cells)


def filled_grid(found: WordGrid, name: str, role: str, text: Strings) -> Grid:
    cells = tuple(tuple(STATES.get(letter, "") for letter in row) for row in found.cells)
    count = cell_counts([state for row in cells for state in row])
    wrong = [
        f"{row} {column}"
        for row, states_of_row in zip(found.rows, cells, strict=True)
        for column, state in zip(found.columns, states_of_row, strict=True)
        if state in (WRONG, HELD_OUT_WRONG)
    ]
    named = ", ".join(wrong[:MAX_NAMED]) + ", …" * (len(wrong) > MAX_NAMED)
    says = text("says.grid_kept" if wrong else "says.grid_all", arm=name, wrong=named, **count)
    title = f"{name} · {text('picture.grid', **count)}"
    return Grid(title, found.rows, found.columns, cells, says[:1].upper() + says[1:], role)
