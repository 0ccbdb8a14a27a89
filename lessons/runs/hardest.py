"""The held-out rows that a model finds hardest, and what each arm says of them."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from lessons.numbers import number
from lessons.runs.rows import Array
from lessons.runs.trained import Trained

COUNT = 10


@dataclass(frozen=True)
class Said:
    """What one arm says of a row."""

    words: str
    right: bool
    loss: float


@dataclass(frozen=True)
class HardRow:
    """A held-out row: the right answer in words where the task has them, its label, and what the arms say."""

    number: int
    right: str
    label: str
    said: tuple[Said, ...]


def hardest(runs: Mapping[str, Trained]) -> tuple[HardRow, ...]:
    """The rows with the highest loss of the last arm; its answer first, the first arm's last."""
    *others, last = runs.values()
    if not len(last.rows.x_out):
        return ()
    worst = np.argsort(-losses_of(last), kind="stable")[:COUNT].tolist()
    arms = (last, *reversed(others))
    return tuple(
        HardRow(
            row, right_words(last, row), label_words(last, row), tuple(said(run, last, row) for run in arms)
        )
        for row in worst
    )


def said(run: Trained, last: Trained, row: int) -> Said:
    """What an arm says of a row of the last arm: of the same input, at whichever place its own rows have it."""
    same = np.flatnonzero(
        (run.rows.x_out == last.rows.x_out[row]).reshape(len(run.rows.x_out), -1).all(axis=1)
    )
    place = row if row in same else int(same[0]) if same.size else row
    outputs = run.outputs(run.rows.x_out[place : place + 1])[0]
    loss = float(losses_of(run)[place])
    if not run.rows.classes:
        return Said(", ".join(number(float(value)) for value in outputs), bool(loss < 1e-2), loss)
    answer = int(outputs.argmax())
    return Said(class_words(run, place, answer), answer == int(run.rows.y_out[place]), loss)


def losses_of(run: Trained) -> Array:
    """The loss of each held-out row: -log p of its label, or its squared distance. NaN counts as the highest."""
    outputs, y = run.outputs(run.rows.x_out), run.rows.y_out
    if not run.rows.classes:
        return np.square(outputs - y).mean(axis=-1)
    shifted = outputs - outputs.max(axis=-1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return np.nan_to_num(-log_p[np.arange(len(y)), y], nan=np.inf)


def class_words(run: Trained, place: int, label: int) -> str:
    """A class in the words of that row, or its number."""
    words = run.rows.answers.get(place, ())
    return words[label] if label < len(words) else str(label)


def right_words(run: Trained, row: int) -> str:
    return run.rows.names[row] if row < len(run.rows.names) else ""


def label_words(run: Trained, row: int) -> str:
    y = run.rows.y_out[row]
    return str(int(y)) if run.rows.classes else ", ".join(number(float(value)) for value in y)
