"""The training loop: five lines, told one step at a time."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from .nn.losses import CrossEntropyLoss
from .nn.module import Module
from .operations import Array
from .optim import Optimizer
from .tensor import Tensor


class Step(NamedTuple):
    """One step: its number, from 1, and the loss *before* its update."""

    step: int
    loss: float


def train(
    model: Module,
    x: Any,
    y: Any,
    optimizer: Optimizer,
    steps: int,
    loss: Module | None = None,
    *,
    batch_size: int | None = None,
    generator: np.random.Generator | None = None,
) -> Iterator[Step]:
    """Train on (x, y) and yield each step as it is done.

    Each step sees all rows or, with a batch_size, the next ones in an
    order that `generator` shuffles. The loss is CrossEntropyLoss() unless
    another is given. Stop whenever you like: what was yielded has
    happened, no more.

    Raises ValueError for NaN in x, and as `batches` does.
    """
    loss, x = loss or CrossEntropyLoss(), as_input(x)
    parts = batches(x, np.asarray(y), batch_size, generator)
    for step, (inputs, labels) in zip(range(1, steps + 1), parts):  # noqa: B905
        with np.errstate(all="ignore"):  # a NaN is shown, not warned of
            optimizer.zero_grad()
            error = loss(model(inputs), labels)
            error.backward()
            optimizer.step()
        yield Step(step, error.item())


def batches(
    x: Tensor,
    y: Array,
    batch_size: int | None,
    generator: np.random.Generator | None,
) -> Iterator[tuple[Tensor, Array]]:
    """(x, y) for ever: the whole of it, or shuffled batches of it."""
    if batch_size is None:
        while True:
            yield x, y
    for rows in shuffled(len(x), batch_size, generator):
        yield Tensor(x._data[rows]), y[rows]


def shuffled(
    n: int, batch_size: int, generator: np.random.Generator | None
) -> Iterator[Array]:
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


def as_input(x: Any) -> Tensor:
    """Data as a tensor of real numbers, none of them missing.

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
