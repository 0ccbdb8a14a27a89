"""What a claim's measure is asked about: the arguments that it takes, each of the type that it has to be."""

from lessons.lesson import LessonError
from lessons.table import Table
from lessons.vocabulary import MEASURES

PAIRS = ("ratio", "difference")
PAIR = ("of", "against")


def read_arguments(table: Table, measure: str) -> dict[str, object]:
    """Read a measure's arguments. Raises LessonError for one that it does not take, or that is missing."""
    if table.has("side"):  # as format 1 says it
        table.rename("side", "arm")
    needs, may = MEASURES[measure].needs, MEASURES[measure].may
    found = {key: read_argument(table, key, kind) for key, kind in needs.items()}
    found |= {key: read_argument(table, key, kind) for key, kind in may.items() if table.has(key)}
    table.close()
    if measure not in ("entry", "count"):
        check_pair(found, table.where)
    return found


def read_argument(table: Table, key: str, kind: type) -> object:
    if key == "where":
        interval = table.interval(key)
        if interval is None:
            raise LessonError(f"{table.where}: where is missing; expected two numbers, [low, high].")
        return list(interval)
    return table.take(key, kind)


def check_pair(arguments: dict[str, object], where: str) -> None:
    """Raise LessonError where only one of two arms is named, or two are and nothing compares them."""
    given = [key for key in PAIR if key in arguments]
    if len(given) == 1:
        raise LessonError(f"{where}: {given[0]} names one of two arms; of and against belong together.")
    if given and arguments.get("arm") not in PAIRS:
        raise LessonError(f'{where}: of and against are compared by arm = "ratio" or "difference".')
