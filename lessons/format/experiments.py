"""`[experiment.NAME]`: what all arms share, the arms that override some of it, and the edits of a `[break]`."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from math import isfinite
from typing import Annotated, Any

from lessons.course.lesson.lesson import BROKEN, HEALTHY, Arm, Edit, Experiment, Settings
from lessons.course.lesson.metric import METRICS, metric_of
from lessons.course.lesson.source import LIBRARY, edited_text, healthy_text
from lessons.course.lesson.values import (
    MAX_ARMS,
    MAX_TRAINED_STEPS,
    LessonError,
    Name,
    Vocabulary,
    nearest,
    one_of,
    quoted,
)
from lessons.course.lesson.vocabulary import LAYERS, MODELS, OPTIMIZERS, PICTURES, TASKS, Entry
from lessons.format.table import TomlTable, fit, refusal, types_of

OF_EXPERIMENTS = ("seeds", "metrics", "shown", "probes", "inside", "runs_on", "rounding")  # its arms have the others
OF_ARMS = ("edited", "edit", "break")  # what an arm says beside its settings


def read_experiment(name: str, table: TomlTable, edits: tuple[Edit, ...]) -> Experiment:
    """Read an experiment with all its arms; of a break without arms they are `healthy` and `broken`."""
    pictures, at = read_pictures(table), f"{table.where}: metrics has"
    metrics = tuple(read_metric(each, table.own, at) for each in table.take("metrics", list[str], []))
    own, vary = table.take("arm", dict, {}), table.take("vary", dict, {})
    base = table.rest(but=OF_EXPERIMENTS)
    experiment = table.fill(Experiment, OF_EXPERIMENTS, id=name, arms=(), metrics=metrics, pictures=pictures)
    values, varied = varied_arms(vary, table.where)
    arms = tuple(read_arm(arm, base, over, edits, table) for arm, over in {**own, **varied}.items())
    if not arms:
        first = read_arm(HEALTHY if edits else name, base, {}, (), table)
        arms = (first, Arm(BROKEN, first.settings, edits)) if edits else (first,)
    experiment = replace(experiment, arms=arms, values=values)
    fit(list(experiment.shown), list[Annotated[str, one_of(experiment.names)]], f"{table.where}: shown =")
    if len(arms) > MAX_ARMS:
        raise LessonError(f"{table.where}: {len(arms)} arms are too many; at most {MAX_ARMS}.")
    check_trained([experiment], table.where, MAX_TRAINED_STEPS)
    return experiment


def check_trained(experiments: Iterable[Experiment], where: str, most: int) -> None:
    steps = sum(each.seeds * arm.settings.steps for each in experiments for arm in each.arms)
    if steps > most:
        raise LessonError(f"{where}: seeds × steps of all arms = {steps:,} is too large; at most {most:,}.")


def read_metric(name: Any, own: Vocabulary, at: str) -> str:
    """Return the name of a metric; a pack's own with what it means. Raises LessonError."""
    found: str = own.metrics.get(fit(name, str, at), name)
    if metric_of(found) is None:
        raise refusal(name, f"a metric.{nearest(found, (*METRICS, *own.metrics))}", at)
    return found


def read_pictures(table: TomlTable) -> tuple[str, ...]:
    if not table.holds("picture", list):
        return (table.one_of("picture", PICTURES, "curves"),)
    pictures: tuple[str, ...] = table.take("picture", tuple[Annotated[str, one_of(PICTURES)], ...])
    if not pictures or len(set(pictures)) < len(pictures):
        raise LessonError(f"{table.where}: picture should name one picture, or several, each once.")
    return pictures


def varied_arms(vary: Mapping[str, Any], where: str) -> tuple[tuple[float, ...], dict[str, dict[str, Any]]]:
    """Return an arm for each value of one setting, such as `"model.hidden" = [16, 64]`."""
    if not vary:
        return (), {}
    if len(vary) != 1 or any(path.count(".") > 2 + path.startswith("model.layers.") for path in vary):
        raise LessonError(f'{where}: vary takes one setting, such as "model.hidden" = [16, 64].')
    ((path, values),) = vary.items()
    numbers = values if type(values) is list else []
    if len(numbers) < 2 or any(type(each) not in (int, float) or not isfinite(each) for each in numbers):
        raise LessonError(f"{where}: vary {quoted(path)} should list at least two numbers.")
    arms: dict[str, dict[str, Any]] = {}
    for value in numbers:
        over: Any = value
        for part in reversed(path.split(".")):
            over = {part: over}
        arms[f"{value:g}" if type(value) is float else str(value)] = over
    if len(arms) < len(numbers):
        raise LessonError(f"{where}: vary {quoted(path)} = {quoted(values)} has a number twice.")
    return tuple(map(float, numbers)), arms


