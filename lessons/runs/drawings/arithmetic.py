"""Two little matrices multiplied into one, with their numbers."""

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

import numpy as np

from lessons.format import LessonError
from lessons.lesson import Prose
from lessons.page import Block, Table
from lessons.runs.drawings.grammar import signed
from lessons.runs.rows import Array
from lessons.text import Text
from minimodel import Tensor

NAMES = {False: ("W2", "W1", "W2 @ W1"), True: ("x", "W.T", "b", "x @ W.T + b")}


def product(settings: Mapping[str, Any], page: Prose, text: Text) -> tuple[Block, ...]:
    """Both matrices and their product, side by side; where a row is added, that row too."""
    left, right = (np.array(settings[key], dtype=float) for key in ("left", "right"))
    if left.shape[1] != right.shape[0]:
        raise LessonError(f"left {left.shape} and right {right.shape} cannot be multiplied.")
    parts, signs = [left, right], ["·", "="]
    whole = Tensor(left) @ Tensor(right)
    if "plus" in settings:
        plus = np.array(settings["plus"], dtype=float)
        if plus.shape != (1, right.shape[1]):
            raise LessonError(f"plus {plus.shape} should be one row, as long as those of right.")
        parts, signs, whole = [*parts, plus], ["·", "+", "="], whole + Tensor(plus)
    names = tuple(settings.get("names", NAMES["plus" in settings]))
    if len(names) != len(parts) + 1:
        raise LessonError(f"names should be {len(parts) + 1}: one for each matrix, from left to right.")
    return (side_by_side([*parts, np.asarray(whole.data)], signs, names, text),)


def side_by_side(matrices: list[Array], signs: list[str], names: tuple[str, ...], text: Text) -> Table:
    """Matrices as the columns of a table, with a sign between them in the first row."""
    headings, columns = [names[0]], [written(matrices[0])]
    for matrix, sign, name in zip(matrices[1:], signs, names[1:], strict=True):
        headings += ["", name]
        columns += [[sign], written(matrix)]
    lines = tuple(matrix_words(name, matrix, text) for name, matrix in zip(names, matrices, strict=True))
    return Table(tuple(headings), tuple(zip_longest(*columns, fillvalue="")), lines=lines)


def matrix_words(name: str, matrix: Array, text: Text) -> str:
    """Return `A, 2 by 3: 1 2 0; 0 1 −1.`"""
    entries = "; ".join(" ".join(signed(float(entry)) for entry in row) for row in matrix)
    rows, columns = matrix.shape
    return text("draw.matrix", name=name, rows=rows, columns=columns, entries=entries)


def written(matrix: Array) -> list[str]:
    """Each row in brackets, its numbers under each other."""
    cells = [[signed(float(entry)) for entry in row] for row in matrix]
    width = max(len(cell) for row in cells for cell in row)
    return [f"[{'  '.join(cell.rjust(width) for cell in row)}]" for row in cells]
