"""What a learner does with the knobs of a model. Of these only a finding is kept in the journal."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lessons.knobs import Values


@dataclass(frozen=True)
class Turned:
    """Turn a knob to a value."""

    knob: str
    value: str


@dataclass(frozen=True)
class PutBack:
    """Turn a knob back to where it began; without a name, all of them."""

    knob: str = ""


@dataclass(frozen=True)
class Tried:
    """Train what the knobs say. `figures` are its metrics; `steps` how many it took; `trouble` what it raised."""

    values: Values
    figures: Mapping[str, float]
    steps: int
    first: float | None = None  # its first loss
    trouble: str = ""

    @property
    def last(self) -> float | None:
        return self.figures.get("final_loss")

    def is_like(self, other: "Tried") -> bool:
        """Whether it came out as another one did, to the last digit."""
        return (self.first, self.figures, self.steps) == (other.first, other.figures, other.steps)

    @property
    def is_lost(self) -> bool:
        """Whether its loss is no number any more."""
        return not self.trouble and not math.isfinite(self.last if self.last is not None else math.nan)


@dataclass(frozen=True)
class Found:
    """Keep a finding: a line of one's own, with the settings and figures that it is about."""

    text: str
    settings: Any = field(default=None, hash=False)
    figures: Any = field(default=None, hash=False)


PlayAct = Turned | PutBack | Tried | Found
