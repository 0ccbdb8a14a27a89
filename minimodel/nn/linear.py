"""Linear: every output is a weighted sum of all inputs, plus a bias."""

import math
from typing import Any

import numpy as np

from .. import errors, operations
from ..random import Draws
from ..tensor import Tensor, apply
from . import init
from .module import Module, Parameter


class Linear(Module):
    """y = x @ weightᵀ + bias: (..., in_features) -> (..., out_features).

    `weight` has shape (out_features, in_features), PyTorch's convention,
    and is drawn uniformly from ±1/√in_features. `bias` starts at zero
    (PyTorch draws it from the same range). The draw comes from
    `generator`, or from the one that manual_seed sets.
    """

    def __init__(
        self,
        in_features: int,
        out_features: int,
        bias: bool = True,
        *,
        generator: Draws = None,
        dtype: Any = np.float64,
    ) -> None:
        super().__init__()
        if in_features < 1 or out_features < 1:
            raise errors.ValueError(
                f"Linear({in_features}, {out_features}) needs at least "
                "one input and one output."
            )
        self.in_features = in_features
        self.out_features = out_features
        self.weight = Parameter(
            np.zeros((out_features, in_features), dtype)
        )
        bound = 1 / math.sqrt(in_features)
        init.uniform_(self.weight, -bound, bound, generator=generator)
        zeros = np.zeros(out_features, dtype)
        self.bias = Parameter(zeros) if bias else None

    def forward(self, x: Tensor) -> Tensor:
        if self.bias is None:
            return apply(operations.linear, x, self.weight)
        return apply(operations.linear, x, self.weight, self.bias)

    def extra_repr(self) -> str:
        without = "" if self.bias is not None else ", bias=False"
        return f"{self.in_features}, {self.out_features}{without}"
