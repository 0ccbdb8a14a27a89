"""Metrics: what is measured on a trained model. Each is a function of one run; metrics.toml says what it means.

What a model lacks has no value (None): a rank without two layers, an accuracy without classes.
"""

import copy
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from lessons.course.lesson.metric import METRICS as NAMES
from lessons.course.lesson.metric import NUMBER
from lessons.course.lesson.summaries import Value
from lessons.course.lesson.values import LessonError, OwnName, quoted
from lessons.runs import edits, functions
from lessons.runs.trained_model import Trained

OF_WHAT_HAPPENED = ("outcome", "curve")  # a run that raised has these, too
METRICS: dict[str, Callable[..., Value]] = functions.functions_of(__name__, NAMES)
METRICS["steps_to_loss_0.1"] = METRICS["steps_to_loss"]  # no function's name has a dot


def measure(run: Trained, metrics: Sequence[str]) -> dict[str, Value]:
    return {metric: measure_one(run, metric) for metric in metrics}


def measure_one(run: Trained, metric: str) -> Value:
    """Measure one metric; its argument, if it has one, stands after a colon."""
    name, _, argument = metric.partition(":")
    if run.trouble and name not in OF_WHAT_HAPPENED:
        return None
    function = partial(measure_own, metric) if isinstance(metric, OwnName) else METRICS[name]
    try:
        value = function(run, argument) if argument else function(run)
    except Exception:
        if run.library is edits.healthy_library():
            raise
        return None  # an edited line may raise anything, also while it is measured
    return value if value is None or isinstance(value, str) else float(value)


def measure_own(name: OwnName, run: Trained) -> float | None:
    """Measure a pack's metric on a copy of the run: whatever it does there, others measure what was trained."""
    libraries = {id(each.library): each.library for each in (run, run.reference) if each}
    value = functions.call_own(name, copy.deepcopy(run, libraries))
    if isinstance(value, int | float | np.integer | np.floating | np.bool):
        value = float(value)
        if name.means.kind == NUMBER or not (value < 0 or value > 1):
            return value
    elif value is None:
        return None
    should = "a number" if name.means.kind == NUMBER else "a share, from 0 to 1"
    raise LessonError(f"{name} should give {should}, or None; it gives {quoted(value)}.")


def gap(run: Trained, pair: str = "train_accuracy,val_accuracy") -> float | None:
    first, second = (measure_one(run, each) for each in pair.split(","))
    return first - second if isinstance(first, float) and isinstance(second, float) else None


METRICS["gap"] = gap
