"""Networks whose weights are written down, and that nobody learnt: by the name of their design."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from lessons.course.lesson.values import LessonError, nearest
from lessons.runs.models import activations, networks
from lessons.runs.models.weights import Kit
from lessons.runs.trained_model import Array

Weights = tuple[Any, Any]  # of a linear layer: (outputs, inputs) and (outputs,)
ODD = ([[-1.0], [1.0]], [0.5, -0.5])  # the scores of "even" and "odd", from a number that is 0 or 1


def by_hand(kit: Kit, design: str, size: int = 8) -> Any:
    """Build the network of this design; `size` says how many layers, units or folds it has."""
    rows = kit.rows
    if design not in DESIGNS:
        raise LessonError(f"model: design = {design!r} is none.{nearest(design, tuple(DESIGNS))}")
    if size < 1 or (design == "sawtooth" and (rows.inputs, rows.outputs) != (1, 1)):
        raise LessonError(f"model: design = {design!r} takes rows of one number, and size = {size} of 1 or more.")
    if design != "sawtooth" and rows.classes != 2:
        raise LessonError(f"model: design = {design!r} reads bits, and answers with two classes.")
    return DESIGNS[design](kit, size)


def sawtooth(kit: Kit, size: int) -> Any:
    """Fold 0 to 1 in its middle, again and again: `size` layers of two ReLU units, and twice the pieces with each."""
    fold = ([[2.0, -4.0], [2.0, -4.0]], [0.0, -0.5])
    layers = [([[1.0], [1.0]], [0.0, -0.5]), *[fold] * (size - 1), ([[2.0, -4.0]], [0.0])]
    return network(kit, layers, "relu")


def halving(kit: Kit, size: int) -> Any:
    """Halve one number at every step, and add the bit: the last bits are its digits."""
    return reader(kit, 0.5, linear(kit, ODD))


def count_sine(kit: Kit, size: int) -> Any:
    """Count the ones. Then one sine, which comes back every two of them."""
    after = [([[np.pi]], [-np.pi / 2]), ([[-1.0], [1.0]], [0.0, 0.0])]
    return reader(kit, 1.0, network(kit, after, "sin"))


def count_folds(kit: Kit, size: int) -> Any:
    """Count the ones. Then a zigzag of ReLU units that goes up and down `size` times, and straight on from there."""
    turns = 2.0 * (-1.0) ** np.arange(size)
    turns[0] = 1.0
    fold = (np.ones((size, 1)), -np.arange(size, dtype=float))
    score = (np.array([-turns, turns]), ODD[1])
    return reader(kit, 1.0, network(kit, [fold, score], "relu"))


def network(kit: Kit, layers: Sequence[Weights], activation: str) -> Any:
    modules: dict[str, Any] = {}
    for number, weights in enumerate(layers, 1):
        modules[f"fc{number}"] = linear(kit, weights)
        if number < len(layers):
            name = "activation" if len(layers) == 2 else f"activation{number}"
            modules[name] = kit.activation(activation)
    return networks.assembled(kit.library, modules)


def linear(kit: Kit, weights: Weights) -> Any:
    weight: Array = np.asarray(weights[0], dtype=kit.dtype)
    bias: Array = np.asarray(weights[1], dtype=kit.dtype)
    layer = kit.library.nn.Linear(weight.shape[1], weight.shape[0], dtype=kit.dtype)
    layer.weight.write(weight)
    layer.bias.write(bias)
    return layer


def reader(kit: Kit, keeps: float, readout: Any) -> Any:
    """Return a recurrence with one number as its state: keeps · state + bit."""
    inputs, turning = (linear(kit, ([[each]], [0.0])) for each in (1.0, keeps))
    return activations.added(kit.library)["Recurrence"](inputs, turning, kit.activation("identity"), readout)


DESIGNS: Mapping[str, Callable[[Kit, int], Any]] = {
    "sawtooth": sawtooth,
    "halving": halving,
    "count-sine": count_sine,
    "count-folds": count_folds,
}
