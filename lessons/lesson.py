"""What a lesson is: frozen dataclasses, as they stand in `lesson.toml` and the Markdown beside it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

FORMATS = (1, 2)
LANGUAGES = ("en", "es")

Mode = Literal["open", "blind"]
MODES: tuple[Mode, ...] = ("open", "blind")
Interval = tuple[float, float]

HEALTHY, BROKEN = "healthy", "broken"  # the arms of a break
WORKED = "worked"  # what a worked calculation is called where an experiment would be named
REVEALS = ("symptom", "module", "function", "line", "fix")  # how much a hint gives away, least first


class LessonError(Exception):
    """Something in a lesson's files is wrong: a sentence that says where, and what was expected."""


@dataclass(frozen=True)
class Edit:
    """A text of one file of minimodel, and what stands in its place. `before` stands exactly once in `file`."""

    file: str
    before: str
    after: str


@dataclass(frozen=True, eq=False)
class Settings:
    """Everything that one arm trains with. `task`, `model` and `optimizer` hold a `name` and its options."""

    task: Mapping[str, object]
    model: Mapping[str, object]
    optimizer: Mapping[str, object]
    steps: int
    loss: str = "cross_entropy"
    batch_size: int | None = None
    until: float | None = None  # training ends below this loss
    own_ruler: bool = False  # measured by its own library, where the ruler is what the lesson is about


@dataclass(frozen=True)
class Arm:
    """One of the models that an experiment compares. Arms with edits are trained by an edited minimodel."""

    name: str
    settings: Settings
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True)
class Experiment:
    """Models that differ in what their arms say, trained from the same seeds. `values`: what varied arms vary."""

    id: str
    arms: tuple[Arm, ...]
    seeds: int
    metrics: tuple[str, ...] = ()
    picture: str = "curves"
    shown: tuple[str, ...] = ()  # the arms that are watched live
    probes: tuple[str, ...] | None = (
        None  # what else there is to see; the lesson's, unless the experiment has its own
    )
    values: tuple[float, ...] = ()
    pairs: tuple[tuple[str, str, str, str], ...] = ()  # metric, compare, arm, against: what questions compare

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(arm.name for arm in self.arms)

    def arm(self, name: str) -> Arm:
        return next(arm for arm in self.arms if arm.name == name)

    @property
    def steps(self) -> int:
        return max(arm.settings.steps for arm in self.arms)


@dataclass(frozen=True)
class Option:
    """One answer on offer, with the regions of the measurement in which it is the right one.

    `value` bounds what the question asks for: an arm's number, or how two arms compare. `arms` bounds single arms.
    """

    id: str
    value: Interval | None = None
    arms: Mapping[str, Interval] = field(default_factory=dict)


@dataclass(frozen=True)
class Question:
    """A prediction to commit to. `metric` of `arm` in `experiment` decides it, beside that of `against` if named.

    `popular` is the answer that many would give; `concept` is one of the course's. A question of a worked calculation
    asks for the shape of the value called `of`, or for its entry at `at`.
    """

    id: str
    kind: str
    experiment: str = ""
    metric: str = ""
    arm: str = ""
    against: str = ""
    arms: tuple[str, ...] = ()  # those that `which`, `order` and `trend` compare
    compare: str = "ratio"
    summary: str = "median"
    same_within: float = 0.0
    within: float = 0.0
    percent: bool = False
    options: tuple[Option, ...] = ()
    popular: str | None = None
    modes: tuple[Mode, ...] = MODES
    concept: str | None = None
    of: str = ""
    at: tuple[int, ...] = ()
    show: tuple[str, ...] = ()  # values of the calculation that stand beside the question


@dataclass(frozen=True)
class Review:
    """A concept of a lesson once more, elsewhere: another edit, another number, and seeds that were never run.

    Remembering the lesson's own line does not help. `question.experiment` is its own.
    """

    concept: str
    experiment: Experiment
    question: Question
    edits: tuple[Edit, ...] = ()

    @property
    def id(self) -> str:
        return self.question.id


