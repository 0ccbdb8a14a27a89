"""The modules that lessons add to those of a library; and activations by their names, the library's or added ones."""

import math
from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from lessons.course.lesson.values import LessonError, nearest

ROUNDS = 1.5 * 2.0**52  # what is added to it in float64 keeps no digit behind the point
STEEPEST = 1e300
TINY = 1e-30  # a spread of 0 is none to divide by


@cache
def added(library: ModuleType) -> Mapping[str, Any]:
    """Define modules that a library does not have, of its own parts, so that an edited one is really used."""

    def each_number(change: Callable[..., Any], *usual: float) -> Any:
        class EachNumber(library.nn.Module):  # type: ignore[name-defined]
            def __init__(self, *numbers: float) -> None:
                super().__init__()
                if len(numbers) > len(usual):
                    raise TypeError(f"it takes {len(usual)} numbers")
                self.numbers = tuple(map(float, numbers or usual))

            def forward(self, x: Any) -> Any:
                return change(x, *self.numbers)

        return EachNumber

    class MatrixProduct(library.nn.Module):  # type: ignore[name-defined]
        """x @ weight, by the operator and without a bias: a layer as people write it by hand."""

        def __init__(self, inputs: int, outputs: int, *, generator: np.random.Generator, dtype: type) -> None:
            super().__init__()
            bound = 1 / math.sqrt(inputs)
            drawn = generator.uniform(-bound, bound, (inputs, outputs))
            self.weight = library.nn.Parameter(drawn.astype(dtype))

        def forward(self, x: Any) -> Any:
            return x @ self.weight

    class Scaled(library.nn.Module):  # type: ignore[name-defined]
        """x · factor, a tensor: where the rows decide it, models of many seeds are still built alike."""

        def __init__(self, factor: float, dtype: type) -> None:
            super().__init__()
            self.factor = library.Tensor(np.full((1, 1), factor, dtype))

        def forward(self, x: Any) -> Any:
            return x * self.factor

    class OverRows(library.nn.Module):  # type: ignore[name-defined]
        """Each number less its mean over the rows, over its spread: a batch norm that keeps and learns nothing."""

        def forward(self, x: Any) -> Any:
            aside = x - x.mean(dim=-2, keepdim=True)
            return aside / ((aside * aside).mean(dim=-2, keepdim=True) + TINY).sqrt()

    class Network(library.nn.Sequential):  # type: ignore[name-defined]
        """Modules one after the other, two or more of them linear, that can be asked for the hidden numbers."""

        def hidden(self, x: Any) -> Any:
            modules = list(self)
            last = max(place for place, each in enumerate(modules) if isinstance(each, library.nn.Linear))
            for module in modules[:last]:
                x = module(x)
            return x

    class Recurrence(library.nn.Module):  # type: ignore[name-defined]
        """state = inside(recurrence(state) + inputs(number)), for each number; then a readout of the last state."""

        def __init__(self, inputs: Any, recurrence: Any, inside: Any, readout: Any) -> None:
            super().__init__()
            self.inputs, self.recurrence = inputs, recurrence
            self.inside, self.readout = inside, readout

        def state(self, x: Any) -> Any:
            state = self.inside(self.inputs(x[..., :1]))
            for place in range(1, x.shape[-1]):
                state = self.inside(self.recurrence(state) + self.inputs(x[..., place : place + 1]))
            return state

        def hidden(self, x: Any) -> Any:
            state = self.state(x)
            return self.readout.hidden(state) if hasattr(self.readout, "hidden") else state

        def forward(self, x: Any) -> Any:
            return self.readout(self.state(x))

    class Wired(library.nn.Linear):  # type: ignore[name-defined]
        """A linear layer: a weight whose wire is cut counts for nothing, and learns nothing."""

        def forward(self, x: Any) -> Any:
            return library.nn.functional.linear(x, self.weight * self.wires, self.bias)

    return {
        "Network": Network,
        "Recurrence": Recurrence,
        "Wired": Wired,
        "Scaled": Scaled,
        "OverRows": OverRows,
        "Matrix": MatrixProduct,
        "NaiveSigmoid": library.lab.activations.NaiveSigmoid,
        "Scale": each_number(lambda x, factor: x * factor, 0.001),  # it squashes, and it is a straight line
        "Square": each_number(lambda x: x * x),
        "Abs": each_number(lambda x: x.abs()),
        "Exp": each_number(lambda x: x.exp()),
        # On paper x, in float64 the nearest multiple of the unit; its slope says 1.
        "Rounded": each_number(lambda x, unit: (x + ROUNDS * unit) - ROUNDS * unit, 1.0),
        "Steep": each_number(lambda x, factor: (x * factor).sigmoid(), 10.0),
        # 1 above zero, else 0, made of two ReLUs so that its slope is exactly 0 everywhere, at zero, too.
        "Step": each_number(lambda x: 1 - (1 - (x * STEEPEST).relu()).relu()),
    }


BENDS = ("Square", "Abs", "Exp", "Rounded", "Steep", "Step")  # what changes every number by itself


def activation_of(library: ModuleType, words: str, dtype: type) -> Any:
    """Build an activation from its name, and a number where it takes one, such as `leaky_relu 0.1`."""
    name, *numbers = words.split() or [""]
    kinds: dict[str, Callable[..., Any]] = {
        **library.nn.ELEMENTWISE,
        **{name.lower(): added(library)[name] for name in (*BENDS, "Scale")},
        "shrink": added(library)["Scale"],  # by 1000, where no number says otherwise
        "kwinners": lambda k: library.lab.activations.KWinners(int(k)),
    }
    if name not in kinds:
        raise LessonError(f"model: activation = {name!r} is none.{nearest(name, tuple(kinds))}")
    options = {"dtype": dtype} if name == "prelu" else {}
    try:
        return kinds[name](*map(float, numbers), **options)
    except (TypeError, ValueError):
        should = "a name, and a number where it takes one, such as 'leaky_relu 0.1' or 'kwinners 8'"
        raise LessonError(f"model: activation = {words!r} should be {should}.") from None
