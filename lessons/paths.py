"""The way to train: the quickest that does, for this very library, what the plain loop does.

A quick way shares the loop, the operations and the optimiser with the plain one, so nearly every broken line is
broken in it too. A few are not: those that only the plain way runs, and those that look at all rows or all parameters
at once, which in a batched model are those of many seeds. So both begin, and where they part the plain one is taken.
"""

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

import numpy as np

TRIED = 24  # steps

Training = Callable[[], Iterable[Any]]  # begun anew at each call; yields the losses of each step


def agree(plain: Training, quick: Training, within: float = 0.0) -> bool:
    """Whether the first steps of two trainings have the same losses, to a relative distance."""
    try:
        first, second = (np.array(list(islice(training(), TRIED))) for training in (plain, quick))
    except Exception:  # a broken line may raise anything, in one of them or in both: the plain way shows it
        return False
    return first.shape == second.shape and np.allclose(first, second, rtol=within, atol=0, equal_nan=True)
