"""Rows in which something lies at a place: a motif in noise, and a single spot."""

from collections.abc import Callable, Mapping

import numpy as np

from lessons.course.lesson.values import LessonError
from lessons.runs.trained_model import Array, Library, Rows

HELD_OUT = 256  # rows
MOTIFS = np.array([[1, 1, -1, -1, 1], [1, -1, 1, -1, 1], [-1, 1, 1, 1, -1], [1, 1, 1, -1, -1]], dtype=float)
WIDTH = MOTIFS.shape[1]
GAP = 2  # places between the left ones and the right ones

# Where a motif may begin, of so many places.
BEGINS: Mapping[str, Callable[[int], Array]] = {
    "left": lambda places: np.arange((places - GAP) // 2),
    "right": lambda places: np.arange((places + GAP) // 2, places),
    "even": lambda places: np.arange(0, places, 2),
    "odd": lambda places: np.arange(1, places, 2),
    "all": np.arange,
}


def motifs(
    library: Library,
    seed: int,
    rows: int = 96,
    length: int = 18,
    noise: float = 0.3,
    trained: str = "left",
    asked: str = "left",
) -> Rows:
    """Draw noise with one of four motifs in it: which? Those to train have it at some places, held-out ones at some."""
    places = length - WIDTH + 1
    if places < GAP + 2 or rows < 1 or noise < 0:
        raise LessonError(f"task: motifs takes rows of {WIDTH + GAP + 1} numbers or more, and noise of 0 or more.")
    x, y = moved(np.random.default_rng([seed, 1]), rows, length, noise, BEGINS[trained](places))
    x_out, y_out = moved(np.random.default_rng([seed, 4]), HELD_OUT, length, noise, BEGINS[asked](places))
    return Rows(x, y, x_out, y_out, len(MOTIFS))


def moved(generator: np.random.Generator, count: int, length: int, noise: float, begins: Array) -> tuple[Array, Array]:
    x, y = noise * generator.normal(size=(count, length)), generator.integers(len(MOTIFS), size=count)
    at = generator.choice(begins, count)
    x[np.arange(count)[:, None], at[:, None] + np.arange(WIDTH)] += MOTIFS[y]
    return x, y


def spot(library: Library, seed: int, length: int = 12) -> Rows:
    """Give a row with a 1 at each place; the class is 1 in the right half. Every seed has the same rows."""
    if length < 2:
        raise LessonError(f"task: spot takes a length of 2 or more; got {length}.")
    x, y = np.eye(length), (np.arange(length) >= length // 2).astype(int)
    return Rows(x, y, x[:0], y[:0], classes=2)
