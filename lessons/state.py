"""What has happened in a lesson: facts by the id of a question, an experiment or a step. None names a stage."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from lessons.acts import Judged
from lessons.summaries import Record


@dataclass(frozen=True)
class Answer:
    """A prediction, and how sure the learner is of it."""

    value: str
    confidence: float


@dataclass(frozen=True)
class Pointing:
    """A line that the learner pointed at."""

    file: str
    line: int


@dataclass(frozen=True)
class State:
    """How far somebody has come in a lesson, in one mode."""

    here: int = 0
    furthest: int = 0
    opened: bool = False
    answers: Mapping[str, Answer] = field(default_factory=dict)  # by question
    locked: frozenset[str] = frozenset()  # questions whose answers a run has locked
    begun: frozenset[str] = frozenset()  # steps whose run has begun
    runs: tuple[tuple[str, int], ...] = ()  # experiment and seed
    record: Record = field(default_factory=dict)  # by experiment
    guesses: Mapping[str, Mapping[int, str]] = field(default_factory=dict)  # by step, then hint
    hints: Mapping[str, int] = field(default_factory=dict)  # how many were taken, by step
    points: Mapping[str, tuple[Pointing, ...]] = field(default_factory=dict)  # by step
    found: frozenset[str] = frozenset()  # steps whose line is found
    accused: Mapping[str, str] = field(default_factory=dict)  # by step: what was said to lead to the line
    tries: Mapping[str, int] = field(default_factory=dict)  # by step
    judged: Mapping[str, Judged] = field(default_factory=dict)  # the latest judgement, by step
    passed: frozenset[str] = frozenset()  # steps whose code has passed
    words: Mapping[str, str] = field(default_factory=dict)  # the learner's own, by step
    finished: bool = False
    looking: str = ""  # the question that is looked at again; of this moment, never of the journal
