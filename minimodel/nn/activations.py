"""Activations: what stands between two linear layers.

Without one, two linear layers are a single linear layer. Each works on
every entry by itself, unless it says otherwise.
"""

import numpy as np

from .. import operations
from ..tensor import Tensor, apply
from .module import Module, Parameter


class Identity(Module):
    """x, unchanged."""

    def forward(self, x: Tensor) -> Tensor:
        return x


class ReLU(Module):
    """max(x, 0). Source: Nair & Hinton, 2010.

    Never in place: scripts may say so, and the result is the same.
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()

    def forward(self, x: Tensor) -> Tensor:
        return x.relu()


class LeakyReLU(Module):
    """x where x > 0, else negative_slope·x. Source: Maas et al., 2013."""

    def __init__(self, negative_slope: float = 0.01) -> None:
        super().__init__()
        self.negative_slope = Tensor(negative_slope).item()

    def forward(self, x: Tensor) -> Tensor:
        slope = np.asarray(self.negative_slope, x.dtype)
        return apply(operations.leaky_relu, x, slope=slope)


class PReLU(Module):
    """A leaky ReLU whose slope is learned. Source: He et al., 2015."""

    def __init__(self, init: float = 0.25, *, dtype: type = float) -> None:
        super().__init__()
        self.weight = Parameter(np.full(1, init, dtype))

    def forward(self, x: Tensor) -> Tensor:
        *members, own = self.weight.shape  # members: of an ensemble
        rows = [1] * (x.ndim - self.weight.ndim)
        shape = (*members, *rows, own) if x.ndim else ()
        slope = self.weight.reshape(shape)
        return apply(operations.leaky_relu, x, slope)


class Tanh(Module):
    """tanh x, between -1 and 1."""

    def forward(self, x: Tensor) -> Tensor:
        return x.tanh()


class Sigmoid(Module):
    """1 / (1 + e⁻ˣ), between 0 and 1, for any x without overflow."""

    def forward(self, x: Tensor) -> Tensor:
        return x.sigmoid()


class GELU(Module):
    """x·Φ(x), Φ the normal distribution function.

    approximate="tanh" (default) or "none", exact. PyTorch's default is
    "none". Source: Hendrycks & Gimpel, 2016.
    """

    def __init__(self, approximate: str = "tanh") -> None:
        super().__init__()
        self.approximate = approximate

    def forward(self, x: Tensor) -> Tensor:
        if str(self.approximate) != "tanh":
            return x.gelu(approximate=self.approximate)
        return x.gelu()


class Sin(Module):
    """sin x."""

    def forward(self, x: Tensor) -> Tensor:
        return x.sin()


ELEMENTWISE: dict[str, type[Module]] = {
    "identity": Identity,
    "relu": ReLU,
    "leaky_relu": LeakyReLU,
    "prelu": PReLU,
    "tanh": Tanh,
    "sigmoid": Sigmoid,
    "gelu": GELU,
    "sin": Sin,
}
