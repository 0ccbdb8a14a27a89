"""The parameters: how large, how far from where they began, half way between two networks, and without the smallest."""

import copy
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from lessons.course.lesson.metric import as_number
from lessons.runs.metrics.accuracy import accuracy, train_accuracy
from lessons.runs.trained_model import Array, Trained


def flat(named: Mapping[str, Array], name: str = "") -> Array | None:
    """Return the entries of one parameter, or of all, end to end; None if there are none."""
    parts = [np.ravel(array) for key, array in named.items() if name in ("", key)]
    return np.concatenate(parts).astype(float) if parts else None


def parameter_mean(run: Trained, parameter: str = "") -> float | None:
    found = run.parameters().get(parameter)
    return None if found is None else float(found.mean())


def weight_norm(run: Trained, parameter: str = "") -> float | None:
    entries = flat(run.parameters(), parameter)
    return None if entries is None else float(np.linalg.norm(entries))


def weight_movement(run: Trained, parameter: str = "") -> float | None:
    now, before = flat(run.parameters(), parameter), flat(run.parameters(run.start), parameter)
    return None if now is None or before is None else relative(now, before)


def relative(now: Array, before: Array) -> float | None:
    """Return the distance moved over the first norm; None if that is 0."""
    size = np.linalg.norm(before)
    return float(np.linalg.norm(now - before) / size) if size else None


def product(run: Trained) -> Array | None:
    """W2 @ W1: the one matrix that two layers would be without anything between. None unless there are two."""
    matrices = [array for array in run.parameters().values() if array.ndim == 2]
    if len(matrices) != 2 or matrices[1].shape[1] != matrices[0].shape[0]:
        return None
    return np.asarray(matrices[1] @ matrices[0])


def rank_w2w1(run: Trained) -> float | None:
    matrix = product(run)
    if matrix is None or not np.isfinite(matrix).all():
        return None
    return float(np.linalg.matrix_rank(matrix))


def shape_w2w1(run: Trained) -> str | None:
    matrix = product(run)
    return None if matrix is None else str(matrix.shape)


def parameters(run: Trained) -> float:
    learnt = {name for name, each in run.model.named_parameters() if each.requires_grad}
    return float(sum(array.size for name, array in run.parameters().items() if name in learnt))


def best_match(costs: Array) -> Array:
    """Return, for each row, the column that it gets; every column is given once, and the sum of the costs is least."""
    # Row by row: the row takes its cheapest column, and whoever had it looks for another, along the cheapest chain.
    count = len(costs)
    row_price, column_price = np.zeros(count), np.zeros(count + 1)
    owner = np.full(count + 1, -1)  # of each column; the last one is where a row begins its search
    for row in range(count):
        owner[count] = row
        came_from, column = chain(costs, row_price, column_price, owner)
        while column != count:
            owner[column], column = owner[came_from[column]], came_from[column]
    order = np.empty(count, dtype=int)
    order[owner[:count]] = np.arange(count)
    return order


def chain(costs: Array, row_price: Array, column_price: Array, owner: Array) -> tuple[Array, int]:
    """Find the cheapest chain to a free column. Prices change, so that each step along the chain is free."""
    count = len(costs)
    least, came_from = np.full(count, np.inf), np.full(count, count)
    seen, column = np.zeros(count + 1, dtype=bool), count
    while owner[column] >= 0:
        seen[column] = True
        row = owner[column]
        extra = costs[row] - row_price[row] - column_price[:count]
        better = ~seen[:count] & (extra < least)
        least[better], came_from[better] = extra[better], column
        following = int(np.where(seen[:count], np.inf, least).argmin())
        step = least[following]
        row_price[owner[seen]] += step
        column_price[seen] -= step
        least[~seen[:count]] -= step
        column = following
    return came_from, column


Weights = Mapping[str, Array]
MIDPOINT_WAYS = ("", "matched", "own")


def midpoint(run: Trained, way: str = "") -> float | None:
    found = both_ends(run, way)
    return None if found is None else along(run, *found, 0.5)


def both_ends(run: Trained, way: str) -> tuple[Weights, Weights] | None:
    """Return the weights of two networks: the first arm's and this one's, or this one's and its own, reordered."""
    own, first = run.parameters(), run.reference
    if way not in MIDPOINT_WAYS or len(matrices(own)) != 2:
        return None
    if way == "own":
        units = len(own[matrices(own)[0]])
        return own, reordered(own, np.random.default_rng([run.seed, 4]).permutation(units))
    if first is None or first is run or first.trouble:
        return None
    others = first.parameters()
    shapes = ({name: each.shape for name, each in weights.items()} for weights in (own, others))
    if next(shapes) != next(shapes):
        return None
    return others, reordered(own, matched(others, own)) if way == "matched" else own


def matrices(weights: Weights) -> list[str]:
    return [name for name, array in weights.items() if array.ndim == 2]


def reordered(weights: Weights, order: Array) -> Weights:
    """Return the same function, its hidden units in another order."""
    first, last = matrices(weights)
    layer = first.rpartition(".")[0] + "."
    into = {name: array[order] for name, array in weights.items() if name.startswith(layer)}
    return {**weights, **into, last: weights[last][:, order]}


def matched(others: Weights, own: Weights) -> Array:
    """Return the order that brings each unit nearest to one of the other network."""
    these, those = units_of(own), units_of(others)
    return best_match(np.square(those[:, None] - these[None]).sum(axis=-1))


def units_of(weights: Weights) -> Array:
    """Return a row for each unit: all weights that lead to it and from it."""
    first, last = matrices(weights)
    layer = first.rpartition(".")[0] + "."
    into = [array.reshape(len(array), -1) for name, array in weights.items() if name.startswith(layer)]
    return np.concatenate([*into, weights[last].T], axis=1).astype(float)


def along(run: Trained, start: Weights, end: Weights, share: float) -> float | None:
    """Return the training accuracy at a share of the straight way from one network to another."""
    between = copy.deepcopy(run.model)
    between.load_state_dict({name: (1 - share) * start[name] + share * end[name] for name in start})
    return accuracy(replace(run, model=between), run.rows.x, run.rows.y)


def pruned_accuracy(run: Trained, share: str = "0.5") -> float | None:
    weights = {name: array for name, array in run.parameters().items() if array.ndim == 2}
    cut = as_number(share)
    if not weights or not 0 <= cut <= 1:
        return None
    least = np.quantile(np.concatenate([np.abs(each).ravel() for each in weights.values()]), cut)
    kept = {name: np.where(np.abs(each) >= least, each, 0) for name, each in weights.items()}
    pruned = copy.deepcopy(run.model)
    pruned.load_state_dict({**run.parameters(), **kept})
    return train_accuracy(replace(run, model=pruned))
