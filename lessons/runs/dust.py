"""Dust on a seed's first weights: what rests on rounding alone comes out otherwise with it, as on another processor."""

from typing import Any

import numpy as np

ROUNDINGS = 450  # of a weight: one part in 10^13 of a float64


class Dusted(int):
    """A seed whose first weights are off by dust, one draw of it. Arms from the same seed get the same dust."""

    draw: int

    def __new__(cls, seed: int, draw: int = 0) -> "Dusted":
        made = super().__new__(cls, seed)
        made.draw = draw
        return made

    def __repr__(self) -> str:
        return f"Dusted({int(self)}, {self.draw})"


def add_dust(model: Any, seed: Dusted) -> None:
    """Multiply each parameter by a number near 1, drawn anew for each of its entries: what is 0 stays 0."""
    drawn = np.random.default_rng([seed, 8, seed.draw])
    for parameter in model.parameters():
        weights = parameter.data
        part = ROUNDINGS * np.finfo(weights.dtype).eps
        parameter.write((weights * (1 + part * drawn.uniform(-1, 1, weights.shape))).astype(weights.dtype))
