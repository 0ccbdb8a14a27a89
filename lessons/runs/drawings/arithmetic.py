"""Two little matrices multiplied into one, with their numbers."""

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

import numpy as np

from lessons.lesson import LessonError, Prose
from lessons.page import Block, Table
from lessons.runs.drawings.grammar import signed
from lessons.runs.rows import Array
from lessons.text import Text
from minimodel import Tensor

NAMES = ("W2", "W1", "W2 @ W1")


def product(settings: Mapping[str, Any], page: Prose, text: Text) -> tuple[Block, ...]:
    """Both matrices and their product, side by side."""
    left, right = (np.array(settings[key], dtype=float) for key in ("left", "right"))
    if left.shape[1] != right.shape[0]:
        raise LessonError(f"left {left.shape} and right {right.shape} cannot be multiplied.")
    whole = np.asarray((Tensor(left) @ Tensor(right)).data)
    names = tuple(settings.get("names", NAMES))
    if len(names) != 3:
        raise LessonError("names should be three: of left, of right, and of their product.")
    columns = [written(each) for each in (left, right, whole)]
    rows = tuple(
        (one, "·" * (not place), other, "=" * (not place), both)
        for place, (one, other, both) in enumerate(zip_longest(*columns, fillvalue=""))
    )
    return (Table((names[0], "", names[1], "", names[2]), rows),)


def written(matrix: Array) -> list[str]:
    """Each row in brackets, its numbers under each other."""
    cells = [[signed(float(entry)) for entry in row] for row in matrix]
    width = max(len(cell) for row in cells for cell in row)
    return [f"[{'  '.join(cell.rjust(width) for cell in row)}]" for row in cells]
