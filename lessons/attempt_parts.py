"""`[[repair.right]]`, `[[repair.wrong]]`, and those of a lab: what the judge has to accept, and what to refuse."""

from lessons.exercise import Attempt
from lessons.format import LessonError
from lessons.table import Table, quoted


def read_attempts(table: Table, key: str) -> tuple[tuple[Attempt, ...], tuple[Attempt, ...]]:
    """Read the attempts that are right, and those that are wrong; their code stands at `key`."""
    right, wrong = (
        tuple(read_attempt(inner, key) for inner in table.tables(name)) for name in ("right", "wrong")
    )
    ids = [each.id for each in (*right, *wrong)]
    if twice := next((name for name in ids if ids.count(name) > 1), None):
        raise LessonError(f"{table.where}: the id {quoted(twice)} stands twice. Give each attempt its own.")
    return right, wrong


def read_attempt(table: Table, key: str) -> Attempt:
    """Read one attempt; it may be told by a text and what stands there instead."""
    identity, code, before = table.take("id", str), table.take(key, str), table.take("before", str, "")
    file = table.take("file", str, "") if key == "after" else ""
    table.close()
    if key == "after" and bool(file) != bool(before):
        raise LessonError(f"{table.where}: file and before belong together: the text that {key} replaces.")
    return Attempt(identity, code, file, before)
