"""Predictions, reviews and steps, as far as they can be judged by reading: what is asked can be answered at all."""

from collections.abc import Iterator
from dataclasses import dataclass

from lessons.check.places import STRUCTURE, line_in_structure
from lessons.check.proof import Proof
from lessons.check.ranges import OF_DATA, base_of, is_share, possible
from lessons.check.regions import problem_of_words, problems_of_options
from lessons.check.tolerances import HALF
from lessons.lesson import Arm, Experiment, Lesson, Question, Review

COMPARING = ("which", "order", "trend")
NEEDLESS = {  # what a kind of question does not look at
    "direction": ("within", "percent"),
    "which": ("within", "percent"),
    "order": ("within", "percent"),
    "trend": ("within", "percent"),
    "number": ("same_within",),
    "choice": ("same_within", "within", "percent"),
    "shape": ("same_within", "within", "percent"),
    "curve": ("same_within", "within", "percent"),
}


@dataclass(frozen=True)
class Asked:
    """A question beside what decides it, and where it stands in the lesson's files."""

    question: Question
    experiment: Experiment
    table: str  # predict or review
    review: Review | None = None

    @property
    def what(self) -> str:
        return f"{'review' if self.review else 'prediction'} {self.question.id}"

    def proof(
        self, lesson: Lesson, problem: str = "", mend: str = "", advice: str = "", shown: str = ""
    ) -> Proof:
        line = line_in_structure(lesson, self.table, self.question.id)
        return Proof(
            lesson.id, self.what, problem, STRUCTURE, line, mend if problem or advice else "", advice, shown
        )


def asked(lesson: Lesson) -> list[Asked]:
    """Every prediction and every review."""
    own = [Asked(each, lesson.experiments[each.experiment], "predict") for each in lesson.questions]
    return own + [Asked(each.question, each.experiment, "review", each) for each in lesson.reviews]


def prove_questions(lesson: Lesson) -> Iterator[Proof]:
    """Every question can be answered, and no answer is right whatever is measured."""
    for each in asked(lesson):
        for problem, mend in problems(each, lesson):
            yield each.proof(lesson, problem, mend)
        for advice in advices(each, lesson):
            yield each.proof(lesson, advice=advice)
    yield from prove_modes(lesson)


def problems(each: Asked, lesson: Lesson) -> Iterator[tuple[str, str]]:
    """What is wrong with a question, and what to write instead."""
    question, experiment = each.question, each.experiment
    if question.kind == "entry":
        yield "kind = 'entry' asks about a [worked] calculation: write it as a [[step]].", 'kind = "number"'
    if question.options and question.kind != "choice":
        yield f"nobody can pick its options: kind = {question.kind!r} has none.", 'kind = "choice"'
    if question.kind == "choice":
        heading = f"{each.table} {question.id}"
        yield from ((problem, "") for problem in problems_of_options(question))
        if same := problem_of_words(heading, question, lesson.prose):
            yield same, ""
    yield from problems_of_numbers(question)
    yield from problems_of_arms(question, experiment)
    if question.kind in ("direction", "trend"):
        yield from problems_of_margin(question)


def problems_of_numbers(question: Question) -> Iterator[tuple[str, str]]:
    """A percentage is typed only for what is a share."""
    if question.kind != "number" or not question.percent:
        return
    if not is_share(question.metric):
        yield f"percent = true, but {question.metric} is no share: it may be above 100 %.", "percent = false"
    elif question.against and question.compare == "ratio":
        yield "percent = true, but a ratio is no share: it may be above 100 %.", "percent = false"


def problems_of_arms(question: Question, experiment: Experiment) -> Iterator[tuple[str, str]]:
    """What is compared is not one and the same."""
    others = [name for name in experiment.names if name != question.arm]
    if question.against and question.arm == question.against:
        yield f"it compares {question.arm} with itself.", f'against = "{others[0]}"' if others else ""
    elif question.against:
        yield from alike(question, (experiment.arm(question.arm), experiment.arm(question.against)))
    if question.kind in COMPARING:
        names = question.arms
        if len(set(names)) < len(names):
            yield f"arms names an arm twice: {', '.join(names)}.", ""
        else:
            yield from alike(question, tuple(map(experiment.arm, names)))
    if question.kind == "trend" and experiment.values:
        order = [name for name in experiment.names if name in question.arms]
        if list(question.arms) != order:
            mend = f"arms = [{', '.join(map(repr, order))}]".replace("'", '"')
            yield "its arms stand in another order than the setting that is varied.", mend


