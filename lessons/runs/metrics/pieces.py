"""The straight pieces of a model of one number, found exactly: every place where an activation is given 0."""

import numpy as np

from lessons.runs.inside import activations, calls, in_float64
from lessons.runs.rows import Array
from lessons.runs.trained import Trained

CLOSE = 1e-9  # nearer than this, two places, or two slopes, are the same


def pieces(run: Trained) -> float | None:
    """How many pieces there are over the span of the inputs; None where they are not straight."""
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
    """Every place between two where some activation's number changes its sign, layer by layer.

    Between the places that the layers before have bent at, a layer's numbers go straight: so their zeros are known.
    """
    for layer in range(len(activations(run, calls(run, places[:, None], model)))):
        given = activations(run, calls(run, places[:, None], model))[layer].given.reshape(len(places), -1)
        left, right = given[:-1], given[1:]
        crossing = (left < 0) != (right < 0)
        interval, unit = np.nonzero(crossing)
        share = left[interval, unit] / (left[interval, unit] - right[interval, unit])
        zeros = places[interval] + share * np.diff(places)[interval]
        places = apart(np.concatenate([places, zeros]))
    return places


def apart(places: Array) -> Array:
    """The places in order, each once."""
    places = np.sort(places)
    far = np.diff(places) > CLOSE * (places[-1] - places[0])
    return np.concatenate([places[:1], places[1:][far]])
