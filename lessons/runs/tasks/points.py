"""Points and strings of bits to part into classes: XOR, two moons, random labels, and questions about bits."""

from collections.abc import Callable, Mapping
from types import ModuleType

import numpy as np

from lessons.course.values import LessonError, nearest
from lessons.runs.trained_model import Array, Rows

CORNERS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])


def xor(library: ModuleType, seed: int, lifted: bool = False) -> Rows:
    """Give the four corners of a square; the class is 1 where exactly one input is. Every seed has the same rows."""
    x = np.column_stack([CORNERS, CORNERS.prod(axis=1)]) if lifted else CORNERS.copy()
    return all_to_train(x, np.array([0, 1, 1, 0]))


def two_moons(library: ModuleType, seed: int, rows: int = 100, noise: float = 0.1) -> Rows:
    """Draw points of two half circles that interlock: so many to train, and as many others held out."""
    if rows < 2 or noise < 0:
        raise LessonError(f"task: two-moons takes rows of 2 or more and noise of 0 or more; got {rows} and {noise}.")
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


def dichotomies(library: ModuleType, seed: int, points: int = 10, dimensions: int = 2, circle: bool = False) -> Rows:
    """Draw points and a label for each, by the toss of a coin. Nearly surely no d + 1 of them lie on one plane.

    They are a cloud; as a `circle`, all are at the distance 1 from its middle.
    """
    if points < 1 or dimensions < 1:
        raise LessonError(f"task: dichotomies takes points and dimensions of 1 or more; got {points} and {dimensions}.")
    generator = np.random.default_rng([seed, 1])
    x = generator.normal(size=(points, dimensions))
    if circle:
        x /= np.linalg.norm(x, axis=1, keepdims=True)
    return all_to_train(x, generator.integers(2, size=points))


def all_to_train(x: Array, y: Array) -> Rows:
    return Rows(x, y, x[:0], y[:0], classes=2)


LONGEST_NUMBERED = 62  # bits: up to here a string is drawn as a number, so that none is drawn twice
QUESTIONS: Mapping[str, Callable[[Array], Array]] = {
    "majority": lambda bits: bits.sum(axis=1) > bits.shape[1] / 2,
    "parity": lambda bits: bits.sum(axis=1) % 2,
    "ends": lambda bits: bits[:, 0] == bits[:, -1],
    "rare": lambda bits: bits.sum(axis=1) >= 0.75 * bits.shape[1],
}


def sequence(library: ModuleType, seed: int, question: str = "parity", length: int = 8, rows: int = 96) -> Rows:
    """Draw strings to train, and as many others held out: are most bits 1, is their number odd, are both ends alike?"""
    if question not in QUESTIONS:
        raise LessonError(f"task: question = {question!r} is none.{nearest(question, tuple(QUESTIONS))}")
    if length < 1 or not 1 <= rows <= 2**length:
        raise LessonError(
            "task: sequence takes a length of 1 or more, and as rows at most all 2^length strings; "
            f"got {length} and {rows}."
        )
    bits = strings(min(2 * rows, 2**length), length, np.random.default_rng([seed, 1]))
    labels = QUESTIONS[question](bits).astype(int)
    return Rows(bits[:rows], labels[:rows], bits[rows:], labels[rows:], classes=2)


def strings(count: int, length: int, generator: np.random.Generator) -> Array:
    """Draw strings of bits, no two alike as long as they are short enough to be numbered."""
    if length > LONGEST_NUMBERED:
        return generator.integers(2, size=(count, length)).astype(float)
    numbers = generator.choice(2**length, count, replace=False)
    return (numbers[:, None] >> np.arange(length) & 1).astype(float)
