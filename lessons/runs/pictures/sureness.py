"""Every held-out row as a bar: what a model answers, whether it is right, and how sure it is."""

from collections.abc import Mapping

import numpy as np

from lessons.numbers import share
from lessons.pictures import Axis, Bar, Bars
from lessons.runs.hardest import class_words
from lessons.runs.metrics.sureness import sure_and_right
from lessons.runs.pictures.labels import Labels
from lessons.runs.trained import Trained

MOST = 12  # rows that are shown
ROLES = {True: "arm-1", False: "arm-2"}


def sureness(labels: Labels, runs: Mapping[str, Trained]) -> tuple[Bars, ...]:
    """A picture an arm, of whatever has classes and held-out rows."""
    return tuple(
        answers(labels, arm, run)
        for arm, run in runs.items()
        if run.rows.classes and len(run.rows.y_out) and np.isfinite(run.outputs(run.rows.x_out)).all()
    )


def answers(labels: Labels, arm: str, run: Trained) -> Bars:
    """The wrong answers first, and of each kind the surest first."""
    sure, right = sure_and_right(run)
    order = np.lexsort((-sure, right))[:MOST].tolist()
    bars = tuple(answer(run, row, float(sure[row]), bool(right[row])) for row in order)
    says = labels.sentence(
        "says.sureness",
        arm=labels.name(arm),
        count=len(sure),
        right=int(right.sum()),
        sure=share(float(sure.mean())),
        wrong=share(float(sure[~right].mean())) if not right.all() else "—",
    )
    return Bars(labels.titled("sureness", arm), bars, Axis("", 0.0, 1.0), says)


def answer(run: Trained, row: int, sure: float, right: bool) -> Bar:
    said = class_words(run, row, int(run.outputs(run.rows.x_out[row : row + 1])[0].argmax()))
    return Bar(f"{'✓' if right else '✗'} {said}", ROLES[right], sure, words=share(sure))
