"""Tasks: what is asked of a model. Each function draws the rows of a seed; its name stands in the vocabulary. Here are
the labellings of the grammar grid, verb and person in, a tense out, whose labels and words are the library's own.

`default_rng([seed, 1])` draws the data, since `default_rng(seed)` draws the first weights.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from statistics import median
from typing import Any

import numpy as np

from lessons.course.lesson import vocabulary
from lessons.course.lesson.lesson import Experiment, Shares
from lessons.course.lesson.values import MAX_ROWS, MAX_WIDTH, LessonError, OwnName, nearest
from lessons.runs import edits, functions
from lessons.runs.tasks.own import rows_of
from lessons.runs.trained_model import Array, Library, Rows

MOST_COUNTED = 64  # seeds, of whose rows the commonest answer is counted


def grid(task: str, library: Library, seed: int, rows: int | None = None) -> Rows:
    """Draw the rows of a labelling: as the library splits them, or so many to train."""
    tense = library.lab.tense
    split = tense.split(task, seed) if rows is None else divided(tense, task, seed, rows)
    answers = {row: in_words(tense, cell) for row, cell in enumerate(split.held_out_rows)}
    names = tuple(answers[row][label] for row, label in enumerate(split.y_held_out))
    arrays = split.x_train, split.y_train, split.x_held_out, split.y_held_out
    return Rows(*arrays, len(tense.TENSES), names, answers, split.train_rows, split.held_out_rows)


@lru_cache(1_000)
def in_words(tense: Any, cell: tuple[int, int]) -> tuple[str, ...]:
    """Return what a library says of a verb and a person, in each tense."""
    return tuple(tense.english(*cell, label) for label in range(len(tense.TENSES)))


def divided(tense: Any, task: str, seed: int, rows: int) -> Any:
    """Hold out all rows of a labelling but so many, drawn as the library draws those of `triples`."""
    table = tense.cells(task)
    if not 1 <= rows <= len(table):
        raise LessonError(f"task: rows = {rows}, but {task} has {len(table)} rows; take from 1 to {len(table)}.")
    generator = np.random.default_rng([seed, 1])
    held_out = np.sort(generator.choice(len(table), len(table) - rows, replace=False))
    train = np.setdiff1d(np.arange(len(table)), held_out)
    cells = [(verb, person) for verb, person, _ in table]
    x, y = tense.encode(cells), np.array([label for *_, label in table])
    named = [tuple(cells[row] for row in part) for part in (train, held_out)]
    return tense.Split(x[train], y[train], x[held_out], y[held_out], *named)


TASKS: Mapping[str, Callable[..., Rows]] = {
    **{name: partial(grid, name) for name in ("additive", "agreement", "triples")},
    **functions.functions_of(__name__, vocabulary.TASKS),
}


def draw_rows(library: Library, task: Mapping[str, Any], seed: int) -> Rows:
    """Draw the rows of a task for a seed, by the arm's own library: a break of its data is one. Raises LessonError."""
    if own := task.get("own"):
        return rows_of(own)
    name, options = task["name"], {key: value for key, value in task.items() if key != "name"}
    if name not in TASKS and not isinstance(name, OwnName):
        raise LessonError(f"task = {name!r} is none.{nearest(name, tuple(TASKS))}")
    changes = {key: options.pop(key) for key in vocabulary.ANY_TASK if key in options}
    rows = own_rows(name, seed, options) if isinstance(name, OwnName) else TASKS[name](library, seed, **options)
    return changed(rows, seed, **changes)


def commonest_share(task: Mapping[str, Any], counted_on: str = "", seeds: Iterable[int] = (0,)) -> float | None:
    """Return the share of a task's rows that always giving its commonest answer gets right; None without classes.

    On the training or the held-out rows alone it is the median over the seeds, which draw them.
    """
    told = {key: value for key, value in task.items() if key != "leak"}
    shares = [constant_right(draw_rows(edits.healthy_library(), told, seed), counted_on) for seed in seeds]
    known = [share for share in shares if share is not None]
    return median(known) if known else None


