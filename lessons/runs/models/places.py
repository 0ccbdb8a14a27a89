"""Layers that read a row as channels at places, (..., channels, places), and the shapes that they make of it."""

import math
from collections.abc import Callable, Mapping
from functools import cache, partial
from types import ModuleType
from typing import Any

import numpy as np

Shape = tuple[int, ...]  # of a row: its numbers, or its channels and its places


@cache
def layers_of(library: ModuleType) -> Mapping[str, Any]:
    """Define the layers that a library does not have, of its own parts, so that an edited one is really used."""
    nn = library.nn

    class Unflatten(nn.Module):  # type: ignore[name-defined]
        """A row of numbers as channels at places."""

        def __init__(self, channels: int) -> None:
            super().__init__()
            self.channels = channels

        def forward(self, x: Any) -> Any:
            return x.reshape(*x.shape[:-1], self.channels, -1)

    class Max(nn.Module):  # type: ignore[name-defined]
        """The largest number of each channel, wherever it is."""

        def forward(self, x: Any) -> Any:
            return x.amax(-1)

    class Mean(nn.Module):  # type: ignore[name-defined]
        """The mean of each channel over all places."""

        def forward(self, x: Any) -> Any:
            return x.mean(-1)

    class Unshared(nn.Conv1d):  # type: ignore[name-defined]
        """A Conv1d with weights of its own at each place."""

        def __init__(
            self, channels: int, outputs: int, width: int, places: int, *, generator: np.random.Generator, dtype: type
        ) -> None:
            super().__init__(channels, outputs, width, generator=generator, dtype=dtype)
            shape, bound = (places, outputs, channels * width), 1 / math.sqrt(channels * width)
            self.weight = nn.Parameter(generator.uniform(-bound, bound, shape).astype(dtype))
            self.bias = nn.Parameter(np.zeros((places, 1, outputs), dtype))

        def forward(self, x: Any) -> Any:
            seen = self.windows(x).flatten(-2).swapaxes(-3, -2)  # the places before the rows
            return self.placed((seen @ self.weight.swapaxes(-1, -2) + self.bias).swapaxes(-3, -2))

    own = {each.__name__: each for each in (Unflatten, Max, Mean, Unshared)}
    return own | {"Flatten": partial(nn.Flatten, -2)}  # channels and places, whatever stands before them


def unflattened(shape: Shape, channels: int) -> Shape:
    fits = len(shape) == 1 and channels > 0 and shape[0] % channels == 0
    return (channels, shape[0] // channels) if fits else ()


def looked_at(
    shape: Shape,
    channels: int,
    outputs: int,
    width: int,
    stride: int = 1,
    padding: int = 0,
    padding_mode: str = "",
    places: int = 0,
) -> Shape:
    """Return the shape of what a layer answers at each place; () if the row is another, or has fewer places."""
    if len(shape) != 2 or shape[0] != channels or stride < 1:
        return ()
    count = (shape[1] + 2 * padding - width) // stride + 1
    return () if count < 1 or places not in (0, count) else (outputs, count)


def pooled(shape: Shape, width: int) -> Shape:
    return (shape[0], shape[1] // width) if len(shape) == 2 and 1 <= width <= shape[1] else ()


# What each makes of the shape of a row and of its own arguments; () where it cannot read such a row.
SHAPES: Mapping[str, Callable[..., Shape]] = {
    "Unflatten": unflattened,
    "Conv1d": looked_at,
    "Unshared": looked_at,
    "MaxPool1d": pooled,
    "Flatten": lambda shape: (math.prod(shape),) if len(shape) == 2 else (),
    **dict.fromkeys(("Max", "Mean"), lambda shape: shape[:1] if len(shape) == 2 else ()),
}
