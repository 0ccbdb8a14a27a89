"""The grammar grid: verb and person in, a tense out. The labels and the words are the library's own."""

from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np

from lessons.course.values import LessonError
from lessons.runs.trained_model import Rows

LABELLINGS = ("additive", "agreement", "triples")


def grid(task: str, library: ModuleType, seed: int, rows: int | None = None) -> Rows:
    """Draw the rows of a labelling: as the library splits them, or so many to train."""
    tense = library.lab.tense
    split = tense.split(task, seed) if rows is None else divided(tense, task, seed, rows)
    tenses = range(len(tense.TENSES))
    answers = {
        row: tuple(tense.english(*cell, label) for label in tenses) for row, cell in enumerate(split.held_out_rows)
    }
    return Rows(
        split.x_train,
        split.y_train,
        split.x_held_out,
        split.y_held_out,
        classes=len(tenses),
        names=tuple(answers[row][label] for row, label in enumerate(split.y_held_out)),
        answers=answers,
        cells=split.train_rows,
        cells_out=split.held_out_rows,
    )


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


def with_decided(library: ModuleType, rows: Rows) -> Rows:
    """Mark, in the mask `decided`, the held-out rows of `additive` that the training rows decide."""
    third = library.lab.tense.THIRD  # is always present; in the others a verb shows its tense, if it was seen in one
    seen = {verb for verb, person in rows.cells if person != third}
    decided = [person == third or verb in seen for verb, person in rows.cells_out]
    return replace(rows, masks={"decided": np.array(decided, dtype=bool)})
