"""Pictures of digits, 8 by 8: ten shapes, drawn for this course in `digits.txt`; each is moved, faded and sprinkled."""

from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np

from lessons.course.values import LessonError
from lessons.runs.trained_model import Array, Rows

SIDE = 8
FAINTEST = 0.5  # a picture's ink is from here to 1


def digits(library: ModuleType, seed: int, rows: int = 100, noise: float = 0.2, moved: int = 1) -> Rows:
    """Draw as many pictures to train as held out, the digits in turn: 64 numbers a row, 0 for paper, 1 for ink."""
    if rows < 1 or noise < 0 or not 0 <= moved < SIDE:
        takes = f"rows of 1 or more, noise of 0 or more, moved from 0 to {SIDE - 1}"
        raise LessonError(f"task: digits takes {takes}; got {rows}, {noise} and {moved}.")
    generator = np.random.default_rng([seed, 1])
    labels = np.arange(2 * rows) % 10
    x = np.stack([np.roll(shapes()[label], generator.integers(-moved, moved + 1, 2), (0, 1)) for label in labels])
    x *= generator.uniform(FAINTEST, 1, (len(x), 1, 1))
    x = (x + generator.normal(0, noise, x.shape)).reshape(len(x), -1)
    return Rows(x[:rows], labels[:rows], x[rows:], labels[rows:], classes=10)


@cache
def shapes() -> Array:
    """Read the ten shapes, as numbers: 1 where there is ink."""
    lines = (Path(__file__).parent / "digits.txt").read_text(encoding="utf-8").split()
    return np.array([[mark == "#" for mark in line] for line in lines], dtype=float).reshape(10, SIDE, SIDE)
