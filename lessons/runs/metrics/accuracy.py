"""Count the rows that are right, how sure the model is of them, and what could be got by guessing."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import permutations

import numpy as np

from lessons.course.lesson.pictures import HELD_OUT_RIGHT, HELD_OUT_WRONG, RIGHT, WRONG
from lessons.runs.models.weights import choosing, fresh
from lessons.runs.trained_model import Array, Trained, at_rest

MOST_RENAMED = 7  # classes: all ways are tried

Cell = tuple[int, int]
Cells = Mapping[Cell, str]


def accuracy(run: Trained, x: Array, y: Array) -> float | None:
    """Return the share of rows whose largest output is at the label; None where there are no rows, or no classes."""
    if not run.rows.classes or not len(y):
        return None
    if run.settings.own_ruler:  # what the arm's own library says that it is, rightly or not
        return float(run.library.lab.probes.accuracy(at_rest(run.model), x, y))
    return float((run.outputs(x).argmax(-1) == y).mean())


def train_accuracy(run: Trained) -> float | None:
    return accuracy(run, run.rows.x, run.rows.y)


def val_accuracy(run: Trained) -> float | None:
    return accuracy(run, run.rows.x_out, run.rows.y_out)


def alone_accuracy(run: Trained) -> float | None:
    found = answers_alone(run)
    return None if found is None else float((found == run.rows.y_out).mean())


def answers_alone(run: Trained) -> Array | None:
    if not run.rows.classes or not len(run.rows.y_out):
        return None
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


def classes_used(run: Trained) -> float | None:
    if not run.rows.classes:
        return None
    return float(len(np.unique(run.outputs(run.rows.x).argmax(-1))))


def renamed_accuracy(run: Trained) -> float | None:
    classes = run.rows.classes
    if not 0 < classes <= MOST_RENAMED:
        return None
    pairs = np.zeros((classes, classes))  # answer, label
    np.add.at(pairs, (run.outputs(run.rows.x).argmax(-1), run.rows.y), 1)
    ways = np.array(list(permutations(range(classes))))
    return float(pairs[np.arange(classes), ways].sum(-1).max() / len(run.rows.y))


def label_entropy(run: Trained) -> float | None:
    if not run.rows.classes:
        return None
    shares = np.bincount(run.rows.y) / len(run.rows.y)
    shares = shares[shares > 0]
    return float(-(shares * np.log(shares)).sum())


def baseline(run: Trained) -> float | None:
    if not run.rows.classes or not len(run.rows.y_out):
        return None
    y, y_out = (labels[labels >= 0] for labels in (run.rows.y, run.rows.y_out))  # that are asked, at every place
    return float((y_out == np.bincount(y).argmax()).mean())


def ceiling(run: Trained, which: str = "all") -> float | None:
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


TEMPERATURES = np.geomspace(0.1, 100, 301)
KINDS = ("", "right", "wrong")


def sureness(run: Trained, which: str = "") -> float | None:
    if not run.rows.classes or which not in KINDS:
        return None
    sure, right = sure_and_right(run)
    chosen = sure if not which else sure[right == (which == "right")]
    return float(chosen.mean()) if chosen.size and np.isfinite(chosen).all() else None


def sure_and_right(run: Trained) -> tuple[Array, Array]:
    """Return, for each held-out row, the share of its answer, and whether that is right."""
    outputs = run.outputs(run.rows.x_out)
    return np.exp(log_shares(outputs)).max(-1), outputs.argmax(-1) == run.rows.y_out


def log_shares(outputs: Array) -> Array:
    above = outputs - outputs.max(-1, keepdims=True)
    return np.asarray(above - np.log(np.exp(above).sum(-1, keepdims=True)))


def temperature(run: Trained) -> float | None:
    if not run.rows.classes or not len(run.rows.y_out):
        return None
    outputs = run.outputs(run.rows.x_out)
    if not np.isfinite(outputs).all():
        return None
    shares = log_shares(outputs / TEMPERATURES[:, None, None])[:, np.arange(len(outputs)), run.rows.y_out]
    losses = -shares.copy("C").mean(-1)  # row by row, as the rows of one temperature are added
    return float(TEMPERATURES[int(np.argmin(losses))])


def wrong_too(run: Trained) -> float | None:
    if run.reference is None or not run.rows.classes:
        return None
    wrong, theirs = (each.outputs(run.rows.x).argmax(-1) != run.rows.y for each in (run, run.reference))
    return float(theirs[wrong].mean()) if wrong.any() else None


def asked_twice(run: Trained) -> float | None:
    if not run.rows.classes or not len(run.rows.y_out):
        return None
    model = at_rest(run.model)
    with run.library.no_grad():
        first, second = (model(run.library.Tensor(run.rows.x_out)).data.argmax(-1) for _ in range(2))
    return float((first != second).mean())


def rows_touched(run: Trained) -> float:
    pushed = run.rows.x.copy()
    pushed[0] += 1
    return float((run.outputs(pushed) != run.outputs(run.rows.x)).any(-1).sum())


def states_of(run: Trained, cells: Sequence[Cell], cells_out: Sequence[Cell]) -> Cells:
    """Return the state of each cell: right or wrong, trained on or held out."""
    rows, found = run.rows, dict[Cell, str]()
    for own, x, y, right, wrong in (
        (cells, rows.x, rows.y, RIGHT, WRONG),
        (cells_out, rows.x_out, rows.y_out, HELD_OUT_RIGHT, HELD_OUT_WRONG),
    ):
        are_right = run.outputs(x).argmax(-1) == y if len(x) else ()
        found |= {cell: right if each else wrong for cell, each in zip(own, are_right, strict=True)}
    return found
