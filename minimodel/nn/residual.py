"""Residual: what goes into a layer is added to what comes out."""

from ..tensor import Tensor
from .module import Module


class Residual(Module):
    """y = x + body(x): a layer, and a straight way past it.

    `body` is any module that gives what it takes in shape. However little
    it lets through, x arrives behind it, and the gradient before it.
    Source: He et al., 2016.
    """

    def __init__(self, body: Module) -> None:
        super().__init__()
        self.body = body

    def forward(self, x: Tensor) -> Tensor:
        return x + self.body(x)
