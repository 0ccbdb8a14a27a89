"""From its files to a frozen lesson. What is wrong with them is said with the file, the key, and what was expected."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from lessons.drawings import read_drawing
from lessons.exercise_parts import read_hints, read_lab, read_near_miss, read_repair
from lessons.experiment_parts import read_edits, read_experiment
from lessons.format import LANGUAGES, LessonError
from lessons.kinds import Name, fit, one_of
from lessons.lesson import Claim, Experiment, Lesson, Prose, Question, Review
from lessons.parts import check_once, read_claim, read_prediction, read_review, read_worked
from lessons.prose import options, read_prose
from lessons.table import Table, check_format
from lessons.training_cost import check_lesson
from lessons.vocabulary import ALWAYS, MetricName

PAIRS = ("ratio", "difference")


def read_folder(folder: Path, languages: Iterable[str] = LANGUAGES) -> Lesson:
    """Read one lesson from its folder, with its pages in these languages. Raises LessonError."""
    table = Table.read(folder / "lesson.toml")
    check_format(table)
    identity = table.take("id", Name)
    if identity != folder.name:
        raise LessonError(
            f"{table.where}: id = {identity!r}, but the folder is {folder.name!r}; they should be the same."
        )
    lesson = read_lesson(identity, folder, table)
    headings, may_have = list(required_headings(lesson)), set(optional_headings(lesson))
    prose = {
        language: read_prose(folder / f"{language}.md", lesson.claims, headings, may_have)
        for language in languages
    }
    for question in lesson.questions:
        check_options(f"predict {question.id}", question, prose, folder)
    for review in lesson.reviews:
        check_options(f"review {review.id}", review.question, prose, folder)
    return replace(lesson, prose=prose)


def read_lesson(identity: str, folder: Path, table: Table) -> Lesson:
    """Read the whole of `lesson.toml`, but for the words."""
    edits, where = read_edits(table), table.where
    experiments = {
        name: read_experiment(name, inner, edits) for name, inner in table.named_tables("experiment").items()
    }
    questions = tuple(read_prediction(inner, experiments) for inner in table.tables("predict"))
    reviews = tuple(read_review(inner, edits) for inner in table.tables("review"))
    claims = {name: read_claim(name, inner) for name, inner in table.named_tables("claims").items()}
    reviewed = {review.id: review.experiment for review in reviews}
    check_claims(claims, experiments | reviewed, where)
    experiments = {name: measuring(each, questions, claims) for name, each in experiments.items()}
    lesson = table.fill(
        Lesson,
        ("needs", "minutes", "probes"),
        id=identity,
        folder=folder,
        edits=edits,
        experiments=experiments,
        rounds=read_rounds(table, experiments),
        questions=tuple(judged_alike(each, experiments.get(each.experiment)) for each in questions),
        hints=read_hints(table),
        near_misses=tuple(map(read_near_miss, table.tables("near"))),
        repair=read_repair(table.table("repair"), experiments) if table.has("repair") else None,
        lab=read_lab(table.table("lab")) if table.has("lab") else None,
        worked=read_worked(table),
        reviews=tuple(measured_review(review, claims) for review in reviews),
        claims=claims,
        drawings={name: read_drawing(name, inner) for name, inner in table.named_tables("drawing").items()},
    )
    check_inside(lesson, where)
    check_lesson([*experiments.values(), *reviewed.values()], where)
    ids = list(
        reviewed
    )  # questions, experiments and reviews are told apart by these, in the journal and in claims
    check_once([*(question.id for question in lesson.asked), *ids], where)
    check_once([*experiments, *ids], where)
    return lesson


def measured_review(review: Review, claims: Mapping[str, Claim]) -> Review:
    experiment = measuring(review.experiment, (review.question,), claims)
    return replace(review, experiment=experiment, question=judged_alike(review.question, experiment))


def judged_alike(question: Question, experiment: Experiment | None) -> Question:
    """Return the question, asking for the mean where the lesson's pages tell the mean."""
    if experiment is None or question.summary != "median":
        return question
    return replace(question, summary=experiment.statistic(question.metric))


def measuring(
    experiment: Experiment, questions: Iterable[Question], claims: Mapping[str, Claim]
) -> Experiment:
    """The experiment with every metric that somebody asks for, and every pair of arms that a question compares."""
    about = [question for question in questions if question.experiment == experiment.id]
    claimed = [claim for claim in claims.values() if claim.arguments.get("experiment") == experiment.id]
    told = [
        (claim.measure, str(claim.arguments["metric"])) for claim in claimed if "metric" in claim.arguments
    ]
    asked = [*(question.metric for question in about), *(metric for _, metric in told)]
    metrics = tuple(dict.fromkeys((*experiment.metrics, *asked)))
    means = tuple(dict.fromkeys(metric for measure, metric in told if measure == "mean"))
    pairs = [(each.metric, each.compare, each.arm, each.against) for each in about if each.against]
    if len(experiment.arms) == 2:
        first, last = experiment.names
        pairs += [(metric, compare, last, first) for metric in metrics for compare in PAIRS]
    return replace(experiment, metrics=metrics, pairs=tuple(dict.fromkeys(pairs)), means=means)


