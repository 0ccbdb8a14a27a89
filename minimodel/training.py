"""The training loop: five lines, told one step at a time."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from .data import Batch, batches
from .nn.losses import CrossEntropyLoss
from .nn.module import Module
from .optim import Optimizer
from .random import Draws
from .tensor import Tensor

Loss = Callable[[Tensor, Any], Tensor]


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
    loss: Loss | None = None,
    *,
    batch_size: int | None = None,
    generator: Draws = None,
) -> Iterator[Step]:
    """Train on (x, y) and yield each step as it is done.

    Each step sees all rows or, with a batch_size, the next ones in an
    order that `generator` shuffles. The loss is CrossEntropyLoss() unless
    another is given. Stop whenever you like: what was yielded has
    happened, no more.
    """
    data, loss = prepared(x, y, steps, loss, batch_size, generator)
    return train_on(model, data, optimizer, loss)


def prepared(
    x: Any,
    y: Any,
    steps: int,
    loss: Loss | None = None,
    batch_size: int | None = None,
    generator: Draws = None,
) -> tuple[Iterator[Batch], Loss]:
    """Return the batches of so many steps, and the loss that is meant."""
    data = islice(batches(x, y, batch_size, generator), steps)
    return data, CrossEntropyLoss() if loss is None else loss


def train_on(
    model: Callable[[Tensor], Tensor],
    data: Iterable[Batch],
    optimizer: Optimizer,
    loss: Loss,
) -> Iterator[Step]:
    """Run the loop over these batches.

    There is no other: lab/replay.py and lab/ensemble.py come here too.
    """
    for step, (inputs, labels) in enumerate(data, 1):
        with np.errstate(all="ignore"):  # a NaN is shown, not warned of
            optimizer.zero_grad()
            error = loss(model(inputs), labels)
            error.backward()
            optimizer.step()
        yield Step(step, error.item())
