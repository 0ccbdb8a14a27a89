"""How many rows are right."""

from itertools import permutations

import numpy as np

from lessons.runs.metrics.data import baseline
from lessons.runs.models.chosen import choosing, fresh
from lessons.runs.rows import Array
from lessons.runs.trained import Trained

MOST_RENAMED = 7  # classes: all ways are tried


def accuracy(run: Trained, x: Array, y: Array) -> float | None:
    """The share of rows whose largest output is at the label; None where there are no rows, or no classes.

    Where the ruler is what the lesson is about, it is what the arm's own library says that it is.
    """
    if not run.rows.classes or not len(y):
        return None
    if run.settings.own_ruler:
        return run.said_right(x, y)
    return float((run.outputs(x).argmax(-1) == y).mean())


def train_accuracy(run: Trained) -> float | None:
    return accuracy(run, run.rows.x, run.rows.y)


def val_accuracy(run: Trained) -> float | None:
    return accuracy(run, run.rows.x_out, run.rows.y_out)


def alone_accuracy(run: Trained) -> float | None:
    """As val_accuracy, but each row is asked by itself."""
    if not run.rows.classes or not len(run.rows.y_out):
        return None
    return float((answers_alone(run) == run.rows.y_out).mean())


def different_alone(run: Trained) -> float | None:
    """How many different answers the held-out rows get, each asked by itself."""
    if not run.rows.classes or not len(run.rows.y_out):
        return None
    return float(len(np.unique(answers_alone(run))))


def answers_alone(run: Trained) -> Array:
    return np.array([run.outputs(row[None]).argmax(-1)[0] for row in run.rows.x_out])


def above_baseline(run: Trained) -> float | None:
    right, always = val_accuracy(run), baseline(run)
    return None if right is None or always is None else right - always


def choosing_accuracy(run: Trained) -> float | None:
    return accuracy(run, *choosing(run.rows))


def fresh_accuracy(run: Trained) -> float | None:
    return accuracy(run, *fresh(run.rows))


def solved(run: Trained) -> float | None:
    right = train_accuracy(run)
    return None if right is None else float(right == 1)


def share_decided(run: Trained) -> float | None:
    mask = run.rows.masks.get("decided")
    return float(np.mean(mask)) if mask is not None and len(mask) else None


def decided_accuracy(run: Trained) -> float | None:
    mask = run.rows.masks.get("decided")
    return None if mask is None else accuracy(run, run.rows.x_out[mask], run.rows.y_out[mask])


def undecided_accuracy(run: Trained) -> float | None:
    mask = run.rows.masks.get("decided")
    return None if mask is None else accuracy(run, run.rows.x_out[~mask], run.rows.y_out[~mask])


def classes_used(run: Trained) -> float | None:
    """How many classes are the model's answer to some training row."""
    if not run.rows.classes:
        return None
    return float(len(np.unique(run.outputs(run.rows.x).argmax(-1))))


def renamed_accuracy(run: Trained) -> float | None:
    """How many training rows are right once each answer is read as another, in the best of all one-to-one ways."""
    classes = run.rows.classes
    if not 0 < classes <= MOST_RENAMED:
        return None
    pairs = np.zeros((classes, classes))  # answer, label
    np.add.at(pairs, (run.outputs(run.rows.x).argmax(-1), run.rows.y), 1)
    ways = np.array(list(permutations(range(classes))))
    return float(pairs[np.arange(classes), ways].sum(-1).max() / len(run.rows.y))
