"""Decide, and do not search for, whether straight lines can part the labels.

By Gordan's theorem exactly one is true: some w has Z w > 0 for every row, or some weights p ≥ 0 that sum to 1 have
p Z = 0. The second is a least squares problem with no negative weights, which Lawson and Hanson (1974) solve exactly.
"""

from itertools import combinations, product

import numpy as np

from lessons.runs.trained_model import Array, Trained

MOST_ROWS = 12  # beyond, there are too many subsets to try
TOLERANCE, ROUNDING = 1e-7, 1e-11


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
    """Return how far each point lies from the plane through d others, and on which side."""
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
