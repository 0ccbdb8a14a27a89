"""A lesson in frozen dataclasses, as they stand in `lesson.toml` and the Markdown beside it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated

from lessons.course.lesson import values, vocabulary
from lessons.course.lesson.blocks import Block
from lessons.course.lesson.calculation import Calculation
from lessons.course.lesson.claim import Claim
from lessons.course.lesson.drawing import Drawing
from lessons.course.lesson.exercise import Hint, Lab, NearMiss, Repair
from lessons.course.lesson.metric import ALWAYS, CURVE
from lessons.course.lesson.values import MODES, Interval, Margin, Mode, Name, between, one_of
from lessons.course.lesson.vocabulary import Probes

HEALTHY, BROKEN = "healthy", "broken"  # the arms of a break
USUAL_MINUTES = 20
WORKED = "worked"  # what a worked calculation is called where an experiment would be named


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
    steps: Annotated[int, between(0, values.MAX_STEPS)]
    loss: Annotated[str, one_of(vocabulary.LOSSES)] = "cross_entropy"
    batch_size: Annotated[int, between(1, values.MAX_ROWS)] | None = None
    until: float | None = None  # training ends below this loss
    own_ruler: bool = False  # measured by its own library, where the ruler is what the lesson is about


@dataclass(frozen=True)
class Arm:
    """One of the models that an experiment compares. Arms with edits are trained by an edited minimodel."""

    name: str
    settings: Settings
    edits: tuple[Edit, ...] = ()
    own: tuple[Edit, ...] = ()  # of the edits, the last ones: those that are not the lesson's break

    def unedited(self) -> "Arm":
        """Return the arm without its own edits; if it has none of its own, without the break."""
        return replace(self, edits=self.edits[: -len(self.own)] if self.own else (), own=())


Shares = Mapping[str, float | None]  # by arm: of its rows, what always giving the commonest answer gets right


@dataclass(frozen=True)
class Experiment:
    """Models that differ in what their arms say, trained from the same seeds. `values`: what varied arms vary."""

    id: str
    arms: tuple[Arm, ...]
    seeds: Annotated[int, between(1, values.MAX_SEEDS)]
    metrics: tuple[str, ...] = ()  # names of metrics, those of the pack too: `PACK/NAME`
    pictures: tuple[str, ...] = ("curves",)  # what is seen of one seed while it trains
    shown: tuple[str, ...] = ()  # the arms that are watched live
    probes: Probes | None = None  # what else there is to see; the lesson's, unless the experiment has its own
    values: tuple[float, ...] = ()
    inside: Probes = ()  # of the probes, those that are shown once questions of the inside are answered
    runs_on: str = ""  # a lab: whoever has passed it sees this run on their own code, too
    rounding: str = ""  # why its numbers may hang on rounding, which then is what the lesson is about
    pairs: tuple[tuple[str, str, str, str], ...] = ()  # metric, compare, arm, against: what questions compare
    means: tuple[str, ...] = ()  # metrics of which the claims tell the mean over the seeds; of others, the median
    commonest: Shares = field(default_factory=dict, repr=False, compare=False)
    # The rows on which the commonest answer is counted: `training`, `held_out`, or all of the task where it is "".
    counted_on: str = field(default="", repr=False, compare=False)
    roles: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)  # by arm: what draws it
    bets: tuple["Said", ...] = field(default=(), repr=False, compare=False)  # to be drawn in its charts
    ends: tuple[float, ...] = field(default=(), repr=False, compare=False)  # losses of an earlier run, for their axis

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(arm.name for arm in self.arms)

    @property
    def main_arm(self) -> str:
        """Return the arm that is meant if no name is given: the broken one, or the last."""
        return BROKEN if BROKEN in self.names else self.names[-1]

    @property
    def is_own(self) -> bool:
        """Return True if a pack's own functions measure it, or draw its rows."""
        names = (*self.metrics, *(arm.settings.task["name"] for arm in self.arms))
        return any(isinstance(each, values.OwnName) for each in names)

    def statistic(self, metric: str) -> str:
        """Return the one statistic of a metric by which its lesson speaks, judges and draws."""
        return "mean" if metric in self.means else "median"

    def arm(self, name: str) -> Arm:
        return next(arm for arm in self.arms if arm.name == name)

    @property
    def steps(self) -> int:
        return max(arm.settings.steps for arm in self.arms)


