"""Weighting: rows of a cross-entropy that do not count alike."""

from typing import Any, NamedTuple

import numpy as np

from ..operations import Array
from ..tensor import Tensor


class Weighting(NamedTuple):
    """A number for each class, a label that counts nothing, smoothing."""

    weight: Any
    ignore_index: int | None
    label_smoothing: float

    def matters(self, labels: Array) -> bool:
        """Return True if it makes a difference for these labels."""
        if self.weight is not None or self.label_smoothing:
            return True
        ignored = self.ignore_index
        return ignored is not None and bool((labels == ignored).any())

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
