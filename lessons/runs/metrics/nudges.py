"""Inputs pushed a little way, along the loss's gradient or anywhere: how many right answers flip."""

import numpy as np

from lessons.runs.losses import LOSSES
from lessons.runs.rows import Array
from lessons.runs.trained import Trained, at_rest


def flipped(run: Trained, length: str = "0.5") -> float | None:
    """The share of right training rows that a push of this length up the loss makes wrong."""
    return share_flipped(run, uphill(run), as_length(length)) if can_be_pushed(run) else None


def flipped_at_random(run: Trained, length: str = "0.5") -> float | None:
    return share_flipped(run, anywhere(run), as_length(length)) if can_be_pushed(run) else None


def can_be_pushed(run: Trained) -> bool:
    return bool(run.rows.classes and np.isfinite(run.outputs(run.rows.x)).all())


def as_length(words: str) -> float:
    """A length as a lesson writes it; NaN flips nothing."""
    try:
        return float(words)
    except ValueError:
        return float("nan")


def share_flipped(run: Trained, directions: Array, length: float) -> float | None:
    """Of the rows that are right where they are, those that are wrong so far away in these directions."""
    x, y = run.rows.x, run.rows.y
    right = run.outputs(x).argmax(-1) == y
    if not right.any() or not np.isfinite(length):
        return None
    pushed = (x + length * directions).astype(x.dtype)
    return float((run.outputs(pushed).argmax(-1) != y)[right].mean())


def uphill(run: Trained) -> Array:
    """For each row the direction in which its own loss grows most, with length 1."""
    x = run.library.Tensor(run.rows.x, requires_grad=True)
    LOSSES[run.settings.loss](run.library)(at_rest(run.model)(x), run.rows.y).backward()
    return with_length_1(np.asarray(x.grad, dtype=float))


def anywhere(run: Trained) -> Array:
    """For each row any direction, all of them equally likely."""
    return with_length_1(np.random.default_rng([run.seed, 6]).normal(size=run.rows.x.shape))


def with_length_1(directions: Array) -> Array:
    sizes = np.linalg.norm(directions, axis=-1, keepdims=True)
    return directions / np.where(sizes > 0, sizes, 1)