@dataclass(frozen=True)
class Option:
    """One answer on offer, with the regions of the measurement in which it is the right one."""

    id: Name
    value: Interval | None = None  # of what the question asks for: an arm's number, or how two arms compare
    arms: Mapping[str, Interval] = field(default_factory=dict)  # of single arms
    expects: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of a cause: a test's id → its answers


@dataclass(frozen=True)
class Question:
    """A prediction to commit to. `metric` of `arm` in `experiment` decides it, beside that of `against` if named.

    A question of a worked calculation asks for the shape of the value called `of`, or for its entry at `at`.
    """

    id: Name
    kind: str
    experiment: str = ""
    metric: str = ""
    arm: str = ""
    against: str = ""
    arms: tuple[str, ...] = ()  # those that `which`, `order` and `trend` compare
    compare: str = "ratio"
    summary: Annotated[str, one_of(vocabulary.SUMMARIES)] = "median"  # the statistic that decides, of seeds or pairs
    same_within: Margin = 0.0  # how far two arms may be apart and still be the same
    within: Margin = 0.0  # how far a typed answer may be off
    percent: bool = False  # typed, and shown, as a percentage
    options: tuple[Option, ...] = ()
    popular: str | None = field(default=None, metadata={"key": "tempting"})  # a wrong answer
    concept: Name | None = None  # an idea of course.toml
    of: str = ""  # a name of the program
    at: tuple[int, ...] = ()  # the row and the column, counted from 0
    show: tuple[str, ...] = ()  # values of the calculation that stand beside the question
    inside: bool = False  # asked after its run has been seen, of what else those models hold
    tests: tuple["Question", ...] = ()  # of a trial, whose options are causes: what can refute them


Said = tuple[Question, tuple[str, ...]]  # and what was answered; several answers where a cause allows them


@dataclass(frozen=True)
class Review:
    """A concept once more, elsewhere: another edit, another number, and seeds that were never run."""

    concept: str
    experiment: Experiment
    question: Question  # whose experiment is the review's own
    edits: tuple[Edit, ...] = ()

    @property
    def id(self) -> str:
        return self.question.id


@dataclass(frozen=True)
class Worked:
    """A worked calculation: a short program over minimodel that really runs, line by line."""

    program: str
    questions: tuple[Question, ...] = ()
    show: tuple[str, ...] = ()  # values drawn as matrices once it is done
    calculation: Calculation | None = field(default=None, compare=False)  # what came of it


@dataclass(frozen=True)
class Prose:
    """All the words of one lesson in one language: a title, and sections by their heading."""

    title: str
    sections: Mapping[str, str]
    written: Mapping[str, str] = field(default_factory=dict)  # the sections as their author wrote them, with `{claims}`
    lines: Mapping[str, int] = field(default_factory=dict)  # where each heading stands in the file
    written_title: str = ""  # with its `{claims}`
    drawn: Mapping[str, tuple[Block, ...]] = field(default_factory=dict)  # the lesson's drawings, by their names

    def question(self, name: str) -> str:
        """Return the words of a prediction, a line of a worked calculation, a review, a test, or what is explained."""
        headings = (f"predict {name}", f"step {name}", f"review {name}", f"test {name}", name)
        return next(self.sections[heading] for heading in headings if heading in self.sections)


