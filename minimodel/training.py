"""The training loop: five lines, told one step at a time."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from .data import as_input, batches
from .nn.losses import CrossEntropyLoss
from .nn.module import Module
from .optim import Optimizer


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
