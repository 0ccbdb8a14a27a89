"""Measure how wrong the outputs are, and what the loss did over the steps."""

import numpy as np

from lessons.course.lesson.metric import as_number
from lessons.runs.trained_model import Array, Trained
from lessons.runs.training import healthy_loss

LEARNT = 0.1  # the loss that counts as learnt in steps_to_loss_0.1


def final_loss(run: Trained) -> float | None:
    return run.losses[-1] if run.losses else None


def first_loss(run: Trained) -> float | None:
    return run.losses[0] if run.losses else None


def val_loss(run: Trained) -> float | None:
    return healthy_loss(run, run.rows.x_out, run.rows.y_out) if len(run.rows.x_out) else None


def train_error(run: Trained) -> float | None:
    return None if run.rows.classes else relative_error(run.outputs(run.rows.x), run.rows.y)


def val_error(run: Trained) -> float | None:
    if run.rows.classes or not len(run.rows.x_out):
        return None
    return relative_error(run.outputs(run.rows.x_out), run.rows.y_out)


def relative_error(outputs: Array, wanted: Array) -> float | None:
    size = float(np.linalg.norm(wanted))
    return float(np.linalg.norm(outputs - wanted.reshape(outputs.shape))) / size if size else None


def row_share(run: Trained, row: str = "1") -> float | None:
    number = int(row) if row.isdecimal() else 0
    if run.rows.classes or not 1 <= number <= len(run.rows.y):
        return None
    answer = run.rows.y[number - 1]
    size = float(answer @ answer)
    return float(run.outputs(run.rows.x[number - 1 : number])[0] @ answer / size) if size else None


def largest_error(run: Trained) -> float | None:
    if run.rows.classes:
        return None
    x, y = np.concatenate([run.rows.x, run.rows.x_out]), np.concatenate([run.rows.y, run.rows.y_out])
    return float(np.abs(run.outputs(x) - y).max())


def steps_to_loss(run: Trained, bound: str = str(LEARNT)) -> float | None:
    below = np.flatnonzero(np.asarray(run.losses) < as_number(bound))
    return float(below[0]) if below.size else None


def outcome(run: Trained) -> str | None:
    if run.trouble:
        return "raised"
    if not run.losses:
        return None
    if diverges(np.asarray(run.losses)):
        return "diverged"
    return "stopped" if run.ended else "trained"


def curve(run: Trained) -> str | None:
    if not run.losses:
        return None
    return curve_word(np.asarray(run.losses), np.asarray((run.reference or run).losses))


def loss_difference(run: Trained) -> float | None:
    mine, first = np.asarray(run.losses), np.asarray((run.reference or run).losses)
    if not mine.size or mine.shape != first.shape:
        return None
    return float(np.abs(mine - first).max())


def curve_word(losses: Array, reference: Array) -> str:
    if diverges(losses):
        return "diverges"
    if losses[-1] > 0.9 * losses[0]:
        return "flat"
    mine, first = (np.flatnonzero(each < LEARNT) for each in (losses, reference))
    if not mine.size:
        tenth = max(1, len(losses) // 10)  # of the run, in which it still takes off more than a twentieth
        return "unfinished" if losses[-1] < 0.95 * losses[-1 - tenth] else "plateau"
    return "slower" if first.size and mine[0] > 1.1 * first[0] else "follows"


def diverges(losses: Array) -> bool:
    return bool(not np.isfinite(losses[-1]) or losses[-1] > 1.5 * losses[0])