def read_rounds(table: Table, experiments: Mapping[str, Experiment]) -> tuple[tuple[str, ...], ...]:
    """Read which experiments make a round; one each, unless the lesson says otherwise."""
    rounds = table.take("rounds", tuple[tuple[str, ...], ...], tuple((name,) for name in experiments))
    if sorted(name for names in rounds for name in names) != sorted(experiments) or () in rounds:
        raise LessonError(
            f"{table.where}: rounds should name each experiment once: {', '.join(experiments)}."
        )
    return rounds


def check_inside(lesson: Lesson, where: str) -> None:
    """What is asked of the inside is not on show before: neither in the table of every run nor by a probe."""
    for question in lesson.questions:
        if question.inside and question.metric in ALWAYS:
            raise LessonError(
                f"{where}: question {question.id}: every run shows {question.metric}, so it is not inside."
            )
    for experiment in lesson.experiments.values():
        if odd := [probe for probe in experiment.inside if probe not in lesson.probes_of(experiment)]:
            raise LessonError(
                f"{where}: [experiment.{experiment.id}] inside has {odd[0]!r}, which is no probe of it."
            )


def check_claims(claims: Mapping[str, Claim], experiments: Mapping[str, Experiment], where: str) -> None:
    """Raise LessonError where a claim names an experiment, an arm or a metric that there is not."""
    for claim in claims.values():
        at, given = f"{where}: [claims] {claim.name}:", claim.arguments
        if "experiment" not in given:
            continue
        name = fit(given["experiment"], Annotated[str, one_of(experiments)], f"{at} experiment =")
        fit(given.get("metric", ALWAYS[0]), MetricName, f"{at} metric =")
        arms = experiments[name].names
        for key, known in (("arm", (*arms, *PAIRS)), ("of", arms), ("against", arms)):
            fit(given.get(key, known[0]), Annotated[str, one_of(known)], f"{at} {key} =")


def required_headings(lesson: Lesson) -> Iterator[str]:
    """Every section that a page must have, in the order in which a learner meets them."""
    yield from ("summary", "read")
    if lesson.edits:
        yield from ("edit", "symptom")
    yield from (f"step {question.id}" for question in (lesson.worked.questions if lesson.worked else ()))
    yield from (f"predict {question.id}" for question in lesson.questions)
    if lesson.rounds:
        yield "observe"
    yield from (f"probe {probe}" for probe in lesson.probes)
    yield from (f"hint {number}" for number, _ in enumerate(lesson.hints, 1))
    yield from (f"near {miss.id}" for miss in lesson.near_misses)
    if lesson.lab:
        yield "task"
    if lesson.edits:
        yield "cause"
    yield from (f"told {each.id}" for each in (lesson.repair.told if lesson.repair else ()))
    yield from ("why", "next")
    for review in lesson.reviews:
        yield from (f"review {review.id}", f"learnt {review.id}")


def optional_headings(lesson: Lesson) -> Iterator[str]:
    """Sections that a page may have: reasons, blind forms, names, and the sentence worth keeping."""
    yield "remember"
    yield from ("know", "blind know", *(f"know {question.id}" for question in lesson.asked))
    experiments = [*lesson.experiments.values(), *(review.experiment for review in lesson.reviews)]
    for question in lesson.asked:
        yield from (f"because {question.id}", f"name {question.id}")
    for experiment in experiments:
        yield f"experiment {experiment.id}"
        yield from (f"arm {arm}" for arm in experiment.names)
        probes = lesson.probes if experiment.probes is None else experiment.probes
        yield from (f"probe {probe} {experiment.id}" for probe in probes)
    if lesson.edits:
        asked = [f"{what} {question.id}" for what in ("because", "know") for question in lesson.asked]
        asked.append("title")
        yield from [f"blind {heading}" for heading in [*required_headings(lesson), *asked]]


def check_options(heading: str, question: Question, prose: Mapping[str, Prose], folder: Path) -> None:
    """Raise LessonError unless every option has its words in every language, under the question's heading."""
    expected = {option.id for option in question.options}
    for language, page in prose.items():
        _, words = options(page.sections[heading])
        if set(words) != expected:
            raise LessonError(
                f"{folder / language}.md: ## {heading} should list the options "
                f"{', '.join(sorted(expected)) or 'of no choice'}; it lists {', '.join(sorted(words)) or 'none'}."
            )
