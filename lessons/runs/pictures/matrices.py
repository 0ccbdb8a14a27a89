"""Matrices of a model, shaded: its first weights."""

from collections.abc import Mapping

import numpy as np

from lessons.numbers import number
from lessons.pictures import Matrix
from lessons.runs.pictures.labels import Labels
from lessons.runs.rows import Array
from lessons.runs.trained import Trained

MOST_ROWS, FEW = 32, 8  # rows that are shown; rows and columns whose numbers are written


def weights(labels: Labels, runs: Mapping[str, Trained]) -> tuple[Matrix, ...]:
    """The first weights of each arm: a wire that is cut has none."""
    return tuple(each for arm, run in runs.items() for each in first_weights(labels, arm, run))


def first_weights(labels: Labels, arm: str, run: Trained) -> list[Matrix]:
    """Draw the first matrix among a model's parameters."""
    first = next((each for each in run.parameters().values() if each.ndim == 2), None)
    if first is None:
        return []
    units = tuple(f"h{unit}" for unit in range(1, len(first) + 1))
    return [drawn(labels, "weights", arm, first, units, inputs_of(run))]


def drawn(
    labels: Labels, key: str, arm: str, values: Array, rows: tuple[str, ...], columns: tuple[str, ...]
) -> Matrix:
    shown = values[:MOST_ROWS].astype(float)
    columns = columns if len(columns) == values.shape[1] else tuple(map(str, range(1, values.shape[1] + 1)))
    title = labels.titled(key, arm)
    says = said(labels, title, values, rows, columns)
    written = max(values.shape) <= FEW
    return Matrix(title, tuple(map(tuple, shown.tolist())), rows[:MOST_ROWS], columns, says, written)


def said(labels: Labels, title: str, values: Array, rows: tuple[str, ...], columns: tuple[str, ...]) -> str:
    row, column = np.unravel_index(int(np.abs(np.nan_to_num(values)).argmax()), values.shape)
    return labels.sentence(
        "says.matrix",
        title=title,
        rows=len(values),
        columns=values.shape[1],
        value=number(float(values[row, column])),
        row=rows[int(row)],
        column=columns[int(column)],
        zeros=int((values == 0).sum()),
        count=values.size,
    )


def inputs_of(run: Trained) -> tuple[str, ...]:
    """The names of the inputs: verbs and persons, or a number each."""
    if run.rows.cells:
        tense = run.ruler.lab.tense
        return (*(verb.name for verb in tense.VERBS), *tense.PERSONS)
    return tuple(f"x{place}" for place in range(1, run.rows.x.shape[-1] + 1))
