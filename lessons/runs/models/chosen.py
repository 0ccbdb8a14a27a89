"""The best of several starts, chosen by some held-out rows; the others say what the choice is worth."""

from collections.abc import Callable
from typing import Any

from lessons.format import LessonError
from lessons.runs.rows import Array, Rows

MOST = 256  # starts


def best_of(build: Callable[[], Any], tries: int, rows: Rows) -> Any:
    """Build so many models, and keep the one that has most of the chosen rows right; of equals the first."""
    if not 1 <= tries <= MOST:
        raise LessonError(f"model: best_of = {tries} should be from 1 to {MOST}.")
    if tries > 1 and (not rows.classes or len(rows.x_out) < 2):
        raise LessonError("model: best_of needs classes, and held-out rows to choose by.")
    models = [build() for _ in range(tries)]
    return models[0] if tries == 1 else max(models, key=lambda model: right(model, *choosing(rows)))


def choosing(rows: Rows) -> tuple[Array, Array]:
    """The held-out rows that a start is chosen by: every second one, from the first on."""
    return rows.x_out[::2], rows.y_out[::2]


def fresh(rows: Rows) -> tuple[Array, Array]:
    """The held-out rows that had no part in a choice."""
    return rows.x_out[1::2], rows.y_out[1::2]


def right(model: Any, x: Array, y: Array) -> int:
    """How many rows a model has right."""
    return int((model(x).data.argmax(-1) == y).sum())
