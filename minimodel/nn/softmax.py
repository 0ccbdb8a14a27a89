"""Softmax: the rows become probabilities."""

from ..tensor import Tensor
from .module import Module


class Softmax(Module):
    """eˣ / Σ eˣ along dim: the rows become probabilities."""

    def __init__(self, dim: int = -1) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, x: Tensor) -> Tensor:
        return x.softmax(self.dim)
