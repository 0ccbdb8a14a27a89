"""One arm, one seed, trained: what every metric looks at."""

import copy
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np

from lessons.lesson import Settings
from lessons.runs.edits import healthy_library
from lessons.runs.rows import Array, Rows


@dataclass(eq=False)
class Trained:
    """A model as it began and as it is now, with its data, its library, and its losses so far.

    What is measured on it is measured by the healthy library: here its own library only computes its outputs.
    """

    library: ModuleType
    settings: Settings
    seed: int
    rows: Rows
    start: Any
    model: Any
    losses: list[float] = field(default_factory=list)
    trouble: str = ""  # what it raised
    ended: bool = False  # below the loss that ends it
    reference: "Trained | None" = None  # the first arm's, of the same seed

    @property
    def ruler(self) -> ModuleType:
        """The library that measures: the healthy one, unless the ruler is what the lesson is about."""
        return self.library if self.settings.own_ruler else healthy_library()

    def outputs(self, x: Array, model: Any = None) -> Array:
        """What the model says of these rows, or the model at the start."""
        with self.library.no_grad(), np.errstate(all="ignore"):
            return np.asarray(at_rest(model or self.model)(self.library.Tensor(x)).data, dtype=float)

    def hidden(self, x: Array, model: Any = None) -> Array:
        """The hidden numbers on these rows: what the activation in the middle gives."""
        with self.library.no_grad(), np.errstate(all="ignore"):
            return np.asarray(at_rest(model or self.model).hidden(self.library.Tensor(x)).data, dtype=float)

    def said_right(self, x: Array, y: Array) -> float:
        """The share of rows that are right, as its own library says, which may be wrong about it."""
        return float(self.library.lab.probes.accuracy(at_rest(self.model), x, y))

    def parameters(self, model: Any = None) -> dict[str, Array]:
        """Every parameter by its name."""
        return {name: np.asarray(value) for name, value in (model or self.model).state_dict().items()}


def at_rest(model: Any) -> Any:
    """A copy of a model out of training, so that looking at it draws nothing and changes nothing."""
    return copy.deepcopy(model).eval()
