"""The training loop: five lines, told one step at a time."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from .nn.losses import CrossEntropyLoss
from .nn.module import Module
from .optim import Optimizer
from .tensor import Tensor


@dataclass(frozen=True, slots=True)
class Step:
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
    loss = loss or CrossEntropyLoss()
    x = x if isinstance(x, Tensor) else Tensor(x)
    for step in range(1, steps + 1):
        with np.errstate(all="ignore"):  # a NaN is shown, not warned of
            optimizer.zero_grad()
            error = loss(model(x), y)
            error.backward()
            optimizer.step()
        yield Step(step, error.item())
