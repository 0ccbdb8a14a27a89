"""Embedding: a row of numbers, learned, for each of a set of things."""

from typing import Any

import numpy as np

from .. import errors
from ..dtypes import as_numbers
from ..random import Draws
from ..tensor import Tensor
from . import init
from .module import Module, Parameter


class Embedding(Module):
    """weight[i] for each index i: (...) -> (..., embedding_dim).

    `weight` has shape (num_embeddings, embedding_dim), drawn from a normal
    distribution of deviation 1. The same as one_hot(i) @ weight. In an
    ensemble index and weight have an axis of members in front.
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        *,
        generator: Draws = None,
        dtype: Any = np.float64,
    ) -> None:
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        zeros = np.zeros((num_embeddings, embedding_dim), dtype)
        self.weight = Parameter(zeros)
        init.normal_(self.weight, generator=generator)

    def forward(self, index: Tensor) -> Tensor:
        places, count = as_numbers(index), self.num_embeddings
        if places.dtype.kind not in "iu":
            raise errors.TypeError(
                f"Embedding got {places.dtype}: it looks up rows by whole "
                "numbers. Write x.long()."
            )
        if places.size and not 0 <= places.min() <= places.max() < count:
            raise errors.IndexError(
                f"Embedding got {index!r:.60}: no row is below 0 or "
                f"above {count - 1}."
            )
        if self.weight.ndim == 2:
            return self.weight[places]
        firsts = np.arange(len(self.weight)) * count  # of each member
        places = (firsts + places.T).T
        return self.weight.reshape(-1, self.embedding_dim)[places]

    def extra_repr(self) -> str:
        return f"{self.num_embeddings}, {self.embedding_dim}"
