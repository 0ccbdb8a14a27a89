"""A recurrence: it reads a row number by number, and keeps a state."""

from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from lessons.course.values import LessonError
from lessons.runs.models.networks import assembled
from lessons.runs.models.weights import Kit

KEPT = 0.98  # how much of the state's length one step keeps at first


@cache
def recurrence_class(library: ModuleType) -> Any:
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

    return Recurrence


def recurrence(kit: Kit, state: int = 8, inside: str = "identity", after: str = "", width: int = 16) -> Any:
    """Build a recurrence, linear unless `inside` bends it, whose state turns at first and shrinks a little."""
    if state < 1 or width < 1:
        raise LessonError(f"model: state = {state} and width = {width} should be 1 or more.")
    inputs, turning = kit.linear(1, state), kit.linear(state, state, bias=False)
    turning.weight.write(np.linalg.qr(kit.generator.normal(size=(state, state)))[0] * KEPT)
    between, outputs = kit.activation(inside), kit.rows.outputs
    if after:  # the readout bends, too
        modules = {"fc1": kit.linear(state, width), "activation": kit.activation(after)}
        readout = assembled(kit.library, {**modules, "fc2": kit.linear(width, outputs)})
    else:
        readout = kit.linear(state, outputs)
    return recurrence_class(kit.library)(inputs, turning, between, readout)
