"""A network's linearisation at its start, and how far the two part ways.

Around its first weights θ₀ a network is nearly linear *in its weights*:
f(x; θ) ≈ f(x; θ₀) + J(x)·(θ - θ₀), J the gradient of the outputs at θ₀.
A wide network barely moves, and stays close to this; a narrow one does
not. Source: Jacot et al., 2018; Lee et al., 2019.
"""

import copy
import sys
from typing import Any

import numpy as np

from ..answers import in_words
from ..nn.module import Module
from ..operations import Array
from .probes import norm, outputs


def ntk_features(model: Module, x: Any) -> Array:
    """J: the gradient of each output with respect to each parameter.

    Shape (rows · classes, parameters). Two outputs whose rows of J have a
    large product are taught by the same examples: J @ J.T is the neural
    tangent kernel.
    """
    model = copy.deepcopy(model)
    result = model(x).reshape(-1)
    rows = []
    for one in np.eye(result.numel(), dtype=result.dtype):
        model.zero_grad()
        result.backward(one, retain_graph=True)
        rows.append(flat_gradient(model))
    return np.stack(rows)


def flat_gradient(model: Module) -> Array:
    """Every parameter's gradient, end to end; 0 where there is none."""
    parts = [
        np.zeros(p.numel()) if p.grad is None else p.grad.reshape(-1)
        for p in model.parameters()
    ]
    return np.concatenate(parts)


def linearised_outputs(
    start: Module, model: Module, x: Any, step: float = 1e-4
) -> Array:
    """f(x; θ₀) + J(x)·(θ - θ₀): θ₀ of `start`, θ of `model`.

    J times one direction is a slope along it, so J is never built:
    (f(θ₀ + hΔ) - f(θ₀ - hΔ)) / 2h.
    """
    first, last = start.state_dict(), model.state_dict()
    moved = copy.deepcopy(start)

    def at(h: float) -> Array:
        moved.load_state_dict(
            {name: w + h * (last[name] - w) for name, w in first.items()}
        )
        return outputs(moved, x)

    return at(0) + (at(step) - at(-step)) / (2 * step)


def linearisation_gap(start: Module, model: Module, x: Any) -> float:
    """‖f - linearised f‖ / ‖f‖ on x; 0 if f is linear in its weights."""
    now = outputs(model, x)
    return float(
        norm(now - linearised_outputs(start, model, x)) / norm(now)
    )


def linearised_accuracy(
    start: Module, model: Module, x: Any, y: Any
) -> float:
    """The accuracy of the linearised outputs."""
    said = linearised_outputs(start, model, x).argmax(-1)
    return float((said == np.asarray(y)).mean())


in_words(sys.modules[__name__])
