"""The shapes and sizes of what a lesson builds. Called in a process of its own, as a model may be of any size."""

from collections.abc import Mapping
from inspect import signature
from math import prod
from typing import Any

from lessons.check.working import beat
from lessons.lesson import LessonError, Worked
from lessons.runs.calculation import traced
from lessons.runs.edits import healthy_library
from lessons.runs.models import build_model
from lessons.runs.rows import Rows
from lessons.runs.tasks import draw_rows

Sizes = dict[str, list[float]]


def sizes_of(pairs: tuple[tuple[Mapping[str, Any], Mapping[str, Any]], ...]) -> list[Sizes] | None:
    """The sizes of every task with its model; None where one of them cannot be built."""
    found = []
    for task, model in pairs:
        beat()
        try:
            found.append(sizes_of_pair(task, model))
        except (LessonError, ValueError, TypeError, LookupError, AttributeError):
            return None
    return found


def sizes_of_pair(task: Mapping[str, Any], model: Mapping[str, Any]) -> Sizes:
    library = healthy_library()
    rows = draw_rows(library, task, 0)
    parameters = [each.data for each in build_model(library, model, rows, 0).parameters()]
    shapes = [size for data in parameters for size in (*data.shape, data.size)]
    shapes.append(sum(data.size for data in parameters))
    counts = [len(rows.x), len(rows.x_out), len(rows.x) + len(rows.x_out)]
    return {
        "rows": list(map(float, counts)),
        "points": [] if rows.cells else list(map(float, counts)),
        "classes": [float(rows.classes)] if rows.classes else [],
        "sizes": list(map(float, [*counts, rows.inputs, rows.outputs, *of_grammar(library, rows), *shapes])),
        "slopes": slopes_of(library, str(model.get("activation"))),
    }


def of_grammar(library: Any, rows: Rows) -> list[int]:
    """How many verbs, persons, tenses and cells there are, where the task is the grammar grid."""
    if not rows.cells:
        return []
    tense = library.lab.tense
    verbs, persons = len(tense.VERBS), len(tense.PERSONS)
    return [verbs, persons, len(tense.TENSES), verbs * persons]


def slopes_of(library: Any, activation: str) -> list[float]:
    """What an activation is made with where nobody says otherwise, such as the slope of a leaky ReLU."""
    kind = library.nn.ELEMENTWISE.get(activation)
    found = [each.default for each in signature(kind).parameters.values()] if kind else []
    return [float(each) for each in found if type(each) in (int, float)]


def sizes_of_program(worked: Worked) -> list[float]:
    """The shapes and sizes of what a worked calculation computes."""
    try:
        shapes = [line.shape for line in traced(worked) if line.shape]
    except LessonError:  # calculation.py says why
        return []
    return [float(size) for shape in shapes for size in (*shape, prod(shape))]
