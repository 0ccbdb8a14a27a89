"""Rows of one's own as a network takes them: scaled by the training rows alone, the same for every seed."""

from functools import lru_cache

import numpy as np

from lessons.course.play.rows import OwnRows
from lessons.runs.trained_model import Array, Rows


def rows_of(own: OwnRows) -> Rows:
    x, y, x_out, y_out = (each.copy() for each in arrays(own))  # an edited line may write into them
    return Rows(x, y, x_out, y_out, len(own.classes))


@lru_cache(2)
def arrays(own: OwnRows) -> tuple[Array, Array, Array, Array]:
    """Return the training rows and their answers, and the held-out ones."""
    means, spreads = np.array(own.scales).T
    table = np.array([each.values for each in (*own.columns, own.asked)]).T
    scaled, (train, out) = (table - means) / spreads, own.drawn
    x, y = scaled[:, :-1], table[:, -1].astype(int) if own.classes else scaled[:, -1:]
    return x[train], y[train], x[out], y[out]
