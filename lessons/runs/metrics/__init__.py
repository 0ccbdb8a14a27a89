"""Metrics: what is measured on a trained model. Each is a function of one run; metrics.toml says what it means.

What a model lacks has no value (None): a rank without two layers, an accuracy without classes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from lessons.runs.edits import healthy_library
from lessons.runs.trained import Trained
from lessons.summaries import Value
from lessons.vocabulary import METRICS as NAMES

OF_WHAT_HAPPENED = ("outcome", "curve", "first_difference")  # a run that raised has these, too


def functions() -> Iterator[tuple[str, Callable[..., Value]]]:
    """Yield the function of each metric, from whichever file of this folder it stands in."""
    for file in sorted(Path(__file__).parent.glob("[a-z]*.py")):
        module = import_module(f"{__name__}.{file.stem}")
        for name in NAMES:
            if function := vars(module).get(name.removesuffix("_0.1")):  # no function's name has a dot
                yield name, function


METRICS: Mapping[str, Callable[..., Value]] = dict(functions())


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
