"""Acts of a learner in a lesson, and the facts that follow, by the id of a question, an experiment or a step."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lessons.course.lesson.instrument import Readings
from lessons.course.lesson.summaries import Record


@dataclass(frozen=True)
class Opened:
    """Open the lesson for the first time."""


@dataclass(frozen=True)
class Moved:
    """Go to a step."""

    step: str


@dataclass(frozen=True)
class Predicted:
    """Answer a question, and say how sure one is, or not."""

    question: str
    answer: str
    confidence: float | None = None


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
    confidence: float | None
    right: bool
    truth: str


@dataclass(frozen=True)
class Guessed:
    """Keep a guess made before a hint."""

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
    """Name the way to the changed line: in place of a trial, in earlier versions."""

    answer: str
    step: str = ""


@dataclass(frozen=True)
class ChoseTest:
    """Choose a test: the run that could prove one wrong, or the next measurement to look at."""

    test: str
    step: str = ""


@dataclass(frozen=True)
class Looked:
    """Look at the broken arm with an instrument; `readings` is what it read, as plain data."""

    instrument: str
    readings: Any = field(hash=False)


@dataclass(frozen=True)
class Weighed:
    """Say what a reading does to its part of the training: `clears` or `accuses` it."""

    instrument: str
    word: str


@dataclass(frozen=True)
class Judged:
    """Have one's code judged."""

    passed: bool
    reason: str = ""  # what the judge found
    detail: str = ""
    line: str = ""  # the learner's own: a diff; in older journals the first of their lines alone
    step: str = ""
    behaviour: Any = field(default=None, hash=False)  # what there was to see; None in older journals
    parts: Any = field(default=None, hash=False)  # of the detail, for sentences; None in older journals


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
    """Begin anew. No event is deleted."""


Act = (
    Opened | Moved | Predicted | Locked | Ran | Swept | Graded | Guessed | TookHint | Pointed | Accused | ChoseTest
    | Looked | Weighed | Judged | Wrote | Finished | Reset
)  # fmt: skip


@dataclass(frozen=True)
class Answer:
    """A prediction, and how sure the learner said to be of it."""

    value: str
    confidence: float | None = None


@dataclass(frozen=True)
class State:
    """A learner's progress in one lesson and mode."""

    here: int = 0
    furthest: int = 0
    opened: bool = False
    answers: Mapping[str, Answer] = field(default_factory=dict)  # by question
    locked: frozenset[str] = frozenset()  # questions whose answers a run has locked
    begun: frozenset[str] = frozenset()  # steps whose run has begun
    runs: tuple[tuple[str, int], ...] = ()  # experiment and seed
    ends: Mapping[str, tuple[float, ...]] = field(default_factory=dict)  # by experiment: losses of its last watched run
    record: Record = field(default_factory=dict)  # by experiment
    guesses: Mapping[str, Mapping[int, str]] = field(default_factory=dict)  # by step, then hint
    hints: Mapping[str, int] = field(default_factory=dict)  # how many were taken, by step
    points: Mapping[str, tuple[Pointed, ...]] = field(default_factory=dict)  # by step
    found: frozenset[str] = frozenset()  # steps whose line is found
    accused: bool = False  # in an earlier version, which had no trials
    tests: tuple[str, ...] = ()  # of the trial, as they were chosen
    looks: Mapping[str, Readings] = field(default_factory=dict)  # by instrument, in the order of looking
    weighed: Mapping[str, str] = field(default_factory=dict)  # by instrument: what it was said to do
    tries: Mapping[str, int] = field(default_factory=dict)  # by step
    judged: Mapping[str, Judged] = field(default_factory=dict)  # the latest judgement, by step
    passed: frozenset[str] = frozenset()  # steps whose code has passed
    words: Mapping[str, str] = field(default_factory=dict)  # the learner's own, by step
    former: Mapping[str, Graded] = field(default_factory=dict)  # verdicts on what is asked no longer, or otherwise
    finished: bool = False
    looking: str = ""  # the question that is looked at again; of this moment, never of the journal
