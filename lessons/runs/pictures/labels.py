"""What a picture calls its arms, its metrics and its axes, and the roles that draw them."""

from collections.abc import Iterable
from dataclasses import dataclass

from lessons.lesson import Experiment, Prose
from lessons.measurements import metric_words, role_of
from lessons.questions.arms import named
from lessons.text import Text

PARTS = ("task", "model", "optimizer")


@dataclass(frozen=True)
class Labels:
    """The names of one experiment in one language."""

    experiment: Experiment
    page: Prose
    text: Text

    def name(self, arm: str) -> str:
        return named(arm, self.page, self.text)

    def role(self, arm: str) -> str:
        return role_of(self.experiment, arm)

    def metric(self, metric: str) -> str:
        return metric_words(metric, self.text)

    def titled(self, key: str, arm: str) -> str:
        """A title, with the arm where there are several."""
        title = self.text(f"picture.{key}")
        return f"{title} · {self.name(arm)}" if len(self.experiment.arms) > 1 else title

    def sentence(self, key: str, **values: object) -> str:
        """A sentence of the tutor, with a capital where it begins with a name."""
        words = self.text(key, **values)
        return words[:1].upper() + words[1:]

    def says(self, key: str, parts: Iterable[str], **values: object) -> str:
        """A sentence that lists what it has to say of each arm."""
        return self.sentence(f"says.{key}", arms="; ".join(parts), **values)

    def varied(self) -> str:
        """What the arms vary, in words."""
        option = varied_option(self.experiment)
        return self.text(f"axis.{option}") if self.text.has(f"axis.{option}") else option.replace("_", " ")


def varied_option(experiment: Experiment) -> str:
    """The setting in which the first two arms differ."""
    first, second = (arm.settings for arm in experiment.arms[:2])
    options: dict[str, tuple[object, object]] = {
        name: (getattr(first, name), getattr(second, name)) for name in vars(first) if name not in PARTS
    }
    for part in PARTS:
        one, other = getattr(first, part), getattr(second, part)
        options |= {name: (one.get(name), other.get(name)) for name in {**one, **other}}
    return next((name for name, (one, other) in options.items() if one != other), "value")
