"""What a task hands out: rows to train on, rows held out, and what is known about them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Rows:
    """The data of one seed.

    Shapes: x (rows, inputs), y (rows,) of class numbers or (rows, outputs) of numbers. `names` are the held-out rows
    as people say them, `answers` the classes. `masks` name some of the held-out rows, such as those that are decided.
    """

    x: Array
    y: Array
    x_out: Array
    y_out: Array
    classes: int = 0  # 0: a regression
    names: tuple[str, ...] = ()  # of the held-out rows
    answers: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # held-out row → each class in words
    masks: Mapping[str, Array] = field(default_factory=dict)
    cells: tuple[tuple[int, int], ...] = ()  # (verb, person) of the training rows, where the task is the grid
    cells_out: tuple[tuple[int, int], ...] = ()

    @property
    def inputs(self) -> int:
        """How many numbers a row has."""
        return int(self.x.shape[1])

    @property
    def outputs(self) -> int:
        """How many numbers a model has to give for a row."""
        return self.classes or int(self.y.shape[1])
