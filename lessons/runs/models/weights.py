"""The first weights: drawn, scaled, chosen among several starts, held in float32; and which of them never learn."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from lessons.course.lesson.values import LessonError
from lessons.runs.models.activations import activation_of
from lessons.runs.optimization import meant
from lessons.runs.trained_model import Array, Library, Rows


def orthogonal(shape: tuple[int, ...], drawn: np.random.Generator) -> Array:
    left, _, right = np.linalg.svd(drawn.normal(size=shape), full_matrices=False)
    return np.asarray(left @ right)


# Each is given the library's nn.init, the weight and the generator, and writes into the weight.
STARTS: Mapping[str, Callable[[Any, Any, np.random.Generator], object]] = {
    "xavier_uniform": lambda init, weight, drawn: init.xavier_uniform_(weight, generator=drawn),
    "xavier_normal": lambda init, weight, drawn: init.xavier_normal_(weight, generator=drawn),
    "kaiming_uniform": lambda init, weight, drawn: init.kaiming_uniform_(weight, generator=drawn),
    "kaiming_normal": lambda init, weight, drawn: init.kaiming_normal_(weight, generator=drawn),
    "orthogonal": lambda init, weight, drawn: weight.write(orthogonal(weight.shape, drawn)),
    "uniform": lambda init, weight, drawn: init.uniform_(weight, -1, 1, generator=drawn),
    "normal": lambda init, weight, drawn: init.normal_(weight, generator=drawn),
    "constant": lambda init, weight, drawn: init.constant_(weight, 1.0),
    "zeros": lambda init, weight, drawn: init.zeros_(weight),
}


@dataclass(frozen=True, eq=False)
class Kit:
    """The parts of every model: a library, rows to fit, and a generator of first weights."""

    library: Library
    rows: Rows
    generator: np.random.Generator
    dtype: type

    def linear(self, inputs: int, outputs: int, bias: bool = True) -> Any:
        return self.library.nn.Linear(inputs, outputs, bias, generator=self.generator, dtype=self.dtype)

    def activation(self, words: str) -> Any:
        return activation_of(self.library, words, self.dtype)


def start(
    kit: Kit,
    model: Any,
    init: str = "default",
    gain: float = 1.0,
    noise: float = 0.0,
    rescale: float = 1.0,
    biases: float = 0.0,
) -> Any:
    """Draw the weights of every linear layer anew, times `gain`, plus noise; and biases with a spread of `biases`.

    With `rescale` the first layer's weights are multiplied by it and the last one's divided by it.
    """
    linear = [each for each in model.modules() if isinstance(each, kit.library.nn.Linear)]
    for weight in (each.weight for each in linear):
        if init != "default":
            STARTS[init](kit.library.nn.init, weight, kit.generator)
        if gain != 1.0:
            weight.write(weight.data * gain)
        if noise:
            weight.write(weight.data + kit.generator.normal(0, noise, weight.shape))
    if rescale != 1.0:
        if len(linear) < 2 or rescale <= 0:
            raise LessonError(f"model: rescale = {rescale:g} needs two linear layers, and a number above 0.")
        first, last = linear[0].weight, linear[-1].weight
        first.write(first.data * rescale)
        last.write(last.data / rescale)
    for bias in (each.bias for each in linear if biases and each.bias is not None):
        bias.write(kit.generator.normal(0, biases, bias.shape))
    return model


def freeze(model: Any, names: Iterable[str]) -> None:
    """Keep parameters from learning: those of a module, or one by its own name."""
    named = dict(model.named_parameters()) if names else {}
    for own in meant(dict.fromkeys(map(str, names)), named, "model: frozen"):
        named[own].requires_grad_(False)


def scale(model: Any, factors: Mapping[str, float]) -> None:
    named = dict(model.named_parameters()) if factors else {}
    for own, factor in meant(factors, named, "model: scale").items():
        named[own].write(named[own].data * factor)


def best_of(build: Callable[[], Any], tries: int, rows: Rows) -> Any:
    """Build so many models, and keep the one that has most of the chosen rows right; of equals the first."""
    if tries > 1 and (not rows.classes or len(rows.x_out) < 2):
        raise LessonError("model: best_of needs classes, and held-out rows to choose by.")
    models = [build() for _ in range(tries)]
    x, y = choosing(rows)
    return models[0] if tries == 1 else max(models, key=lambda model: (model(x).data.argmax(-1) == y).sum())


def choosing(rows: Rows) -> tuple[Array, Array]:
    """Return the held-out rows that a start is chosen by: every second one, from the first on."""
    return rows.x_out[::2], rows.y_out[::2]


def fresh(rows: Rows) -> tuple[Array, Array]:
    """Return the held-out rows that had no part in a choice."""
    return rows.x_out[1::2], rows.y_out[1::2]


def adding(model: Any, other: Any, times: float) -> Any:
    """Add the answers of another model, which never learns, to those of a model; its hidden numbers stay its own."""
    freeze(other, dict(other.named_parameters()))
    kind: Any = type(model)
    model.__class__ = adding_class(kind)
    model.added = (other, times)  # in a tuple: its parameters are none of the model's
    return model


@cache
def adding_class(kind: Any) -> Any:
    """Define the kind that adds them; it keeps its name."""

    def forward(self: Any, x: Any) -> Any:
        other, times = self.added
        return kind.forward(self, x) + other(x) * times

    return type(kind.__name__, (kind,), {"forward": forward})


def reading_float32(library: Library, model: Any) -> Any:
    """Let a float32 model take float64 rows, which minimodel does not mix with it unasked."""
    kind: Any = type(model)
    model.__class__ = reading_class(library, kind)
    return model


@cache
def reading_class(library: Library, kind: Any) -> Any:
    """Define the kind that turns its input into float32 first; it keeps its name."""

    def given(x: Any) -> Any:
        # `_data` and not `.data`: a replayed training must not take it for a look at values.
        return library.Tensor(x._data, dtype=np.float32) if x.dtype == np.float64 else x

    def forward(self: Any, x: Any) -> Any:
        return kind.forward(self, given(x))

    def hidden(self: Any, x: Any) -> Any:
        return kind.hidden(self, given(x))

    methods = {"forward": forward, "hidden": hidden} if hasattr(kind, "hidden") else {"forward": forward}
    return type(kind.__name__, (kind,), methods)
