"""The parts of a `lesson.toml` that ask and tell: questions, worked calculations, reviews and claims."""

from collections.abc import Mapping
from typing import Annotated, Any

from lessons.experiment_parts import read_edits, read_experiment
from lessons.format import LessonError
from lessons.kinds import Name, one_of
from lessons.lesson import WORKED, Claim, Edit, Experiment, Interval, Option, Question, Review, Worked
from lessons.questions import is_usable
from lessons.runs.inert import check_program
from lessons.table import Table
from lessons.vocabulary import MEASURES, QUESTION_KINDS, SHAPE, WORD, MetricName, metric_of

COMPARING = ("which", "order", "trend")
OF_STEPS = ("id", "of", "at", "within", "show", "concept", "popular")
OF_PREDICTIONS = ("summary", "same_within", "within", "percent", "popular", "modes", "inside")


def read_prediction(table: Table, experiments: Mapping[str, Experiment]) -> Question:
    identity, experiment = table.take("id", Name), table.one_of("experiment", experiments)
    return read_question(table, identity, experiments[experiment], table.take("concept", Name, None))


def read_review(table: Table, edits: tuple[Edit, ...]) -> Review:
    """Read a review: its own question and experiment, and its own edit, or the lesson's where it has none."""
    identity, concept = table.take("id", Name), table.take("concept", Name)
    own = read_edits(table) if table.has("break") else edits
    experiment = read_experiment(identity, table.table("experiment"), own)
    question = read_question(table.table("ask"), identity, experiment, concept)
    table.close()
    return Review(concept, experiment, question, own)


def read_question(table: Table, identity: str, experiment: Experiment, concept: str | None) -> Question:
    kind, arms = table.one_of("kind", QUESTION_KINDS), experiment.names
    compared = ("most", "least") if kind == "which" else ("ratio", "difference")
    question = table.fill(
        Question,
        OF_PREDICTIONS,
        id=identity,
        kind=kind,
        experiment=experiment.id,
        metric=read_metric(table, kind),
        arm=table.one_of("arm", arms, arms[-1]),
        against=table.one_of("against", arms, arms[0] if kind == "direction" else ""),
        arms=table.take("arms", tuple[Annotated[str, one_of(arms)], ...], arms) if kind in COMPARING else (),
        compare=table.one_of("compare", compared, compared[0]),
        options=tuple(read_option(option, arms) for option in table.tables("option")),
        concept=concept,
    )
    check_once([option.id for option in question.options], table.where)
    if kind == "choice" and len(question.options) < 2:
        raise LessonError(f"{table.where}: a choice needs at least two [[option]] tables.")
    if kind in COMPARING and len(question.arms) < 2:
        raise LessonError(f"{table.where}: {kind} compares at least two arms of {', '.join(arms)}.")
    if question.popular is not None and not is_usable(question, question.popular):
        raise LessonError(f"{table.where}: popular = {question.popular!r} is no answer to this question.")
    return question


def read_metric(table: Table, kind: str) -> str:
    """Read a metric that gives values of a type that the kind of question asks for."""
    name: str = table.take("metric", MetricName)
    metric = metric_of(name)
    assert metric is not None  # MetricName
    wanted = {"shape": (SHAPE,), "curve": (WORD,)}.get(kind)
    fits = metric.kind in wanted if wanted else metric.kind not in (WORD, SHAPE)
    if not fits or (kind == "curve" and name != "curve"):
        raise LessonError(f"{table.where}: kind = {kind!r} does not fit {name}, which is a {metric.kind}.")
    return name


def read_option(table: Table, arms: tuple[str, ...]) -> Option:
    """Read an answer with its regions: `value`, or one for an arm by its name."""
    regions = {arm: table.take(arm, Interval) for arm in arms if table.has(arm)}
    option = table.fill(Option, ("id", "value"), arms=regions)
    if option.value is None and not regions:
        raise LessonError(f"{table.where}: an option needs a region: value, or one of {', '.join(arms)}.")
    return option


def read_worked(table: Table) -> Worked | None:
    """Read `[worked]` and the `[[step]]` questions about it."""
    questions = tuple(
        inner.fill(Question, OF_STEPS, kind=inner.one_of("kind", ("shape", "entry")), experiment=WORKED)
        for inner in table.tables("step")
    )
    if not table.has("worked"):
        if questions:
            raise LessonError(f"{table.where}: [[step]] asks about a calculation, but there is no [worked].")
        return None
    inner = table.table("worked")
    worked = inner.fill(Worked, questions=questions)
    asked = [name for question in questions for name in (question.of, *question.show)]
    try:
        check_program(worked.program, [*asked, *worked.show])
    except LessonError as error:
        raise LessonError(f"{inner.where}: {error}") from None
    return worked


def read_claim(name: str, table: Table) -> Claim:
    measure = table.one_of("measure", MEASURES)
    arguments: dict[str, Any] = table.options(MEASURES[measure])
    percent = table.one_of("show", ("percent",), "") == "percent"
    return table.fill(Claim, name=name, measure=measure, arguments=arguments, percent=percent)


def check_once(names: list[str], where: str) -> None:
    """Raise LessonError where an id stands twice."""
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise LessonError(f"{where}: the id {twice!r} stands twice. Give each its own.")
