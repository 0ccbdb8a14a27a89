"""Listen inside a model: what each of its layers is given, and what it gives."""

import copy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from lessons.runs.models import weights
from lessons.runs.models.activations import BENDS, added
from lessons.runs.trained_model import Array, Trained, at_rest


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
