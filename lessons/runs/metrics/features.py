"""The hidden numbers, what each layer gives, and the slopes that an activation is used at."""

import numpy as np

from lessons.runs.inside import Heard, activations, calls
from lessons.runs.metrics.weights import relative
from lessons.runs.rows import Array
from lessons.runs.trained import Trained

NUDGE, ROUNDING = 1e-5, 1e-8
WEAK = 0.01  # of the strongest direction: what is weaker counts no more


def hidden(run: Trained, start: bool = False) -> Array | None:
    """The hidden numbers on the training rows, now or at the start; None where a model has no hidden layer."""
    model = run.start if start else run.model
    return run.hidden(run.rows.x, model) if hasattr(model, "hidden") else None


def dead_units(run: Trained) -> float | None:
    found = hidden(run)
    return None if found is None else float((np.ptp(found, axis=tuple(range(found.ndim - 1))) == 0).mean())


def largest_hidden(run: Trained) -> float | None:
    found = hidden(run)
    return None if found is None else float(np.abs(found).max())


def sparsity(run: Trained) -> float | None:
    found = hidden(run)
    return None if found is None else float((found == 0).mean())


def directions(run: Trained) -> float | None:
    """How many directions of the hidden numbers are stronger than a hundredth of the strongest."""
    found = hidden(run)
    if found is None or not np.isfinite(found).all():
        return None
    strengths = np.linalg.svd(found.reshape(-1, found.shape[-1]), compute_uv=False)
    return float((strengths > WEAK * strengths[0]).sum())


def feature_movement(run: Trained) -> float | None:
    """‖H - H₀‖ / ‖H₀‖."""
    now, before = hidden(run), hidden(run, start=True)
    return None if now is None or before is None else relative(now, before)


def output_spread(run: Trained) -> float:
    """The standard deviation of an output over the training rows, as a root mean square over the outputs."""
    outputs = run.outputs(run.rows.x)
    return float(np.sqrt(np.mean((outputs - outputs.mean(0)) ** 2)))


def outputs_apart(run: Trained) -> float | None:
    """The largest distance of an output from the first arm's, on the rows that this arm trains with."""
    reference = run.reference or run
    if reference.trouble or reference.rows.inputs != run.rows.inputs:
        return None
    outputs, others = run.outputs(run.rows.x), reference.outputs(run.rows.x)
    return float(np.abs(outputs - others).max()) if outputs.shape == others.shape else None


def layer_mean(run: Trained, layer: str = "") -> float | None:
    found = given_by(run, layer)
    return None if found is None else float(found.mean())


def layer_spread(run: Trained, layer: str = "") -> float | None:
    found = given_by(run, layer)
    return None if found is None else float(found.std())


def given_by(run: Trained, layer: str) -> Array | None:
    """What the layer of this name gives on the training rows."""
    return next((call.gives.astype(float) for call in calls(run, run.rows.x) if call.name == layer), None)


def negative_slopes(run: Trained) -> float | None:
    found = slopes(run)
    return None if found is None else float((found < -ROUNDING).mean())


def least_slope(run: Trained) -> float | None:
    found = slopes(run)
    return None if found is None else float(found.min())


def slopes(run: Trained) -> Array | None:
    """The slope of every activation at every number that it is given, by central differences."""
    found = [slope(run, call).ravel() for call in activations(run, calls(run, run.rows.x))]
    return np.concatenate(found) if found else None


def slope(run: Trained, call: Heard) -> Array:
    z = call.given.astype(float)
    with run.library.no_grad():
        above, below = (np.asarray(call.layer(run.library.Tensor(at)).data) for at in (z + NUDGE, z - NUDGE))
    return np.asarray((above - below) / (2 * NUDGE))
