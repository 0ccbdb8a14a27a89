"""Tasks: what is asked of a model. Each function draws the rows of a seed; its name stands in the vocabulary."""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from lessons.runs.rows import Rows


def draw_rows(library: ModuleType, task: Mapping[str, Any], seed: int) -> Rows:
    """The rows of a task for a seed, drawn by the arm's own library, so that a break of data is a break."""
    options = {name: value for name, value in task.items() if name != "name"}
    return TASKS[task["name"]](library, seed, **options)


def grammar(name: str) -> Callable[..., Rows]:
    """A labelling of the grammar grid."""

    def task(library: ModuleType, seed: int) -> Rows:
        tense = library.lab.tense
        split = tense.split(name, seed)
        return Rows(
            split.x_train,
            split.y_train,
            split.x_held_out,
            split.y_held_out,
            classes=len(tense.TENSES),
            names=tuple(
                tense.english(*cell, label)
                for cell, label in zip(split.held_out_rows, split.y_held_out, strict=True)
            ),
            cells=split.train_rows,
            cells_out=split.held_out_rows,
        )

    return task


TASKS: Mapping[str, Callable[..., Rows]] = {
    name: grammar(name) for name in ("additive", "agreement", "triples")
}
