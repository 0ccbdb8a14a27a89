"""Losses: one number that says how wrong the outputs are."""

from typing import Any

import numpy as np

from .. import errors
from ..dtypes import as_numbers
from ..operations import Array, Result
from ..tensor import Tensor, apply
from .module import Module
from .weighting import Weighting, of_places

REDUCTIONS = ("mean", "sum", "none")


class Loss(Module):
    """A loss of each row or entry, and how they become one number.

    reduction is "mean", "sum", or "none" to keep them all.
    """

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__()
        if reduction not in REDUCTIONS:
            raise errors.ValueError(
                f"reduction is one of {', '.join(REDUCTIONS)}, and not "
                f"{reduction!r}."
            )
        self.reduction = reduction

    def reduced(self, losses: Tensor) -> Tensor:
        """Return the losses as one number, or as they are."""
        if self.reduction == "none":
            return losses
        if self.reduction == "mean":
            check_rows(type(self).__name__, losses.numel())
        return losses.mean() if self.reduction == "mean" else losses.sum()


class CrossEntropyLoss(Loss):
    """-log p(label), averaged over the rows, p the softmax of the logits.

    Shapes: logits (B, C), labels (B,) of integers below C -> one number.
    With places in each row PyTorch has the classes second, (B, C, T) and
    (B, T). members=True is for ensembles: (S, B, C) and (S, B) -> (S,).

    Rows that do not count alike, by `weight` of their class,
    `ignore_index` or `label_smoothing`, are in weighting.py.
    Source: Bridle, 1990.
    """

    def __init__(
        self,
        weight: Any = None,
        *,
        ignore_index: int = -100,
        label_smoothing: float = 0.0,
        members: bool = False,
        **reduction: str,
    ) -> None:
        super().__init__(**reduction)
        self.weighting = Weighting(weight, ignore_index, label_smoothing)
        self.members = members

    def forward(self, logits: Tensor, labels: Any) -> Tensor:
        if logits.ndim > 2 and not self.members:
            return of_places(self, logits, as_numbers(labels))
        name, ignored = "CrossEntropyLoss", self.weighting.ignore_index
        labels = checked_labels(name, logits, labels, ignored)
        if self.reduction == "none" or self.weighting.matters(labels):
            return self.weighting.loss(logits, labels, self.reduction)
        rows = 1 if self.reduction == "sum" else labels.shape[-1]
        return apply(cross_entropy, logits, labels=labels, rows=rows)


def cross_entropy(logits: Array, *, labels: Array, rows: int) -> Result:
    """Σ -log softmax(logits) at each row's label, divided by `rows`.

    Shapes: logits (..., B, C), labels (..., B) -> (...). The derivative is
    softmax, minus 1 at the label, over the batch.
    """
    p = logits - over_classes(np.maximum, logits)
    firsts = np.arange(0, p.size, p.shape[-1])  # of each row, laid flat
    places = (firsts.reshape(labels.shape) + labels)[..., None]
    at_label = p.take(places)
    np.exp(p, p)
    total = over_classes(np.add, p)
    losses = (np.log(total) - at_label)[..., 0]
    value = np.add.reduce(losses, axis=-1) * (1 / rows)

    def to_logits(g: Array) -> Array:
        slope = p * ((1 / rows) / total)
        slope.put(places, slope.take(places) - 1 / rows)
        return slope * g[..., None, None]

    return value, (to_logits,)


def over_classes(of: Any, a: Array) -> Array:
    """Reduce the classes: a few along the first axis, which is quicker."""
    if a.shape[-1] < 16:
        return of.reduce(a.T.copy(), axis=0).T[..., None]
    return of.reduce(a, axis=-1, keepdims=True)


def check_rows(loss: str, rows: int) -> None:
    """Refuse an empty batch."""
    if not rows:
        raise errors.ValueError(
            f"{loss} got an empty batch, which has no mean: leave it out."
        )


def checked_labels(
    loss: str, logits: Tensor, labels: Any, ignored: Any = None
) -> Array:
    """Return the labels as an array, or a sentence about what is wrong."""
    plain = type(labels) is np.ndarray  # and need not be copied twice
    array = labels if plain else as_numbers(labels)
    if array.dtype.kind not in "iu":
        raise errors.TypeError(
            f"{loss} needs labels that are class numbers, and "
            f"got {array.dtype}. Convert them with labels.astype(int)."
        )
    if logits.ndim < 2 or array.shape != logits.shape[:-1]:
        raise errors.ValueError(
            f"{loss} got logits {logits.shape} and labels "
            f"{array.shape}: it needs logits (rows, classes), and "
            "one label for each row, (rows,)."
        )
    check_rows(loss, array.size)
    if logits.dtype.kind != "f":
        raise errors.TypeError(
            f"{loss} needs logits of real numbers, and got "
            f"{logits.dtype}. Convert them with logits.float()."
        )
    classes = logits.shape[-1]
    high = array.astype(np.uint64) >= classes  # where -1 is a huge one
    if np.count_nonzero(high) and not np.all(array[high] == ignored):
        raise errors.ValueError(
            f"{loss} got labels from {array.min()} to "
            f"{array.max()}, and there are {classes} classes: each must "
            f"be from 0 to {classes - 1}, or be the ignore_index."
        )
    return array.astype(int)
