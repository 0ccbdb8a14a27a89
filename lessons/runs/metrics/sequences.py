"""Ask a model of words: what it gets right at a place, whether it reads the words behind one, and what it writes."""

import numpy as np

from lessons.runs.trained_model import Array, Trained
from minimodel.lab import gpt

SENTENCE = 4  # words


def at_place(run: Trained, place: str = "1") -> float | None:
    """Return the share of held-out rows that are right at a place, counted from 1; None where there is none."""
    number = int(float(place)) - 1
    if not run.rows.words or run.rows.y_out.ndim < 2 or not 0 <= number < run.rows.y_out.shape[1]:
        return None
    return float((run.outputs(run.rows.x_out).argmax(-1) == run.rows.y_out)[:, number].mean())


def reads_ahead(run: Trained) -> float | None:
    """Return in what share of the rows the answer at the second word changes when later words are another row's."""
    x = run.rows.x_out
    if not run.rows.words or run.rows.y_out.ndim < 2 or x.shape[1] < 3:
        return None
    other = np.concatenate([x[:, :2], x[::-1, 2:]], axis=1)
    answers, theirs = (run.outputs(each)[:, 1].argmax(-1) for each in (x, other))
    return float((answers != theirs).mean())


def grammatical(run: Trained, rows: str = "") -> float | None:
    """Return the share of grammatical texts: of two sentences that it writes by itself after a time and a person.

    With `filled`, what it reads is as long as the rows of its training: behind the text stands any word.
    """
    if run.rows.words != gpt.WORDS or run.rows.y_out.ndim < 2:
        return None
    text = written(run, run.rows.x_out[:, :2], 2 * SENTENCE, is_filled=rows == "filled")
    return float(gpt.grammatical(text).mean())


def written(run: Trained, text: Array, length: int, is_filled: bool = False) -> Array:
    """Let the model go on, a word at a time, always with the likeliest one."""
    longest = run.rows.x_out.shape[1]
    while text.shape[1] < length:
        read = text[:, -longest:]
        last = read.shape[1] - 1
        if is_filled:
            read = np.pad(read, ((0, 0), (0, longest - read.shape[1])))
        word = run.outputs(read)[:, last].argmax(-1)
        text = np.concatenate([text, word[:, None]], axis=1)
    return text
