"""Parameters laid end to end in one array.

An optimiser's rule is a few operations on each parameter. With all
parameters of a group in one flat array, and each one's data a window into
it, it is the same few operations once, on one long array.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from .operations import Array
from .tensor import Tensor

BLOCK = 32_768  # entries that stay in a processor's cache


@dataclass(slots=True)
class Stretch:
    """A stretch of the flat arrays: what `update` works on.

    `memory` is what an optimiser keeps from step to step; `step` counts
    from 1.
    """

    data: Array
    gradient: Array
    memory: dict[str, Array]
    step: int = 0

    def part(self, start: int, stop: int, step: int) -> "Stretch":
        """Return the stretch from start to stop, at its own step."""
        piece = slice(start, stop)
        memory = {name: a[piece] for name, a in self.memory.items()}
        return Stretch(
            self.data[piece], self.gradient[piece], memory, step
        )


class Flat:
    """The parameters of a group, end to end."""

    def __init__(
        self, group: dict[str, Any], names: tuple[str, ...]
    ) -> None:
        self.group = group
        self.params: list[Tensor] = group["params"]
        self.steps = [0] * len(self.params)
        stops = np.cumsum([p.numel() for p in self.params]).tolist()
        self.places = list(map(slice, [0, *stops[:-1]], stops))
        data = np.concatenate([p._data.reshape(-1) for p in self.params])
        memory = {name: np.zeros_like(data) for name in names}
        self.whole = Stretch(data, np.zeros_like(data), memory)
        self.adopt()

    def windows(self, array: Array) -> list[Array]:
        """Return the window of each parameter into a flat array."""
        pairs = zip(self.params, self.places)
        return [array[place].reshape(p.shape) for p, place in pairs]

    def adopt(self) -> None:
        """Make each parameter's data its window into the flat array."""
        windows = self.windows(self.whole.data)
        for p, window in zip(self.params, windows, strict=True):
            window[...] = p._data
            p._data = window
            p.grad = p._grad  # refused, if it is of another shape
        gradients = self.windows(self.whole.gradient)
        self.pairs = list(zip(self.params, gradients, strict=True))

    def entries(self) -> Iterator[dict[str, Any]]:
        """Return each parameter's memory, under PyTorch's names."""
        memory = self.whole.memory.items()
        windows = {name: self.windows(array) for name, array in memory}
        for i, step in enumerate(self.steps):
            kept = {name: w[i].copy() for name, w in windows.items()}
            yield {"step": step, **kept}

    def restore(self, i: int, entry: dict[str, Any]) -> None:
        """Put back an entry, in which what has not begun may be None."""
        self.steps[i] = int(entry.get("step", 0))
        for name, array in self.whole.memory.items():
            kept = entry.get(name)
            self.windows(array)[i][...] = 0 if kept is None else kept

    def stretches(self) -> list[Stretch]:
        """Gather the gradients, and say what is to be updated.

        That is everything at once, in pieces that stay in the processor's
        cache. When a parameter has no gradient it is left out, and each of
        the others is its own stretch.
        """
        base, everyone = self.whole.data, True
        for p, window in self.pairs:
            if p._data.base is not base:  # it was copied, or has new data
                self.adopt()
                return self.stretches()
            if p._grad is None:
                everyone = False
            else:
                window[...] = p._grad
                p._version.write()
        if everyone and self.steps.count(self.steps[0]) == len(self.steps):
            self.steps = [self.steps[0] + 1] * len(self.steps)
            return self.pieces(0, base.size, self.steps[0])
        return self.one_by_one()

    def one_by_one(self) -> list[Stretch]:
        """Return the stretch of each parameter that has a gradient."""
        found = []
        for i, at in enumerate(self.places):
            if self.params[i].grad is not None:
                self.steps[i] += 1
                found += self.pieces(at.start, at.stop, self.steps[i])
        return found

    def pieces(self, start: int, stop: int, step: int) -> list[Stretch]:
        """Return a stretch in pieces of at most BLOCK entries."""
        if start == 0 and stop == self.whole.data.size <= BLOCK:
            self.whole.step = step
            return [self.whole]
        return [
            self.whole.part(i, min(i + BLOCK, stop), step)
            for i in range(start, stop, BLOCK)
        ]
