"""Losses for targets that are numbers, not classes."""

from typing import Any

import numpy as np

from .. import errors
from ..dtypes import as_operand
from ..operations import Array, Result, sigmoid
from ..tensor import Tensor, apply
from .losses import Loss


class MSELoss(Loss):
    """(input - target)², averaged over all entries."""

    def forward(self, input: Tensor, target: Any) -> Tensor:
        target = fitting("MSELoss", input, target)
        return self.reduced((input - target) ** 2)


class BCEWithLogitsLoss(Loss):
    """-log p of the target, 0 or 1, with p = sigmoid(logit)."""

    def forward(self, logits: Tensor, target: Any) -> Tensor:
        target = fitting("BCEWithLogitsLoss", logits, target)
        return self.reduced(apply(binary_cross_entropy, logits, target))


class BCELoss(Loss):
    """-log p of the target, 0 or 1; the input is p, from 0 to 1."""

    def forward(self, input: Tensor, target: Any) -> Tensor:
        target = fitting("BCELoss", input, target)
        return self.reduced(apply(cross_entropy_of_p, input, target))


class KLDivLoss(Loss):
    """target·(log target - input), the input log-probabilities.

    "batchmean" is its sum for each row; "mean" is over all entries.
    """

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__("sum" if reduction == "batchmean" else reduction)
        self.by_rows = reduction == "batchmean"

    def forward(self, input: Tensor, target: Any) -> Tensor:
        target = fitting("KLDivLoss", input, target)
        known = target.masked_fill(target == 0, 1).log()  # 0·log 0 is 0
        losses = self.reduced(target * (known - input))
        return losses / len(input) if self.by_rows else losses


def fitting(loss: str, input: Tensor, target: Any) -> Any:
    """Return the target in the input's numbers, if it has its shape."""
    if not isinstance(target, Tensor):
        target = Tensor(as_operand(target, input.dtype))
    if input.shape != target.shape:
        raise errors.ValueError(
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


def cross_entropy_of_p(p: Array, target: Array) -> Result:
    """-(target·log p + (1 - target)·log(1 - p)), no log below -100.

    The slope for p is (p - target) / (p(1 - p)).
    """
    if not np.all((p >= 0) & (p <= 1)):
        raise errors.ValueError(
            "p is from 0 to 1; logits have another loss"
        )
    with np.errstate(divide="ignore"):
        yes, no = (np.maximum(np.log(x), -100) for x in (p, 1 - p))
    spread = np.maximum(p * (1 - p), 1e-12)
    return -(target * yes + (1 - target) * no), (
        lambda g: g * (p - target) / spread,
        lambda g: g * (no - yes),
    )
