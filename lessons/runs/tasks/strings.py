"""Strings of bits, and one question about each."""

from collections.abc import Callable, Mapping
from types import ModuleType

import numpy as np

from lessons.format import LessonError
from lessons.runs.rows import Array, Rows
from lessons.table import nearest

LONGEST_NUMBERED = 62  # bits: up to here a string is drawn as a number, so that none is drawn twice
QUESTIONS: Mapping[str, Callable[[Array], Array]] = {
    "majority": lambda bits: bits.sum(axis=1) > bits.shape[1] / 2,
    "parity": lambda bits: bits.sum(axis=1) % 2,
    "ends": lambda bits: bits[:, 0] == bits[:, -1],
    "rare": lambda bits: bits.sum(axis=1) >= 0.75 * bits.shape[1],
}


def sequence(
    library: ModuleType, seed: int, question: str = "parity", length: int = 8, rows: int = 96
) -> Rows:
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
