"""`[experiment.NAME]`: what all arms share, and the arms that override some of it."""

from collections.abc import Mapping
from math import isfinite
from typing import Any

from lessons.edit_parts import read_edits
from lessons.format import LessonError
from lessons.lesson import BROKEN, HEALTHY, Arm, Edit, Experiment, Settings
from lessons.limits import check_experiment
from lessons.options import check_lists
from lessons.table import Table, check_name, nearest, quoted
from lessons.vocabulary import (
    INITS,
    LOSSES,
    METRICS,
    MODELS,
    OPTIMIZERS,
    PICTURES,
    PROBES,
    SCALINGS,
    TASKS,
    Entry,
    metric_of,
)

WORDS_OF_OPTIONS = {
    "init": INITS,
    "scaling": SCALINGS,
    "shuffled": ("rows", "labels"),
    "wiring": ("found", "shuffled"),
    "dtype": ("float32", "float64"),
}


def read_experiment(name: str, table: Table, edits: tuple[Edit, ...]) -> Experiment:
    """Read an experiment with all its arms; of a break without arms they are `healthy` and `broken`."""
    seeds = table.take("seeds", int)
    if seeds < 1:
        raise LessonError(f"{table.where}: seeds should be at least 1.")
    metrics = table.texts("metrics", [])
    check_metrics(metrics, table.where)
    pictures = read_pictures(table)
    own, vary = table.take("arm", dict, {}), table.take("vary", dict, {})
    shown = table.texts("shown", [])
    probes = read_probes(table, "probes") if table.has("probes") else None
    inside = read_probes(table, "inside")
    base = table.rest()
    values, varied = varied_arms(vary, table.where)
    arms = tuple(read_arm(arm, base, over, edits, table.where) for arm, over in {**own, **varied}.items())
    if not arms:
        arms = (
            arms_of_break(base, edits, table.where) if edits else (read_arm(name, base, {}, (), table.where),)
        )
    names = tuple(arm.name for arm in arms)
    for arm in shown:
        if arm not in names:
            raise LessonError(f"{table.where}: shown has {arm!r}, which is no arm.{nearest(arm, names)}")
    experiment = Experiment(name, arms, seeds, metrics, pictures, shown, probes, values, inside)
    check_experiment(experiment, table.where)
    return experiment


def read_pictures(table: Table) -> tuple[str, ...]:
    """Read the name of a picture, or of several that stand together."""
    if not table.has_list("picture"):
        return (table.one_of("picture", tuple(PICTURES), "curves"),)
    pictures = table.texts("picture")
    if not pictures or len(set(pictures)) < len(pictures):
        raise LessonError(f"{table.where}: picture should name one picture, or several, each once.")
    for picture in pictures:
        if picture not in PICTURES:
            raise LessonError(
                f"{table.where}: picture has {picture!r}, which is none.{nearest(picture, tuple(PICTURES))}"
            )
    return pictures


def read_probes(table: Table, key: str) -> tuple[str, ...]:
    """Read what else there is to see in a run."""
    probes = table.texts(key, [])
    for probe in probes:
        if probe not in PROBES:
            raise LessonError(
                f"{table.where}: {key} has {probe!r}, which is none.{nearest(probe, tuple(PROBES))}"
            )
    return probes


def check_metrics(metrics: tuple[str, ...], where: str) -> None:
    for metric in metrics:
        if metric_of(metric) is None:
            raise LessonError(
                f"{where}: metrics has {metric!r}, which is not measured.{nearest(metric, tuple(METRICS))}"
            )


def arms_of_break(base: Mapping[str, Any], edits: tuple[Edit, ...], where: str) -> tuple[Arm, ...]:
    healthy = read_arm(HEALTHY, base, {}, (), where)
    return healthy, Arm(BROKEN, healthy.settings, edits)