def alike(question: Question, arms: tuple[Arm, ...]) -> Iterator[tuple[str, str]]:
    """Two arms that are trained alike cannot differ, and neither can a metric of data that they share."""
    for number, first in enumerate(arms):
        for second in arms[number + 1 :]:
            if vars(first.settings) == vars(second.settings) and first.edits == second.edits:
                yield (
                    f"{first.name} and {second.name} are the same model, trained alike: nothing can differ.",
                    "",
                )
                return
            if base_of(question.metric) in OF_DATA and same_rows(first, second):
                yield (
                    f"{question.metric} is a number of the rows alone, "
                    f"and {first.name} and {second.name} have the same rows.",
                    "",
                )
                return


def same_rows(first: Arm, second: Arm) -> bool:
    return first.settings.task == second.settings.task and first.edits == second.edits


def problems_of_margin(question: Question) -> Iterator[tuple[str, str]]:
    """A margin leaves room for an answer on either side of it."""
    low, high = possible(question.metric, question.compare)
    if question.compare == "ratio":
        low, high = low - 1, high - 1
    if -low <= question.same_within or high <= question.same_within:
        lost = "falls" if question.kind == "trend" else "fewer"
        yield (
            f"same_within = {question.same_within:g} is so wide that nobody can be right with {lost!r}: "
            f"a {question.compare} of {question.metric} is never that far from the same.",
            "same_within = 0.1",
        )
    elif is_share(question.metric) and question.compare == "difference" and question.same_within >= HALF:
        yield (
            f"same_within = {question.same_within:g} calls half of all there is the same.",
            "same_within = 0.05",
        )


def advices(each: Asked, lesson: Lesson) -> Iterator[str]:
    """What a question says in vain, or says again."""
    question = each.question
    usual = Question("", question.kind)
    for key in NEEDLESS.get(question.kind, ()):
        if getattr(question, key) != getattr(usual, key):
            yield f"{key} means nothing to kind = {question.kind!r}."
    if question.kind == "direction" and question.summary != "median":
        yield "summary means nothing to kind = 'direction', which compares medians."
    if (
        question.kind == "number"
        and is_share(question.metric)
        and not question.percent
        and not question.against
    ):
        yield "percent = true would let a learner type 75 for three quarters."
    if each.review and any(again(each, own) for own in asked(lesson) if not own.review):
        yield "it asks what a prediction of the lesson asks, of the same experiment: a review comes from elsewhere."
    if each.review and question.concept not in {own.concept for own in lesson.asked}:
        yield f"no question of the lesson asks for its concept, {question.concept}."


def again(review: Asked, own: Asked) -> bool:
    """Whether a review asks nothing new: its metric, kind and arms are those of a prediction."""
    asks = [(each.question.kind, each.question.metric, each.question.arm) for each in (review, own)]
    arms = [[(vars(arm.settings), arm.edits) for arm in each.experiment.arms] for each in (review, own)]
    return asks[0] == asks[1] and arms[0] == arms[1]


def prove_modes(lesson: Lesson) -> Iterator[Proof]:
    """Each mode is asked something in every round that asks something."""
    for question in lesson.questions:
        if not set(question.modes) & set(lesson.modes):
            problem = f"nobody is asked it: modes = {list(question.modes)}, and only a [break] is met blind."
            yield Asked(question, lesson.experiments[question.experiment], "predict").proof(lesson, problem)
    for mode in lesson.modes:
        for round in lesson.rounds:
            asked_here = [each for each in lesson.questions if each.experiment in round]
            if asked_here and not any(mode in each.modes for each in asked_here):
                first = asked_here[0]
                problem = f"in mode {mode} nothing is asked about {' and '.join(round)} before it runs."
                proof = Asked(first, lesson.experiments[first.experiment], "predict").proof(
                    lesson, problem, ""
                )
                yield proof
