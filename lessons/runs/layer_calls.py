"""Listen inside a model: what each layer is given and gives; and where, in this order, two runs first differ.

For the difference both are trained again from where they began, by the plain loop, with an ear on every layer.
"""

import copy
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from lessons.course.lesson.film import FirstDifference
from lessons.course.lesson.lesson import Arm
from lessons.course.lesson.page import Strings
from lessons.runs.models import weights
from lessons.runs.models.activations import BENDS, added
from lessons.runs.optimization import LOSSES
from lessons.runs.trained_model import Array, Trained, at_rest
from lessons.runs.training import begin, train_one

START, FORWARD, BACKWARD, UPDATE = "start", "forward", "backward", "update"

Named = dict[tuple[str, str], Array]  # phase and name → numbers, in the order in which they were computed


@dataclass(frozen=True, eq=False)
class LayerCall:
    """One call of a layer."""

    name: str
    layer: Any
    given: Array
    gives: Array


@contextmanager
def listening(model: Any) -> Iterator[list[LayerCall]]:
    """Note every call of every layer below a model, in the order in which they end, while the block runs."""
    heard: list[LayerCall] = []

    def noting(forward: Callable[..., Any], name: str, layer: Any) -> Callable[..., Any]:
        def noted(x: Any, *more: Any, **options: Any) -> Any:
            result = forward(x, *more, **options)
            heard.append(LayerCall(name, layer, numbers(x), numbers(result)))
            return result

        return noted

    layers = [(name, layer) for name, layer in model.named_modules() if name]
    for name, layer in layers:
        object.__setattr__(layer, "forward", noting(layer.forward, name, layer))
    try:
        yield heard
    finally:
        for _, layer in layers:
            object.__delattr__(layer, "forward")


def numbers(tensor: Any) -> Array:
    return np.array(getattr(tensor, "_data", tensor))


def activation_calls(run: Trained, x: Array, model: Any = None) -> list[LayerCall]:
    """Return the calls, on these rows, of what bends every number by itself."""
    kinds = (*run.library.nn.ELEMENTWISE.values(), *(added(run.library)[name] for name in BENDS))
    model = at_rest(model or run.model)
    with listening(model) as heard:
        run.outputs(x, model)
    return [call for call in heard if isinstance(call.layer, kinds)]


def in_float64(run: Trained, model: Any) -> Any:
    """Return a copy of a model that computes in float64, where a small difference is not lost in rounding."""
    model = copy.deepcopy(model)
    model.__class__ = next(each for each in type(model).__mro__ if each.__module__ != weights.__name__)
    for layer in model.modules():
        for tensor in vars(layer).values():
            if isinstance(tensor, run.library.Tensor):
                tensor._hold(tensor._data.astype(float))
    return model


@dataclass(frozen=True)
class Difference:
    """The first numbers that differ: their step, counted from 1, their phase, and their name."""

    step: int
    phase: str
    name: str


def parting(first: Arm, second: Arm, seed: int, text: Strings) -> FirstDifference | None:
    """Train two arms from a seed until they differ; return that step, counted from 1, and what differs, in words."""
    found = first_difference(begin(first, seed), begin(second, seed))
    if found is None:
        return None
    return FirstDifference(found.step, text(f"run.parted_{found.phase}", name=found.name, step=found.step))


def first_difference(first: Trained, second: Trained) -> Difference | None:
    """Train two runs again until a number differs, or one raises. None: they are the same to the last bit."""
    with np.errstate(all="ignore"):
        both = (numbers_of_training(run, first.settings.steps) for run in (first, second))
        for step, (mine, other) in enumerate(zip(*both, strict=False)):
            for at in dict.fromkeys((*mine, *other)):
                if not are_same(mine.get(at), other.get(at)):
                    return Difference(step, *at)
    return None


def numbers_of_training(run: Trained, steps: int) -> Iterator[Named]:
    """Yield the rows and the first weights; then all that each step computes. Of a run that raised at once, no step."""
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
    """Return the arrays of one step: each layer's output, the loss, each gradient, each parameter afterwards."""
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


def are_same(first: Array | None, second: Array | None) -> bool:
    """Return True for two arrays of the same numbers, NaN beside NaN too."""
    return first is not None and second is not None and np.array_equal(first, second, equal_nan=True)
