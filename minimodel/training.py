"""The training loop: five lines, told one step at a time."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from .nn.losses import CrossEntropyLoss
from .nn.module import Module
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
) -> Iterator[Step]:
    """Train on the whole of (x, y) and yield each step as it is done.

    The loss is CrossEntropyLoss() unless another is given. Stop
    whenever you like: what was yielded has happened, no more.
    """
    loss, x = loss or CrossEntropyLoss(), as_input(x)
    for step in range(1, steps + 1):
        with np.errstate(all="ignore"):  # a NaN is shown, not warned of
            optimizer.zero_grad()
            error = loss(model(x), y)
            error.backward()
            optimizer.step()
        yield Step(step, error.item())


def as_input(x: Any) -> Tensor:
    """Data as a tensor, refused when an entry is missing.

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
