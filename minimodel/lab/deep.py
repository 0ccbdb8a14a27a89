"""DeepMLP: as many layers as you like, each with a way past it."""

from typing import Any

import numpy as np

from ..nn.activations import ELEMENTWISE
from ..nn.container import ModuleList, Sequential
from ..nn.linear import Linear
from ..nn.module import Module
from ..nn.residual import Residual
from ..tensor import Tensor


class DeepMLP(Module):
    """inputs -> hidden, `depth` blocks of hidden -> hidden, -> outputs.

    Shapes: (B, inputs) -> (B, outputs). Each layer but the last has an
    activation, a name in nn.activations.ELEMENTWISE; a block is such a
    layer in a Residual.
    """

    def __init__(
        self,
        inputs: int,
        hidden: int,
        outputs: int,
        depth: int,
        activation: str = "gelu",
        *,
        generator: np.random.Generator | None = None,
        dtype: Any = np.float64,
    ) -> None:
        super().__init__()
        bend = ELEMENTWISE[activation]

        def layer(size: int) -> Module:
            linear = Linear(size, hidden, generator=generator, dtype=dtype)
            return Sequential(linear, bend())

        layers = [layer(inputs)]  # drawn in the order they stand in
        layers += [Residual(layer(hidden)) for _ in range(depth)]
        self.layers = ModuleList(layers)
        self.last = Linear(
            hidden, outputs, generator=generator, dtype=dtype
        )

    def hidden(self, x: Tensor) -> Tensor:
        """Return the last layer's inputs, (B, hidden)."""
        for layer in self.layers:
            x = layer(x)
        return x

    def forward(self, x: Tensor) -> Tensor:
        return self.last(self.hidden(x))