def read_arm(name: str, base: Mapping[str, Any], over: object, edits: tuple[Edit, ...], of: TomlTable) -> Arm:
    """Read one arm: the base with what it overrides, by the broken library if `edited`, its `[[edit]]` on top."""
    fit(name, Name, f"{of.where}: [arm]")
    inside = f"{of.where}: [arm.{name}]" if over else of.where
    if not isinstance(over, dict):
        raise LessonError(f"{inside} should be a table.")
    try:
        values = merged(base, {key: value for key, value in over.items() if key not in OF_ARMS})
    except LessonError as error:
        raise LessonError(f"{inside}: {error}") from None
    settings, table = read_settings(TomlTable(values, inside, of.own)), TomlTable(over, inside)
    key = "break" if table.has("break") else "edit"  # the same, as some lessons call it
    is_edited = table.take("edited", bool, name == BROKEN and bool(edits) and not table.has(key))
    if is_edited and not edits:
        raise LessonError(f"{inside}: edited = true needs a [break], and there is none.")
    under = edits if is_edited else ()
    own = read_edits(table, key, under) if table.has(key) else ()
    return Arm(name, settings, under + own, own)


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return the base with what an arm overrides. A table that has a name of its own stands for the whole."""
    found = dict(base)
    for key, value in over.items():
        before = found.get(key)
        if isinstance(value, dict) and isinstance(before, str) and "name" not in value:
            value = {"name": before, **value}
        elif isinstance(value, dict) and isinstance(before, dict):
            named = before.get("name")
            value = merged(before, value) if value.get("name", named) == named else value
        elif isinstance(value, dict) and isinstance(before, list):
            value = with_arguments(before, value)
        found[key] = value
    return found


def with_arguments(lines: list[Any], over: Mapping[str, Any]) -> list[Any]:
    """Return the lines of `layers` with other arguments: `{ 2 = { p = 0.1 } }`, by a layer's number from 0 on."""
    found = list(lines)
    for number, arguments in over.items():
        if not number.isdecimal() or int(number) >= len(found):
            raise LessonError(f"layers: there is no layer {number!r}; they are numbered from 0 to {len(found) - 1}.")
        line = found[int(number)]
        name, *given = str(line).split() or [""]
        known = [what.strip("[]") for what in LAYERS.get(name, "").split()]
        for what, value in arguments.items() if isinstance(arguments, dict) else ():
            if what not in known[: len(given)]:
                raise LessonError(f"layers: layer {number}, {line!r}, has no {what!r}.{nearest(what, known)}")
            given[known.index(what)] = f"{value:g}" if type(value) is float else str(value)
        found[int(number)] = " ".join((name, *given))
    return found


def read_settings(table: TomlTable) -> Settings:
    """Read what one arm trains with. One that is not trained needs no optimizer."""
    steps = table.take("steps", types_of(Settings)["steps"])
    own = {name: each.means for name, each in table.own.tasks.items()}
    task, model = read_named(table, "task", {**TASKS, **own}), read_named(table, "model", MODELS, "TenseMLP")
    optimizer = read_named(table, "optimizer", OPTIMIZERS) if steps or table.has("optimizer") else {}
    return table.fill(Settings, steps=steps, task=task, model=model, optimizer=optimizer)


def read_named(
    table: TomlTable, key: str, entries: Mapping[str, Entry], default: str | None = None
) -> dict[str, object]:
    """Read `key`, a name alone or a table with a `name` and its options, each of the type that it has to be."""
    if default and not table.has(key):
        return {"name": default}
    inner = (
        TomlTable({"name": table.take(key, str)}, f"{table.where}: {key}")
        if table.holds(key, str)
        else table.table(key)
    )
    if key == "model" and inner.has("layers") and not inner.has("name"):
        default = "layers"
    name = inner.one_of("name", entries, *([default] if default else []))
    found = {"name": table.own.tasks.get(name, name), **inner.options(entries[name])}
    inner.close()
    if "plus" in found:
        other, times = other_model(found)
        read_named(TomlTable({"model": other}, f"{inner.where}: [plus]"), "model", MODELS)
        fit(times, float, f"{inner.where}: [plus]: times =")
    return found


def other_model(model: Mapping[str, Any]) -> tuple[dict[str, Any], Any]:
    """Return the model whose answers are added, and how many times. One with a name of its own stands for the whole."""
    plus = model["plus"]
    base = {} if "name" in plus else {key: each for key, each in model.items() if key != "plus"}
    return {key: each for key, each in {**base, **plus}.items() if key != "times"}, plus.get("times", 1.0)


def read_edits(table: TomlTable, key: str = "break", under: tuple[Edit, ...] = ()) -> tuple[Edit, ...]:
    """Read `[break]`, or `[[break]]` where the edit is at several places; an arm's, on top of those `under` them."""
    several = table.holds(key, list) or not table.has(key)
    tables = table.tables(key) if several else [table.table(key)]
    edits = tuple(map(read_edit, tables))
    for edit in edits:
        try:
            edited_text(under + edits, edit.file)
        except LessonError as error:
            raise LessonError(f"{table.where}: [{key}] {error}") from None
    return edits


@cache
def library_files() -> frozenset[str]:
    return frozenset(path.relative_to(LIBRARY.parent).as_posix() for path in LIBRARY.rglob("*.py"))


def read_edit(table: TomlTable) -> Edit:
    """Read an edit. The text to replace must stand exactly once in a file of minimodel."""
    edit = table.fill(Edit)
    if edit.file not in library_files():
        raise LessonError(f"{table.where}: file = {quoted(edit.file)} is not a file of minimodel.")
    text = healthy_text(edit.file)
    count = text.count(edit.before) if edit.before else 0
    if count != 1:
        lines = [str(number) for number, line in enumerate(text.splitlines(), 1) if edit.before in line]
        places = f"{count} times, at lines {', '.join(lines)}" if count else "nowhere"
        should = f"should stand exactly once in {edit.file}; it stands {places}."
        raise LessonError(f"{table.where}: {quoted(edit.before)} {should}")
    if edit.before == edit.after:
        raise LessonError(f"{table.where}: before and after are the same: nothing would be edited.")
    return edit
