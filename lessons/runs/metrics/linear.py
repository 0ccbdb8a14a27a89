"""Measure how straight a model is: in its weights, around where they began; in its inputs; and piece by piece."""

import numpy as np

from lessons.runs.layer_calls import activation_calls, in_float64
from lessons.runs.trained_model import Array, Trained

NUDGE = 1e-7  # of the whole way that the weights went: as small as rounding allows, as a winner must not change on it


def linearised_outputs(run: Trained) -> Array:
    """f(x; θ₀) + J(x)·(θ - θ₀) on the training rows: the outputs, were the model linear in its weights."""
    moved = in_float64(run, run.start)
    first = {name: array.astype(float) for name, array in run.parameters(run.start).items()}
    last = run.parameters()

    def at(share: float) -> Array:  # along the way from θ₀ to θ, so that J is never built
        moved.load_state_dict({name: array + share * (last[name] - array) for name, array in first.items()})
        return run.outputs(run.rows.x.astype(float), moved)

    return np.asarray(at(0) + (at(NUDGE) - at(-NUDGE)) / (2 * NUDGE))


def linearised_accuracy(run: Trained) -> float | None:
    if not run.rows.classes:
        return None
    return float((linearised_outputs(run).argmax(-1) == run.rows.y).mean())


def linearisation_gap(run: Trained) -> float | None:
    now = run.outputs(run.rows.x)
    size = np.linalg.norm(now)
    return float(np.linalg.norm(now - linearised_outputs(run)) / size) if size else None


def off_line(run: Trained) -> float | None:
    x, outputs = run.rows.x.astype(float), run.outputs(run.rows.x)
    if x.ndim != 2 or len(x) <= x.shape[1] + 1:  # so few rows that some affine map would meet them all
        return None
    inputs = np.column_stack([x, np.ones(len(x))])
    missed = outputs - inputs @ np.linalg.lstsq(inputs, outputs, rcond=None)[0]
    spread = np.linalg.norm(outputs - outputs.mean(axis=0))
    return float(np.linalg.norm(missed) / spread) if spread else None


def interaction_gap(run: Trained) -> float | None:
    """Return the largest |f(v,p) - f(v₀,p) - f(v,p₀) + f(v₀,p₀)| over the grammar grid; None for other tasks."""
    if not run.rows.cells:
        return None
    tense = run.ruler.lab.tense
    grid = tense.grid(run.rows.x.dtype) * run.rows.x.dtype.type(run.settings.task.get("scale", 1))
    scores = run.outputs(grid).reshape(len(tense.VERBS), len(tense.PERSONS), -1)
    return float(np.abs(scores - scores[:1] - scores[:, :1] + scores[:1, :1]).max())


CLOSE = 1e-9  # nearer than this, two places, or two slopes, are the same


def pieces(run: Trained) -> float | None:
    x = np.concatenate([run.rows.x, run.rows.x_out]).astype(float)
    if x.shape[1:] != (1,) or np.ptp(x) == 0:
        return None
    model = in_float64(run, run.model)
    places = bends(run, model, np.array([x.min(), x.max()]))
    heights, middles = (run.outputs(at[:, None], model) for at in (places, (places[1:] + places[:-1]) / 2))
    room = CLOSE * (1 + np.abs(heights).max())
    if np.abs((heights[1:] + heights[:-1]) / 2 - middles).max() > room:
        return None
    slopes = np.diff(heights, axis=0) / np.diff(places)[:, None]
    turns = np.abs(np.diff(slopes, axis=0)).max(axis=1) > CLOSE * (1 + np.abs(slopes).max())
    return float(1 + turns.sum())


def bends(run: Trained, model: object, places: Array) -> Array:
    """Return every place between two where some activation's number changes its sign, layer by layer."""
    # Between the places that the layers before have bent at, a layer's numbers go straight: so their zeros are known.
    for layer in range(len(activation_calls(run, places[:, None], model))):
        given = activation_calls(run, places[:, None], model)[layer].given.reshape(len(places), -1)
        left, right = given[:-1], given[1:]
        crossing = (left < 0) != (right < 0)
        interval, unit = np.nonzero(crossing)
        share = left[interval, unit] / (left[interval, unit] - right[interval, unit])
        zeros = places[interval] + share * np.diff(places)[interval]
        places = np.sort(np.concatenate([places, zeros]))
        places = places[np.append(True, np.diff(places) > CLOSE * np.ptp(places))]  # each once
    return places
