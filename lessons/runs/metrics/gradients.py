"""Gradients by the arm's own library, which is what it trains with; and inputs pushed along them."""

import copy
from typing import Any

import numpy as np

from lessons.course.lesson.metric import as_number
from lessons.runs.metrics.weights import flat
from lessons.runs.optimization import LOSSES
from lessons.runs.trained_model import Array, Trained, at_rest
from minimodel.gradcheck import numerical_gradient

ROWS, INPUTS, OUTPUTS = 3, 7, 4  # no two alike: a square would hide a transpose
SIZES = {"Linear": (INPUTS, OUTPUTS), "LayerNorm": (INPUTS,)}
NUDGE = 1e-6


def gradients(run: Trained, at: Any = None) -> dict[str, Array]:
    """Return the gradient of the loss on all training rows for each parameter, of the model or of the one `at`."""
    model = copy.deepcopy(at or run.model)
    with np.errstate(all="ignore"):
        outputs = model(run.library.Tensor(run.rows.x))
        LOSSES[run.settings.loss](run.library)(outputs, run.rows.y).backward()
    return {name: own_gradient(parameter) for name, parameter in model.named_parameters()}


def own_gradient(parameter: Any) -> Array:
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
    library, function = run.library, built(run.library, module)
    if function is None:
        return None
    draw = np.random.default_rng(0)
    leaves = {"x": library.Tensor(draw.uniform(-2, 2, (ROWS, INPUTS)), requires_grad=True)}
    leaves |= getattr(function, "named_parameters", dict)()
    for leaf in [*leaves.values()][1:]:
        leaf.write(draw.uniform(-1, 1, leaf.shape))
    result = function(leaves["x"])
    weights = np.cos(np.arange(result.data.size))
    result.backward(weights.reshape(result.shape))

    def value() -> Any:
        return np.asarray(function(leaves["x"]).data).ravel() @ weights

    errors = []
    for leaf in leaves.values():
        found, true = own_gradient(leaf), numerical_gradient(value, leaf, NUDGE)
        errors.append(float(np.abs(found - true).max()) if found.shape == true.shape else float("inf"))
    return max(errors)


def built(library: Any, name: str) -> Any:
    if name in LOSSES:
        labels = np.arange(ROWS) if name.startswith("cross") else np.zeros((ROWS, INPUTS))
        loss = LOSSES[name](library)
        return lambda x: loss(x, labels)
    kind = getattr(library.nn, name, None)
    return None if kind is None else kind(*SIZES.get(name, ()))


def flipped(run: Trained, length: str = "0.5") -> float | None:
    return share_flipped(run, uphill(run), as_number(length)) if can_be_pushed(run) else None


def flipped_at_random(run: Trained, length: str = "0.5") -> float | None:
    return share_flipped(run, anywhere(run), as_number(length)) if can_be_pushed(run) else None


def can_be_pushed(run: Trained) -> bool:
    return bool(run.rows.classes and np.isfinite(run.outputs(run.rows.x)).all())


def share_flipped(run: Trained, directions: Array, length: float) -> float | None:
    x, y = run.rows.x, run.rows.y
    right = run.outputs(x).argmax(-1) == y
    if not right.any() or not np.isfinite(length):
        return None
    pushed = (x + length * directions).astype(x.dtype)
    return float((run.outputs(pushed).argmax(-1) != y)[right].mean())


def uphill(run: Trained) -> Array:
    """Return, for each row, the direction in which its own loss grows most, with length 1."""
    x = run.library.Tensor(run.rows.x, requires_grad=True)
    LOSSES[run.settings.loss](run.library)(at_rest(run.model)(x), run.rows.y).backward()
    return with_length_1(np.asarray(x.grad, dtype=float))


def anywhere(run: Trained) -> Array:
    return with_length_1(np.random.default_rng([run.seed, 6]).normal(size=run.rows.x.shape))


def with_length_1(directions: Array) -> Array:
    sizes = np.linalg.norm(directions, axis=-1, keepdims=True)
    return directions / np.where(sizes > 0, sizes, 1)
