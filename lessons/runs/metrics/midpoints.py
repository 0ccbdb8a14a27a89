"""Half way between two networks: as they are, with their units matched, and between a network and its own copy."""

import copy
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from lessons.runs.metrics.accuracy import accuracy
from lessons.runs.metrics.matching import best_match
from lessons.runs.rows import Array
from lessons.runs.trained import Trained

Weights = Mapping[str, Array]
WAYS = ("", "matched", "own")


def midpoint(run: Trained, way: str = "") -> float | None:
    """The training accuracy half way; None for the first arm itself, and for other networks than of two layers."""
    found = ends(run, way)
    return None if found is None else along(run, *found, 0.5)


def ends(run: Trained, way: str) -> tuple[Weights, Weights] | None:
    """The weights of two networks: the first arm's and this one's, or this one's and its own, reordered."""
    own, first = run.parameters(), run.reference
    if way not in WAYS or len(matrices(own)) != 2:
        return None
    if way == "own":
        units = len(own[matrices(own)[0]])
        return own, reordered(own, np.random.default_rng([run.seed, 4]).permutation(units))
    if first is None or first is run or first.trouble:
        return None
    others = first.parameters()
    if {name: each.shape for name, each in own.items()} != {
        name: each.shape for name, each in others.items()
    }:
        return None
    return others, reordered(own, matched(others, own)) if way == "matched" else own


def matrices(weights: Weights) -> list[str]:
    return [name for name, array in weights.items() if array.ndim == 2]


def reordered(weights: Weights, order: Array) -> Weights:
    """The same function, its hidden units in another order."""
    first, last = matrices(weights)
    layer = first.rpartition(".")[0] + "."
    into = {name: array[order] for name, array in weights.items() if name.startswith(layer)}
    return {**weights, **into, last: weights[last][:, order]}


def matched(others: Weights, own: Weights) -> Array:
    """The order that brings each unit nearest to one of the other network."""
    these, those = units_of(own), units_of(others)
    return best_match(np.square(those[:, None] - these[None]).sum(axis=-1))


def units_of(weights: Weights) -> Array:
    """A row for each unit: all weights that lead to it and from it."""
    first, last = matrices(weights)
    layer = first.rpartition(".")[0] + "."
    into = [array.reshape(len(array), -1) for name, array in weights.items() if name.startswith(layer)]
    return np.concatenate([*into, weights[last].T], axis=1).astype(float)


def along(run: Trained, start: Weights, end: Weights, share: float) -> float | None:
    """The training accuracy at a share of the straight way from one network to another."""
    between = copy.deepcopy(run.model)
    between.load_state_dict({name: (1 - share) * start[name] + share * end[name] for name in start})
    return accuracy(replace(run, model=between), run.rows.x, run.rows.y)
