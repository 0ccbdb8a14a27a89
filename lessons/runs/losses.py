"""The losses that an experiment may train with: one number for a model, one a member for an ensemble."""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import numpy as np

Loss = Callable[[Any, Any], Any]


def cross_entropy(library: ModuleType) -> Loss:
    loss: Loss = library.nn.CrossEntropyLoss()
    return loss


def cross_entropy_spelled_out(library: ModuleType) -> Loss:
    """-log p(label), from log_softmax, gather and mean."""

    def loss(logits: Any, labels: Any) -> Any:
        picked = logits.log_softmax(-1).gather(-1, np.asarray(labels)[..., None])
        return -picked.mean(dim=(-1, -2))

    return loss


def mean_squares(library: ModuleType) -> Loss:
    """The mean squared distance, over the rows and the outputs. Class numbers stand for a 1 at their place."""

    def loss(outputs: Any, targets: Any) -> Any:
        if np.ndim(targets) < outputs.ndim:
            targets = np.eye(outputs.shape[-1], dtype=outputs.dtype)[np.asarray(targets)]
        distance = outputs - targets
        return (distance * distance).mean(dim=(-1, -2))

    return loss


LOSSES: Mapping[str, Callable[[ModuleType], Loss]] = {
    "cross_entropy": cross_entropy,
    "cross_entropy_spelled_out": cross_entropy_spelled_out,
    "mean_squares": mean_squares,
}
