"""LayerNorm: give every row mean 0 and variance 1, then learn both."""

from typing import Any

import numpy as np

from ..axes import as_shape
from ..operations import Array, Result
from ..tensor import Tensor, apply
from .members import broadcastable
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
        self.normalized_shape = as_shape(normalized_shape)
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
        scaled = apply(standardize, x, axes=own, eps=self.eps)
        weight, bias = (
            broadcastable(p, x, own) for p in (self.weight, self.bias)
        )
        return scaled * weight + bias


def standardize(x: Array, *, axes: int, eps: float) -> Result:
    """(x - mean) / √(variance + eps) over the last axes.

    Of the gradient, what would only shift or stretch the row is taken out:
    (g - mean(g) - value·mean(g·value)) / √(variance + eps).
    """
    last = tuple(range(-axes, 0))

    def mean(a: Array) -> Array:
        return a.mean(axis=last, keepdims=True)

    value = x - mean(x)
    size = np.sqrt(mean(value * value) + eps)
    value = value / size

    def to_x(g: Array) -> Array:
        return (g - mean(g) - value * mean(g * value)) / size

    return value, (to_x,)
