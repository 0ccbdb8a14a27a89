"""Tasks: what is asked of a model. Each function draws the rows of a seed; its name stands in the vocabulary.

`default_rng([seed, 1])` draws the data, since `default_rng(seed)` draws the first weights.
"""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from lessons.format import LessonError
from lessons.runs.functions import functions_of
from lessons.runs.rows import Rows
from lessons.runs.tasks import grammar
from lessons.runs.tasks.changes import changed
from lessons.table import nearest
from lessons.vocabulary import TASKS as NAMES

TASKS: Mapping[str, Callable[..., Rows]] = functions_of(__name__, NAMES)


def draw_rows(library: ModuleType, task: Mapping[str, Any], seed: int) -> Rows:
    """Draw the rows of a task for a seed, by the arm's own library: a break of its data is a break.

    Raises LessonError where the options ask for rows that there cannot be.
    """
    name, options = task["name"], {key: value for key, value in task.items() if key != "name"}
    if name not in TASKS:
        raise LessonError(f"task = {name!r} is none.{nearest(name, tuple(TASKS))}")
    changes = {key: options.pop(key) for key in ("scale", "shuffled", "leak") if key in options}
    rows = changed(TASKS[name](library, seed, **options), seed, **changes)
    if name == "additive" and "shuffled" not in changes:  # shuffled rows decide nothing
        return grammar.with_decided(library, rows)
    return rows
