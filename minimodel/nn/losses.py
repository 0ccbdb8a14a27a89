"""Losses: one number that says how wrong the outputs are."""

from typing import Any

import numpy as np

from ..operations import Array, cross_entropy
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
        array = checked_labels(logits, labels)
        is_label = array[..., None] == np.arange(logits.shape[-1])
        one_hot = is_label.astype(logits.dtype)
        return apply(
            cross_entropy, logits, is_label=is_label, one_hot=one_hot
        )


def checked_labels(logits: Tensor, labels: Any) -> Array:
    """The labels as an array, or a sentence about what is wrong."""
    array = labels._data if isinstance(labels, Tensor) else labels
    array = np.asarray(array)
    if array.dtype.kind not in "iu":
        raise TypeError(
            f"CrossEntropyLoss needs labels that are class numbers, and "
            f"got {array.dtype}. Convert them with labels.astype(int)."
        )
    if logits.ndim < 2 or array.shape != logits.shape[:-1]:
        raise ValueError(
            f"CrossEntropyLoss got logits {logits.shape} and labels "
            f"{array.shape}: it needs logits (rows, classes) and one label "
            "for each row, (rows,)."
        )
    if array.size == 0:
        raise ValueError(
            "CrossEntropyLoss got an empty batch, whose mean is undefined. "
            "Leave it out of the loop."
        )
    classes = logits.shape[-1]
    if array.min() < 0 or array.max() >= classes:
        raise ValueError(
            f"CrossEntropyLoss got labels from {array.min()} to "
            f"{array.max()}, and there are {classes} classes: each must be "
            f"from 0 to {classes - 1}."
        )
    return array


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
