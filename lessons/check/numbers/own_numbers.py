"""The numbers that a lesson has of its own: its settings, and the sizes of its tasks, models and programs."""

import inspect
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from lessons.check.evidence import Evidence, experiments
from lessons.check.numbers.sizes import Shapes, Sizes, shapes_of_program, sizes_of
from lessons.exercise import Lab
from lessons.lesson import Arm, Experiment, Lesson, Question, Settings
from lessons.runs.models import MODELS
from lessons.runs.optimizers import OPTIMIZERS
from lessons.runs.tasks import TASKS

NUMBER = re.compile(r"(?<![\d.])-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
COMMENT = re.compile(r"#[^\n]*")
SAYS = ("value", "experiment", "metric", "name")  # of a claim: what it says, not what it is asked at
# Settings by the words that a page has for them, in both languages.
ABOUT = {
    "hidden": ("wid", "unit", "number", "anch", "unidad", "neuron", "numero"),
    "sizes": ("wid", "unit", "number", "anch", "unidad", "neuron", "numero", "layer", "capa"),
    "depth": ("deep", "layer", "capa", "profund"),
    "lr": ("rate", "long", "step", "tasa", "larg", "paso"),
    "steps": ("step", "paso", "long", "larg"),
    "rows": ("row", "fila", "data", "datos", "example", "ejemplo"),
    "batch_size": ("row", "fila", "batch", "example", "ejemplo"),
    "points": ("point", "punto"),
}


@dataclass(frozen=True)
class Ratio:
    """How many times larger a setting is in one arm than in another, and the words that go with it."""

    value: float
    about: tuple[str, ...]


@dataclass
class Numbers:
    """The numbers of the whole lesson, or those that one review adds."""

    all: set[float] = field(default_factory=set)
    steps: set[float] = field(default_factory=set)
    seeds: set[float] = field(default_factory=set)
    points: set[float] = field(default_factory=set)  # rows that are no cells of the grammar grid
    classes: set[float] = field(default_factory=set)
    ratios: list[Ratio] = field(default_factory=list)
    factors: set[float] = field(default_factory=set)  # what edits and activations multiply by
    shapes: dict[str, set[tuple[int, ...]]] = field(default_factory=dict)  # of a matrix, by its name

    def add(self, experiment: Experiment, sizes: Mapping[str, Sizes]) -> None:
        """Add what an experiment and its arms have."""
        self.seeds.add(float(experiment.seeds))
        self.all.update(numbers_in([experiment.values, experiment.metrics, experiment.names]))
        for arm in experiment.arms:
            self.steps.add(float(arm.settings.steps))
            self.all.update(of_arm(arm))
            model, edits = arm.settings.model, [edit.after for edit in arm.edits]
            self.factors.update(numbers_in([model.get("activation"), model.get("gain"), edits]))
            self.add_sizes(sizes[key(arm)])
        self.ratios.extend(ratios_of(experiment, sizes))
        self.all.update(self.seeds | self.steps)

    def add_sizes(self, sizes: Sizes) -> None:
        """Add how large a task and a model are."""
        self.points.update(map(float, sizes["points"]))
        self.classes.update([float(sizes["classes"])] if sizes["classes"] else [])
        self.all.update(map(float, [*sizes["rows"], *sizes["others"]]))
        self.add_shapes(sizes["shapes"])

    def add_shapes(self, shapes: Shapes) -> None:
        """Add the matrices of a model or a calculation, and how large they are."""
        for name, shape in shapes.items():
            self.shapes.setdefault(name, set()).add(tuple(shape))
            self.all.update(map(float, (*shape, product(shape))))


@dataclass
class Own:
    """The numbers that every section of a lesson may say, and those that the sections of one review may."""

    lesson: Numbers
    reviews: dict[str, Numbers]

    def of(self, review: str | None) -> tuple[Numbers, ...]:
        """What may be said in a section about a review, in one about the lesson (""), or in one about any (None)."""
        if review is None:
            return (self.lesson, *self.reviews.values())
        return (self.lesson, *([self.reviews[review]] if review in self.reviews else []))


def close(value: float, other: float) -> bool:
    return math.isclose(value, other, rel_tol=1e-9) and math.isfinite(value)


def is_among(value: float, numbers: set[float]) -> bool:
    return abs(value) in numbers or any(close(abs(value), each) for each in numbers)


def own_numbers(lesson: Lesson, evidence: Evidence) -> Own | None:
    """Gather a lesson's own numbers; None where a model cannot be built, which building.py says.

    Models are built, and programs run, in a process of their own. Raises Trouble.
    """
    arms = [arm for each in experiments(lesson).values() for arm in each.arms]
    pairs = {key(arm): (arm.settings.task, arm.settings.model) for arm in arms}
    found = evidence.ask(sizes_of, tuple(pairs.values())) if pairs else []
    if found is None:
        return None
    sizes = dict(zip(pairs, found, strict=True))
    own = Own(Numbers(set(of_lesson(lesson))), {review.id: Numbers() for review in lesson.reviews})
    own.lesson.factors.update(numbers_in([edit.after for edit in lesson.edits]))
    if lesson.worked:
        own.lesson.add_shapes(evidence.ask(shapes_of_program, lesson.worked))
    for experiment in lesson.experiments.values():
        own.lesson.add(experiment, sizes)
    for review in lesson.reviews:
        own.reviews[review.id].add(review.experiment, sizes)
        own.reviews[review.id].all.update(numbers_in([(edit.before, edit.after) for edit in review.edits]))
    return own


def key(arm: Arm) -> str:
    return repr((arm.settings.task, arm.settings.model))


def of_lesson(lesson: Lesson) -> Iterator[float]:
    """What stands in `lesson.toml` beside its experiments and reviews, but for what questions and claims say."""
    yield from numbers_in([lesson.id, lesson.minutes, [(edit.before, edit.after) for edit in lesson.edits]])
    for claim in lesson.claims.values():
        yield from numbers_in([value for name, value in claim.arguments.items() if name not in SAYS])
    if lesson.repair:
        bounds = [(bound.least, bound.most) for bound in lesson.repair.accept]
        yield from numbers_in([lesson.repair.seeds, bounds])
    if lesson.lab:
        yield from of_lab(lesson.lab)
    if lesson.worked:
        yield from numbers_in([lesson.worked.program, [each.at for each in lesson.worked.questions]])


def of_arm(arm: Arm) -> Iterator[float]:
    """The settings of an arm, and what they are where it does not say."""
    settings = arm.settings
    yield from numbers_in([settings.steps, settings.batch_size, settings.until])
    for chosen, known in tables_of(settings):
        yield from numbers_in([list(chosen.values()), defaults_of(chosen, known)])
    if "shrink" in str(settings.model.get("activation")):  # it divides by a thousand
        yield 1000.0


def of_lab(lab: Lab) -> Iterator[float]:
    """The numbers of a lab's code and checks, and how many rows its inputs have."""
    yield from numbers_in([lab.begin, lab.solution, [dict(check.options) for check in lab.checks]])
    for check in lab.checks:
        inputs = check.options.get("inputs")
        for shape in inputs if isinstance(inputs, list) else ():
            sizes = [each for each in shape if type(each) is int] if isinstance(shape, list) else []
            yield from (product(sizes), product(sizes[:-1]))


def product(sizes: list[int]) -> float:
    found = 1.0
    for each in sizes:
        found *= each
    return found


def numbers_in(value: object) -> Iterator[float]:
    """The size of every number in a value, in its lists, tables and texts, but for comments."""
    if isinstance(value, bool):
        return
    if isinstance(value, int | float):
        yield abs(float(value))
    elif isinstance(value, str):
        code = COMMENT.sub("", value).replace("_", " ")
        yield from (abs(float(found)) for found in NUMBER.findall(code))
    elif isinstance(value, Mapping):
        yield from numbers_in(list(value.values()))
    elif isinstance(value, list | tuple | set):
        for each in value:
            yield from numbers_in(each)


# ---- how arms compare ------------------------------------------------------


def ratios_of(experiment: Experiment, sizes: Mapping[str, Sizes]) -> Iterator[Ratio]:
    """How the settings of every two arms compare."""
    for one, other in permutations(experiment.arms, 2):
        first, second = settings_of(one, sizes[key(one)]), settings_of(other, sizes[key(other)])
        for name, value in first.items():
            divisor = second.get(name)
            if value and divisor and value != divisor:
                yield Ratio(abs(value / divisor), ABOUT.get(name, (name,)))


def settings_of(arm: Arm, sizes: Sizes) -> dict[str, float]:
    """The numbers that one arm trains with, by name: those that it sets, and the others as they are then."""
    batch = arm.settings.batch_size or sizes["rows"][0]
    tables: dict[str, Any] = {"steps": arm.settings.steps, "batch_size": batch}
    for chosen, known in tables_of(arm.settings):
        tables |= defaults_of(chosen, known) | dict(chosen)
    return {name: float(value) for name, value in tables.items() if type(value) in (int, float)}


def tables_of(settings: Settings) -> tuple[tuple[Mapping[str, object], Mapping[str, Any]], ...]:
    """The task, the model and the optimizer of an arm, each with the functions that make one."""
    return (settings.task, TASKS), (settings.model, MODELS), (settings.optimizer, OPTIMIZERS)


def defaults_of(chosen: Mapping[str, object], known: Mapping[str, Any]) -> dict[str, object]:
    """The settings of a task, a model or an optimizer where an arm does not say otherwise."""
    function = known.get(str(chosen.get("name")))
    if function is None:
        return {}
    return {name: each.default for name, each in inspect.signature(function).parameters.items()}


# ---- questions -------------------------------------------------------------


def margins(question: Question) -> tuple[float, ...]:
    """The tolerances of a question."""
    return tuple(margin for margin in (question.same_within, question.within) if margin)


def bounds(question: Question) -> Iterator[float]:
    """Where the options of a question begin and end."""
    for option in question.options:
        for low, high in (*([option.value] if option.value else []), *option.arms.values()):
            yield from (low, high)
