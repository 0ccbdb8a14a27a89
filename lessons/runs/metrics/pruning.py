"""What is left of a network whose smallest weights become 0."""

import copy
from dataclasses import replace

import numpy as np

from lessons.runs.metrics.accuracy import train_accuracy
from lessons.runs.trained import Trained


def pruned_accuracy(run: Trained, share: str = "0.5") -> float | None:
    """The training accuracy once this share of all weights, the smallest, is cut; biases stay."""
    weights = {name: array for name, array in run.parameters().items() if array.ndim == 2}
    cut = as_share(share)
    if not weights or not 0 <= cut <= 1:
        return None
    least = np.quantile(np.concatenate([np.abs(each).ravel() for each in weights.values()]), cut)
    kept = {name: np.where(np.abs(each) >= least, each, 0) for name, each in weights.items()}
    pruned = copy.deepcopy(run.model)
    pruned.load_state_dict({**run.parameters(), **kept})
    return train_accuracy(replace(run, model=pruned))


def as_share(words: str) -> float:
    """A share as a lesson writes it; no share at all where it is no number."""
    try:
        return float(words)
    except ValueError:
        return -1.0
