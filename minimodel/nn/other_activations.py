"""Activations of whole rows, and one that is kept as a warning."""

import numpy as np

from ..axes import whole
from ..operations import Array, Result
from ..tensor import Tensor, apply
from .module import Module


class NaiveSigmoid(Module):
    """1 / (1 + e⁻ˣ), computed just so: e⁻ˣ overflows below x ≈ -709.

    Kept to show what Sigmoid avoids.
    """

    def forward(self, x: Tensor) -> Tensor:
        return 1 / (1 + (-x).exp())


class Softmax(Module):
    """eˣ / Σ eˣ along dim: the rows become probabilities."""

    def __init__(self, dim: int = -1) -> None:
        super().__init__()
        self.dim = dim

    def forward(self, x: Tensor) -> Tensor:
        return x.softmax(self.dim)


class KWinners(Module):
    """The k largest entries of each row; the others become 0.

    Source: Makhzani & Frey, 2013 (k-sparse autoencoders).
    """

    def __init__(self, k: int) -> None:
        super().__init__()
        self.k = whole(k)

    def forward(self, x: Tensor) -> Tensor:
        return apply(keep_largest, x, count=self.k)


def keep_largest(a: Array, *, count: int) -> Result:
    """The `count` largest entries of each row, and 0 elsewhere."""
    width = a.shape[-1] if a.ndim else 0
    if not 1 <= count <= width:
        raise ValueError(
            f"it cannot keep {count} of each row: that must be between 1 "
            f"and {width}, the length of the last axis"
        )
    places = np.argpartition(-a, count - 1, axis=-1)[..., :count]
    kept = np.zeros(a.shape, dtype=bool)
    np.put_along_axis(kept, places, True, axis=-1)
    return np.where(kept, a, 0), (lambda g: np.where(kept, g, 0),)
