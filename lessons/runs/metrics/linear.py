"""How linear a model is: in its weights, around where they began; and in its inputs, over the grammar grid."""

import numpy as np

from lessons.runs.inside import in_float64
from lessons.runs.rows import Array
from lessons.runs.trained import Trained

NUDGE = 1e-7  # of the whole way that the weights went: as small as rounding allows, as a winner must not change on it


def linearised_outputs(run: Trained) -> Array:
    """f(x; θ₀) + J(x)·(θ - θ₀) on the training rows: the outputs, were the model linear in its weights.

    The slope is taken along the way from θ₀ to θ, so that J is never built.
    """
    moved = in_float64(run, run.start)
    first = {name: array.astype(float) for name, array in run.parameters(run.start).items()}
    last = run.parameters()

    def at(share: float) -> Array:
        moved.load_state_dict({name: array + share * (last[name] - array) for name, array in first.items()})
        return run.outputs(run.rows.x.astype(float), moved)

    return np.asarray(at(0) + (at(NUDGE) - at(-NUDGE)) / (2 * NUDGE))


def linearised_accuracy(run: Trained) -> float | None:
    if not run.rows.classes:
        return None
    return float((linearised_outputs(run).argmax(-1) == run.rows.y).mean())


def linearisation_gap(run: Trained) -> float | None:
    """‖f - linearised f‖ / ‖f‖ on the training rows."""
    now = run.outputs(run.rows.x)
    size = np.linalg.norm(now)
    return float(np.linalg.norm(now - linearised_outputs(run)) / size) if size else None


def off_line(run: Trained) -> float | None:
    """What the best affine map of the inputs misses of the outputs, beside how far these spread; 0 for linear layers.

    None where there are too few training rows to tell: some affine map would meet them all.
    """
    x, outputs = run.rows.x.astype(float), run.outputs(run.rows.x)
    if x.ndim != 2 or len(x) <= x.shape[1] + 1:
        return None
    inputs = np.column_stack([x, np.ones(len(x))])
    missed = outputs - inputs @ np.linalg.lstsq(inputs, outputs, rcond=None)[0]
    spread = np.linalg.norm(outputs - outputs.mean(axis=0))
    return float(np.linalg.norm(missed) / spread) if spread else None


def interaction_gap(run: Trained) -> float | None:
    """The largest |f(v,p) - f(v₀,p) - f(v,p₀) + f(v₀,p₀)| over the grammar grid; None for other tasks."""
    if not run.rows.cells:
        return None
    tense = run.ruler.lab.tense
    grid = tense.grid(run.rows.x.dtype) * run.rows.x.dtype.type(run.settings.task.get("scale", 1))
    scores = run.outputs(grid).reshape(len(tense.VERBS), len(tense.PERSONS), -1)
    return float(np.abs(scores - scores[:1] - scores[:, :1] + scores[:1, :1]).max())