@dataclass(frozen=True, eq=False)
class Lesson:
    """One lesson, whole: structure and numbers, and the prose in each language. It is what it has."""

    id: str
    folder: Path
    needs: tuple[str, ...] = ()  # the lessons that come before it
    minutes: Annotated[int, between(1, values.MAX_MINUTES)] = USUAL_MINUTES  # that it takes
    edits: tuple[Edit, ...] = ()  # the break
    experiments: Mapping[str, Experiment] = field(default_factory=dict)
    rounds: tuple[tuple[str, ...], ...] = ()  # the experiments of each round
    questions: tuple[Question, ...] = ()
    retired: tuple[Name, ...] = ()  # questions that it asked in an earlier version
    trial: Question | None = None  # of causes, by tests
    survivors: tuple[str, ...] = ()  # the causes that no test refutes
    no_trial: str = field(default="", metadata={"key": "trial"})  # why there is none
    probes: Probes = ()  # what else there is to see after a run
    hints: tuple[Hint, ...] = field(default=(), metadata={"key": "hint"})
    near_misses: tuple[NearMiss, ...] = field(default=(), metadata={"key": "near"})
    repair: Repair | None = None
    lab: Lab | None = None
    worked: Worked | None = None
    reviews: tuple[Review, ...] = ()
    claims: Mapping[str, Claim] = field(default_factory=dict)
    drawings: Mapping[str, Drawing] = field(default_factory=dict)
    prose: Mapping[str, Prose] = field(default_factory=dict)
    has_figures: bool = False  # what its pages show was computed: see figures.py

    def problem(self) -> str:
        """Return the first conflict between parts, such as [break] without [repair]; else `""`."""
        edits, trial, exercise = self.edits, self.trial, self.worked or self.lab
        of_a_break, own = self.repair or self.hints or self.near_misses, "trial" in self.experiments
        problems = (
            (edits and not self.repair, "[break] needs [repair]: how a learner's repair is judged."),
            (of_a_break and not edits, "[repair], ## hint and [[near]] belong to a [break], and there is none."),
            (edits and exercise, "a [break] is a lesson of its own: it goes with neither [worked] nor [lab]."),
            (not (self.experiments or exercise), "a lesson needs an [experiment], a [worked] calculation or a [lab]."),
            (own and not trial, "[experiment.trial] belongs to a trial: write ## explain, its causes and its tests."),
            (trial and not own, "## explain needs [experiment.trial], whose arms put its causes on trial."),
            (trial and self.no_trial, "trial says why there is none, but there is one: ## explain."),
        )
        return next((words for is_wrong, words in problems if is_wrong), "")

    @property
    def modes(self) -> tuple[Mode, ...]:
        """Only a break can be met blind."""
        return MODES if self.edits else ("open",)

    @cached_property
    def symptom(self) -> Experiment | None:
        """Return the first experiment that shows what the break alone does, with a healthy arm and a broken one."""
        for experiment in self.experiments.values() if self.edits else ():
            healthy = [arm for arm in experiment.arms if not arm.edits]
            broken = [arm for arm in experiment.arms if arm.edits == self.edits]
            if healthy and broken:
                arms = healthy[0], next((arm for arm in broken if arm.name == BROKEN), broken[0])
                return replace(experiment, arms=arms, shown=tuple(arm.name for arm in arms), pairs=())
        return None

    @property
    def asked(self) -> tuple[Question, ...]:
        """Every question of the lesson: its predictions, those of its worked calculation, and what explains it all."""
        own_trial = (self.trial,) if self.trial else ()
        return self.questions + (self.worked.questions if self.worked else ()) + own_trial

    def shows_at_once(self, question: Question) -> bool:
        """Return True if the symptom answers a question, so that whoever has met the break blind is not asked it."""
        own, arms = self.symptom, {*(question.arms or (question.arm,)), question.against} - {""}
        is_outside = question.metric in (*ALWAYS, CURVE)
        return own is not None and question.experiment == own.id and is_outside and arms <= {*own.names}

    def probes_of(self, experiment: Experiment) -> tuple[str, ...]:
        return self.probes if experiment.probes is None else experiment.probes

    def question(self, name: str) -> Question | None:
        return next((question for question in self.asked if question.id == name), None)

    def review(self, name: str) -> Review | None:
        return next((review for review in self.reviews if review.id == name), None)

    @property
    def is_short(self) -> bool:
        """Return True for a first minute: its bet is one key, and its end leads right on."""
        return self.minutes == 1

    def concepts(self) -> dict[str, tuple[str, ...]]:
        """Each concept that comes back in reviews, with the questions of the lesson that ask for it."""
        names = dict.fromkeys(review.concept for review in self.reviews)
        return {name: tuple(each.id for each in self.asked if each.concept == name) for name in names}
