"""Metrics: what is measured on a trained model, by name; and of which kind each value is."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite, nan
from pathlib import Path
from typing import Annotated

from lessons.course.lesson.values import LANGUAGES, OwnName, nearest

SHARE, NUMBER, WORD, SHAPE = "share", "number", "word", "shape"
ALWAYS = ("train_accuracy", "val_accuracy", "final_loss", "steps_to_loss_0.1")  # what every run shows
CURVE = "curve"  # whose record holds a curve, too: a journal keeps what its verdict is drawn from
QUANTITIES = ("bound", "share", "length", "place")  # arguments of metrics that are numbers


@dataclass(frozen=True)
class Metric:
    """A measurement on a trained model, and the kind of value it gives. `argument`: a name after a colon."""

    kind: str
    meaning: str
    argument: str = ""
    words: Mapping[str, str] = field(default_factory=dict)  # what it is called, by language
    words_with: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # by argument, and language
    unit: Mapping[str, str] = field(default_factory=dict)  # what its number counts, by language
    source: str = ""  # of a pack's own metric: the file that its function is in
    is_accuracy: bool = False  # always giving the commonest answer gets some, too
    is_yes_or_no: bool = False  # 1 or 0 of a seed: of many seeds their share says more than their median
    counts_steps: bool = False  # until something is reached; without a value it never was
    is_level: bool = False  # said to be higher or lower, as shares are; others are larger or smaller

    def called(self, language: str, argument: str = "") -> str:
        """Return its name in a language; an argument that has no words of its own stands behind it."""
        if argument in self.words_with:
            return self.words_with[argument][language]
        return f"{self.words[language]} {argument}".strip()


def read_metrics() -> dict[str, Metric]:
    file = Path(__file__).parents[2] / "runs" / "metrics" / "metrics.toml"
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    found = {}
    for name, table in tables.items():
        if ":" not in name:
            words = {language: table[language] for language in LANGUAGES}
            with_argument = {key.partition(":")[2]: each for key, each in tables.items() if key.startswith(f"{name}:")}
            own = {key: value for key, value in table.items() if key not in LANGUAGES}
            found[name] = Metric(**own, words=words, words_with=with_argument)
    return found


METRICS: Mapping[str, Metric] = read_metrics()


def metric_of(name: str) -> Metric | None:
    """Return the metric that a name asks for; an argument may stand after a colon."""
    base, colon, argument = name.partition(":")
    found = name.means if isinstance(name, OwnName) else METRICS.get(base)
    if found is None or (colon and not (found.argument and argument)):
        return None
    if base == "gap" and not (argument.count(",") == 1 and all(map(metric_of, argument.split(",")))):
        return None
    return None if colon and found.argument in QUANTITIES and not isfinite(as_number(argument)) else found


def as_number(words: str) -> float:
    """Read the argument of a metric; NaN if it is no number: no value is above or below it."""
    try:
        return float(words)
    except ValueError:
        return nan


def numeric(name: str) -> str:
    found = metric_of(name)
    if "/" in name:
        return "a metric of the tutor's own: a pack's cannot judge a repair."
    if found is None:
        return f"a metric.{nearest(name, METRICS)}"
    return "a metric that gives numbers." if found.kind in (WORD, SHAPE) else ""


NumericName = Annotated[str, numeric]
