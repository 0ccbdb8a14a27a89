"""LayerNorm: give every row mean 0 and variance 1, then learn both."""

from typing import Any

import numpy as np

from ..axes import as_lengths
from ..operations import Array, Result
from ..tensor import Tensor, apply
from .module import Module, Parameter


class LayerNorm(Module):
    """(x - mean) / √(variance + eps) · weight + bias, over the last axes.

    `normalized_shape` is the length of the last axis, or the lengths of
    the last axes: (..., *normalized_shape) -> the same shape. The variance
    is Σ(x - mean)²/n. Source: Ba, Kiros & Hinton, 2016.

    Raises ValueError when x does not end in normalized_shape.
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
            raise ValueError(
                f"LayerNorm({normalized_shape}): lengths >= 1."
            )
        self.eps = eps
        self.weight = Parameter(np.ones(self.normalized_shape, dtype))
        self.bias = Parameter(np.zeros(self.normalized_shape, dtype))

    def forward(self, x: Tensor) -> Tensor:
        own = len(self.normalized_shape)
        if x.shape[-own:] != self.normalized_shape:
            raise ValueError(
                f"LayerNorm({self.normalized_shape}) got {x.shape}: the "
                f"last axes must be {self.normalized_shape}."
            )
        parts = x, self.weight, self.bias
        return apply(layer_norm, *parts, axes=own, eps=self.eps)


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
