"""The first number in which two runs differ, in the order in which a training computes them.

Both are trained again from where they began, by the plain loop, with an ear on every layer.
"""

import copy
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lessons.runs.inside import Heard, listening, numbers
from lessons.runs.losses import LOSSES
from lessons.runs.optimizers import build_optimizer
from lessons.runs.rows import Array
from lessons.runs.trained import Trained
from lessons.text import Text

START, FORWARD, BACKWARD, UPDATE = "start", "forward", "backward", "update"

Named = dict[tuple[str, str], Array]  # phase and name → numbers, in the order in which they were computed


@dataclass(frozen=True)
class Difference:
    """What differs first: at which step, counted from 1, in which phase, under which name, and by how much at most."""

    step: int
    phase: str
    name: str
    size: float

    def __str__(self) -> str:
        """As a journal keeps it: `activation (forward, step 1)`."""
        return f"{self.name} ({self.phase}{f', step {self.step}' * bool(self.step)})"


def difference_words(found: Difference, text: Text) -> str:
    """Where two runs part, in a line."""
    return text(f"run.parted_{found.phase}", name=found.name, step=found.step)


def first_difference(first: Trained, second: Trained, steps: int | None = None) -> Difference | None:
    """Train two runs again until a number differs. None: they are the same to the last bit."""
    return next((found for found in parting(first, second, steps) if found is not None), None)


def parting(first: Trained, second: Trained, steps: int | None = None) -> Iterator[Difference | None]:
    """The same step by step: None for each step that is the same, at last the difference. Stop whenever you like.

    A run that raises ends there; what it had computed until then is compared.
    """
    length = first.settings.steps if steps is None else steps
    with np.errstate(all="ignore"):
        for step, both in enumerate(zip(told(first, length), told(second, length), strict=False)):
            found = differing(*both)
            yield None if found is None else Difference(step, *found)
            if found is not None:
                return


def told(run: Trained, steps: int) -> Iterator[Named]:
    """The rows and the first weights; then all that each step computes. Nothing of a run that raised before."""
    if run.trouble and not run.losses:
        yield {}
        return
    run = Trained(run.library, run.settings, run.seed, run.rows, run.start, copy.deepcopy(run.start))
    named = {(START, name): array for name, array in run.parameters().items()}
    yield {(START, "x"): run.rows.x, (START, "y"): run.rows.y} | named
    with listening(run.model) as heard:
        training = plain_loop(run, steps)
        for _ in range(steps):
            heard.clear()
            loss = next_loss(training)
            yield of_step(run, heard, loss)
            if loss is None:
                return


def next_loss(training: Iterator[Any]) -> float | None:
    """Train one step. None: it raised, as an edited line may."""
    try:
        return float(next(training).loss)
    except Exception:
        return None


def plain_loop(run: Trained, steps: int) -> Iterator[Any]:
    """The training loop as it stands in minimodel."""
    learnt = [parameter for parameter in run.model.parameters() if parameter.requires_grad]
    if not learnt:
        return iter(())
    optimizer = build_optimizer(run.library, run.settings.optimizer, learnt)
    steps_of_training: Iterator[Any] = run.library.training.train(
        run.model,
        run.rows.x,
        run.rows.y,
        optimizer,
        steps,
        LOSSES[run.settings.loss](run.library),
        batch_size=run.settings.batch_size,
        generator=np.random.default_rng([run.seed, 2]),
    )
    return steps_of_training


def of_step(run: Trained, heard: Iterable[Heard], loss: float | None) -> Named:
    """What one step computed: what each layer gave, the loss, each gradient, and each parameter after the update."""
    found: Named = {}
    for call in heard:
        found[FORWARD, once_more(call.name, found)] = call.gives
    if loss is None:
        return found
    found[FORWARD, "loss"] = np.array(loss)
    parameters = list(run.model.named_parameters())
    for name, parameter in reversed(parameters):  # the last layer's gradient is the first to be known
        if parameter.grad is not None:
            found[BACKWARD, name] = numbers(parameter.grad)
    return found | {(UPDATE, name): numbers(parameter) for name, parameter in parameters}


def once_more(name: str, found: Named) -> str:
    """The name of a layer's call; where it was called before in this step, with its number."""
    again = sum(each == name or each.startswith(f"{name} #") for _, each in found)
    return f"{name} #{again + 1}" if again else name


def differing(
    first: Mapping[tuple[str, str], Array], second: Mapping[tuple[str, str], Array]
) -> tuple[str, str, float] | None:
    """The first of the named numbers that differ, with the largest distance. What only one has differs without end."""
    for phase, name in dict.fromkeys((*first, *second)):
        distance = apart(first.get((phase, name)), second.get((phase, name)))
        if distance:
            return phase, name, distance
    return None


def apart(first: Array | None, second: Array | None) -> float:
    """The largest distance of two arrays: 0 if they are the same, NaN beside NaN too."""
    if first is None or second is None or first.shape != second.shape:
        return float("inf")
    if np.array_equal(first, second, equal_nan=True):
        return 0.0
    distance = np.abs(first.astype(float) - second.astype(float))
    return float("inf") if np.isnan(distance).any() else float(distance.max())
