"""Layers without parameters of their own, as functions, as in PyTorch."""

from typing import Any

import numpy as np

from .. import errors, operations, tensor_methods
from ..axes import as_lengths
from ..dtypes import as_numbers
from ..error_sentences import in_sentences, in_words
from ..functions import function
from ..tensor import Tensor, apply
from . import attention, normalization
from .dropout import Dropout
from .losses import CrossEntropyLoss, Loss, checked_labels
from .numeric_losses import BCELoss, BCEWithLogitsLoss, KLDivLoss, MSELoss

relu, gelu = function(Tensor.relu), function(Tensor.gelu)
scaled_dot_product_attention = attention.scaled_dot_product_attention
sigmoid, tanh = function(Tensor.sigmoid), function(Tensor.tanh)
softmax, log_softmax = map(function, (Tensor.softmax, Tensor.log_softmax))


def of_loss(kind: Any) -> Any:
    """Make a function of a loss: its options follow input and target."""

    @in_sentences
    def call(input: Tensor, target: Any, *more: Any, **named: Any) -> Any:
        return kind(*more, **named)(input, target)

    return call


cross_entropy, mse_loss = of_loss(CrossEntropyLoss), of_loss(MSELoss)
binary_cross_entropy, kl_div = of_loss(BCELoss), of_loss(KLDivLoss)
binary_cross_entropy_with_logits = of_loss(BCEWithLogitsLoss)


def linear(x: Tensor, weight: Tensor, bias: Any = None) -> Tensor:
    if np.ndim(weight) < 2:
        raise errors.ValueError("linear: the weight must be (out, in).")
    inputs = (x, weight) if bias is None else (x, weight, bias)
    return apply(operations.linear, *inputs)


def nll_loss(
    log_p: Tensor, labels: Any, reduction: str = "mean"
) -> Tensor:
    """-log p at the labels, of log-probabilities (rows, classes)."""
    labels = checked_labels("nll_loss", log_p, labels)
    rows = log_p.gather(-1, labels[..., None])
    return Loss(reduction).reduced(-rows.squeeze(-1))


def softplus(x: Tensor) -> Tensor:
    return apply(tensor_methods.softplus, x)


def logsigmoid(x: Tensor) -> Tensor:
    """log(1 / (1 + e⁻ˣ)), without overflow."""
    return -softplus(-x)


def layer_norm(
    x: Tensor,
    normalized_shape: Any,
    weight: Any = None,
    bias: Any = None,
    eps: float = 1e-5,
) -> Tensor:
    """LayerNorm, with a weight and a bias of 1 and 0 unless given."""
    own = as_lengths(normalized_shape)
    weight = Tensor(np.ones(own, x.dtype)) if weight is None else weight
    bias = Tensor(np.zeros(own, x.dtype)) if bias is None else bias
    parts = x, weight, bias
    return apply(normalization.layer_norm, *parts, axes=len(own), eps=eps)


def dropout(x: Tensor, p: float = 0.5, training: bool = True) -> Tensor:
    return Dropout(p).train(training)(x)


def one_hot(labels: Any, num_classes: int = -1) -> Tensor:
    """1 at the label and 0 elsewhere: (...) -> (..., num_classes)."""
    array = as_numbers(labels)
    count = num_classes if num_classes > 0 else int(array.max()) + 1
    if array.dtype.kind not in "iu" or not np.all(
        (array >= 0) & (array < count)
    ):
        raise errors.ValueError(
            f"one_hot takes whole numbers from 0 to {count - 1}, and got "
            f"{labels!r:.60}."
        )
    return Tensor(np.eye(as_lengths([count, count])[0], dtype=int)[array])


__getattr__ = in_words("nn.functional", globals())
