"""A network's linearisation at its start, trained in its place.

Around its first weights θ₀ a network is f(x; θ₀) + J(x)·(θ - θ₀), nearly. That is a linear model of θ: the hidden
numbers and the slopes of the activation stay those of the start. J is never built; layer by layer, the value at the
start is carried along, and with it the change that θ - θ₀ makes to first order.
"""

import copy
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from lessons.course.lesson.values import LessonError
from lessons.runs.models import activations, networks
from lessons.runs.models.weights import Kit


def linearised(kit: Kit, **options: Any) -> Any:
    """Build the linearisation of an MLP with these options. Its parameters have the MLP's names."""
    network = networks.mlp(kit, **options)
    for name, parameter in network.named_parameters():
        if name.startswith("activation"):
            raise LessonError(f"model: {name} of shape {parameter.shape} is learnt too; linearise without a prelu.")
    return linearised_class(kit.library)(network)


@cache
def linearised_class(library: ModuleType) -> Any:
    class Linearised(library.nn.Module):  # type: ignore[name-defined]
        """f(x; θ₀) + J(x)·(θ - θ₀): θ its own parameters, θ₀ those of `start`."""

        def __init__(self, network: Any) -> None:
            super().__init__()
            for name, module in named_layers(network):
                setattr(self, name, module)
            self.start = copy.deepcopy(network)
            for parameter in self.start.parameters():
                parameter.requires_grad_(False)

        def hidden(self, x: Any) -> Any:
            """Return the hidden numbers of the start: they do not move."""
            return self.start.hidden(x)

        def forward(self, x: Any) -> Any:
            value, change = x, None
            for name, first in named_layers(self.start):
                value, change = carried(library, first, getattr(self, name), value, change)
            return value + change

    return Linearised


def named_layers(network: Any) -> list[tuple[str, Any]]:
    return [(name, module) for name, module in network.named_modules() if name]


def carried(library: ModuleType, first: Any, now: Any, value: Any, change: Any) -> tuple[Any, Any]:
    """Carry a value at the start, and its change to first order, through one layer."""
    if isinstance(first, library.nn.Linear):
        result = first(value)
        own = now(value) - result
        return result, own if change is None else own + library.nn.functional.linear(change, first.weight)
    added = activations.added(library)
    if isinstance(first, (added["Scale"], added["Scaled"])):
        return first(value), first(change)
    return first(value), change * slopes(library, first, value)


def slopes(library: ModuleType, activation: Any, at: Any) -> Any:
    """Return the activation's derivative at each number, by the library's own way back."""
    recording = library.recording.recording
    before, recording.on = recording.on, True
    try:
        x = at.detach().requires_grad_()
        activation(x).backward(np.ones(x.shape, x.dtype))
    finally:
        recording.on = before
    return library.Tensor(x.grad)
