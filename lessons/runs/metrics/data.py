"""What can be said of the rows before anything is trained: what guessing gets, and what nobody can get."""

from collections import Counter, defaultdict

import numpy as np

from lessons.runs.trained import Trained


def label_entropy(run: Trained) -> float | None:
    """The cross-entropy of a model that always says how often each label stands in the training rows."""
    if not run.rows.classes:
        return None
    shares = np.bincount(run.rows.y) / len(run.rows.y)
    shares = shares[shares > 0]
    return float(-(shares * np.log(shares)).sum())


def baseline(run: Trained) -> float | None:
    """Always the label that most training rows have, on held-out rows."""
    if not run.rows.classes or not len(run.rows.y_out):
        return None
    return float((run.rows.y_out == np.bincount(run.rows.y).argmax()).mean())


def ceiling(run: Trained, which: str = "all") -> float | None:
    """The best that any function of the input gets right: of equal inputs, the commonest label.

    On all rows of the task, or, with `train`, on the training rows alone.
    """
    rows = run.rows
    if not rows.classes:
        return None
    x, y = rows.x, rows.y
    if which != "train":
        x, y = np.concatenate([x, rows.x_out]), np.concatenate([y, rows.y_out])
    labels: dict[bytes, Counter[int]] = defaultdict(Counter)
    for row, label in zip(x, y, strict=True):
        labels[row.tobytes()][int(label)] += 1
    return sum(max(counts.values()) for counts in labels.values()) / len(y)
