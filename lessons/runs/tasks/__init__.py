"""Tasks: what is asked of a model. Each function draws the rows of a seed; its name stands in the vocabulary.

`default_rng([seed, 1])` draws the data, since `default_rng(seed)` draws the first weights.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np

from lessons.course.values import MAX_ROWS, MAX_WIDTH, LessonError, nearest
from lessons.course.vocabulary import ANY_TASK
from lessons.course.vocabulary import TASKS as NAMES
from lessons.runs.edits import healthy_library
from lessons.runs.functions import call_own, functions_of
from lessons.runs.limited_process import CONFINED, LimitedProcess
from lessons.runs.tasks import grammar
from lessons.runs.trained_model import Array, Rows

TASKS: Mapping[str, Callable[..., Rows]] = {
    **{name: partial(grammar.grid, name) for name in grammar.LABELLINGS},
    **functions_of(__name__, NAMES),
}


def draw_rows(library: ModuleType, task: Mapping[str, Any], seed: int) -> Rows:
    """Draw the rows of a task for a seed, by the arm's own library: a break of its data is one. Raises LessonError."""
    name, options = task["name"], {key: value for key, value in task.items() if key != "name"}
    if name not in NAMES:
        raise LessonError(f"task = {name!r} is none.{nearest(name, tuple(TASKS))}")
    changes = {key: options.pop(key) for key in ANY_TASK if key in options}
    if source := NAMES[name].source:
        drawn = own_rows(source, name, NAMES[name].classes, seed, options)
    else:
        drawn = TASKS[name](library, seed, **options)
    rows = changed(drawn, seed, **changes)
    if name == "additive" and "shuffled" not in changes:  # shuffled rows decide nothing
        return grammar.with_decided(library, rows)
    return rows


def commonest_share(task: Mapping[str, Any]) -> float | None:
    """Return the share of a task's rows that always giving its commonest answer gets right; None without classes."""
    rows = draw_rows(healthy_library(), {key: value for key, value in task.items() if key != "leak"}, 0)
    labels = np.concatenate([rows.y, rows.y_out])
    return float(np.bincount(labels).max() / len(labels)) if rows.classes else None


def own_rows(source: str, name: str, classes: int, seed: int, options: Mapping[str, Any]) -> Rows:
    """Draw the rows of a pack's task; outside a process with limits, in one. Raises LessonError where they are none."""
    if not CONFINED.is_set():
        rows: Rows = LimitedProcess(own_rows, source, name, classes, seed, options).call("")
        return rows
    given = call_own(source, name, seed, **options)
    arrays = tuple(map(np.asarray, given)) if isinstance(given, tuple | list) else ()
    if not are_rows(arrays, 1 if classes else 2):
        raise LessonError(
            f"{name} should give x, y, x_out and y_out: 1 to {MAX_ROWS:,} rows of finite numbers, a label for each."
        )
    x, y, x_out, y_out = (each.astype(float) for each in arrays)
    if not classes:
        return Rows(x, y, x_out, y_out)
    if not np.isin(np.concatenate([y, y_out]), np.arange(classes)).all():
        raise LessonError(f"{name} has classes = {classes}, so each label should be from 0 to {classes - 1}.")
    return Rows(x, y.astype(int), x_out, y_out.astype(int), classes)


def are_rows(arrays: tuple[Array, ...], of_labels: int) -> bool:
    """Return True if four arrays are the rows and labels of a task, as many as may be; `of_labels`: their axes."""
    if [each.ndim for each in arrays] != [2, of_labels] * 2:
        return False
    x, y, x_out, y_out = arrays
    fit = x.shape[1:] == x_out.shape[1:] and y.shape[1:] == y_out.shape[1:]
    fit &= (len(x), len(x_out)) == (len(y), len(y_out)) and all((*x.shape, *y.shape))
    small = len(x) + len(x_out) <= MAX_ROWS and max((*x.shape[1:], *y.shape[1:])) <= MAX_WIDTH
    return fit and small and all(each.dtype.kind in "biuf" and np.isfinite(each).all() for each in arrays)


def changed(
    rows: Rows, seed: int, scale: float = 1.0, shuffled: str = "", leak: int = 0, label_noise: float = 0.0
) -> Rows:
    generator = np.random.default_rng([seed, 3])
    if leak:
        rows = leaked(rows, leak, generator)
    if label_noise:
        rows = mislabelled(rows, label_noise, generator)
    if shuffled:
        rows = mixed_up(rows, shuffled, generator)
    return rows if scale == 1.0 else replace(rows, x=rows.x * scale, x_out=rows.x_out * scale)


def leaked(rows: Rows, count: int, generator: np.random.Generator) -> Rows:
    if not 0 < count <= len(rows.x_out):
        raise LessonError(f"task: leak = {count}, but {len(rows.x_out)} rows are held out.")
    places = np.sort(generator.choice(len(rows.x_out), count, replace=False))
    return replace(
        rows,
        x=np.concatenate([rows.x, rows.x_out[places]]),
        y=np.concatenate([rows.y, rows.y_out[places]]),
        cells=rows.cells + tuple(rows.cells_out[place] for place in places if rows.cells_out),
    )


def mislabelled(rows: Rows, share: float, generator: np.random.Generator) -> Rows:
    if rows.classes < 2 or not 0 <= share <= 1:
        raise LessonError(f"task: label_noise = {share:g} should be a share of the rows, and the task one of classes.")
    y, places = rows.y.copy(), generator.permutation(len(rows.y))[: round(share * len(rows.y))]
    y[places] = (y[places] + generator.integers(1, rows.classes, len(places))) % rows.classes
    return replace(rows, y=y)


def mixed_up(rows: Rows, what: str, generator: np.random.Generator) -> Rows:
    order = generator.permutation(len(rows.x))
    if what == "labels":
        return replace(rows, y=rows.y[order])
    if what == "rows":
        cells = tuple(rows.cells[place] for place in order if rows.cells)
        return replace(rows, x=rows.x[order], cells=cells)
    raise LessonError(f"task: shuffled = {what!r} should be labels or rows.")
