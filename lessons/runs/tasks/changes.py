"""What may be done to the rows of any task: inputs scaled, labels shuffled, held-out rows leaked."""

from dataclasses import replace

import numpy as np

from lessons.format import LessonError
from lessons.runs.rows import Rows


def changed(rows: Rows, seed: int, scale: float = 1.0, shuffled: str = "", leak: int = 0) -> Rows:
    """Change rows as the task's options ask; without them they stay as they are."""
    generator = np.random.default_rng([seed, 3])
    if leak:
        rows = leaked(rows, leak, generator)
    if shuffled:
        rows = mixed_up(rows, shuffled, generator)
    return rows if scale == 1.0 else replace(rows, x=rows.x * scale, x_out=rows.x_out * scale)


def leaked(rows: Rows, count: int, generator: np.random.Generator) -> Rows:
    """Let so many held-out rows stand among the training rows too."""
    if not 0 < count <= len(rows.x_out):
        raise LessonError(f"task: leak = {count}, but {len(rows.x_out)} rows are held out.")
    places = np.sort(generator.choice(len(rows.x_out), count, replace=False))
    return replace(
        rows,
        x=np.concatenate([rows.x, rows.x_out[places]]),
        y=np.concatenate([rows.y, rows.y_out[places]]),
        cells=rows.cells + tuple(rows.cells_out[place] for place in places if rows.cells_out),
    )


def mixed_up(rows: Rows, what: str, generator: np.random.Generator) -> Rows:
    """Shuffle the training labels among the rows, or the rows without their labels."""
    order = generator.permutation(len(rows.x))
    if what == "labels":
        return replace(rows, y=rows.y[order])
    if what == "rows":
        cells = tuple(rows.cells[place] for place in order if rows.cells)
        return replace(rows, x=rows.x[order], cells=cells)
    raise LessonError(f"task: shuffled = {what!r} should be labels or rows.")
