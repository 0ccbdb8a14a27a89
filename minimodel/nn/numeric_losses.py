"""Losses for targets that are numbers, not classes."""

from typing import Any

import numpy as np

from .. import said
from ..dtypes import as_operand
from ..operations import Array, Result, sigmoid
from ..tensor import Tensor, apply
from .losses import Loss


class MSELoss(Loss):
    """(input - target)², averaged over all entries.

    Raises ValueError when the two shapes differ.
    """

    def forward(self, input: Tensor, target: Any) -> Tensor:
        target = fitting("MSELoss", input, target)
        return self.reduced((input - target) ** 2)


class BCEWithLogitsLoss(Loss):
    """-log p of the target, 0 or 1, with p = sigmoid(logit).

    Raises ValueError when the two shapes differ.
    """

    def forward(self, logits: Tensor, target: Any) -> Tensor:
        target = fitting("BCEWithLogitsLoss", logits, target)
        return self.reduced(apply(binary_cross_entropy, logits, target))


def fitting(loss: str, input: Tensor, target: Any) -> Any:
    """Return the target in the input's numbers, if it has its shape."""
    if not isinstance(target, Tensor):
        target = as_operand(target, input.dtype)
    if input.shape != target.shape:
        raise said.ValueError(
            f"{loss} got an input of {input.shape} and a target of "
            f"{target.shape}: the two must be equal. Reshape one."
        )
    return target


def binary_cross_entropy(z: Array, target: Array) -> Result:
    """(1 - target)·z + log(1 + e⁻ᶻ), in a form that does not overflow.

    The slope for z is sigmoid(z) - target.
    """
    p, _ = sigmoid(z)
    value = (1 - target) * z + np.maximum(-z, 0)
    value = value + np.log1p(np.exp(-np.abs(z)))
    return value, (lambda g: g * (p - target), lambda g: -g * z)