@dataclass(frozen=True)
class Hint:
    """One hint of the ladder, and how much it reveals."""

    reveals: str


@dataclass(frozen=True)
class NearMiss:
    """A place in the source that is worth suspecting, and is not it: a function, or one line of a file by its text."""

    id: str
    file: str
    function: str = ""
    line: str = ""


@dataclass(frozen=True)
class Bound:
    """What a repaired library must reach: a metric of an experiment, on every seed that the judge trains."""

    experiment: str
    metric: str
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True)
class Attempt:
    """Code that a learner may hand in, kept beside a repair or a lab to prove what the judge says of it.

    `code` stands where the edit stands, or is the whole of a lab's file. With `before` it stands in the place of that
    text: in a `file` of the broken library, or in the lab's solution.
    """

    id: str
    code: str
    file: str = ""
    before: str = ""


@dataclass(frozen=True)
class Repair:
    """How a repair is judged: gradients of modules, then the healthy trajectory, or the bounds it must reach.

    `right` and `wrong` are repairs that have to pass, and to fail.
    """

    gradcheck: tuple[str, ...]
    seeds: tuple[int, ...]
    accept: tuple[Bound, ...] = ()
    right: tuple[Attempt, ...] = ()
    wrong: tuple[Attempt, ...] = ()


@dataclass(frozen=True)
class LabCheck:
    """One thing that the learner's code must do; `name` is a check of the judge, the rest are its options."""

    name: str
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Lab:
    """Something to write: a file of the learner's own, what it begins as, and what it must do."""

    file: str
    begin: str
    checks: tuple[LabCheck, ...]
    solution: str = ""
    right: tuple[Attempt, ...] = ()  # others that have to pass, and to fail
    wrong: tuple[Attempt, ...] = ()


@dataclass(frozen=True)
class Worked:
    """A worked calculation: a short program over minimodel that really runs, line by line."""

    program: str
    questions: tuple[Question, ...] = ()
    show: tuple[str, ...] = ()  # values drawn as matrices once it is done


@dataclass(frozen=True)
class Claim:
    """A number or a promise in the prose. `equals` is what `{name}` prints; `between` is what must hold.

    `unused` says why no page prints it.
    """

    name: str
    measure: str
    arguments: Mapping[str, object]
    equals: float | None = None
    within: float = 0.0
    between: Interval | None = None
    percent: bool = False
    unused: str = ""

    def text(self) -> str:
        """The claim as the prose prints it, with the digits the author wrote."""
        if self.equals is not None:
            return self.number(self.equals)
        low, high = self.between or (float("nan"), float("nan"))
        return f"{self.number(low)}–{self.number(high)}"

    def number(self, value: float) -> str:
        if self.percent:
            return f"{100 * value:g} %"
        return f"{int(value)}" if float(value).is_integer() else f"{value:g}"


@dataclass(frozen=True)
class Prose:
    """All the words of one lesson in one language: a title, and sections by their heading.

    `written` is what its author wrote, with `{claims}`; `lines` is where each heading stands in the file.
    `written_title` is the title with its `{claims}`.
    """

    title: str
    sections: Mapping[str, str]
    written: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    written_title: str = ""

    def question(self, name: str) -> str:
        """The words of a prediction, of a line of a worked calculation, or of a review."""
        return next(
            self.sections[heading]
            for heading in (f"predict {name}", f"step {name}", f"review {name}")
            if heading in self.sections
        )


