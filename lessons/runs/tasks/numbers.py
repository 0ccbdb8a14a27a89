"""Numbers to learn: a function of one number, the product of two, knobs and their needles, and sums on a clock."""

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType

import numpy as np

from lessons.course.values import LessonError, nearest
from lessons.runs.trained_model import Array, Rows

FUNCTIONS: Mapping[str, Callable[[Array], Array]] = {
    "sine": np.sin,
    "step": lambda x: (x > 0).astype(float),
    "abs": np.abs,
    "square": np.square,
    "zigzag": lambda x: 1 - np.abs(x % 2 - 1),  # up to 1 and down again, over two
}


def line(
    library: ModuleType,
    seed: int,
    function: str = "sine",
    rows: int = 48,
    low: float = -3.0,
    high: float = 3.0,
    beyond: Sequence[float] = (),
) -> Rows:
    """Give evenly spaced numbers with their function. Alike on every seed.

    Held out are the middles between them; or as many numbers between the two of `beyond`.
    """
    if function not in FUNCTIONS:
        raise LessonError(f"task: function = {function!r} is none.{nearest(function, tuple(FUNCTIONS))}")
    if rows < 2 or low >= high:
        raise LessonError(f"task: line takes 2 rows or more, and low below high; got {rows}, {low} and {high}.")
    x = np.linspace(low, high, rows)[:, None]
    x_out = np.linspace(*between(beyond), rows)[:, None] if beyond else (x[1:] + x[:-1]) / 2
    return Rows(x, FUNCTIONS[function](x), x_out, FUNCTIONS[function](x_out))


def knobs(library: ModuleType, seed: int, strengths: Sequence[float] = (8, 4, 2, 1)) -> Rows:
    """Give a row for each knob, turned by 1 while the others rest: the answer is its strength, on a needle of its own.

    Nothing is held out, and every seed has the same rows.
    """
    found = [strength for strength in strengths if type(strength) in (int, float)]
    if not found or len(found) != len(strengths) or 0 in found:
        raise LessonError(f"task: knobs takes strengths, numbers other than 0; got {list(strengths)}.")
    x, y = np.eye(len(found)), np.diag(np.array(found, dtype=float))
    return Rows(x, y, x[:0], y[:0])


def multiply(
    library: ModuleType, seed: int, rows: int = 128, high: float = 1.0, beyond: Sequence[float] = (2, 3)
) -> Rows:
    """Draw pairs of numbers from -high to high, and their product. Held out: pairs between the two of `beyond`."""
    if rows < 1 or high <= 0:
        raise LessonError(f"task: multiply takes rows and high above 0; got {rows} and {high}.")
    generator = np.random.default_rng([seed, 1])
    x, x_out = generator.uniform(-high, high, (rows, 2)), generator.uniform(*between(beyond), (rows, 2))
    return Rows(x, x.prod(axis=1, keepdims=True), x_out, x_out.prod(axis=1, keepdims=True))


def between(beyond: Sequence[float]) -> tuple[float, float]:
    """Read two numbers, the lower one first."""
    bounds = [float(bound) for bound in beyond if type(bound) in (int, float)]
    if len(bounds) != 2 or len(beyond) != 2 or bounds[0] >= bounds[1]:
        raise LessonError(
            f"task: it takes two numbers as beyond, the lower one first, such as [2, 3]; got {list(beyond)}."
        )
    return bounds[0], bounds[1]


def modular(library: ModuleType, seed: int, modulus: int = 11, rows: int = 80) -> Rows:
    """Give the table of all sums on a clock of so many hours: so many cells to train, all others held out."""
    if modulus < 2 or not 1 <= rows <= modulus**2:
        raise LessonError(
            "task: modular takes a modulus of 2 or more, and as rows at most all modulus² sums; "
            f"got {modulus} and {rows}."
        )
    order = np.random.default_rng([seed, 1]).permutation(modulus**2)
    cells = np.column_stack(np.divmod(order, modulus))
    x = np.concatenate([np.eye(modulus)[cells[:, 0]], np.eye(modulus)[cells[:, 1]]], axis=1)
    y = cells.sum(axis=1) % modulus
    return Rows(x[:rows], y[:rows], x[rows:], y[rows:], classes=modulus)
