"""The shapes and sizes of what a lesson builds. Called in a process of its own, as a model may be of any size."""

from collections.abc import Iterator, Mapping
from inspect import signature
from typing import Any, TypedDict

from lessons.check.working import beat
from lessons.format import LessonError
from lessons.lesson import Worked
from lessons.runs.calculation import traced
from lessons.runs.edits import healthy_library
from lessons.runs.models import build_model
from lessons.runs.rows import Rows
from lessons.runs.tasks import draw_rows

Shapes = dict[str, list[int]]  # by the name of a matrix
Pairs = tuple[tuple[Mapping[str, Any], Mapping[str, Any]], ...]  # tasks, each with a model


class Sizes(TypedDict):
    """How large a task and a model are."""

    rows: list[int]  # that train, that are held out, and both together
    points: list[int]  # the same, where they are no cells of the grammar grid
    classes: int
    others: list[float]
    shapes: Shapes


def sizes_of(pairs: Pairs) -> list[Sizes] | None:
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
    built = build_model(library, model, rows, 0)
    counts = [len(rows.x), len(rows.x_out), len(rows.x) + len(rows.x_out)]
    parameters = sum(each.data.size for each in built.parameters())
    slopes = slopes_of(library, str(model.get("activation")))
    return Sizes(
        rows=counts,
        points=[] if rows.cells else counts,
        classes=rows.classes,
        others=[rows.inputs, rows.outputs, parameters, *of_grammar(library, rows), *slopes],
        shapes=dict(named(built)),
    )


def named(model: Any) -> Iterator[tuple[str, list[int]]]:
    """The shapes of a model's parameters by their names; those of its layers as W1 and b1, W2 and b2 as well."""
    layer = 0
    for name, parameter in model.named_parameters():
        shape = list(parameter.data.shape)
        layer += name.endswith("weight") and len(shape) == 2
        yield name, shape
        if layer and len(shape) <= 2:
            yield f"{'W' if len(shape) == 2 else 'b'}{layer}", shape


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


def shapes_of_program(worked: Worked) -> Shapes:
    """The shapes of what a worked calculation computes, by its names."""
    try:
        return {line.name: list(line.shape) for line in traced(worked) if line.name and line.shape}
    except LessonError:  # calculation.py says why
        return {}
