"""Losses: one number that says how wrong the outputs are."""

from typing import Any

import numpy as np

from ..data import checked_labels
from ..operations import cross_entropy
from ..tensor import Tensor, apply, beside
from .module import Module


class CrossEntropyLoss(Module):
    """-log p(label), averaged over the rows, p the softmax of the logits.

    Shapes: logits (B, C), labels (B,) of integers below C -> one number.
    With leading axes, (S, B, C) and (S, B), it is one number each, (S,).
    Source: Bridle, 1990.

    Raises TypeError for labels that are not integers, ValueError for
    shapes that do not fit, labels out of range and empty batches.
    """

    def forward(self, logits: Tensor, labels: Any) -> Tensor:
        array = checked_labels(logits, labels).astype(int)[..., None]
        batch, classes = logits.shape[-2:]
        firsts = np.arange(0, array.size * classes, classes)
        places = firsts.reshape(array.shape) + array
        share = np.zeros(logits.shape, logits.dtype)
        share.put(places, 1 / batch)
        return apply(cross_entropy, logits, places=places, share=share)


class MSELoss(Module):
    """(input - target)², averaged over all entries.

    Raises ValueError when the two shapes differ.
    """

    def forward(self, input: Tensor, target: Any) -> Tensor:
        target = beside(input, target)
        if input.shape != target.shape:
            raise ValueError(
                f"MSELoss got an input of {input.shape} and a target of "
                f"{target.shape}: the two must be equal. Reshape one."
            )
        return ((input - target) ** 2).mean()
