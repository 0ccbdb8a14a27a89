"""A trained model that is known by numbers alone: its parameters, and what another process said that it gives."""

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from lessons.lesson import Arm
from lessons.runs.calls import relabelled
from lessons.runs.edits import healthy_library
from lessons.runs.losses import LOSSES
from lessons.runs.metrics import measure_one
from lessons.runs.rows import Array
from lessons.runs.trained import Trained
from lessons.runs.training import begun
from lessons.summaries import Value

START, BEFORE, END = range(3)  # the states that are told: at first, before the last step, and then
State = Mapping[str, Array]


def healthy_run(arm: Arm, seed: int, labels: Sequence[int] | None) -> Trained:
    """An untrained model of the healthy library, and the rows of a seed."""
    run = begun(arm, seed, healthy_library())
    run.rows = relabelled(run.rows, labels)
    return run


def told_states(states: Sequence[Mapping[str, Any]]) -> list[State]:
    return [{name: np.array(value, dtype=float) for name, value in state.items()} for state in states]


def with_parameters(
    arm: Arm, seed: int, labels: Sequence[int] | None, losses: Any, states: Sequence[State]
) -> Trained:
    """A model of the healthy library with these parameters at the start and in the end."""
    run, before = (healthy_run(arm, seed, labels) for _ in range(2))
    for model, state in zip((run.start, before.model, run.model), states, strict=True):
        model.load_state_dict(state)
    run.losses = with_last(losses, run, before.outputs(run.rows.x))
    return run


def with_last(losses: Sequence[Any], run: Trained, outputs: Array) -> list[float]:
    """The losses; the last one by the healthy library, on what the model gave before the last step.

    Where the ruler is what the lesson is about, it is what was said.
    """
    found = [float(loss) for loss in losses]
    if found and run.settings.batch_size is None and not run.settings.own_ruler:
        loss = LOSSES[run.settings.loss](healthy_library())
        with np.errstate(all="ignore"):
            found[-1] = float(np.asarray(loss(healthy_library().Tensor(outputs), run.rows.y).data))
    return found


def inputs_of(run: Trained) -> list[Array]:
    """All that a metric may ask the outputs for: the rows, those held out, and the grammar grid."""
    held_out = [run.rows.x_out] if len(run.rows.x_out) else []
    if not run.rows.cells:
        return [run.rows.x, *held_out]
    dtype = run.rows.x.dtype
    scale = dtype.type(float(str(run.settings.task.get("scale", 1))))
    return [run.rows.x, *held_out, run.ruler.lab.tense.grid(dtype) * scale]


class Told(Trained):
    """A run whose outputs were told. What was not told cannot be measured."""

    def __init__(self, run: Trained, states: Sequence[State], answer: Mapping[str, Any], losses: Any) -> None:
        untold: Any = Untold()
        super().__init__(untold, run.settings, run.seed, run.rows, run.start, run.model)
        self.untold, self.inputs = untold, inputs_of(run)
        self.states = {id(run.start): states[START], id(run.model): states[END]}
        said = [[np.array(each, dtype=float) for each in outputs] for outputs in answer["outputs"]]
        self.said = {id(run.start): said[START], id(run.model): said[END]}
        found = answer["hidden"]
        self.inside = {id(run.start): found[START], id(run.model): found[END]}
        self.losses = with_last(losses, self, said[BEFORE][0])
        self.shares: Sequence[Any] = answer.get("shares", ())

    @property
    def ruler(self) -> ModuleType:
        """The healthy library: its own is not here."""
        return healthy_library()

    def outputs(self, x: Array, model: Any = None) -> Array:
        said = self.said.get(id(model or self.model), [])
        for given, out in zip(self.inputs, said, strict=False):
            if np.array_equal(given, x):
                return out
        return self.untold.outputs

    def hidden(self, x: Array, model: Any = None) -> Array:
        found = self.inside.get(id(model or self.model))
        if found is None or x is not self.rows.x:
            return self.untold.hidden
        return np.array(found, dtype=float)

    def said_right(self, x: Array, y: Array) -> float:
        for given, share in zip((self.rows.x, self.rows.x_out), self.shares, strict=False):
            if x is given:
                return float(share)
        return float(self.untold.shares)

    def parameters(self, model: Any = None) -> dict[str, Array]:
        return dict(self.states[id(model or self.model)])

    def measured(self, metric: str) -> tuple[Value, bool]:
        """A metric, and whether what it needs was told."""
        self.untold.asked = False
        value = measure_one(self, metric)
        return value, not self.untold.asked


class Untold:
    """Stands for what was not told, and notes that it was asked for."""

    asked = False

    def __getattr__(self, name: str) -> Any:
        object.__setattr__(self, "asked", True)
        raise LookupError(name)
