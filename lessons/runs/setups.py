"""An arm of an experiment as a training setup, which instruments read as they read anybody's own model."""

from dataclasses import replace
from typing import Any

from lessons.course.lesson.lesson import Arm
from lessons.course.lesson.values import LessonError
from lessons.instruments.setup import TrainingSetup
from lessons.instruments.table import read_with
from lessons.runs.optimization import LOSSES, build_optimizer, trainable
from lessons.runs.training import begin


def setup_of(arm: Arm, seed: int) -> TrainingSetup:
    """Return an arm before its training, with its library's own accuracy and its held-out rows. Raises LessonError."""
    run = begin(arm, seed)
    if run.trouble:
        raise LessonError(run.trouble)
    library, rows = run.library, run.rows
    optimizer = build_optimizer(library, arm.settings.optimizer, trainable(run.model), (seed,))

    def accuracy(outputs: Any, labels: Any) -> Any:
        return library.lab.probes.accuracy(lambda _: outputs, None, labels)

    return TrainingSetup(
        run.model,
        LOSSES[arm.settings.loss](library),
        optimizer,
        (rows.x, rows.y),
        accuracy=accuracy if rows.classes else None,
        held_out=(rows.x_out, rows.y_out) if len(rows.x_out) else None,
    )


def read_arm(arm: Arm, seed: int, instrument: str) -> list[dict[str, Any]]:
    """Look at an arm with one instrument, and return its readings as a journal keeps them. Raises LessonError.

    What is read of the arm without its edits, too, is of the task, and not of the break.
    """
    found = read_with(instrument, setup_of(arm, seed))
    is_out = any(each.is_out for each in found)
    usual = {each.finding for each in read_with(instrument, setup_of(arm.unedited(), seed))} if is_out else set()
    return [replace(each, is_usual=each.is_out and each.finding in usual).plain() for each in found]
