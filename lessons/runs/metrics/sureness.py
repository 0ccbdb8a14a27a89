"""How sure a model is of what it says on held-out rows, beside how often it is right."""

import numpy as np

from lessons.runs.rows import Array
from lessons.runs.trained import Trained

TEMPERATURES = np.geomspace(0.1, 100, 301)
KINDS = ("", "right", "wrong")


def sureness(run: Trained, which: str = "") -> float | None:
    """The mean share of the answer that it gives: on all held-out rows, or on those it gets `right` or `wrong`."""
    if not run.rows.classes or which not in KINDS:
        return None
    sure, right = sure_and_right(run)
    chosen = sure if not which else sure[right == (which == "right")]
    return float(chosen.mean()) if chosen.size and np.isfinite(chosen).all() else None


def sure_and_right(run: Trained) -> tuple[Array, Array]:
    """For each held-out row the share of the answer that it gets, and whether that is right."""
    outputs = run.outputs(run.rows.x_out)
    return np.exp(log_shares(outputs)).max(-1), outputs.argmax(-1) == run.rows.y_out


def log_shares(outputs: Array) -> Array:
    """The logarithm of softmax."""
    above = outputs - outputs.max(-1, keepdims=True)
    return np.asarray(above - np.log(np.exp(above).sum(-1, keepdims=True)))


def temperature(run: Trained) -> float | None:
    """What all outputs are best divided by, for the least cross-entropy on held-out rows."""
    if not run.rows.classes or not len(run.rows.y_out):
        return None
    outputs = run.outputs(run.rows.x_out)
    if not np.isfinite(outputs).all():
        return None
    rows = np.arange(len(outputs))
    losses = [-log_shares(outputs / each)[rows, run.rows.y_out].mean() for each in TEMPERATURES]
    return float(TEMPERATURES[int(np.argmin(losses))])
