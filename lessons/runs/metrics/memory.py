"""What a recurrence still knows of what it has read."""

import numpy as np

from lessons.runs.rows import Array
from lessons.runs.trained import Trained, at_rest


def bits_kept(run: Trained) -> float | None:
    """How many of the last bits can be read back from a state of one number that halves: its binary digits.

    Of each row the digits are compared with the bits, the last one first, until one is wrong; the median of the rows.
    """
    if not hasattr(run.model, "state"):
        return None
    dtype = next(run.model.parameters()).dtype
    with run.library.no_grad():
        state = np.asarray(
            at_rest(run.model).state(run.library.Tensor(run.rows.x, dtype=dtype)).data, dtype=float
        )
    if state.shape[1:] != (1,):
        return None
    return float(np.median([as_read(each, bits) for each, bits in zip(state[:, 0], run.rows.x, strict=True)]))


def as_read(state: float, bits: Array) -> int:
    """Count the digits that are right, from the last bit backwards."""
    for number, bit in enumerate(bits[::-1]):
        digit = float(state >= 1)
        if digit != bit:
            return number
        state = 2 * (state - digit)
    return len(bits)
