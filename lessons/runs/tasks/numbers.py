"""Numbers, points, bits: functions, products, knobs, sums on a clock; XOR, two moons, coins, strings; and digits.

A digit is 8 by 8: one of ten shapes, drawn for this course in `digits.txt`, which is moved, faded and sprinkled.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from lessons.course.lesson.values import LessonError, nearest
from lessons.runs.trained_model import Array, Library, Rows

FUNCTIONS: Mapping[str, Callable[[Array], Array]] = {
    "sine": np.sin,
    "step": lambda x: (x > 0).astype(float),
    "abs": np.abs,
    "square": np.square,
    "zigzag": lambda x: 1 - np.abs(x % 2 - 1),  # up to 1 and down again, over two
}

SIDE = 8
FAINTEST = 0.5  # a picture's ink is from here to 1


def line(
    library: Library,
    seed: int,
    function: str = "sine",
    rows: int = 48,
    low: float = -3.0,
    high: float = 3.0,
    beyond: Sequence[float] = (),
) -> Rows:
    """Give evenly spaced numbers with their function, alike on every seed; held out, the middles or those `beyond`."""
    if function not in FUNCTIONS:
        raise LessonError(f"task: function = {function!r} is none.{nearest(function, tuple(FUNCTIONS))}")
    if rows < 2 or low >= high:
        raise LessonError(f"task: line takes 2 rows or more, and low below high; got {rows}, {low} and {high}.")
    x = np.linspace(low, high, rows)[:, None]
    x_out = np.linspace(*between(beyond), rows)[:, None] if beyond else (x[1:] + x[:-1]) / 2
    return Rows(x, FUNCTIONS[function](x), x_out, FUNCTIONS[function](x_out))


def knobs(library: Library, seed: int, strengths: Sequence[float] = (8, 4, 2, 1)) -> Rows:
    """Give a row for each knob, turned by 1 while the others rest: the answer is its strength, on its own needle."""
    found = [strength for strength in strengths if type(strength) in (int, float)]
    if not found or len(found) != len(strengths) or 0 in found:
        raise LessonError(f"task: knobs takes strengths, numbers other than 0; got {list(strengths)}.")
    x, y = np.eye(len(found)), np.diag(np.array(found, dtype=float))
    return Rows(x, y, x[:0], y[:0])


def multiply(library: Library, seed: int, rows: int = 128, high: float = 1.0, beyond: Sequence[float] = (2, 3)) -> Rows:
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
        takes = "two numbers as beyond, the lower one first, such as [2, 3]"
        raise LessonError(f"task: it takes {takes}; got {list(beyond)}.")
    return bounds[0], bounds[1]


def modular(library: Library, seed: int, modulus: int = 11, rows: int = 80) -> Rows:
    if modulus < 2 or not 1 <= rows <= modulus**2:
        takes = "a modulus of 2 or more, and as rows at most all modulus² sums"
        raise LessonError(f"task: modular takes {takes}; got {modulus} and {rows}.")
    order = np.random.default_rng([seed, 1]).permutation(modulus**2)
    cells = np.column_stack(np.divmod(order, modulus))
    x = np.concatenate([np.eye(modulus)[cells[:, 0]], np.eye(modulus)[cells[:, 1]]], axis=1)
    y = cells.sum(axis=1) % modulus
    return Rows(x[:rows], y[:rows], x[rows:], y[rows:], classes=modulus)


CORNERS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])


def xor(library: Library, seed: int, lifted: bool = False) -> Rows:
    """Give the four corners of a square; the class is 1 where exactly one input is. Every seed has the same rows."""
    x = np.column_stack([CORNERS, CORNERS.prod(axis=1)]) if lifted else CORNERS.copy()
    y = np.array([0, 1, 1, 0])
    return Rows(x, y, x[:0], y[:0], classes=2)


def two_moons(library: Library, seed: int, rows: int = 100, noise: float = 0.1) -> Rows:
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


def dichotomies(library: Library, seed: int, points: int = 10, dimensions: int = 2, circle: bool = False) -> Rows:
    """Draw points and a label for each, by the toss of a coin. Nearly surely no d + 1 of them lie on one plane."""
    if points < 1 or dimensions < 1:
        raise LessonError(f"task: dichotomies takes points and dimensions of 1 or more; got {points} and {dimensions}.")
    generator = np.random.default_rng([seed, 1])
    x = generator.normal(size=(points, dimensions))
    if circle:
        x /= np.linalg.norm(x, axis=1, keepdims=True)
    y = generator.integers(2, size=points)
    return Rows(x, y, x[:0], y[:0], classes=2)


HELD_OUT = 40  # rows of `columns`, however many train
SEEN: Mapping[str, Callable[[int], slice]] = {
    "train": lambda rows: slice(rows),
    "held-out": lambda rows: slice(rows, None),
    "all": lambda rows: slice(None),
}


def columns(
    library: Library,
    seed: int,
    rows: int = 40,
    columns: int = 8,
    telling: int = 0,
    kept: int = 0,
    by: str = "labels",
    chosen: str = "train",
    scaled: str = "train",
    slip: float = 1.0,
) -> Rows:
    """Draw columns of noise, of which the first `telling` lean with the label, in two classes. So many are `kept`:
    those that lean most, or spread most, in the rows of `chosen`. Those of `scaled` give the means and the spreads.
    """
    if rows < 4 or not max(telling, kept, 1) <= columns:
        takes = "4 rows or more, and tells and keeps at most its columns"
        raise LessonError(f"task: columns takes {takes}; got {rows}, {columns}, {telling} and {kept}.")
    generator = np.random.default_rng([seed, 1])
    y = np.arange(rows + HELD_OUT) % 2
    x = generator.normal(size=(len(y), columns))
    x[:, :telling] += 2 * y[:, None] - 1
    x *= np.exp(generator.normal(size=columns))
    x[rows] *= slip  # the first that is held out
    seen, labels = (each[SEEN[chosen](rows)] for each in (x, y))
    leaning = np.abs(seen[labels == 1].mean(axis=0) - seen[labels == 0].mean(axis=0)) / seen.std(axis=0)
    places = np.sort(np.argsort(leaning if by == "labels" else seen.std(axis=0))[-kept:])  # where kept is 0, all
    x, seen = x[:, places], x[SEEN[scaled](rows)][:, places]
    x = (x - seen.mean(axis=0)) / seen.std(axis=0)
    return Rows(x[:rows], y[:rows], x[rows:], y[rows:], classes=2)


LONGEST_NUMBERED = 62  # bits: up to here a string is drawn as a number, so that none is drawn twice
QUESTIONS: Mapping[str, Callable[[Array], Array]] = {
    "first": lambda bits: bits[:, 0] == 1,
    "majority": lambda bits: bits.sum(axis=1) > bits.shape[1] / 2,
    "parity": lambda bits: bits.sum(axis=1) % 2,
    "ends": lambda bits: bits[:, 0] == bits[:, -1],
    "rare": lambda bits: bits.sum(axis=1) >= 0.75 * bits.shape[1],
}


def sequence(
    library: Library, seed: int, question: str = "parity", length: int = 8, rows: int = 96, longer: int = 0
) -> Rows:
    """Draw strings to train, and as many others held out: are most bits 1, is their number odd, is the first 1, …?"""
    if question not in QUESTIONS:
        raise LessonError(f"task: question = {question!r} is none.{nearest(question, tuple(QUESTIONS))}")
    if length < 1 or not 1 <= rows <= 2**length:
        takes = "a length of 1 or more, and as rows at most all 2^length strings"
        raise LessonError(f"task: sequence takes {takes}; got {length} and {rows}.")
    generator = np.random.default_rng([seed, 1])
    bits = strings(min(2 * rows, 2**length), length, generator)
    held_out = strings(min(2 * rows, 2**longer), longer, generator) if longer else bits[rows:]
    labels, answers = (QUESTIONS[question](each).astype(int) for each in (bits[:rows], held_out))
    return Rows(bits[:rows], labels, held_out, answers, classes=2)


def strings(count: int, length: int, generator: np.random.Generator) -> Array:
    """Draw strings of bits, no two alike as long as they are short enough to be numbered."""
    if length > LONGEST_NUMBERED:
        return generator.integers(2, size=(count, length)).astype(float)
    numbers = generator.choice(2**length, count, replace=False)
    return (numbers[:, None] >> np.arange(length) & 1).astype(float)


def digits(library: Library, seed: int, rows: int = 100, noise: float = 0.2, moved: int = 1, finer: int = 1) -> Rows:
    """Draw as many pictures to train as held out, the digits in turn: 64 numbers a row, 0 for paper, 1 for ink."""
    if rows < 1 or noise < 0 or not 0 <= moved < SIDE or finer < 1:
        takes = f"rows of 1 or more, noise of 0 or more, moved from 0 to {SIDE - 1}, finer of 1 or more"
        raise LessonError(f"task: digits takes {takes}; got {rows}, {noise}, {moved} and {finer}.")
    generator = np.random.default_rng([seed, 1])
    labels = np.arange(2 * rows) % 10
    x = shifted(shapes()[labels], generator.integers(-moved, moved + 1, (len(labels), 2)))
    x *= generator.uniform(FAINTEST, 1, (len(x), 1, 1))
    x = x.repeat(finer, axis=1).repeat(finer, axis=2)
    x = (x + generator.normal(0, noise, x.shape)).reshape(len(x), -1)
    return Rows(x[:rows], labels[:rows], x[rows:], labels[rows:], classes=10)


def shifted(pictures: Array, by: Array) -> Array:
    """Move each picture down and to the right by its own two numbers of points; what leaves it comes in opposite."""
    places = (np.arange(SIDE) - by[:, :, None]) % SIDE
    return pictures[np.arange(len(pictures))[:, None, None], places[:, 0, :, None], places[:, 1, None, :]]


@cache
def shapes() -> Array:
    """Read the ten shapes, as numbers: 1 where there is ink."""
    lines = (Path(__file__).parent / "digits.txt").read_text(encoding="utf-8").split()
    return np.array([[mark == "#" for mark in line] for line in lines], dtype=float).reshape(10, SIDE, SIDE)
