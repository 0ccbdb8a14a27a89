"""A claim: a number or a promise that a page makes, and that the runs of each check keep."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from lessons.course.lesson.metric import metric_of
from lessons.course.lesson.values import LANGUAGES, Interval, Margin, finite, one_of, plain_number
from lessons.course.lesson.vocabulary import MEASURES

BOUNDS = {"least": {"en": "at least", "es": "al menos"}, "greatest": {"en": "at most", "es": "como mucho"}}
OF_EVERY_SEED = (*BOUNDS, "every")  # measures that hold on every seed


@dataclass(frozen=True)
class Claim:
    """A number or a promise in the prose. `equals` is what `{name}` prints; `between` is what must hold."""

    name: str
    measure: Annotated[str, one_of(MEASURES)]
    arguments: Mapping[str, Any] = field(metadata={"options": MEASURES, "of": "measure"})
    equals: float | None = None  # what it prints
    within: Margin = 0.0  # how far the measured number may be from it
    between: Annotated[Interval, finite] | None = None  # in place of equals
    percent: bool = False
    unused: str = ""  # why no page prints it

    def problem(self) -> str:
        has_one = (self.equals is None) != (self.between is None)
        return "" if has_one else "a claim has either equals (with within) or between."

    def text(self, language: str = LANGUAGES[0], unit: str = "") -> str:
        """Return the claim as the prose prints it: with the digits the author wrote, its bound, and a unit."""
        numbers = self.between or () if self.equals is None else (self.equals,)
        said = "–".join(map(self.number, numbers))
        return f"{BOUNDS.get(self.measure, {}).get(language, '')} {said} {unit}".strip()

    def unit(self, language: str) -> str:
        """Return the noun that the number counts, such as `steps`; `""` for a ratio and for a share of seeds."""
        metric = metric_of(self.arguments.get("metric", ""))
        counts = metric and self.measure != "share" and self.arguments.get("arm") != "ratio"
        return metric.unit.get(language, "") if metric and counts else ""

    def number(self, value: float) -> str:
        return f"{100 * value:g} %" if self.percent else plain_number(value)
