"""LayerNorm: give every row mean 0 and variance 1, then learn both."""

from typing import Any

import numpy as np

from ..tensor import Tensor
from .module import Module, Parameter, beside


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
        self.normalized_shape = tuple(
            np.atleast_1d(normalized_shape).tolist()
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
        last = tuple(range(-own, 0))
        centred = x - x.mean(last, keepdim=True)
        variance = (centred * centred).mean(last, keepdim=True)
        scaled = centred / (variance + self.eps).sqrt()
        weight, bias = (beside(p, x, own) for p in (self.weight, self.bias))
        return scaled * weight + bias
