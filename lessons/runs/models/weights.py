"""The first weights: how they are drawn, made larger or smaller, and which of them never learn."""

from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any

import numpy as np

from lessons.format import LessonError
from lessons.table import nearest

# Each is given the library's nn.init, the weight and the generator, and writes into the weight.
STARTS: Mapping[str, Callable[[Any, Any, np.random.Generator], object]] = {
    "xavier_uniform": lambda init, weight, drawn: init.xavier_uniform_(weight, generator=drawn),
    "xavier_normal": lambda init, weight, drawn: init.xavier_normal_(weight, generator=drawn),
    "kaiming_uniform": lambda init, weight, drawn: init.kaiming_uniform_(weight, generator=drawn),
    "kaiming_normal": lambda init, weight, drawn: init.kaiming_normal_(weight, generator=drawn),
    "uniform": lambda init, weight, drawn: init.uniform_(weight, -1, 1, generator=drawn),
    "normal": lambda init, weight, drawn: init.normal_(weight, generator=drawn),
    "constant": lambda init, weight, drawn: init.constant_(weight, 1.0),
    "zeros": lambda init, weight, drawn: init.zeros_(weight),
}


def start(
    library: ModuleType,
    model: Any,
    generator: np.random.Generator,
    init: str = "default",
    gain: float = 1.0,
    noise: float = 0.0,
    rescale: float = 1.0,
    biases: float = 0.0,
) -> Any:
    """Draw the weights of every linear layer anew, times `gain`, plus normal noise.

    Biases stay at zero, or are drawn with a spread of `biases`. With `rescale` the first layer's weights are multiplied
    by it and the last one's divided by it.
    """
    if init != "default" and init not in STARTS:
        raise LessonError(f"model: init = {init!r} is none.{nearest(init, ('default', *STARTS))}")
    weights = [each.weight for each in model.modules() if isinstance(each, library.nn.Linear)]
    for weight in weights:
        if init != "default":
            STARTS[init](library.nn.init, weight, generator)
        if gain != 1.0:
            weight.write(weight.data * gain)
        if noise:
            weight.write(weight.data + generator.normal(0, noise, weight.shape))
    if rescale != 1.0:
        rescale_ends(weights, rescale)
    if biases:
        draw_biases(library, model, generator, biases)
    return model


def draw_biases(library: ModuleType, model: Any, generator: np.random.Generator, spread: float) -> None:
    """Draw the bias of every linear layer that has one, so that its units bend at places of their own."""
    for layer in model.modules():
        if isinstance(layer, library.nn.Linear) and layer.bias is not None:
            layer.bias.write(generator.normal(0, spread, layer.bias.shape))


def rescale_ends(weights: list[Any], factor: float) -> None:
    """Multiply the first layer's weights and divide the last one's."""
    if len(weights) < 2 or factor <= 0:
        raise LessonError(f"model: rescale = {factor:g} needs two linear layers, and a number above 0.")
    weights[0].write(weights[0].data * factor)
    weights[-1].write(weights[-1].data / factor)


def freeze(model: Any, names: Iterable[str]) -> None:
    """Keep parameters from learning: those of a module, or one by its own name."""
    named = dict(model.named_parameters())
    known = tuple(dict.fromkeys(part for own in named for part in (own.rpartition(".")[0], own)))
    for name in map(str, names):
        meant = [own for own in named if own == name or own.startswith(f"{name}.")]
        if not meant:
            raise LessonError(f"model: frozen has {name!r}, which it has not.{nearest(name, known)}")
        for own in meant:
            named[own].requires_grad_(False)
