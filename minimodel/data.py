"""Data: rows and their labels, checked before a network sees them."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .operations import Array
from .random import Draws
from .tensor import Tensor


def as_input(x: Any) -> Tensor:
    """Data as a tensor of numbers, none of them missing.

    Raises ValueError for NaN, which would spread to every parameter.
    """
    x = x if isinstance(x, Tensor) else Tensor(x)
    missing = np.argwhere(np.isnan(x._data))
    if len(missing):
        first = tuple(int(i) for i in missing[0])
        raise ValueError(
            f"The input has {len(missing)} entries that are NaN, the first "
            f"at {first}. Remove those rows or fill them in."
        )
    return x


def checked_labels(logits: Tensor, labels: Any) -> Array:
    """The labels as an array, or a sentence about what is wrong."""
    array = labels._data if isinstance(labels, Tensor) else labels
    array = np.asarray(array)
    if array.dtype.kind not in "iu":
        raise TypeError(
            f"CrossEntropyLoss needs labels that are class numbers, and "
            f"got {array.dtype}. Convert them with labels.astype(int)."
        )
    if logits.ndim < 2 or array.shape != logits.shape[:-1]:
        raise ValueError(
            f"CrossEntropyLoss got logits {logits.shape} and labels "
            f"{array.shape}: it needs logits (rows, classes) and one label "
            "for each row, (rows,)."
        )
    if array.size == 0:
        raise ValueError(
            "CrossEntropyLoss got an empty batch, whose mean is undefined. "
            "Leave it out of the loop."
        )
    if logits.dtype.kind != "f":
        raise TypeError(
            f"CrossEntropyLoss needs logits that are real numbers, and got "
            f"{logits.dtype}. Convert them with logits.float()."
        )
    classes = logits.shape[-1]
    if array.min() < 0 or array.max() >= classes:
        raise ValueError(
            f"CrossEntropyLoss got labels from {array.min()} to "
            f"{array.max()}, and there are {classes} classes: each must be "
            f"from 0 to {classes - 1}."
        )
    return array


def batches(
    x: Tensor, y: Array, batch_size: int | None, generator: Draws
) -> Iterator[tuple[Tensor, Array]]:
    """(x, y) for ever: the whole of it, or shuffled batches of it."""
    if batch_size is None:
        while True:
            yield x, y
    for rows in shuffled(len(x), batch_size, generator):
        yield Tensor(x._data[rows]), y[rows]


def shuffled(n: int, batch_size: int, generator: Draws) -> Iterator[Array]:
    """Row numbers in batches, each epoch in a new order, for ever.

    The last batch of an epoch is smaller when the sizes do not divide.

    Raises ValueError without a generator, or with a size below 1.
    """
    if batch_size < 1:
        raise ValueError(f"batch_size is {batch_size}: it must be >= 1.")
    if generator is None:
        raise ValueError(
            "Shuffled batches need a generator, so that they can be "
            "repeated: generator=numpy.random.default_rng(0)."
        )
    while True:
        order = generator.permutation(n)
        for start in range(0, n, batch_size):
            yield order[start : start + batch_size]
