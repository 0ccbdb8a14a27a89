"""Norms: rows or features of mean 0 and variance 1; rows that add to 1."""

from typing import Any

import numpy as np

from .. import errors
from ..axes import as_lengths
from ..operations import Array, Result
from ..recording import no_grad
from ..tensor import Tensor, apply
from .module import Module, Parameter


class LayerNorm(Module):
    """(x - mean) / √(variance + eps) · weight + bias, over the last axes.

    `normalized_shape` is the length of the last axis, or the lengths of
    the last axes: (..., *normalized_shape) -> the same shape. The variance
    is Σ(x - mean)²/n. Source: Ba, Kiros & Hinton, 2016.
    """

    def __init__(
        self,
        normalized_shape: int | tuple[int, ...],
        eps: float = 1e-5,
        *,
        dtype: Any = np.float64,
    ) -> None:
        super().__init__()
        self.normalized_shape = as_lengths(normalized_shape)
        if min(self.normalized_shape, default=0) < 1:
            raise errors.ValueError("LayerNorm needs lengths >= 1.")
        self.eps = eps
        self.weight = Parameter(np.ones(self.normalized_shape, dtype))
        self.bias = Parameter(np.zeros(self.normalized_shape, dtype))

    def forward(self, x: Tensor) -> Tensor:
        own = len(self.normalized_shape)
        if x.shape[-own:] != self.normalized_shape:
            raise errors.ValueError(
                f"LayerNorm({self.normalized_shape}) got {x.shape}: the "
                f"last axes must be {self.normalized_shape}."
            )
        parts = x, self.weight, self.bias
        return apply(layer_norm, *parts, axes=own, eps=self.eps)


class BatchNorm1d(Module):
    """(x - mean) / √(variance + eps) · weight + bias, for each feature.

    Shapes: (B, num_features) or (B, num_features, L) -> the same. In
    training, mean and variance are those of the batch, and running means
    of them move by `momentum`; in eval() it is the running ones that
    count, so that a row's result does not depend on its batch.
    Source: Ioffe & Szegedy, 2015.
    """

    running_mean: Tensor
    running_var: Tensor
    num_batches_tracked: Tensor

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.1,
        *,
        dtype: Any = np.float64,
    ) -> None:
        super().__init__()
        self.num_features, self.eps = num_features, eps
        if momentum is None:
            raise errors.ValueError(
                "BatchNorm1d keeps no plain mean of all batches: momentum "
                "is a number, such as 0.1."
            )
        self.momentum = Tensor(momentum).item()
        zeros = np.zeros(num_features, dtype)
        self.weight, self.bias = Parameter(zeros + 1), Parameter(zeros)
        self.register_buffer("running_mean", Tensor(zeros))
        self.register_buffer("running_var", Tensor(zeros + 1))
        self.register_buffer("num_batches_tracked", Tensor(0))

    def forward(self, x: Tensor) -> Tensor:
        if x.ndim not in (2, 3) or x.shape[1] != self.num_features:
            must = f"axis 1 of 2 or 3 must be {self.num_features}"
            raise errors.ValueError(f"BatchNorm1d got {x.shape}: {must}.")
        mean, variance = self.running_mean, self.running_var
        if self.training:
            mean, variance = self.of_batch(x)
        scale = self.weight / (variance + self.eps).sqrt()
        shape = (-1, 1) if x.ndim == 3 else (-1,)
        centred = x - mean.reshape(shape)
        return centred * scale.reshape(shape) + self.bias.reshape(shape)

    def of_batch(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Take the mean and variance of the batch, and note them."""
        dims, count = (0, 2)[: x.ndim - 1], x.numel() // self.num_features
        if count < 2:
            raise errors.ValueError(
                "BatchNorm1d has no variance of one row. Train on larger "
                "batches, or call eval() first."
            )
        mean, variance = x.mean(dims), x.var(dims, unbiased=False)
        with no_grad():
            unbiased = variance * (count / (count - 1))
            part = self.momentum
            self.running_mean += part * (mean - self.running_mean)
            self.running_var += part * (unbiased - self.running_var)
            self.num_batches_tracked += 1
        return mean, variance


class Softmax(Module):
    """eˣ / Σ eˣ along dim: the rows become probabilities."""

    def __init__(self, dim: int = -1) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, x: Tensor) -> Tensor:
        return x.softmax(self.dim)


@np.errstate(over="ignore")  # a row that overflows is NaN, below
def layer_norm(
    x: Array, weight: Array, bias: Array, *, axes: int, eps: float
) -> Result:
    """value·weight + bias, value = (x - mean) / √(variance + eps).

    Of the gradient, what would only shift or stretch the row is taken out:
    with h = g·weight, (h - mean(h) - value·mean(h·value)) / √(...). The
    parameters of an ensemble have a leading axis, as in linear.
    """
    members = weight.shape[: weight.ndim - axes]
    w, b = (p.reshape(*members, 1, -1) for p in (weight, bias))
    rows = x.reshape(*members, -1, w.shape[-1])

    def mean(a: Array) -> Array:
        return a.mean(-1, keepdims=True)

    def mean_product(a: Array, b: Array) -> Array:
        return np.vecdot(a, b)[..., None] / w.shape[-1]

    value = rows - mean(rows)
    scale = 1 / np.sqrt(mean_product(value, value) + eps)
    scale[scale == 0] = np.nan  # it overflowed: the row must not look calm
    value *= scale

    def to_x(g: Array) -> Array:
        h = g.reshape(rows.shape) * w
        h -= value * mean_product(h, value) + mean(h)
        h *= scale
        return h if h.shape == x.shape else h.reshape(x.shape)

    def to_weight(g: Array) -> Array:
        total = np.einsum(
            "...bi,...bi->...i", g.reshape(rows.shape), value
        )
        return total.reshape(weight.shape)

    def to_bias(g: Array) -> Array:
        return g.reshape(rows.shape).sum(-2).reshape(bias.shape)

    result = value * w
    result += b
    return result.reshape(x.shape), (to_x, to_weight, to_bias)
