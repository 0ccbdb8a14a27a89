"""Questions and claims: predictions, steps of a worked calculation, reviews, and the numbers of its words."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from lessons.course.asking.question_words import is_usable
from lessons.course.asking.questions import KINDS, OF_CALCULATIONS, PREDICTED, kind_of, kind_of_step, likely_kind
from lessons.course.lesson.claim import Claim
from lessons.course.lesson.lesson import WORKED, Edit, Experiment, Option, Question, Review, Worked
from lessons.course.lesson.metric import metric_of
from lessons.course.lesson.summaries import PAIRS
from lessons.course.lesson.trial import CAUSE, EXPLAIN, TRIAL
from lessons.course.lesson.values import Interval, LessonError, Name, Vocabulary, offer, one_of
from lessons.course.lesson.vocabulary import MEASURES, OVER_SEEDS
from lessons.format.experiments import read_edits, read_experiment, read_metric
from lessons.format.inert import check_program
from lessons.format.pages import Blocks
from lessons.format.table import TomlTable, fit

OF_STEPS = ("of", "at", "within", "show", "concept", "popular")
OF_PREDICTIONS = ("summary", "same_within", "within", "percent", "popular", "inside")


def read_prediction(name: str, table: TomlTable, experiments: Mapping[str, Experiment]) -> Question:
    """Read the block of `## predict NAME`: a question about one of the lesson's experiments."""
    experiment, _, metric = table.take("of", str).partition(".")
    known = tuple(experiments)
    if experiment not in known:
        should = f"EXPERIMENT.METRIC, with an experiment of {', '.join(known)}"
        raise LessonError(f"{table.where}: of = {experiment!r} should be {should}.{offer(experiment, known)}")
    return read_question(table, name, experiments[experiment], metric, table.take("concept", Name, None))


def read_trial(blocks: Blocks, experiments: Mapping[str, Experiment]) -> Question | None:
    """Read `## explain`, with its `## cause NAME` and `## test NAME`; None without these sections."""
    tests = tuple(read_prediction(*each, experiments) for each in blocks.named("test").items())
    names = {test.id: answers_of(test, blocks.tables[f"test {test.id}"]) for test in tests}
    causes = tuple(read_cause(*each, names) for each in blocks.named("cause").items())
    if EXPLAIN not in blocks.tables and not tests and not causes:
        return None
    if not tests or len(causes) < 2:
        raise LessonError(f"{blocks.page}: a trial needs ## explain, two ## cause NAME and a ## test NAME.")
    if odd := [test.id for test in tests if test.experiment != TRIAL]:
        raise LessonError(f"{blocks.page}: ## test {odd[0]} should be of [experiment.trial], as all tests.")
    return Question(id=EXPLAIN, kind=CAUSE, experiment=TRIAL, options=causes, tests=tests)


def answers_of(test: Question, table: TomlTable) -> tuple[str, ...]:
    """Return the possible answers of a test. Raises LessonError for a kind that offers no answers."""
    answers = kind_of(test).answers(test)
    if not answers:
        raise LessonError(f"{table.where}: a test compares two arms, or has options; {test.kind!r} has none.")
    return answers


def read_cause(name: str, table: TomlTable, names: Mapping[str, tuple[str, ...]]) -> Option:
    """Read `## cause NAME`: what it expects of each test, one answer or several."""
    inner, expects = table.table("expects"), {}
    for test, answers in names.items():
        if inner.holds(test, str):
            inner.put(test, [inner.take(test, str)])
        if inner.has(test):
            expects[test] = inner.take(test, tuple[Annotated[str, one_of(answers)], ...])
    inner.close()
    return table.fill(Option, (), id=fit(name, Name, f"{table.where}:"), expects=expects)


def read_review(name: str, table: TomlTable, structure: TomlTable, edits: tuple[Edit, ...]) -> Review:
    """Read `## review NAME` and `[review.NAME]`: a question, its own experiment, its own edit or the lesson's."""
    own = read_edits(structure) if structure.has("break") else edits
    experiment = read_experiment(name, structure, own)
    concept = table.take("concept", Name)
    return Review(concept, experiment, read_question(table, name, experiment, table.take("of", str), concept), own)


