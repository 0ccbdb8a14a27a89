"""What a learner does in a lesson, as dataclasses. The journal's form of each stands in `tutor/records.py`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Opened:
    """Open the lesson for the first time."""


@dataclass(frozen=True)
class Moved:
    """Go to a step."""

    step: str


@dataclass(frozen=True)
class Predicted:
    """Answer a question, and say how sure one is."""

    question: str
    answer: str
    confidence: float


@dataclass(frozen=True)
class Locked:
    """Begin a run: the answers of its round stay as they are. Without a step: of every round."""

    step: str = ""


@dataclass(frozen=True)
class Ran:
    """Watch one seed to its end."""

    experiment: str
    seed: int
    metrics: Any = None


@dataclass(frozen=True)
class Swept:
    """Train every seed of an experiment; `metrics` holds the summaries."""

    experiment: str
    metrics: Mapping[str, Any]
    seeds: int = 0


@dataclass(frozen=True)
class Graded:
    """A run has decided a prediction."""

    question: str
    answer: str
    confidence: float
    right: bool
    truth: str


@dataclass(frozen=True)
class Guessed:
    """Say what one suspects before a hint."""

    hint: int
    guess: str
    step: str = ""


@dataclass(frozen=True)
class TookHint:
    """Take the next hint of the ladder."""

    hint: int
    step: str = ""


@dataclass(frozen=True)
class Pointed:
    """Point at a line. Whether it is the one is judged when it is pointed at, against the source of then."""

    file: str
    line: int
    found: bool = False
    step: str = ""


@dataclass(frozen=True)
class Accused:
    """Say which measurement, or which function, leads to the changed line."""

    answer: str
    step: str = ""


@dataclass(frozen=True)
class Judged:
    """Have one's code judged; `line` is the learner's own line, `reason` what the judge found.

    `behaviour` is what there was to see of it, as `lessons/behaviour.py` reads it; nothing in older journals.
    """

    passed: bool
    reason: str = ""
    detail: str = ""
    line: str = ""
    step: str = ""
    behaviour: Any = field(default=None, hash=False)


@dataclass(frozen=True)
class Wrote:
    """Write a line for one's later self."""

    text: str
    step: str = ""


@dataclass(frozen=True)
class Finished:
    """Bring the lesson to its end."""


@dataclass(frozen=True)
class Reset:
    """Begin anew. Nothing is deleted."""


Act = (
    Opened | Moved | Predicted | Locked | Ran | Swept | Graded | Guessed | TookHint | Pointed | Accused | Judged | Wrote
    | Finished | Reset
)  # fmt: skip
