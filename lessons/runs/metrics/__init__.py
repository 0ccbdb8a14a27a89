"""Metrics: what is measured on a trained model. Each is a function of one run; metrics.toml says what it means.

What a model lacks has no value (None): a rank without two layers, an accuracy without classes.
"""

from collections.abc import Callable, Sequence

from lessons.runs.edits import healthy_library
from lessons.runs.functions import functions_of
from lessons.runs.trained import Trained
from lessons.summaries import Value
from lessons.vocabulary import METRICS as NAMES

OF_WHAT_HAPPENED = ("outcome", "curve", "first_difference")  # a run that raised has these, too


METRICS: dict[str, Callable[..., Value]] = functions_of(__name__, NAMES)
METRICS["steps_to_loss_0.1"] = METRICS["steps_to_loss"]  # no function's name has a dot


def measure(run: Trained, metrics: Sequence[str]) -> dict[str, Value]:
    """Measure each of these metrics."""
    return {metric: measure_one(run, metric) for metric in metrics}


def measure_one(run: Trained, metric: str) -> Value:
    """Measure one metric; its argument, if it has one, stands after a colon."""
    name, _, argument = metric.partition(":")
    if run.trouble and name not in OF_WHAT_HAPPENED:
        return None
    try:
        value = METRICS[name](run, argument) if argument else METRICS[name](run)
    except Exception:
        if run.library is healthy_library():
            raise
        return None  # an edited line may raise anything, also while it is measured
    return value if value is None or isinstance(value, str) else float(value)