def constant_right(rows: Rows, counted_on: str) -> float | None:
    """Return the share of rows that the commonest answer of those that train gets right, or of all rows."""
    if not rows.classes:
        return None
    y, y_out = (labels[labels >= 0] for labels in (rows.y, rows.y_out))
    counted = {"training": (y, y), "held_out": (y, y_out)}
    known, asked = counted.get(counted_on, (np.concatenate([y, y_out]),) * 2)
    return float((asked == np.bincount(known).argmax()).mean()) if len(asked) else None


def commonest(experiment: Experiment) -> Shares:
    """Return the share of the commonest answer in each arm; None if its task cannot be drawn."""
    shares: dict[str, float | None] = {}
    seeds = range(min(experiment.seeds, MOST_COUNTED)) if experiment.counted_on else range(1)
    for task in {repr(arm.settings.task): arm.settings.task for arm in experiment.arms}.values():
        with suppress(LessonError):
            shares[repr(task)] = commonest_share(task, experiment.counted_on, seeds)
    return {arm.name: shares.get(repr(arm.settings.task)) for arm in experiment.arms}


def own_rows(name: OwnName, seed: int, options: Mapping[str, Any]) -> Rows:
    """Draw the rows of a pack's task. Raises LessonError if they are no rows."""
    given, classes = functions.call_own(name, seed, **options), name.means.classes
    arrays = tuple(map(np.asarray, given)) if isinstance(given, tuple | list) else ()
    if not are_rows(arrays, 1 if classes else 2):
        should = f"1 to {MAX_ROWS:,} rows of finite numbers, a label for each"
        raise LessonError(f"{name} should give x, y, x_out and y_out: {should}.")
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
    rows: Rows,
    seed: int,
    scale: float = 1.0,
    shuffled: str = "",
    leak: int = 0,
    label_noise: float = 0.0,
    in_one_place: bool = False,
    apart: bool = False,
) -> Rows:
    generator = np.random.default_rng([seed, 3])
    if leak:
        rows = leaked(rows, leak, generator)
    if label_noise:
        rows = mislabelled(rows, label_noise, in_one_place, generator)
    if shuffled:
        rows = mixed_up(rows, shuffled, generator)
    if apart:
        rows = with_own_inputs(rows)
    return rows if scale == 1.0 else replace(rows, x=rows.x * scale, x_out=rows.x_out * scale)


def leaked(rows: Rows, count: int, generator: np.random.Generator) -> Rows:
    if not 0 < count <= len(rows.x_out):
        raise LessonError(f"task: leak = {count}, but {len(rows.x_out)} rows are held out.")
    places = np.sort(generator.choice(len(rows.x_out), count, replace=False))
    x, y = np.concatenate([rows.x, rows.x_out[places]]), np.concatenate([rows.y, rows.y_out[places]])
    cells = tuple(rows.cells_out[place] for place in places if rows.cells_out)
    return replace(rows, x=x, y=y, cells=rows.cells + cells)


def mislabelled(rows: Rows, share: float, in_one_place: bool, generator: np.random.Generator) -> Rows:
    if rows.classes < 2 or not 0 <= share <= 1:
        raise LessonError(f"task: label_noise = {share:g} should be a share of the rows, and the task one of classes.")
    y, order = rows.y.copy(), generator.permutation(len(rows.y))
    if in_one_place:  # around one row
        order = np.linalg.norm(rows.x - rows.x[order[0]], axis=1).argsort()
    places = order[: round(share * len(rows.y))]
    y[places] = (y[places] + generator.integers(1, rows.classes, len(places))) % rows.classes
    return replace(rows, y=y)


def with_own_inputs(rows: Rows) -> Rows:
    """Return rows that share nothing: each has an input to itself, as large as the row was."""
    own = np.diag(np.linalg.norm(np.concatenate([rows.x, rows.x_out]), axis=1))
    return replace(rows, x=own[: len(rows.x)], x_out=own[len(rows.x) :])


def mixed_up(rows: Rows, what: str, generator: np.random.Generator) -> Rows:
    order = generator.permutation(len(rows.x))
    if what == "labels":
        return replace(rows, y=rows.y[order])
    if what == "rows":
        cells = tuple(rows.cells[place] for place in order if rows.cells)
        return replace(rows, x=rows.x[order], cells=cells)
    raise LessonError(f"task: shuffled = {what!r} should be labels or rows.")
