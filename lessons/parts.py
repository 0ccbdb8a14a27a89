"""Each part of a `lesson.toml`, from its table to its frozen dataclass, with its own rules checked."""

import re
from collections.abc import Mapping
from math import isfinite
from typing import Any

from lessons.arguments import read_arguments
from lessons.attempt_parts import read_attempts
from lessons.edit_parts import library_files, read_edits
from lessons.exercise import Bound, Hint, Lab, LabCheck, NearMiss, Repair, Told
from lessons.experiment_parts import read_experiment
from lessons.format import MODES, LessonError
from lessons.lesson import REVEALS, WORKED, Claim, Edit, Experiment, Option, Question, Review, Worked
from lessons.options import check_gradcheck, check_lab_options, check_seeds
from lessons.questions import is_usable
from lessons.runs.inert import check_program
from lessons.table import REQUIRED, Table, nearest, quoted
from lessons.vocabulary import (
    LAB_CHECKS,
    MEASURES,
    METRICS,
    QUESTION_KINDS,
    SHAPE,
    SUMMARIES,
    WORD,
    metric_of,
)

COMPARING = ("which", "order", "trend")
PYTHON_FILE = re.compile(r"\w[\w-]{0,39}\.py")
OPTIONAL = ("arguments", "like_arguments", "steps", "lr")  # of a lab's checks


def read_prediction(table: Table, experiments: Mapping[str, Experiment]) -> Question:
    identity, experiment = table.name("id"), table.one_of("experiment", tuple(experiments))
    return read_question(table, identity, experiments[experiment], table.name("concept", None))


def read_review(table: Table, edits: tuple[Edit, ...]) -> Review:
    """Read a review: its own question and experiment, and its own edit, or the lesson's where it has none."""
    identity, concept = table.name("id"), table.name("concept")
    own = read_edits(table) if table.has("break") else edits
    experiment = read_experiment(identity, table.table("experiment"), own)
    question = read_question(table.table("ask"), identity, experiment, concept)
    table.close()
    return Review(concept, experiment, question, own)


def read_question(table: Table, identity: str, experiment: Experiment, concept: str | None) -> Question:
    kind, metric, arms = table.one_of("kind", QUESTION_KINDS), table.take("metric", str), experiment.names
    check_metric(table, kind, metric)
    against = arms[0] if kind == "direction" else ""
    question = Question(
        id=identity,
        kind=kind,
        experiment=experiment.id,
        metric=metric,
        arm=table.one_of("arm", arms, arms[-1]),
        against=table.one_of("against", arms, against),
        arms=read_arms(table, arms) if kind in COMPARING else (),
        compare=table.one_of(
            "compare",
            ("most", "least") if kind == "which" else ("ratio", "difference"),
            "most" if kind == "which" else "ratio",
        ),
        summary=table.one_of("summary", SUMMARIES, "median"),
        same_within=read_margin(table, "same_within"),
        within=read_margin(table, "within"),
        percent=table.take("percent", bool, False),
        options=tuple(read_option(option, arms) for option in table.tables("option")),
        popular=table.take("popular", str, None),
        modes=read_modes(table),
        concept=concept,
        inside=table.take("inside", bool, False),
    )
    table.close()
    check_twice([option.id for option in question.options], "option", table.where)
    if kind == "choice" and len(question.options) < 2:
        raise LessonError(f"{table.where}: a choice needs at least two [[option]] tables.")
    if kind in COMPARING and len(question.arms) < 2:
        raise LessonError(
            f"{table.where}: {kind} compares at least two arms; the experiment has {', '.join(arms)}."
        )
    if question.popular is not None and not is_usable(question, question.popular):
        raise LessonError(f"{table.where}: popular = {question.popular!r} is no answer to this question.")
    return question


def check_twice(names: list[str], what: str, where: str) -> None:
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise LessonError(f"{where}: the {what} {twice!r} stands twice. Give each its own id.")


def check_metric(table: Table, kind: str, name: str) -> None:
    """The metric exists, and gives values of a type that the kind of question asks for."""
    metric = metric_of(name)
    if metric is None:
        raise LessonError(f"{table.where}: metric = {name!r} is not measured.{nearest(name, tuple(METRICS))}")
    wanted = {"shape": (SHAPE,), "curve": (WORD,)}.get(kind)
    fits = metric.kind in wanted if wanted else metric.kind not in (WORD, SHAPE)
    if not fits or (kind == "curve" and name != "curve"):
        raise LessonError(f"{table.where}: kind = {kind!r} does not fit {name}, which is a {metric.kind}.")


def read_arms(table: Table, arms: tuple[str, ...]) -> tuple[str, ...]:
    found = table.texts("arms", list(arms))
    for arm in found:
        if arm not in arms:
            raise LessonError(f"{table.where}: arms has {arm!r}, which is no arm.{nearest(arm, arms)}")
    return found


def read_margin(table: Table, key: str) -> float:
    """Read how far two numbers may be apart and still be the same."""
    margin = table.take(key, float, 0.0)
    if margin < 0:
        raise LessonError(f"{table.where}: {key} = {margin:g} should be 0 or more.")
    return margin


def read_modes(table: Table) -> tuple[Any, ...]:
    modes = table.texts("modes", list(MODES))
    for mode in modes:
        if mode not in MODES:
            raise LessonError(f"{table.where}: modes has {mode!r}; there are {' and '.join(MODES)}.")
    return modes


