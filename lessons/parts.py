"""Each part of a `lesson.toml`, from its table to its frozen dataclass, with its own rules checked."""

from collections.abc import Mapping
from pathlib import Path

from lessons.schema import (
    LANGUAGES,
    QUESTION_KINDS,
    REVEALS,
    Break,
    Choice,
    Claim,
    Experiment,
    Hint,
    LessonError,
    NearMiss,
    Question,
    Repair,
    Sibling,
)
from lessons.table import Table

SOURCE = Path(__file__).parent.parent


def read_words(table: Table) -> dict[str, str]:
    """The same words in each language."""
    words = {language: table.take(language, str) for language in LANGUAGES}
    table.close()
    return words


def read_break(table: Table) -> Break:
    broken = Break(table.take("file", str), table.take("before", str), table.take("after", str))
    table.close()
    check_break(broken, table.where)
    return broken


def check_break(broken: Break, where: str) -> None:
    """The text to replace must stand exactly once in a file of minimodel."""
    path = SOURCE / broken.file
    if not broken.file.startswith("minimodel/") or ".." in broken.file or not path.is_file():
        raise LessonError(f"{where}: file = {broken.file!r} is not a file of minimodel.")
    lines = path.read_text(encoding="utf-8").splitlines()
    if "\n" in broken.before or "\n" in broken.after:
        raise LessonError(f"{where}: before and after should each be one line, or a part of one.")
    found = [number for number, line in enumerate(lines, 1) for _ in range(line.count(broken.before))]
    if len(found) != 1:
        places = f"{len(found)} times, at lines {', '.join(map(str, found))}" if found else "nowhere"
        raise LessonError(
            f"{where}: {broken.before!r} should stand exactly once in {broken.file}; it stands {places}."
        )


def read_experiment(name: str, table: Table) -> Experiment:
    model = table.table("model")
    optimizer = table.table("optimizer")
    experiment = Experiment(
        name,
        task=table.take("task", str),
        model={
            "name": model.one_of("name", ("TenseMLP",)),
            "activation": model.take("activation", str, "gelu"),
            "hidden": model.take("hidden", int, 16),
        },
        optimizer={
            "name": optimizer.one_of("name", ("adam", "sgd")),
            "lr": optimizer.take("lr", float),
        },
        steps=table.take("steps", int),
        seeds=table.take("seeds", int),
    )
    model.close()
    optimizer.close()
    table.close()
    if experiment.steps < 1 or experiment.seeds < 1:
        raise LessonError(f"{table.where}: steps and seeds should be at least 1.")
    return experiment


def read_prediction(table: Table, experiments: Mapping[str, Experiment]) -> Question:
    identity, experiment = table.take("id", str), table.one_of("experiment", tuple(experiments))
    return read_question(table, identity, experiment, table.take("concept", str, None))


def read_sibling(table: Table, broken: Break) -> Sibling:
    """A review: its own question and experiment, and its own break, or the lesson's where it has none."""
    identity, concept = table.take("id", str), table.take("concept", str)
    own = table.table("break", {})
    sibling = Sibling(
        concept,
        read_break(own) if own else broken,
        read_experiment(identity, table.table("experiment")),
        read_question(table.table("ask"), identity, identity, concept),
    )
    table.close()
    return sibling


def read_question(table: Table, identity: str, experiment: str, concept: str | None) -> Question:
    question = Question(
        id=identity,
        kind=table.one_of("kind", QUESTION_KINDS),
        experiment=experiment,
        metric=table.take("metric", str),
        same_within=table.take("same_within", float, 0.0),
        compare=table.one_of("compare", ("ratio", "difference"), "ratio"),
        within=table.take("within", float, 0.0),
        side=table.one_of("side", ("healthy", "broken"), "broken"),
        percent=table.take("percent", bool, False),
        options=tuple(read_choice(option) for option in table.tables("option")),
        popular=table.take("popular", str, None),
        modes=table.texts("modes", ["open", "blind"]),  # type: ignore[arg-type]
        concept=concept,
    )
    table.close()
    if question.kind == "choice" and len(question.options) < 2:
        raise LessonError(f"{table.where}: a choice needs at least two [[option]] tables.")
    return question


def read_choice(table: Table) -> Choice:
    choice = Choice(table.take("id", str), table.interval("healthy"), table.interval("broken"))
    table.close()
    return choice


def read_hints(table: Table) -> tuple[Hint, ...]:
    """The ladder: each rung reveals at least as much as the one below it."""
    hints = []
    for rung in table.tables("hint"):
        hints.append(Hint(rung.one_of("reveals", REVEALS)))
        rung.close()
    order = [REVEALS.index(hint.reveals) for hint in hints]
    if order != sorted(order):
        raise LessonError(
            f"{table.where}: [[hint]] reveals should only ever increase: {' < '.join(REVEALS)}."
        )
    return tuple(hints)


def read_near_miss(table: Table) -> NearMiss:
    miss = NearMiss(table.take("id", str), table.take("file", str), table.take("function", str))
    table.close()
    if not (SOURCE / miss.file).is_file():
        raise LessonError(f"{table.where}: file = {miss.file!r} does not exist.")
    return miss


def read_repair(table: Table) -> Repair:
    seeds: list[int] = table.take("seeds", list)
    repair = Repair(table.texts("gradcheck"), tuple(seeds))
    table.close()
    return repair


def read_claim(name: str, table: Table) -> Claim:
    measure = table.take("measure", str)
    equals = table.take("equals", float, None)
    within = table.take("within", float, 0.0)
    between = table.interval("between")
    if (equals is None) == (between is None):
        raise LessonError(f"{table.where}: a claim has either equals (with within) or between.")
    return Claim(name, measure, table.rest(), equals, within, between)
