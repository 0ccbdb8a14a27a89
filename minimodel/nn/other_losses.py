"""Losses for targets that are not class numbers."""

from typing import Any

import numpy as np

from ..operations import Array, Result, sigmoid
from ..tensor import Tensor, apply
from .losses import Loss


class MSELoss(Loss):
    """(input - target)², averaged over all entries.

    Raises ValueError when the two shapes differ.
    """

    def forward(self, input: Tensor, target: Any) -> Tensor:
        if input.shape != np.shape(target):
            raise ValueError(
                f"MSELoss got an input of {input.shape} and a target of "
                f"{np.shape(target)}: the two must be equal. Reshape one."
            )
        return self.reduced((input - target) ** 2)


class BCEWithLogitsLoss(Loss):
    """-log p of the target, 0 or 1, with p = sigmoid(logit).

    Raises ValueError when the two shapes differ.
    """

    def forward(self, logits: Tensor, target: Any) -> Tensor:
        if logits.shape != np.shape(target):
            raise ValueError(
                f"BCEWithLogitsLoss got logits of {logits.shape} and a "
                f"target of {np.shape(target)}: the two must be equal."
            )
        return self.reduced(apply(binary_cross_entropy, logits, target))


def binary_cross_entropy(z: Array, target: Array) -> Result:
    """(1 - target)·z + log(1 + e⁻ᶻ), in a form that does not overflow.

    The slope for z is sigmoid(z) - target.
    """
    p, _ = sigmoid(z)
    value = (1 - target) * z + np.maximum(-z, 0)
    value = value + np.log1p(np.exp(-np.abs(z)))
    return value, (lambda g: g * (p - target), lambda g: -g * z)
