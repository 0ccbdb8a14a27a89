"""Weighting: a cross-entropy of rows that do not count alike, or many."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .. import errors
from ..operations import Array
from ..tensor import Tensor


class Weighting(NamedTuple):
    """A number for each class, a label that counts nothing, smoothing."""

    weight: Any
    ignore_index: int
    label_smoothing: float

    def matters(self, labels: Array) -> bool:
        """Return True if it makes a difference for these labels."""
        if self.weight is not None or self.label_smoothing:
            return True
        return bool(np.count_nonzero(labels == self.ignore_index))

    def loss(
        self, logits: Tensor, labels: Array, reduction: str
    ) -> Tensor:
        """-Σ target·log softmax(logits), a mean being over Σ weights.

        The target has 1 at the label, or less with label_smoothing, which
        all classes share, times the weight of each class.
        Source: Szegedy et al., 2016.
        """
        classes, part = logits.shape[-1], self.label_smoothing
        weight = np.ones(classes) if self.weight is None else self.weight
        if np.shape(weight) != (classes,) or not 0 <= part <= 1:
            raise errors.ValueError(
                f"A weight is a number for each of {classes} classes, and "
                f"label_smoothing a share from 0 to 1, not {part}."
            )
        one_hot = labels[..., None] == np.arange(classes)
        kept = (labels != self.ignore_index)[..., None]
        weights = kept * np.asarray(weight, logits.dtype)
        target = weights * ((1 - part) * one_hot + part / classes)
        log_p = logits.log_softmax().masked_fill(target == 0, 0)
        losses = -(log_p * target).sum(-1)
        if reduction == "none":
            return losses
        count = (weights * one_hot).sum((-2, -1))
        return losses.sum(-1) / (count if reduction == "mean" else 1)


def of_places(
    loss: Callable[..., Tensor], logits: Tensor, labels: Array
) -> Tensor:
    """Take each place of logits (B, C, ...), labels (B, ...) as a row."""
    shape = logits.shape[:1] + logits.shape[2:]
    if labels.shape != shape:
        raise errors.ValueError(
            f"CrossEntropyLoss got logits {logits.shape} and labels "
            f"{labels.shape}: the classes are axis 1, and the labels must "
            f"be {shape}. Where the classes are last, write "
            "logits.flatten(0, -2) and labels.flatten()."
        )
    rows, labels = logits.swapaxes(1, -1), labels.swapaxes(1, -1)
    losses = loss(rows.flatten(0, -2), labels.reshape(-1))
    if losses.ndim == 0:
        return losses
    return losses.reshape(labels.shape).swapaxes(1, -1)
