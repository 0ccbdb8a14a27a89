"""What stands between two layers: minimodel's activations by their names, and a few that lessons add."""

import math
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from lessons.format import LessonError
from lessons.runs.models.hard import hard
from lessons.table import nearest


class Added(NamedTuple):
    """Modules that minimodel does not have, made of a library's own parts."""

    Scale: Any
    Square: Any
    Abs: Any
    Shift: Any
    Matrix: Any
    NaiveSigmoid: Any
    KWinners: Any


@cache
def added(library: ModuleType) -> Added:
    """Define them once for each library, so that an edited one is really used."""

    class Scale(library.nn.Module):  # type: ignore[name-defined]
        """factor·x: it squashes, and it is a straight line."""

        def __init__(self, factor: float = 0.001) -> None:
            super().__init__()
            self.factor = float(factor)

        def forward(self, x: Any) -> Any:
            return x * self.factor

    class Square(library.nn.Module):  # type: ignore[name-defined]
        """x²."""

        def forward(self, x: Any) -> Any:
            return x * x

    class Abs(library.nn.Module):  # type: ignore[name-defined]
        """The size of x, without its sign."""

        def forward(self, x: Any) -> Any:
            return x.abs()

    class Shift(library.nn.Module):  # type: ignore[name-defined]
        """x plus a number for each unit, which is learnt: a phase, where a sine follows."""

        def __init__(self, size: int, *, dtype: type = float) -> None:
            super().__init__()
            self.shift = library.nn.Parameter(np.zeros(size, dtype))

        def forward(self, x: Any) -> Any:
            return x + library.nn.members.broadcastable(self.shift, x, 1)

    class Matrix(library.nn.Module):  # type: ignore[name-defined]
        """x @ weight, by the operator and without a bias: a layer as people write it by hand."""

        def __init__(self, inputs: int, outputs: int, *, generator: np.random.Generator, dtype: type) -> None:
            super().__init__()
            bound = 1 / math.sqrt(inputs)
            drawn = generator.uniform(-bound, bound, (inputs, outputs))
            self.weight = library.nn.Parameter(drawn.astype(dtype))

        def forward(self, x: Any) -> Any:
            return x @ self.weight

    own = library.lab.activations
    return Added(Scale, Square, Abs, Shift, Matrix, own.NaiveSigmoid, own.KWinners)


def activation_of(library: ModuleType, words: str, dtype: type) -> Any:
    """Build an activation from its name, and a number where it takes one, such as `leaky_relu 0.1`."""
    name, *numbers = words.split() or [""]
    kinds: dict[str, Callable[..., Any]] = {
        **library.nn.ELEMENTWISE,
        "square": added(library).Square,
        "abs": added(library).Abs,
        "shrink": added(library).Scale,  # by 1000, where no number says otherwise
        "scale": added(library).Scale,
        **hard(library),
        "kwinners": lambda k: library.lab.activations.KWinners(int(k)),
    }
    if name not in kinds:
        raise LessonError(f"model: activation = {name!r} is none.{nearest(name, tuple(kinds))}")
    options = {"dtype": dtype} if name == "prelu" else {}
    try:
        return kinds[name](*map(float, numbers), **options)
    except (TypeError, ValueError):
        raise LessonError(
            f"model: activation = {words!r} should be a name, and a number where it takes one, "
            "such as 'leaky_relu 0.1' or 'kwinners 8'."
        ) from None
