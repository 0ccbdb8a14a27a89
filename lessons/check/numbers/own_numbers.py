"""The numbers that a lesson has of its own: all of its lesson.toml, and the sizes of its tasks, models and programs."""

import inspect
import math
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations
from typing import Any

from lessons.check.evidence import Evidence, experiments
from lessons.check.pages import STRUCTURE
from lessons.check.worker_process import beat
from lessons.format import LessonError
from lessons.lesson import Arm, Lesson, Worked
from lessons.runs.calculation import traced
from lessons.runs.edits import healthy_library
from lessons.runs.models import MODELS, build_model
from lessons.runs.optimizers import OPTIMIZERS
from lessons.runs.tasks import TASKS, draw_rows

NUMBER = re.compile(r"(?<![\d.])-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
COMMENT = re.compile(r"#[^\n]*")
IN_BAND = 0.9  # of the seeds: what every band of the tutor holds
SHRINKS = 1000.0  # what the activation of that name divides by
Pair = tuple[Mapping[str, Any], Mapping[str, Any]]  # a task and a model


def own_numbers(lesson: Lesson, evidence: Evidence) -> frozenset[float]:
    """Gather a lesson's own numbers. Models are built, and programs run, in a worker. Raises Trouble."""
    arms = [arm for each in experiments(lesson).values() for arm in each.arms]
    pairs = {
        repr((arm.settings.task, arm.settings.model)): (arm.settings.task, arm.settings.model) for arm in arms
    }
    found = {IN_BAND, *numbers_in(structure_of(lesson)), *(number for arm in arms for number in of_arm(arm))}
    for sizes in evidence.ask(sizes_of, tuple(pairs.values())):
        found.update(map(float, sizes))
    if lesson.worked:
        found.update(map(float, evidence.ask(sizes_of_program, lesson.worked)))
    found.update(ratio for each in experiments(lesson).values() for ratio in ratios_of(each.arms))
    return frozenset(found | {1 / number for number in found if number >= 2})


def is_among(value: float, numbers: Iterable[float]) -> bool:
    return any(math.isclose(abs(value), each, rel_tol=1e-9) for each in numbers)


def structure_of(lesson: Lesson) -> object:
    """Return the whole of lesson.toml as data."""
    path = lesson.folder / STRUCTURE
    return tomllib.loads(path.read_text(encoding="utf-8-sig")) if path.is_file() else {}


def numbers_in(value: object) -> Iterator[float]:
    """Return the size of every number in a value, in its lists, tables and texts, but for comments."""
    if isinstance(value, bool):
        return
    if isinstance(value, int | float):
        yield abs(float(value))
    elif isinstance(value, str):
        code = COMMENT.sub("", value).replace("_", " ")
        yield from (abs(float(found)) for found in NUMBER.findall(code))
    elif isinstance(value, Mapping):
        yield from numbers_in([*value.keys(), *value.values()])
    elif isinstance(value, list | tuple):
        for each in value:
            yield from numbers_in(each)


# ---- settings ----------------------------------------------------------------


def of_arm(arm: Arm) -> Iterator[float]:
    """Return the settings of an arm, also those that its lesson does not say."""
    yield from numbers_in(list(settings_of(arm).values()))
    yield from numbers_in([arm.settings.batch_size, arm.settings.until])
    if "shrink" in str(arm.settings.model.get("activation")):
        yield SHRINKS


def ratios_of(arms: tuple[Arm, ...]) -> Iterator[float]:
    """Return how the settings of every two arms compare."""
    for one, other in permutations(map(settings_of, arms), 2):
        for name in one.keys() & other.keys():
            first, second = one[name], other[name]
            if type(first) in (int, float) and type(second) in (int, float) and first and second:
                yield abs(first / second)


def settings_of(arm: Arm) -> dict[str, Any]:
    """Return what an arm trains with: what its lesson says, and the defaults for what it does not say."""
    settings = arm.settings
    found: dict[str, Any] = {"steps": settings.steps}
    for chosen, known in ((settings.task, TASKS), (settings.model, MODELS), (settings.optimizer, OPTIMIZERS)):
        function: Any = known.get(str(chosen.get("name")))
        parameters = inspect.signature(function).parameters if function else {}
        found |= {name: each.default for name, each in parameters.items()} | dict(chosen)
    return found


# ---- sizes, in a worker ------------------------------------------------------


def sizes_of(pairs: tuple[Pair, ...]) -> list[list[float]]:
    """Return the sizes of every task with its model. Raises LessonError where one cannot be built."""
    return [sizes_of_pair(*pair) for pair in pairs]


def sizes_of_pair(task: Mapping[str, Any], model: Mapping[str, Any]) -> list[float]:
    beat()
    library = healthy_library()
    try:
        rows = draw_rows(library, task, 0)
        built = build_model(library, model, rows, 0)
    except (LessonError, ValueError, TypeError) as error:
        raise LessonError(f"its {model.get('name')} cannot be built: {error}") from error
    shapes = [list(each.data.shape) for each in built.parameters()]
    counts = [
        len(rows.x),
        len(rows.x_out),
        len(rows.x) + len(rows.x_out),
        rows.classes,
        rows.inputs,
        rows.outputs,
    ]
    return [
        *counts,
        sum(map(math.prod, shapes)),
        *of_shapes(shapes),
        *of_grammar(library, rows),
        *slopes(library, model),
    ]


def of_shapes(shapes: Iterable[Iterable[int]]) -> list[float]:
    return [float(size) for shape in map(list, shapes) for size in (*shape, math.prod(shape))]


def of_grammar(library: Any, rows: Any) -> list[int]:
    """Return how many verbs, persons, tenses and cells there are, where the task is the grammar grid."""
    if not rows.cells:
        return []
    tense = library.lab.tense
    verbs, persons = len(tense.VERBS), len(tense.PERSONS)
    return [verbs, persons, len(tense.TENSES), verbs * persons]


def slopes(library: Any, model: Mapping[str, Any]) -> list[float]:
    """Return what an activation is made with where nobody says otherwise, such as the slope of a leaky ReLU."""
    kind = library.nn.ELEMENTWISE.get(str(model.get("activation")))
    defaults = [each.default for each in inspect.signature(kind).parameters.values()] if kind else []
    return [float(each) for each in defaults if type(each) in (int, float)]


def sizes_of_program(worked: Worked) -> list[float]:
    """Return the sizes of all that a worked calculation computes. Raises LessonError."""
    return of_shapes(line.shape for line in traced(worked) if line.name and line.shape)
