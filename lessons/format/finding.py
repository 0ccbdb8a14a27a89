"""A kept comparison as a lesson: its two arms, its one question, and claims of what they were measured to be."""

from collections.abc import Mapping, Sequence
from statistics import quantiles
from typing import Any

from lessons.course.lesson.lesson import Arm
from lessons.course.lesson.value_words import is_share
from lessons.format.dare import fenced, margin_of, settings_table
from lessons.format.templates import filled

FINDING = "finding"
LEAST_WITHIN = 0.01  # of a number that is the same on every seed


def structure(identity: str, arms: Sequence[Arm], metric: str, seeds: int) -> dict[str, Any]:
    """Return what its lesson.toml holds: the settings of each arm, and what is measured."""
    own = {arm.name: settings_table(arm.settings) for arm in arms}
    experiment = {"seeds": seeds, "metrics": [metric], "arm": own}
    reason = "a finding: who keeps it may put its causes on trial"
    return {"format": 3, "id": identity, "minutes": 5, "trial": reason, "experiment": {"play": experiment}}


def page(language: str, metric: str, values: Mapping[str, Sequence[float]], words: Mapping[str, str]) -> str:
    """Return its words: the template's with those of the comparison, and claims of each arm's middle seed."""
    middle = {arm: spread(each) for arm, each in values.items()}
    (a, _), (b, _) = middle.values()
    within = margin_of(metric, a, b)
    compare = 'compare = "difference"\n' if is_share(metric) else ""
    show = ', show = "percent"' if is_share(metric) else ""
    ask = f'of = "play.{metric}"\narm = "b"\nagainst = "a"\n{compare}same_within = {within}\nconcept = "{FINDING}"\n'
    measured = f'median = "play.{metric}"'
    claims = "".join(
        f'value_{arm} = {{ {measured}, arm = "{arm}", equals = {number:.3g}, within = {width:.2g}{show} }}\n'
        for arm, (number, width) in middle.items()
    )
    told = {"block": fenced(ask), "claims": fenced(claims), "margin": f"{within * 100:g} %", **words}
    return filled(FINDING, f"{language}.md", told)


def spread(values: Sequence[float]) -> tuple[float, float]:
    """Return the middle of the seeds, and how far from it a quarter of them are, or what its digits leave out."""
    low, middle, high = quantiles(values, n=4)
    return middle, max((high - low) / 2, LEAST_WITHIN * abs(middle))