def read_question(table: TomlTable, name: str, experiment: Experiment, metric: str, concept: str | None) -> Question:
    """Read what is asked of an experiment, with the arms that it compares and the answers on offer."""
    metric = read_metric(metric, table.own, f"{table.where}: of =")
    name_of_kind, arms = table.one_of("kind", PREDICTED, likely_kind(metric, table.names())), experiment.names
    kind = KINDS[name_of_kind]
    check_kind(name_of_kind, metric, table.where)
    options = table.table("options", {})
    question = table.fill(
        Question,
        OF_PREDICTIONS,
        id=name,
        kind=name_of_kind,
        experiment=experiment.id,
        metric=metric,
        arm=table.one_of("arm", arms, experiment.main_arm),
        against=table.one_of("against", arms, arms[0] if kind.is_paired else ""),
        arms=table.take("arms", tuple[Annotated[str, one_of(arms)], ...], arms) if kind.compares else (),
        compare=table.one_of("compare", kind.comparisons, kind.comparisons[0]),
        options=tuple(read_option(each, options, arms) for each in options.names()),
        concept=concept,
    )
    if len(question.options) < kind.fewest_options:
        raise LessonError(f"{table.where}: a choice needs at least two options.")
    if kind.compares and len(question.arms) < 2:
        raise LessonError(f"{table.where}: {name_of_kind} compares at least two arms of {', '.join(arms)}.")
    if question.popular is not None and not is_usable(question, question.popular):
        raise LessonError(f"{table.where}: tempting = {question.popular!r} is no answer to this question.")
    return question


def check_kind(kind: str, name: str, where: str) -> None:
    """Raise LessonError unless the metric gives values of a type that the kind of question asks for."""
    metric = metric_of(name)
    assert metric is not None  # by read_metric
    if not KINDS[kind].fits(metric, name):
        raise LessonError(f"{where}: kind = {kind!r} does not fit {name}, which is a {metric.kind}.")


def read_option(name: str, options: TomlTable, arms: tuple[str, ...]) -> Option:
    """Read an answer on offer with its region: `most = [0.5, 0.9]`, or one for an arm by its name."""
    fit(name, Name, f"{options.where}:")
    if not options.holds(name, dict):
        return Option(name, options.take(name, Interval))
    table = options.table(name)
    regions = {arm: table.take(arm, Interval) for arm in arms if table.has(arm)}
    option = table.fill(Option, ("value",), id=name, arms=regions)
    if option.value is None and not regions:
        raise LessonError(f"{table.where}: an option needs a region: value, or one of {', '.join(arms)}.")
    return option


def read_worked(structure: TomlTable, blocks: Blocks) -> Worked | None:
    questions: tuple[Question, ...] = ()
    for name, table in blocks.named("step").items():
        kind = table.one_of("kind", OF_CALCULATIONS, kind_of_step(table.names()))
        questions += (table.fill(Question, OF_STEPS, id=name, kind=kind, experiment=WORKED),)
    if not structure.has("worked"):
        if questions:
            raise LessonError(f"{structure.where}: a step asks about a calculation, but there is no [worked].")
        return None
    inner = structure.table("worked")
    worked = inner.fill(Worked, questions=questions, calculation=None)
    asked = [name for question in questions for name in (question.of, *question.show)]
    try:
        check_program(worked.program, [*asked, *worked.show])
    except LessonError as error:
        raise LessonError(f"{inner.where}: {error}") from None
    return worked


def read_claims(blocks: Blocks) -> dict[str, Claim]:
    claims = {}
    for name, table in blocks.claims.items():
        if not table.has("measure"):
            unfold_measure(table)
        percent = table.one_of("show", ("percent",), "") == "percent"
        claims[name] = table.fill(Claim, name=name, percent=percent)
    return claims


def unfold_measure(table: TomlTable) -> None:
    """Rewrite `median = "plane.loss"` as measure, experiment and metric."""
    measure = next((each for each in MEASURES if table.has(each)), None)
    if measure is None:
        return
    value = table.rest(but=[key for key in table.names() if key != measure])[measure]
    table.put("measure", measure)
    if OVER_SEEDS.items() <= MEASURES[measure].needs.items():
        experiment, _, metric = fit(value, str, f"{table.where}: {measure} =").partition(".")
        table.put("experiment", experiment)
        table.put("metric", metric)
    else:
        table.put(next(iter({**MEASURES[measure].needs, **MEASURES[measure].options})), value)


def checked_claims(
    claims: Mapping[str, Claim], experiments: Mapping[str, Experiment], where: str, own: Vocabulary
) -> dict[str, Claim]:
    """Return the claims, whose metrics are known by now. Raises LessonError."""
    found = dict(claims)
    for claim in claims.values():
        at, given = f"{where}: {claim.name}:", claim.arguments
        if "experiment" not in given:
            continue
        name = fit(given["experiment"], Annotated[str, one_of(experiments)], f"{at} experiment =")
        if "metric" in given:
            arguments = {**given, "metric": read_metric(given["metric"], own, f"{at} metric =")}
            found[claim.name] = replace(claim, arguments=arguments)
        arms = experiments[name].names
        for key, known in (("arm", (*arms, *PAIRS)), ("of", arms), ("against", arms)):
            fit(given.get(key, known[0]), Annotated[str, one_of(known)], f"{at} {key} =")
    return found
