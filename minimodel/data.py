"""Data: rows and their labels, whole or in batches."""

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from . import errors
from .axes import whole
from .error_sentences import Made, in_words
from .operations import Array
from .random import Draws, source
from .tensor import Tensor, result

Batch = tuple[Tensor, Array]


def as_input(x: Any) -> Tensor:
    """Return data as a tensor of numbers, none of them missing."""
    x = x if isinstance(x, Tensor) else Tensor(x)
    missing = np.argwhere(np.isnan(x._data))
    if len(missing):
        first = tuple(int(i) for i in missing[0])
        raise errors.ValueError(
            f"The input has {len(missing)} entries that are NaN, the "
            f"first at {first}. Remove those rows or fill them in."
        )
    return x


def batches(
    x: Any, y: Any, batch_size: int | None = None, generator: Draws = None
) -> Iterator[Batch]:
    """(x, y) for ever: the whole of it, or shuffled batches of it."""
    x, y = as_input(x), y._data if isinstance(y, Tensor) else np.asarray(y)
    if x.ndim == 0 or len(x) == 0 or np.shape(y)[:1] != x.shape[:1]:
        raise errors.ValueError(
            f"The data has x {x.shape} and y {y.shape}: both must begin "
            "with the number of rows, which is at least one."
        )
    if batch_size is None:
        return itertools.repeat((x, y))
    orders = shuffled(len(x), batch_size, generator)
    return ((result(x._data[rows]), y[rows]) for rows in orders)


def shuffled(n: int, batch_size: int, generator: Draws) -> Iterator[Array]:
    """Row numbers in batches, each epoch in a new order, for ever.

    The last batch of an epoch is smaller when the sizes do not divide.
    """
    at_least_1(batch_size)
    if n < 1:
        raise errors.ValueError("There are no rows to make batches of.")
    if generator is None:
        raise errors.ValueError(
            "Shuffled batches need a generator, so that they can be "
            "repeated: generator=numpy.random.default_rng(0)."
        )
    while True:
        order = generator.permutation(n)
        for start in range(0, n, batch_size):
            yield order[start : start + batch_size]


def at_least_1(size: Any) -> int:
    """Return the size of a batch, if there can be one."""
    if whole(size) < 1:
        raise errors.ValueError(f"batch_size is {size}: it must be >= 1.")
    return int(size)


# ---- as PyTorch's torch.utils.data has it ------------------------------


class TensorDataset(Made):
    """Tensors of equal length; entry i is the i-th row of each."""

    def __init__(self, *tensors: Tensor) -> None:
        if len({len(x) for x in tensors}) != 1:
            raise errors.ValueError(
                "A TensorDataset takes tensors of one length, and got "
                f"{[len(x) for x in tensors]}."
            )
        self.tensors = tensors

    def __len__(self) -> int:
        return len(self.tensors[0])

    def __getitem__(self, index: Any) -> tuple[Tensor, ...]:
        return tuple(x[index] for x in self.tensors)


class DataLoader(Made):
    """Batches of a dataset, one pass each time it is iterated over.

    A dataset has a length and entries: tensors or numbers, or tuples of
    them. With shuffle=True each pass has a new order, from `generator` or
    from the one that manual_seed sets. num_workers and pin_memory change
    nothing.
    """

    def __init__(
        self,
        dataset: Any,
        batch_size: int = 1,
        shuffle: bool = False,
        *,
        drop_last: bool = False,
        num_workers: int = 0,
        pin_memory: bool = False,
        generator: Draws = None,
    ) -> None:
        self.dataset, self.batch_size = dataset, at_least_1(batch_size)
        self.shuffle, self.generator = shuffle, generator
        self.drop_last = drop_last

    def __len__(self) -> int:
        rows = len(self.dataset) - self.drop_last * (self.batch_size - 1)
        return -(-rows // self.batch_size)

    def __iter__(self) -> Iterator[Any]:
        order = np.arange(len(self.dataset))
        if self.shuffle:
            order = source(self.generator).permutation(len(order))
        for i in range(len(self)):
            rows = order[i * self.batch_size : (i + 1) * self.batch_size]
            yield together([self.dataset[int(row)] for row in rows])


def together(entries: list[Any]) -> Any:
    """One batch of these entries: a tensor, or a list of them."""
    if isinstance(entries[0], tuple | list):
        return [
            together(list(column)) for column in zip(*entries, strict=True)
        ]
    return Tensor(np.stack([np.asarray(x) for x in entries]))


__getattr__ = in_words("data", globals())
