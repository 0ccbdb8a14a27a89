"""Activations that only the course uses."""

import numpy as np

from .. import errors
from ..axes import whole
from ..nn.module import Module
from ..operations import Array, Result
from ..tensor import Tensor, apply


class NaiveSigmoid(Module):
    """1 / (1 + e⁻ˣ), computed just so: e⁻ˣ overflows below x ≈ -709.

    Kept to show what Sigmoid avoids.
    """

    def forward(self, x: Tensor) -> Tensor:
        return 1 / (1 + (-x).exp())


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
    """Return the `count` largest entries of each row, and 0 elsewhere."""
    width = a.shape[-1] if a.ndim else 0
    if not 1 <= count <= width:
        raise errors.ValueError(
            f"it cannot keep {count} of each row: that must be between 1 "
            f"and {width}, the length of the last axis"
        )
    places = np.argpartition(-a, count - 1, axis=-1)[..., :count]
    kept = np.zeros(a.shape, dtype=bool)
    np.put_along_axis(kept, places, True, axis=-1)
    return np.where(kept, a, 0), (lambda g: np.where(kept, g, 0),)
