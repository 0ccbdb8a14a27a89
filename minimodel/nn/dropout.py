"""Dropout: in training, forget some entries at random."""

import numpy as np

from .. import errors
from ..operations import Array, Result
from ..random import Draws, source
from ..tensor import Tensor, apply
from .module import Module


class Dropout(Module):
    """0 with probability p, else x / (1 - p); in eval(), just x.

    Dividing keeps the mean the same, so that nothing need change when
    training is over. The draws come from `generator`, or from the one that
    manual_seed sets, which the members of an ensemble share.
    Source: Srivastava et al., 2014.
    """

    def __init__(self, p: float = 0.5, *, generator: Draws = None) -> None:
        super().__init__()
        if not 0 <= p <= 1:
            raise errors.ValueError(f"Dropout({p}): between 0 and 1.")
        self.p = p
        self.generator = generator

    def forward(self, x: Tensor) -> Tensor:
        if not self.training or self.p == 0:
            return x
        return apply(
            dropout, x, p=self.p, generator=source(self.generator)
        )


def dropout(
    a: Array, *, p: float, generator: np.random.Generator
) -> Result:
    """0 with probability p, else a / (1 - p): the mean stays the same."""
    scale = 1 / (1 - p) if p < 1 else 0.0
    kept = np.asarray(generator.random(a.shape) >= p)
    mask = kept.astype(a.dtype) * scale
    return a * mask, (lambda g: g * mask,)
