"""The parts of a `lesson.toml` that a learner works on: hints, near misses, how a repair is judged, and a lab."""

from collections.abc import Mapping

from lessons.exercise import REVEALS, Attempt, Bound, Hint, Lab, LabCheck, NearMiss, Repair
from lessons.experiment_parts import library_files
from lessons.format import LessonError
from lessons.lesson import Experiment
from lessons.parts import check_once
from lessons.table import Table, quoted
from lessons.vocabulary import LAB_CHECKS, Module


def read_hints(table: Table) -> tuple[Hint, ...]:
    """Read the ladder: each hint reveals at least as much as the one before it."""
    hints = tuple(inner.fill(Hint) for inner in table.tables("hint"))
    order = [REVEALS.index(hint.reveals) for hint in hints]
    if order != sorted(order):
        raise LessonError(
            f"{table.where}: [[hint]] reveals should only ever increase: {' < '.join(REVEALS)}."
        )
    return hints


def read_near_miss(table: Table) -> NearMiss:
    miss = table.fill(NearMiss)
    if miss.file not in library_files():
        raise LessonError(f"{table.where}: file = {quoted(miss.file)} does not exist.")
    return miss


def read_repair(table: Table, experiments: Mapping[str, Experiment]) -> Repair:
    accept = tuple(
        inner.fill(Bound, experiment=inner.one_of("experiment", experiments))
        for inner in table.tables("accept")
    )
    right, wrong = read_attempts(table, "after")
    gradcheck = table.take("gradcheck", tuple[Module, ...], ())
    return table.fill(Repair, gradcheck=gradcheck, accept=accept, right=right, wrong=wrong)


def read_lab(table: Table) -> Lab:
    checks = tuple(map(read_lab_check, table.tables("check")))
    right, wrong = read_attempts(table, "code")
    return table.fill(Lab, checks=checks, right=right, wrong=wrong)


def read_lab_check(table: Table) -> LabCheck:
    name = table.one_of("name", LAB_CHECKS)
    return table.fill(LabCheck, name=name, options=table.options(LAB_CHECKS[name]))


def read_attempts(table: Table, key: str) -> tuple[tuple[Attempt, ...], tuple[Attempt, ...]]:
    """Read the attempts that are right, and those that are wrong; their code stands at `key`."""
    right, wrong = (
        tuple(read_attempt(inner, key) for inner in table.tables(name)) for name in ("right", "wrong")
    )
    check_once([each.id for each in (*right, *wrong)], table.where)
    return right, wrong


def read_attempt(table: Table, key: str) -> Attempt:
    """Read one attempt; it may be told by a text and what stands there instead."""
    keys = ("id", "before", "file") if key == "after" else ("id", "before")
    attempt = table.fill(Attempt, keys, code=table.take(key, str))
    if key == "after" and bool(attempt.file) != bool(attempt.before):
        raise LessonError(f"{table.where}: file and before belong together: the text that {key} replaces.")
    return attempt
