"""Joining: one tensor made of several."""

from collections.abc import Sequence

import numpy as np

from . import operations
from .tensor import Operand, Tensor, apply, beside


def where(condition: Operand, a: Operand, b: Operand) -> Tensor:
    """a where the condition holds, else b."""
    mask = np.array(condition, dtype=bool)
    return apply(operations.where, *as_tensors([a, b]), condition=mask)


def concatenate(tensors: Sequence[Operand], dim: int = 0) -> Tensor:
    """The tensors one after the other along an axis they have."""
    return apply(operations.concatenate, *as_tensors(tensors), dim=dim)


def stack(tensors: Sequence[Operand], dim: int = 0) -> Tensor:
    """The tensors side by side along a new axis."""
    return apply(operations.stack, *as_tensors(tensors), dim=dim)


def as_tensors(values: Sequence[Operand]) -> list[Tensor]:
    """All as tensors; numbers take the dtype of the first tensor."""
    if not len(values):
        raise ValueError("Nothing to put together: the list is empty.")
    tensors = (x for x in values if isinstance(x, Tensor))
    like = next(tensors, Tensor(0.0))
    return [beside(like, x) for x in values]
