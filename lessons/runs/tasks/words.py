"""Rows of words: letters to turn round, to find or to count, sentences to go on with, and who said when.

A row is a list of word numbers. It is answered at its end, y (rows,), or at every place, y (rows, places).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from lessons.course.lesson.values import LessonError
from lessons.runs.trained_model import Array, Library, Rows
from minimodel.lab.gpt import TIMES, WORDS

HELD_OUT = 128  # rows
LETTERS = "abcdefghijklmnopqrstuvwxyz"
SENTENCE = 4  # words
STOP = len(WORDS)  # its number
UNASKED = -100  # a label that no loss asks for
SAID = 3  # times, and persons, in a row of who said when

Answers = Callable[[Array], Array]


def reverse(library: Library, seed: int, rows: int = 512, length: int = 6, letters: int = 6) -> Rows:
    return lettered(seed, rows, length, letters, lambda x: x[:, ::-1].copy())


def copy(library: Library, seed: int, rows: int = 512, length: int = 6, letters: int = 6, longer: int = 0) -> Rows:
    """Answer the letter before, at each place; at the first one that letter itself. Held out: rows as `longer` says."""
    return lettered(seed, rows, length, letters, lambda x: np.concatenate([x[:, :1], x[:, :-1]], axis=1), longer)


def first(library: Library, seed: int, rows: int = 512, length: int = 8, letters: int = 8) -> Rows:
    return lettered(seed, rows, length, letters, lambda x: x[:, 0])


def largest(library: Library, seed: int, rows: int = 512, length: int = 8, letters: int = 10, longer: int = 0) -> Rows:
    return lettered(seed, rows, length, letters, lambda x: x.max(axis=1), longer, words="0123456789")


def most(library: Library, seed: int, rows: int = 512, length: int = 9, letters: int = 3) -> Rows:
    """Answer the commonest letter of a row; rows in which two are commonest are not drawn."""

    def drawn(generator: np.random.Generator, count: int, length: int) -> Array:
        x = generator.integers(letters, size=(8 * count, length))
        times = np.sort(counted(x, letters), axis=1)
        return np.asarray(x[times[:, -1] > times[:, -2]][:count])

    return lettered(seed, rows, length, letters, lambda x: counted(x, letters).argmax(axis=1), drawn=drawn)


def counted(x: Array, letters: int) -> Array:
    """Return how often each letter stands in each row."""
    return np.asarray((x[..., None] == np.arange(letters)).sum(axis=1))


def sentences(library: Library, seed: int, rows: int = 512, count: int = 2, begin: str = "first") -> Rows:
    """Draw two sentences a row, each a time, a person, a verb and its ending; answer the next word at each place.

    `begin`: with the first word of a sentence, or with `any` of its words.
    """
    if count < 1:
        raise LessonError("task: a row has 1 sentence or more.")
    own, generator = library.lab.gpt, np.random.default_rng([seed, 1])
    x = own.sentences(generator, rows + HELD_OUT, count + (begin == "any"))
    if begin == "any":
        from_here = generator.integers(SENTENCE, size=(len(x), 1)) + np.arange(SENTENCE * count)
        x = np.take_along_axis(x, from_here, axis=1)
    x, y = own.shifted(x)
    return parted(x, y.copy(), rows, WORDS, len(WORDS))


def texts(
    library: Library, seed: int, rows: int = 512, pad: str = "own", ignored: str = "pads", count: int = 2
) -> Rows:
    """Draw one sentence a row, or `count`, a stop, and pads up to a common length; answer the next word at each place.

    `pad`: a sign of its own, or the `stop`. `ignored`: labels that are the pad's, those `behind` a stop, or `none`;
    with `most` those behind a stop, and the stop itself in seven texts of eight.
    """
    own, generator = library.lab.gpt, np.random.default_rng([seed, 1])
    x = np.pad(own.sentences(generator, rows + HELD_OUT, count), ((0, 0), (0, 1)), constant_values=STOP)
    sign = STOP + (pad == "own")
    is_short = generator.random(len(x)) < 0.5
    x[is_short, SENTENCE], x[is_short, SENTENCE + 1 :] = STOP, sign
    x, y = own.shifted(x)
    behind, is_most = (x == STOP).cumsum(1) > 0, np.arange(len(y))[:, None] % 8 > 0
    unasked = {"pads": y == sign, "behind": behind, "none": y < 0, "most": behind | is_most & (y == STOP)}[ignored]
    return parted(x, np.where(unasked, UNASKED, y), rows, (*WORDS, "stop", "pad"), len(WORDS) + 2)


def speech(library: Library, seed: int, rows: int = 512) -> Rows:
    """Draw who said when, `she yesterday you tomorrow i now`, and a person again: the answer is that person's time."""
    generator = np.random.default_rng([seed, 1])
    count = rows + HELD_OUT
    person = generator.random((count, SAID)).argsort(axis=1)
    time = generator.integers(len(TIMES), size=(count, SAID))
    asked = generator.integers(SAID, size=count)[:, None]
    said = np.stack([len(TIMES) + person, time], axis=-1).reshape(count, -1)
    x = np.concatenate([said, len(TIMES) + np.take_along_axis(person, asked, 1)], axis=1)
    return parted(x, np.take_along_axis(time, asked, 1)[:, 0], rows, WORDS[: 2 * SAID], len(TIMES))


def lettered(
    seed: int,
    rows: int,
    length: int,
    letters: int,
    answers: Answers,
    longer: int = 0,
    words: Sequence[str] = LETTERS,
    drawn: Callable[[np.random.Generator, int, int], Array] | None = None,
) -> Rows:
    """Draw rows of letters; with `longer` those that are held out have so many."""
    if not 2 <= letters <= len(words) or length < 1 or rows < 1:
        raise LessonError(f"task: it takes 2 to {len(words)} letters, and rows of 1 letter or more.")
    generator = np.random.default_rng([seed, 1])
    draw = drawn or (lambda own, count, size: own.integers(letters, size=(count, size)))
    x, x_out = draw(generator, rows, length), draw(generator, HELD_OUT, longer or length)
    return named(Rows(x, answers(x), x_out, answers(x_out), letters), tuple(words[:letters]))


def parted(x: Array, y: Array, rows: int, words: tuple[str, ...], classes: int) -> Rows:
    return named(Rows(x[:rows], y[:rows], x[rows:], y[rows:], classes), words)


def named(rows: Rows, words: tuple[str, ...]) -> Rows:
    """Say the words that the numbers stand for, and the held-out rows in them."""
    names = tuple(" ".join(words[number] for number in row) for row in rows.x_out)
    answers = dict.fromkeys(range(len(names)), words[: rows.classes])
    return replace(rows, words=words, names=names, answers=answers)
