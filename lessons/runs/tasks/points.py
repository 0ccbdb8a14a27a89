"""Points to part into two classes: XOR, two moons, and points with random labels."""

from types import ModuleType

import numpy as np

from lessons.format import LessonError
from lessons.runs.rows import Array, Rows

CORNERS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])


def xor(library: ModuleType, seed: int, lifted: bool = False) -> Rows:
    """Give the four corners of a square; the class is 1 where exactly one input is. Every seed has the same rows."""
    x = np.column_stack([CORNERS, CORNERS.prod(axis=1)]) if lifted else CORNERS.copy()
    return all_to_train(x, np.array([0, 1, 1, 0]))


def two_moons(library: ModuleType, seed: int, rows: int = 100, noise: float = 0.1) -> Rows:
    """Draw points of two half circles that interlock: so many to train, and as many others held out."""
    if rows < 2 or noise < 0:
        raise LessonError(
            f"task: two-moons takes rows of 2 or more and noise of 0 or more; got {rows} and {noise}."
        )
    generator = np.random.default_rng([seed, 1])
    (x, y), (x_out, y_out) = (moons(rows, noise, generator) for _ in range(2))
    return Rows(x, y, x_out, y_out, classes=2)


def moons(rows: int, noise: float, generator: np.random.Generator) -> tuple[Array, Array]:
    """Draw points of both moons in turn: the second is the first turned round, and shifted into it."""
    labels = np.arange(rows) % 2
    angles = np.pi * generator.random(rows)
    upper = np.column_stack([np.cos(angles), np.sin(angles)])
    lower = np.array([1.0, 0.5]) - upper
    return np.where(labels[:, None] == 0, upper, lower) + generator.normal(0, noise, (rows, 2)), labels


def dichotomies(
    library: ModuleType, seed: int, points: int = 10, dimensions: int = 2, circle: bool = False
) -> Rows:
    """Draw points and a label for each, by the toss of a coin. Nearly surely no d + 1 of them lie on one plane.

    They are a cloud; as a `circle`, all are at the distance 1 from its middle.
    """
    if points < 1 or dimensions < 1:
        raise LessonError(
            f"task: dichotomies takes points and dimensions of 1 or more; got {points} and {dimensions}."
        )
    generator = np.random.default_rng([seed, 1])
    x = generator.normal(size=(points, dimensions))
    if circle:
        x /= np.linalg.norm(x, axis=1, keepdims=True)
    return all_to_train(x, generator.integers(2, size=points))


def all_to_train(x: Array, y: Array) -> Rows:
    """Hold nothing out."""
    return Rows(x, y, x[:0], y[:0], classes=2)