@dataclass(frozen=True, eq=False)
class Lesson:
    """One lesson, whole: structure and numbers, and the prose in each language. It is what it has."""

    id: str
    folder: Path
    needs: tuple[str, ...] = ()
    minutes: int = 20
    format: int = FORMATS[-1]
    edits: tuple[Edit, ...] = ()  # the break
    experiments: Mapping[str, Experiment] = field(default_factory=dict)
    rounds: tuple[tuple[str, ...], ...] = ()  # the experiments of each round
    questions: tuple[Question, ...] = ()
    probes: tuple[str, ...] = ()
    hints: tuple[Hint, ...] = ()
    near_misses: tuple[NearMiss, ...] = ()
    repair: Repair | None = None
    lab: Lab | None = None
    worked: Worked | None = None
    reviews: tuple[Review, ...] = ()
    claims: Mapping[str, Claim] = field(default_factory=dict)
    prose: Mapping[str, Prose] = field(default_factory=dict)

    @property
    def modes(self) -> tuple[Mode, ...]:
        """Only a break can be met blind."""
        return MODES if self.edits else ("open",)

    @property
    def asked(self) -> tuple[Question, ...]:
        """Every question of the lesson: its predictions, and those of its worked calculation."""
        return self.questions + (self.worked.questions if self.worked else ())

    def questions_for(self, mode: Mode, experiments: tuple[str, ...] | None = None) -> tuple[Question, ...]:
        """The predictions of a mode, and of these experiments where they are named."""
        return tuple(
            question
            for question in self.questions
            if mode in question.modes and (experiments is None or question.experiment in experiments)
        )

    def question(self, name: str) -> Question | None:
        return next((question for question in self.asked if question.id == name), None)

    def review(self, name: str) -> Review | None:
        return next((review for review in self.reviews if review.id == name), None)

    def concepts(self) -> dict[str, tuple[str, ...]]:
        """Each concept that comes back in reviews, with the questions of the lesson that ask for it."""
        return {
            concept: tuple(question.id for question in self.asked if question.concept == concept)
            for concept in dict.fromkeys(review.concept for review in self.reviews)
        }


@dataclass(frozen=True)
class LessonMode:
    """A lesson in one of its modes: what the course map lists, and what is opened."""

    lesson: Lesson
    mode: Mode = "open"


@dataclass(frozen=True)
class Heading:
    """What the course map shows of a lesson, read without loading the whole of it."""

    id: str
    minutes: int
    modes: tuple[Mode, ...]
    titles: Mapping[str, str]  # by language
    summaries: Mapping[str, str]
    needs: tuple[str, ...] = ()  # the lessons that come before it


@dataclass(frozen=True)
class Track:
    """A named row of lessons on the course map."""

    id: str
    title: Mapping[str, str]
    lessons: tuple[str, ...]


@dataclass(frozen=True)
class Pack:
    """Lessons from elsewhere. Everywhere but in its own files they are called `PACK/LESSON`."""

    id: str
    folder: Path
    lessons: Mapping[str, Path]  # the folder of each, by its own id


@dataclass(frozen=True)
class Course:
    """Everything there is to learn, in order."""

    tracks: tuple[Track, ...]
    lessons: Mapping[str, Lesson] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)  # a lesson's old id → the next one
    concepts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # id → language → words
    headings: Mapping[str, Heading] = field(default_factory=dict)
    packs: Mapping[str, Pack] = field(default_factory=dict)
    id: str = ""  # that its `course.toml` gives it, if it is a pack

    def pack_of(self, lesson: str) -> Pack | None:
        """The pack that a lesson comes from; None for one of the built-in course."""
        pack, slash, _ = lesson.partition("/")
        return self.packs.get(pack) if slash else None

    def in_order(self) -> tuple[Lesson, ...]:
        return tuple(self.lessons[name] for track in self.tracks for name in track.lessons)

    def openings(self) -> tuple[tuple[Heading, Mode], ...]:
        """The heading of every lesson in every mode, in order. None is loaded for it."""
        names = [name for track in self.tracks for name in track.lessons]
        return tuple((self.headings[name], mode) for name in names for mode in self.headings[name].modes)

    def places(self) -> tuple[LessonMode, ...]:
        """Every lesson in every mode, in order. One of a pack that does not load says so when it is opened."""
        names = [name for track in self.tracks for name in track.lessons]
        lessons = [self.lessons.get(name) if self.pack_of(name) else self.lessons[name] for name in names]
        return tuple(LessonMode(lesson, mode) for lesson in lessons if lesson for mode in lesson.modes)
