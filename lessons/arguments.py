"""What a claim's measure is asked about: the arguments that it takes, each of the type that it has to be."""

from lessons.format import LessonError
from lessons.table import Table
from lessons.vocabulary import MEASURES


def read_arguments(table: Table, measure: str) -> dict[str, object]:
    """Read a measure's arguments. Raises LessonError for one that it does not take, or that is missing."""
    needs, may = MEASURES[measure].needs, MEASURES[measure].may
    found = {key: read_argument(table, key, kind) for key, kind in needs.items()}
    found |= {key: read_argument(table, key, kind) for key, kind in may.items() if table.has(key)}
    table.close()
    return found


def read_argument(table: Table, key: str, kind: type) -> object:
    if key == "where":
        interval = table.interval(key)
        if interval is None:
            raise LessonError(f"{table.where}: where is missing; expected two numbers, [low, high].")
        return list(interval)
    return table.take(key, kind)
