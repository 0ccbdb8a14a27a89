"""Measure how straight a model is, in its weights, its inputs, piece by piece; and whether lines part the labels.

Whether they do is decided, and not searched for: by Gordan's theorem exactly one is true, some w has Z w > 0 for every
row, or some weights p ≥ 0 that sum to 1 have p Z = 0. The second is a least squares problem with no negative weights,
which Lawson and Hanson (1974) solve exactly.
"""

from itertools import combinations, product

import numpy as np

from lessons.runs.layer_calls import activation_calls, in_float64
from lessons.runs.trained_model import Array, Trained

NUDGE = 1e-7  # of the whole way that the weights went: as small as rounding allows, as a winner must not change on it

MOST_ROWS = 12  # beyond, there are too many subsets to try
TOLERANCE, ROUNDING = 1e-7, 1e-11


def linearised_outputs(run: Trained) -> Array:
    """f(x; θ₀) + J(x)·(θ - θ₀) on the training rows: the outputs, were the model linear in its weights."""
    moved = in_float64(run, run.start)
    first = {name: array.astype(float) for name, array in run.parameters(run.start).items()}
    last = run.parameters()

    def at(share: float) -> Array:  # along the way from θ₀ to θ, so that J is never built
        moved.load_state_dict({name: array + share * (last[name] - array) for name, array in first.items()})
        return run.outputs(run.rows.x.astype(float), moved)

    return np.asarray(at(0) + (at(NUDGE) - at(-NUDGE)) / (2 * NUDGE))


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


def separable(run: Trained, features: str = "inputs") -> float | None:
    if not run.rows.classes:
        return None
    if features == "hidden" and not hasattr(run.model, "hidden"):
        return None
    x = run.hidden(run.rows.x) if features == "hidden" else run.rows.x
    return float(parted(x, run.rows.y, run.rows.classes))


def best_line(run: Trained) -> float | None:
    x, y, classes = run.rows.x, run.rows.y, run.rows.classes
    if not classes or len(y) > MOST_ROWS:
        return None
    for count in range(len(y), 0, -1):
        for chosen in map(list, combinations(range(len(y)), count)):
            if parted(x[chosen], y[chosen], classes):
                return count / len(y)
    return 0.0


def labelings(run: Trained) -> float | None:
    """Turn a cut until it touches as many points as it can: those may fall on either side. Count what comes of it."""
    x = np.asarray(run.rows.x, dtype=float)
    count, touched = len(x), x.shape[1]
    if run.rows.classes != 2 or count > MOST_ROWS:
        return None
    if count <= touched:
        return 2.0**count
    found = set()
    for chosen in map(list, combinations(range(count), touched)):
        sides = side_of(x, x[chosen])
        if (np.abs(np.delete(sides, chosen)) < TOLERANCE).any():  # more points than that lie on one plane
            return None
        for own in product((-1.0, 1.0), repeat=touched):
            sides[chosen] = own
            found |= {tuple(sides > 0), tuple(sides < 0)}
    return float(len(found))


def all_labelings(run: Trained) -> float | None:
    return float(run.rows.classes) ** len(run.rows.x) if run.rows.classes else None


def side_of(x: Array, on_it: Array) -> Array:
    """Return the signed distance of each point from the plane through d others."""
    normal = np.linalg.svd(np.column_stack([on_it, np.ones(len(on_it))]))[2][-1]
    return np.asarray(np.column_stack([x, np.ones(len(x))]) @ normal)


def parted(x: Array, y: Array, classes: int) -> bool:
    """Return True if linear scores, one a class and with a bias, can be largest at every label."""
    rows = comparisons(np.column_stack([x, np.ones(len(x))]).astype(float), np.asarray(y), classes)
    rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    system = np.vstack([rows.T, np.ones(len(rows))])
    target = np.zeros(len(system))
    target[-1] = 1
    return bool(np.linalg.norm(system @ nonnegative(system, target) - target) > TOLERANCE)


def comparisons(x: Array, y: Array, classes: int) -> Array:
    """Return a row for each row and each wrong class: w times it is by how much the label's score is the larger one."""
    found = []
    for row, label in zip(x, y, strict=True):
        for other in set(range(classes)) - {int(label)}:
            both = np.zeros((classes, x.shape[1]))
            both[label], both[other] = row, -row
            found.append(both.ravel())
    return np.array(found)


def nonnegative(system: Array, target: Array) -> Array:
    """Return the weights without a negative one that bring system @ weights nearest to the target."""
    weights = np.zeros(system.shape[1])
    used = np.zeros(system.shape[1], dtype=bool)
    for _ in range(5 * system.shape[1]):
        gain = system.T @ (target - system @ weights)
        if used.all() or gain[~used].max() <= ROUNDING:
            break
        used[np.flatnonzero(~used)[gain[~used].argmax()]] = True
        weights, used = settled(system, target, weights, used)
    return weights


def settled(system: Array, target: Array, weights: Array, used: Array) -> tuple[Array, Array]:
    """Solve for the weights in use. One that would fall below 0 goes to 0, and is used no more."""
    while True:
        wanted = np.zeros(len(weights))
        wanted[used] = np.linalg.lstsq(system[:, used], target, rcond=None)[0]
        falling = used & (wanted <= 0)
        if not falling.any():
            return wanted, used
        share = (weights[falling] / (weights[falling] - wanted[falling])).min()
        weights = weights + share * (wanted - weights)
        used = used & (weights > 1e-14)