def varied_arms(vary: Mapping[str, Any], where: str) -> tuple[tuple[float, ...], dict[str, dict[str, Any]]]:
    """An arm for each value of one setting, such as `"model.hidden" = [16, 64]`."""
    if not vary:
        return (), {}
    if len(vary) != 1 or any(path.count(".") > 2 for path in vary):
        raise LessonError(f'{where}: vary takes one setting, such as "model.hidden" = [16, 64].')
    ((path, values),) = vary.items()
    if (
        type(values) is not list
        or len(values) < 2
        or any(type(value) not in (int, float) or not isfinite(value) for value in values)
    ):
        raise LessonError(f"{where}: vary {path} should list at least two numbers.")
    arms: dict[str, dict[str, Any]] = {}
    for value in values:
        over: Any = value
        for part in reversed(path.split(".")):
            over = {part: over}
        arms[f"{value:g}" if type(value) is float else str(value)] = over
    if len(arms) < len(values):
        raise LessonError(f"{where}: vary {path} = {quoted(values)} has a number twice.")
    return tuple(float(value) for value in values), arms


def read_arm(name: str, base: Mapping[str, Any], over: object, edits: tuple[Edit, ...], where: str) -> Arm:
    """Read one arm: the base with what it overrides.

    `edited = true` trains it by the broken library, and a `break` of its own by a library with that edit.
    """
    check_name(name, f"{where}: [arm]")
    inside = f"{where}: [arm.{name}]" if over else where
    if not isinstance(over, dict):
        raise LessonError(f"{inside} should be a table.")
    values = merged(base, {key: value for key, value in over.items() if key not in ("edited", "break")})
    if "break" in over:
        if edits:
            raise LessonError(f"{inside}: an arm has a break of its own only where the lesson has none.")
        return Arm(name, read_settings(Table(values, inside)), read_edits(Table(over, inside)))
    edited = over.get("edited", name == BROKEN and bool(edits))
    if type(edited) is not bool:
        raise LessonError(f"{inside}: edited = {quoted(edited)} should be true or false.")
    if edited and not edits:
        raise LessonError(f"{inside}: edited = true needs a [break], and there is none.")
    return Arm(name, read_settings(Table(values, inside)), edits if edited else ())


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """The base with what an arm overrides. A table that has a name of its own stands for the whole."""
    found = dict(base)
    for key, value in over.items():
        before = found.get(key)
        if (
            isinstance(value, dict)
            and isinstance(before, dict)
            and value.get("name", before.get("name")) == before.get("name")
        ):
            found[key] = merged(before, value)
        elif isinstance(value, dict) and isinstance(before, str) and "name" not in value:
            found[key] = {"name": before, **value}
        else:
            found[key] = value
    return found


def read_settings(table: Table) -> Settings:
    steps = table.take("steps", int)
    if steps < 0:
        raise LessonError(f"{table.where}: steps should be 0 or more.")
    settings = Settings(
        task=read_named(table, "task", TASKS),
        model=read_named(table, "model", MODELS, "TenseMLP"),
        optimizer=read_named(table, "optimizer", OPTIMIZERS) if steps or table.has("optimizer") else {},
        steps=steps,
        loss=table.one_of("loss", tuple(LOSSES), "cross_entropy"),
        batch_size=table.take("batch_size", int, None),
        until=table.take("until", float, None),
        own_ruler=table.take("own_ruler", bool, False),
    )
    table.close()
    return settings


def read_named(
    table: Table, key: str, entries: Mapping[str, Entry], default: str | None = None
) -> dict[str, object]:
    """Read `key`, a name alone or a table with a `name` and its options, each of the type that it has to be."""
    inner = table.named(key) if table.has(key) or default is None else Table({}, f"{table.where}: {key}")
    if key == "model" and inner.has("layers") and not inner.has("name"):
        inner = inner.with_value("name", "layers")
    name = inner.one_of("name", tuple(entries), default) if default else inner.one_of("name", tuple(entries))
    found: dict[str, object] = {"name": name}
    for option, kind in entries[name].options.items():
        value: object = inner.take(option, kind, None)
        if value is None:
            continue
        if option in WORDS_OF_OPTIONS and value not in WORDS_OF_OPTIONS[option]:
            allowed = WORDS_OF_OPTIONS[option]
            raise LessonError(
                f"{inner.where}: {option} = {quoted(value)} should be one of {', '.join(allowed)}."
                f"{nearest(str(value), allowed)}"
            )
        found[option] = value
    inner.close()
    check_lists(found, inner.where)
    if key == "optimizer" and "lr" not in found:
        raise LessonError(f"{inner.where}: lr is missing; expected a number.")
    return found
