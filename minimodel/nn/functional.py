"""Layers without parameters of their own, as functions, as in PyTorch."""

from typing import Any

import numpy as np

from .. import operations, said
from ..axes import as_lengths
from ..dtypes import as_numbers
from ..tensor import Tensor, apply
from .dropout import Dropout
from .losses import CrossEntropyLoss, Loss, checked_labels
from .numeric_losses import BCEWithLogitsLoss, MSELoss

relu, gelu = Tensor.relu, Tensor.gelu
sigmoid, tanh = Tensor.sigmoid, Tensor.tanh
softmax, log_softmax = Tensor.softmax, Tensor.log_softmax


def linear(
    x: Tensor, weight: Tensor, bias: Tensor | None = None
) -> Tensor:
    """x @ weightᵀ + bias."""
    if np.ndim(weight) < 2:
        raise said.ValueError("linear: the weight must be (out, in).")
    inputs = (x, weight) if bias is None else (x, weight, bias)
    return apply(operations.linear, *inputs)


def cross_entropy(
    logits: Tensor, labels: Any, reduction: str = "mean"
) -> Tensor:
    """-log softmax(logits) at the labels: CrossEntropyLoss."""
    return CrossEntropyLoss(reduction)(logits, labels)


def nll_loss(
    log_p: Tensor, labels: Any, reduction: str = "mean"
) -> Tensor:
    """-log p at the labels, of log-probabilities (rows, classes)."""
    labels = checked_labels("nll_loss", log_p, labels)
    rows = log_p.gather(-1, labels[..., None])
    return Loss(reduction).reduced(-rows.squeeze(-1))


def mse_loss(
    input: Tensor, target: Any, reduction: str = "mean"
) -> Tensor:
    """(input - target)²: MSELoss."""
    return MSELoss(reduction)(input, target)


def binary_cross_entropy_with_logits(
    logits: Tensor, target: Any, reduction: str = "mean"
) -> Tensor:
    """BCEWithLogitsLoss."""
    return BCEWithLogitsLoss(reduction)(logits, target)


def dropout(x: Tensor, p: float = 0.5, training: bool = True) -> Tensor:
    """Dropout, while training."""
    return Dropout(p).train(training)(x)


def one_hot(labels: Any, num_classes: int = -1) -> Tensor:
    """1 at the label and 0 elsewhere: (...) -> (..., num_classes)."""
    array = as_numbers(labels)
    count = num_classes if num_classes > 0 else int(array.max()) + 1
    if array.dtype.kind not in "iu" or not np.all(
        (array >= 0) & (array < count)
    ):
        raise said.ValueError(
            f"one_hot takes whole numbers from 0 to {count - 1}, and got "
            f"{labels!r:.60}."
        )
    return Tensor(np.eye(as_lengths([count, count])[0], dtype=int)[array])
