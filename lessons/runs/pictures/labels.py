"""Labels of a picture: its arms, its metrics and its axes."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from lessons.course.asking.bets import bets_on
from lessons.course.asking.measurements import compared_arms, metric_words, named, role_of
from lessons.course.lesson.lesson import Experiment, Prose
from lessons.course.lesson.page import Strings
from lessons.course.lesson.pictures import Bet, Curve
from lessons.runs.trained_model import Trained

Runs = Mapping[str, Trained]  # by arm

FEW = 3  # arms that are told apart at 80 columns, each with its seeds
PARTS = ("task", "model", "optimizer")


@dataclass(frozen=True)
class Labels:
    """The names of one experiment in one language."""

    experiment: Experiment
    page: Prose
    text: Strings

    def name(self, arm: str) -> str:
        return named(arm, self.page, self.text)

    def role(self, arm: str) -> str:
        return role_of(self.experiment, arm)

    def metric(self, metric: str) -> str:
        return metric_words(metric, self.text)

    def own(self, name: str, otherwise: str) -> str:
        """Return the task's own words, or those of any task."""
        return self.text(name if self.text.has(name) else otherwise)

    def titled(self, key: str, arm: str, **values: str) -> str:
        title = self.text(f"picture.{key}", **values)
        return f"{title} · {self.name(arm)}" if len(self.experiment.arms) > 1 else title

    def headed(self, arm: str, words: str) -> str:
        return f"{self.name(arm)} · {words}" if len(self.experiment.arms) > 1 else words

    def curve(self, arm: str, x: Any, y: Any) -> Curve:
        return Curve(self.name(arm), self.role(arm), tupled(x), tupled(y))

    @property
    def drawn(self) -> tuple[str, ...]:
        """Return the arms that a chart of every seed draws: of few all; else those watched, and those asked about."""
        experiment, names = self.experiment, self.experiment.names
        asked = {arm for question, _ in experiment.bets for arm in compared_arms(question)} & set(names)
        if not experiment.shown and (len(names) <= FEW or not asked):
            return names
        return tuple(arm for arm in names if arm in asked | set(experiment.shown or names[:1]))

    def bets(self, *metrics: str) -> tuple[Bet, ...]:
        return tuple(bets_on(metrics, self.experiment, self.page, self.text))

    def ends(self, curves: Iterable[Curve], words: Callable[[float], str]) -> list[str]:
        says = partial(self.text, "says.curve")
        return [says(arm=each.name, first=words(each.y[0]), last=words(each.y[-1])) for each in curves]

    def sentence(self, key: str, **values: object) -> str:
        """Return a sentence of the tutor, with a capital where it begins with a name."""
        words = self.text(key, **values)
        return words[:1].upper() + words[1:]

    def says(self, key: str, parts: Iterable[str], **values: object) -> str:
        return self.sentence(f"says.{key}", arms="; ".join(parts), **values)

    def varied(self) -> str:
        option = varied_option(self.experiment)
        return self.text(f"axis.{option}") if self.text.has(f"axis.{option}") else option.replace("_", " ")


def varied_option(experiment: Experiment) -> str:
    first, second = (arm.settings for arm in experiment.arms[:2])
    options: dict[str, tuple[object, object]] = {
        name: (getattr(first, name), getattr(second, name)) for name in vars(first) if name not in PARTS
    }
    for part in PARTS:
        one, other = getattr(first, part), getattr(second, part)
        options |= {name: (one.get(name), other.get(name)) for name in {**one, **other}}
    return next((name for name, (one, other) in options.items() if one != other), "value")


def tupled(values: Any) -> tuple[Any, ...]:
    return tuple(np.asarray(values).tolist())
