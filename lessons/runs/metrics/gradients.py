"""Gradients by the arm's own library, which is what it trains with; their norms and errors are NumPy's."""

import copy
from collections.abc import Callable
from typing import Any

import numpy as np

from lessons.runs.losses import LOSSES
from lessons.runs.metrics.weights import flat
from lessons.runs.rows import Array
from lessons.runs.trained import Trained

ROWS, INPUTS, OUTPUTS = 3, 7, 4  # no two alike: a square would hide a transpose
SIZES = {"Linear": (INPUTS, OUTPUTS), "LayerNorm": (INPUTS,)}
NUDGE = 1e-6


def gradients(run: Trained, at: Any = None) -> dict[str, Array]:
    """How the loss on all training rows pulls on each parameter of the model, or of the one `at` its start."""
    model = copy.deepcopy(at or run.model)
    with np.errstate(all="ignore"):
        outputs = model(run.library.Tensor(run.rows.x))
        LOSSES[run.settings.loss](run.library)(outputs, run.rows.y).backward()
    return {name: own_gradient(parameter) for name, parameter in model.named_parameters()}


def own_gradient(parameter: Any) -> Array:
    """A parameter's gradient; 0 where nothing came."""
    return np.zeros(parameter.shape) if parameter.grad is None else np.array(parameter.grad)


def gradient_norm(run: Trained, parameter: str = "") -> float | None:
    entries = flat(gradients(run), parameter)
    return None if entries is None else float(np.linalg.norm(entries))


def first_gradient(run: Trained, parameter: str = "") -> float | None:
    entries = flat(gradients(run, run.start), parameter)
    return None if entries is None else float(np.linalg.norm(entries))


def gradient_zeros(run: Trained, parameter: str = "") -> float | None:
    entries = flat(gradients(run), parameter)
    return None if entries is None else float((entries == 0).mean())


def gradcheck_error(run: Trained, module: str = "Linear") -> float | None:
    """The largest error of any entry of a module's gradients, or of a loss's; None for what is neither."""
    function = built(run.library, module)
    if function is None:
        return None
    generator = np.random.default_rng(0)
    arrays = {"x": generator.uniform(-2, 2, (ROWS, INPUTS))}
    for name, array in getattr(function, "state_dict", dict)().items():
        arrays[name] = generator.uniform(-1, 1, array.shape)
    weights = np.cos(np.arange(called(run.library, function, arrays).data.size))

    def value() -> float:
        return float(np.asarray(called(run.library, function, arrays).data).ravel() @ weights)

    said = analytic(run.library, function, arrays, weights)
    return max(error(said[name], differences(value, array)) for name, array in arrays.items())


def built(library: Any, name: str) -> Any:
    """A module of this name, or a loss with some labels."""
    if name in LOSSES:
        labels = np.arange(ROWS) if name.startswith("cross") else np.zeros((ROWS, INPUTS))
        loss = LOSSES[name](library)
        return lambda x: loss(x, labels)
    kind = getattr(library.nn, name, None)
    return None if kind is None else kind(*SIZES.get(name, ()))


def called(library: Any, function: Any, arrays: dict[str, Array]) -> Any:
    """What the module gives for these very numbers."""
    if hasattr(function, "load_state_dict"):
        function.load_state_dict({name: array for name, array in arrays.items() if name != "x"})
    return function(library.Tensor(arrays["x"]))


def analytic(library: Any, function: Any, arrays: dict[str, Array], weights: Array) -> dict[str, Array]:
    """The gradients that the library itself finds."""
    x = library.Tensor(arrays["x"], requires_grad=True)
    result = function(x)
    result.backward(weights.reshape(result.shape))
    owned = function.named_parameters() if hasattr(function, "named_parameters") else ()
    return {"x": own_gradient(x)} | {name: own_gradient(parameter) for name, parameter in owned}


def differences(value: Callable[[], float], array: Array) -> Array:
    """The slope of a value for each entry of an array that it reads, by central differences."""
    found = np.empty(array.shape)
    for place in np.ndindex(array.shape):
        before = array[place]
        array[place] = before + NUDGE
        above = value()
        array[place] = before - NUDGE
        found[place] = (above - value()) / (2 * NUDGE)
        array[place] = before
    return found


def error(said: Array, true: Array) -> float:
    """The largest distance of two gradients; infinite where they have not even one shape."""
    return float(np.abs(said - true).max()) if said.shape == true.shape else float("inf")
