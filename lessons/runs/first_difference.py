"""The first number in which two runs differ, in the order in which a training computes them.

Both are trained again from where they began, by the plain loop, with an ear on every layer.
"""

import copy
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from lessons.course.lesson import Arm
from lessons.course.page import Text
from lessons.runs.layer_calls import LayerCall, listening, numbers
from lessons.runs.optimization import LOSSES
from lessons.runs.trained_model import Array, Trained
from lessons.runs.training import begin, train_one

START, FORWARD, BACKWARD, UPDATE = "start", "forward", "backward", "update"

Named = dict[tuple[str, str], Array]  # phase and name → numbers, in the order in which they were computed


@dataclass(frozen=True)
class Difference:
    """The first number that differs: its step, counted from 1, its phase, its name, and by how much at most."""

    step: int
    phase: str
    name: str
    size: float


def parting(first: Arm, second: Arm, seed: int, text: Text) -> tuple[int, str] | None:
    """Train two arms from a seed until they differ; return that step, counted from 1, and what differs, in words."""
    found = first_difference(begin(first, seed), begin(second, seed))
    return (found.step, text(f"run.parted_{found.phase}", name=found.name, step=found.step)) if found else None


def first_difference(first: Trained, second: Trained, steps: int | None = None) -> Difference | None:
    """Train two runs again until a number differs, or one raises. None: they are the same to the last bit."""
    length = first.settings.steps if steps is None else steps
    with np.errstate(all="ignore"):
        both = zip(numbers_of_training(first, length), numbers_of_training(second, length), strict=False)
        for step, (mine, other) in enumerate(both):
            for phase, name in dict.fromkeys((*mine, *other)):
                if distance := apart(mine.get((phase, name)), other.get((phase, name))):
                    return Difference(step, phase, name, distance)
    return None


def numbers_of_training(run: Trained, steps: int) -> Iterator[Named]:
    """Yield the rows and the first weights; then all that each step computes. Nothing of a run that raised before."""
    if run.trouble and not run.losses:
        yield {}
        return
    run = Trained(run.library, run.settings, run.seed, run.rows, run.start, copy.deepcopy(run.start))
    named = {(START, name): array for name, array in run.parameters().items()}
    yield {(START, "x"): run.rows.x, (START, "y"): run.rows.y} | named
    with listening(run.model) as heard:
        training = train_one(run, steps, LOSSES[run.settings.loss](run.library))
        for _ in range(steps):
            heard.clear()
            try:
                loss = float(next(training).loss)
            except Exception:  # an edited line may raise anything
                yield of_step(run, heard, None)
                return
            yield of_step(run, heard, loss)


def of_step(run: Trained, heard: Iterable[LayerCall], loss: float | None) -> Named:
    """Return what one step computed: what each layer gave, the loss, each gradient, each parameter afterwards."""
    found: Named = {}
    calls = Counter[str]()
    for call in heard:
        calls[call.name] += 1
        name = call.name if calls[call.name] == 1 else f"{call.name} #{calls[call.name]}"
        found[FORWARD, name] = call.gives
    if loss is None:
        return found
    found[FORWARD, "loss"] = np.array(loss)
    parameters = list(run.model.named_parameters())
    for name, parameter in reversed(parameters):  # the last layer's gradient is the first to be known
        if parameter.grad is not None:
            found[BACKWARD, name] = numbers(parameter.grad)
    return found | {(UPDATE, name): numbers(parameter) for name, parameter in parameters}


def apart(first: Array | None, second: Array | None) -> float:
    """Return the largest distance of two arrays: 0 if they are the same, NaN beside NaN too; infinite without one."""
    if first is None or second is None or first.shape != second.shape:
        return float("inf")
    if np.array_equal(first, second, equal_nan=True):
        return 0.0
    distance = np.abs(first.astype(float) - second.astype(float))
    return float("inf") if np.isnan(distance).any() else float(distance.max())