def read_option(table: Table, arms: tuple[str, ...]) -> Option:
    """Read an answer with its regions: `value`, or one for an arm by its name."""
    identity, value = table.name("id"), table.interval("value")
    regions = {arm: region for arm in arms if (region := table.interval(arm)) is not None}
    table.close()
    if value is None and not regions:
        raise LessonError(f"{table.where}: an option needs a region: value, or one of {', '.join(arms)}.")
    return Option(identity, value, regions)


def read_worked(table: Table) -> Worked | None:
    """Read `[worked]` and the `[[step]]` questions about it."""
    questions = tuple(read_step(inner) for inner in table.tables("step"))
    if not table.has("worked"):
        if questions:
            raise LessonError(f"{table.where}: [[step]] asks about a calculation, but there is no [worked].")
        return None
    inner = table.table("worked")
    worked = Worked(inner.take("program", str), questions, inner.texts("show", []))
    inner.close()
    asked = [name for question in questions for name in (question.of, *question.show)]
    try:
        check_program(worked.program, [*asked, *worked.show])
    except LessonError as error:
        raise LessonError(f"{inner.where}: {error}") from None
    return worked


def read_step(table: Table) -> Question:
    """Read a question about a line of a worked calculation."""
    at: list[Any] = table.take("at", list, [])
    question = Question(
        id=table.name("id"),
        kind=table.one_of("kind", ("shape", "entry")),
        experiment=WORKED,
        of=table.take("of", str),
        at=tuple(at),
        within=read_margin(table, "within"),
        show=table.texts("show", []),
        concept=table.name("concept", None),
        popular=table.take("popular", str, None),
    )
    table.close()
    if any(type(place) is not int for place in at):
        raise LessonError(f"{table.where}: at = {at!r} should be whole numbers, a place in the matrix.")
    return question


def read_hints(table: Table) -> tuple[Hint, ...]:
    """Read the ladder: each hint reveals at least as much as the one before it."""
    hints = []
    for inner in table.tables("hint"):
        hints.append(Hint(inner.one_of("reveals", REVEALS)))
        inner.close()
    order = [REVEALS.index(hint.reveals) for hint in hints]
    if order != sorted(order):
        raise LessonError(
            f"{table.where}: [[hint]] reveals should only ever increase: {' < '.join(REVEALS)}."
        )
    return tuple(hints)


def read_near_miss(table: Table) -> NearMiss:
    miss = NearMiss(
        table.name("id"),
        table.take("file", str),
        table.take("function", str, ""),
        table.take("line", str, ""),
    )
    table.close()
    if miss.file not in library_files():
        raise LessonError(f"{table.where}: file = {quoted(miss.file)} does not exist.")
    if bool(miss.function) == bool(miss.line):
        raise LessonError(f"{table.where}: a near miss names either a function or a line, by its text.")
    return miss


def read_repair(table: Table, experiments: Mapping[str, Experiment]) -> Repair:
    seeds: list[int] = table.take("seeds", list)
    repair = Repair(
        table.texts("gradcheck", []),
        tuple(seeds),
        tuple(read_bound(inner, experiments) for inner in table.tables("accept")),
        *read_attempts(table, "after"),
        tuple(map(read_told, table.tables("told"))),
    )
    table.close()
    check_seeds(seeds, table.where)
    check_gradcheck(repair.gradcheck, table.where)
    return repair


def read_told(table: Table) -> Told:
    told = Told(
        table.take("id", str),
        table.take("metric", str),
        table.take("least", float, None),
        table.take("most", float, None),
    )
    table.close()
    check_metric(table, "number", told.metric)
    if told.least is None and told.most is None:
        raise LessonError(f"{table.where}: told needs least or most.")
    return told


def read_bound(table: Table, experiments: Mapping[str, Experiment]) -> Bound:
    bound = Bound(
        table.one_of("experiment", tuple(experiments)),
        table.take("metric", str),
        table.take("least", float, None),
        table.take("most", float, None),
    )
    table.close()
    check_metric(table, "number", bound.metric)
    if bound.least is None and bound.most is None:
        raise LessonError(f"{table.where}: accept needs least or most.")
    return bound


def read_lab(table: Table) -> Lab:
    checks = tuple(read_lab_check(inner) for inner in table.tables("check"))
    lab = Lab(
        table.take("file", str),
        table.take("begin", str),
        checks,
        table.take("solution", str, ""),
        *read_attempts(table, "code"),
    )
    table.close()
    if not checks:
        raise LessonError(f"{table.where}: a lab needs at least one [[lab.check]].")
    if not PYTHON_FILE.fullmatch(lab.file):
        raise LessonError(
            f"{table.where}: file = {quoted(lab.file)} should be a Python file's name, such as linear.py."
        )
    return lab


def read_lab_check(table: Table) -> LabCheck:
    name = table.one_of("name", tuple(LAB_CHECKS))
    options: dict[str, object] = {
        key: table.take(key, kind, None if key in OPTIONAL else REQUIRED)
        for key, kind in LAB_CHECKS[name].options.items()
    }
    table.close()
    given = {key: value for key, value in options.items() if value is not None}
    check_lab_options(given, table.where)
    return LabCheck(name, given)


def read_claim(name: str, table: Table) -> Claim:
    measure = table.one_of("measure", tuple(MEASURES))
    equals = table.take("equals", float, None)
    within = read_margin(table, "within")
    between = table.interval("between")
    if between and not all(map(isfinite, between)):
        raise LessonError(f"{table.where}: between = {list(between)} should be finite numbers.")
    percent = table.one_of("show", ("percent",), "") == "percent"
    unused = table.take("unused", str, "")
    if (equals is None) == (between is None):
        raise LessonError(f"{table.where}: a claim has either equals (with within) or between.")
    return Claim(name, measure, read_arguments(table, measure), equals, within, between, percent, unused)
