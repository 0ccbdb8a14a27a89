"""A model with its data, as it began and as it is now: what every metric looks at."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lessons.course.lesson.lesson import Settings
from lessons.runs.edits import healthy_library

Array = NDArray[Any]
Library = ModuleType  # minimodel, healthy or edited


@dataclass(frozen=True, eq=False)
class Rows:
    """The data of one seed.

    Shapes: x (rows, inputs), y (rows,) of class numbers or (rows, outputs) of numbers; of rows of words also
    (rows, places) of class numbers. `names` are the held-out rows
    as people say them, `answers` the classes.
    """

    x: Array
    y: Array
    x_out: Array
    y_out: Array
    classes: int = 0  # 0: a regression
    names: tuple[str, ...] = ()  # of the held-out rows
    answers: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # held-out row → each class in words
    cells: tuple[tuple[int, int], ...] = ()  # (verb, person) of the training rows, where the task is the grid
    cells_out: tuple[tuple[int, int], ...] = ()
    words: tuple[str, ...] = ()  # those that the numbers of a row stand for, if it is one of words

    @property
    def inputs(self) -> int:
        return int(self.x.shape[1])

    @property
    def outputs(self) -> int:
        return self.classes or int(self.y.shape[1])

    def answer_words(self, row: int, label: int) -> str:
        """Return a class in the words of a held-out row, or its number."""
        words = self.answers.get(row, ())
        return words[label] if label < len(words) else str(label)


@dataclass(eq=False)
class Trained:
    """A model as it began and as it is now, with its data, its library, and its losses so far.

    What is measured on it is measured by the healthy library: here its own library only computes its outputs.
    """

    library: Library
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
    def ruler(self) -> Library:
        """The library that measures: the healthy one, unless the ruler is what the lesson is about."""
        return self.library if self.settings.own_ruler else healthy_library()

    def outputs(self, x: Array, model: Any = None) -> Array:
        """Return the outputs of the model for these rows, or of the given one, such as the model at the start."""
        with self.library.no_grad(), np.errstate(all="ignore"):
            return np.asarray(at_rest(model or self.model)(self.library.Tensor(x)).data, dtype=float)

    def hidden(self, x: Array, model: Any = None) -> Array:
        """Return the hidden numbers on these rows: what the activation in the middle gives."""
        with self.library.no_grad(), np.errstate(all="ignore"):
            return np.asarray(at_rest(model or self.model).hidden(self.library.Tensor(x)).data, dtype=float)

    def parameters(self, model: Any = None) -> dict[str, Array]:
        return {name: np.asarray(value) for name, value in (model or self.model).state_dict().items()}


def at_rest(model: Any) -> Any:
    """Return a copy of a model out of training, so that looking at it draws no random number and alters no state."""
    return copy.deepcopy(model).eval()
