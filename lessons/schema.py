"""What a lesson is: frozen dataclasses, exactly as they stand in `lesson.toml` and the Markdown beside it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from lessons.lesson import Claim, Prose
from lessons.lesson import LessonError as LessonError

FORMAT = 1
LANGUAGES = ("en", "es")

Mode = Literal["open", "blind"]
Side = Literal["healthy", "broken", "ratio", "difference"]
Interval = tuple[float, float]

# How much a rung of the hint ladder gives away, least first.
REVEALS = ("symptom", "module", "function", "line", "fix")
QUESTION_KINDS = ("direction", "choice", "number", "shape", "curve")
DIRECTIONS = ("more", "same", "fewer")
CURVES = ("follows", "slower", "plateau", "flat", "diverges")


@dataclass(frozen=True)
class Break:
    """One edit to one line of minimodel. `before` stands exactly once in `file`."""

    file: str
    before: str
    after: str


@dataclass(frozen=True)
class Experiment:
    """A healthy and a broken model, trained from the same seed on the same task."""

    id: str
    task: str
    model: Mapping[str, object]
    optimizer: Mapping[str, object]
    steps: int
    seeds: int


@dataclass(frozen=True)
class Choice:
    """One answer on offer, with the region of the measurement in which it is the right one."""

    id: str
    healthy: Interval | None = None
    broken: Interval | None = None


@dataclass(frozen=True)
class Question:
    """A prediction to commit to. `metric` in `experiment` decides it; `popular` is the answer many would give.

    `concept` names the idea that it asks for, one of the course's.
    """

    id: str
    kind: str
    experiment: str
    metric: str
    same_within: float = 0.0
    compare: Literal["ratio", "difference"] = "ratio"
    within: float = 0.0
    side: Side = "broken"
    percent: bool = False
    options: tuple[Choice, ...] = ()
    popular: str | None = None
    modes: tuple[Mode, ...] = ("open", "blind")
    concept: str | None = None


@dataclass(frozen=True)
class Sibling:
    """The idea of a lesson once more, elsewhere: another edit, another number, and seeds that were never run.

    Reviews ask it, so that remembering the lesson's own line does not help. `question.experiment` is its own.
    """

    concept: str
    broken: Break
    experiment: Experiment
    question: Question

    @property
    def id(self) -> str:
        return self.question.id


@dataclass(frozen=True)
class Hint:
    """One rung of the ladder, and how much it reveals."""

    reveals: str


@dataclass(frozen=True)
class NearMiss:
    """A place in the source that is worth suspecting, and is not it: any line of `function` in `file`."""

    id: str
    file: str
    function: str


@dataclass(frozen=True)
class Repair:
    """How a repair is judged: modules whose gradients are checked, and seeds the learner has not seen."""

    gradcheck: tuple[str, ...]
    seeds: tuple[int, ...]


@dataclass(frozen=True)
class Lesson:
    """One lesson, whole: structure and numbers, and the prose in each language."""

    id: str
    folder: Path
    needs: tuple[str, ...]
    broken: Break
    experiments: Mapping[str, Experiment]
    questions: tuple[Question, ...]
    hints: tuple[Hint, ...]
    near_misses: tuple[NearMiss, ...]
    repair: Repair
    claims: Mapping[str, Claim]
    prose: Mapping[str, Prose]
    minutes: int = 20
    siblings: tuple[Sibling, ...] = ()

    def questions_for(self, mode: Mode) -> tuple[Question, ...]:
        return tuple(question for question in self.questions if mode in question.modes)

    def question(self, name: str) -> Question | None:
        return next((question for question in self.questions if question.id == name), None)

    def ideas(self) -> dict[str, tuple[str, ...]]:
        """Each idea that comes back in reviews, with the questions of the lesson that ask for it."""
        return {
            concept: tuple(question.id for question in self.questions if question.concept == concept)
            for concept in dict.fromkeys(sibling.concept for sibling in self.siblings)
        }

    def sibling(self, name: str) -> Sibling | None:
        return next((sibling for sibling in self.siblings if sibling.id == name), None)


@dataclass(frozen=True)
class Track:
    """A named row of lessons on the course map."""

    id: str
    title: Mapping[str, str]
    lessons: tuple[str, ...]


@dataclass(frozen=True)
class Course:
    """Everything there is to learn, in order."""

    tracks: tuple[Track, ...]
    lessons: Mapping[str, Lesson] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)  # a lesson's old id → the next one
    concepts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # id → language → words

    def in_order(self) -> tuple[Lesson, ...]:
        return tuple(self.lessons[name] for track in self.tracks for name in track.lessons)
