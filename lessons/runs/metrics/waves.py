"""What the first layer made of the numbers on a clock: for each unit a curve over the hours, and the waves in it."""

import numpy as np

from lessons.runs.rows import Array
from lessons.runs.trained import Trained

EVEN = 1e-12  # a curve that is flat but for rounding has no wave


def hours_of(run: Trained) -> int:
    """How many hours the task's clock has; 0 for other tasks."""
    return run.rows.classes if run.settings.task["name"] == "modular" else 0


def curves_over_hours(run: Trained) -> Array | None:
    """A row for each unit: its weights for the first number being 0, 1, 2, ... Then the same for the second one."""
    hours = hours_of(run)
    first = next((array for array in run.parameters().values() if array.ndim == 2), None)
    if not hours or first is None or first.shape[1] != 2 * hours:
        return None
    return np.concatenate([first[:, :hours], first[:, hours:]]).astype(float)


def strongest_wave(run: Trained) -> float | None:
    """How much of a curve's power lies in its one strongest wave, on average; None for other tasks than a clock's."""
    curves = curves_over_hours(run)
    if curves is None or not np.isfinite(curves).all():
        return None
    powers = np.abs(np.fft.rfft(curves, axis=1))[:, 1:] ** 2
    powers = powers[powers.sum(axis=1) > EVEN]
    return float((powers.max(axis=1) / powers.sum(axis=1)).mean()) if len(powers) else None
