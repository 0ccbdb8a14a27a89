"""Adding on a clock: (a + b) mod m, for every a and b."""

from types import ModuleType

import numpy as np

from lessons.format import LessonError
from lessons.runs.rows import Rows


def modular(library: ModuleType, seed: int, modulus: int = 11, rows: int = 80) -> Rows:
    """Give the table of all sums on a clock of so many hours: so many cells to train, all others held out."""
    if modulus < 2 or not 1 <= rows <= modulus**2:
        raise LessonError(
            "task: modular takes a modulus of 2 or more, and as rows at most all modulus² sums; "
            f"got {modulus} and {rows}."
        )
    order = np.random.default_rng([seed, 1]).permutation(modulus**2)
    cells = np.column_stack(np.divmod(order, modulus))
    x = np.concatenate([np.eye(modulus)[cells[:, 0]], np.eye(modulus)[cells[:, 1]]], axis=1)
    y = cells.sum(axis=1) % modulus
    return Rows(x[:rows], y[:rows], x[rows:], y[rows:], classes=modulus)
