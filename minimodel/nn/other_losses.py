"""Losses for targets that are not class numbers."""

from typing import Any

import numpy as np

from ..dtypes import as_operand
from ..operations import Array, Result, sigmoid
from ..tensor import Tensor, apply
from .losses import Loss


def numbers_of(input: Tensor, target: Any) -> Any:
    """The target as numbers of the input's type, unless it is a tensor."""
    tensor = isinstance(target, Tensor)
    return target if tensor else as_operand(target, input.dtype)


class MSELoss(Loss):
    """(input - target)², averaged over all entries.

    Raises ValueError when the two shapes differ.
    """

    def forward(self, input: Tensor, target: Any) -> Tensor:
        target = numbers_of(input, target)
        if input.shape != target.shape:
            raise ValueError(
                f"MSELoss got an input of {input.shape} and a target of "
                f"{target.shape}: the two must be equal. Reshape one."
            )
        return self.reduced((input - target) ** 2)


class BCEWithLogitsLoss(Loss):
    """-log p of the target, 0 or 1, with p = sigmoid(logit).

    Raises ValueError when the two shapes differ.
    """

    def forward(self, logits: Tensor, target: Any) -> Tensor:
        target = numbers_of(logits, target)
        if logits.shape != target.shape:
            raise ValueError(
                f"BCEWithLogitsLoss got logits of {logits.shape} and a "
                f"target of {target.shape}: the two must be equal."
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
