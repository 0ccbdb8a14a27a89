"""The losses and the optimizers that an experiment may train with, and what a lesson does to an optimizer's steps.

Shapes: gradients are (members, numbers), all that learn side by side; one model is a single member.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from lessons.course.lesson import vocabulary
from lessons.course.lesson.values import LessonError, nearest
from lessons.runs.edits import healthy_library
from lessons.runs.trained_model import Array, Library

Loss = Callable[[Any, Any], Any]


def mean_squares(outputs: Any, targets: Any) -> Any:
    """Return the mean squared distance, over the rows and the outputs. Class numbers stand for a 1 at their place."""
    if np.ndim(targets) < outputs.ndim:
        targets = np.eye(outputs.shape[-1], dtype=outputs.dtype)[np.asarray(targets)]
    distance = outputs - targets
    return (distance * distance).mean(dim=(-1, -2))


def squared_error(library: Library) -> Loss:
    """Return the library's MSELoss; of many members one after the other if lines are edited: they see one's rows."""
    loss = library.nn.MSELoss()

    def of_each(outputs: Any, targets: Any) -> Any:
        if outputs.ndim == 2:
            return loss(outputs, targets)
        if library is healthy_library():
            return mean_squares(outputs, targets)
        return library.stack([loss(*rows) for rows in zip(outputs, targets, strict=True)])

    return of_each


def at_places(library: Library) -> Loss:
    """Return cross-entropy over every place of every row: (..., rows, places, classes) and (..., rows, places)."""
    loss = library.nn.CrossEntropyLoss(members=True)

    def each_place(outputs: Any, labels: Any) -> Any:
        labels = np.asarray(labels)
        return loss(outputs.flatten(-3, -2), labels.reshape(*labels.shape[:-2], -1))

    return each_place


LOSSES: Mapping[str, Callable[[Library], Loss]] = {
    "cross_entropy": lambda library: library.nn.CrossEntropyLoss(members=True),
    "at_places": at_places,
    "mean_squares": lambda library: mean_squares,
    "mse": squared_error,
}
OPTIMIZERS = {"sgd": "SGD", "adam": "Adam", "adamw": "AdamW"}  # their names in minimodel.optim


class Noting:
    """A loss that also notes what the healthy one says of the very same outputs and labels, once a step."""

    def __init__(self, loss: Loss, healthy: Loss, library: Library) -> None:
        self.loss, self.healthy, self.library = loss, healthy, library
        self.noted: Array | None = None

    def __call__(self, outputs: Any, labels: Any) -> Any:
        if self.noted is None:
            try:
                self.noted = np.array(self.healthy(self.library.Tensor(np.array(outputs.data)), labels).data, float)
            except Exception:  # labels that only an edited loss takes: what that one says is shown
                self.noted = None
        return self.loss(outputs, labels)

    def taken(self, loss: Array | float) -> Array | float:
        """Return the number noted since the last call, or else this loss."""
        noted, self.noted = self.noted, None
        return loss if noted is None else noted


def trainable(model: Any) -> dict[str, Any]:
    """Return the parameters that are not frozen, by their names."""
    return {name: each for name, each in model.named_parameters() if each.requires_grad}


def build_optimizer(
    library: Library, chosen: Mapping[str, Any], parameters: Mapping[str, Any], seeds: Sequence[int] = (0,)
) -> Any:
    """Make the optimizer of parameters by their names, which are those of a model for each seed. Raises LessonError."""
    name, options = chosen.get("name", ""), {key: value for key, value in chosen.items() if key != "name"}
    changes = {option: options.pop(option) for option in vocabulary.ANY_OPTIMIZER if option in options}
    decays = meant(dict.fromkeys(options.pop("decays", parameters)), parameters, "optimizer: decays")
    free = [each for own, each in parameters.items() if own not in decays]
    groups: list[dict[str, Any]] = [{"params": [parameters[own] for own in decays]}] if decays else []
    groups += [{"params": free, "weight_decay": 0.0}] if free else []
    if name != "sgd":  # a lesson writes the betas one by one
        options["betas"] = options.pop("beta1", 0.9), options.pop("beta2", 0.999)
    made = getattr(library.optim, OPTIMIZERS[name])(groups, **options)
    if changes:
        change_steps(made, parameters, seeds, changes)
    return made


def length(rows: Array) -> Array:
    """Return the length of each row, as a column; never 0, to divide by."""
    return np.linalg.norm(rows, axis=1, keepdims=True) + np.finfo(rows.dtype).tiny


def turned(gradient: Array, degrees: float, fixed: Array) -> Array:
    """Turn each member's gradient towards its fixed direction, and keep its length."""
    largest = np.abs(gradient).max(1, keepdims=True) + np.finfo(gradient.dtype).tiny
    size = length(gradient / largest)  # by the largest number: the square of a tiny one would be 0
    own = gradient / largest / size
    aside = fixed - (fixed * own).sum(1, keepdims=True) * own
    angle = np.radians(degrees)
    return np.cos(angle) * gradient + np.sin(angle) * aside / length(aside) * size * largest


def some(gradient: Array, count: int, fixed: Array) -> Array:
    """Let so many numbers of each member learn, at random but always the same."""
    return np.where(fixed.argsort(1).argsort(1) < count, gradient, 0)


WHOLE: Mapping[str, Callable[..., Array]] = {"only": some, "angle": turned}
# One parameter's gradient: what stands in its place, from itself, a fixed direction and a fresh one.
INSTEAD: Mapping[str, Callable[[Array, Array, Array], Array]] = {
    "direction": lambda gradient, fixed, fresh: fixed * np.abs(gradient).mean(1, keepdims=True),
    "noise": lambda gradient, fixed, fresh: fresh * np.abs(gradient).mean(1, keepdims=True),
    "uphill": lambda gradient, fixed, fresh: -gradient,
}


def change_steps(optimizer: Any, named: Mapping[str, Any], seeds: Sequence[int], asked: Mapping[str, Any]) -> None:
    """Let an optimizer's steps do what options of ANY_OPTIMIZER ask for; `named` are the parameters that learn."""
    members, plain, parameters = len(seeds), optimizer.step, list(named.values())
    draw = [np.random.default_rng([seed, 7]) for seed in seeds]
    ends = np.cumsum([each.numel() // members for each in parameters])
    fixed = drawn(draw, ends[-1])
    instead = meant(asked.get("instead", {}), named, "optimizer: instead")
    held = meant(dict.fromkeys(asked.get("held", ())), named, "optimizer: held")
    lengths = {name: length(rows_of(named[name].data, members)) for name in held}

    def step() -> None:
        grads = [np.zeros(each.shape) if each.grad is None else each.grad for each in parameters]
        parts = dict(zip(named, (rows_of(each, members) for each in grads), strict=True))
        directions = dict(zip(named, np.split(fixed, ends[:-1], axis=1), strict=True))
        for name, what in instead.items():
            fresh = drawn(draw, parts[name].shape[1])
            parts[name] = INSTEAD[what](parts[name], directions[name], fresh)
        whole = np.concatenate(list(parts.values()), axis=1)
        for option in (each for each in WHOLE if each in asked):
            whole = WHOLE[option](whole, asked[option], fixed)
        for each, rows in zip(parameters, np.split(whole, ends[:-1], axis=1), strict=True):
            each.grad = rows.reshape(each.shape)
        plain()
        for name, first in lengths.items():
            rows = rows_of(named[name].data, members)
            named[name].write((rows * first / length(rows)).reshape(named[name].shape))

    optimizer.step = step


def rows_of(array: Array, members: int) -> Array:
    return np.asarray(array).reshape(members, -1)


def drawn(draw: Sequence[np.random.Generator], count: int) -> Array:
    return np.stack([each.normal(size=count) for each in draw])


def meant(values: Mapping[str, Any], named: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return the value of each parameter that is meant: by its own name, or with all others of its module."""
    known = tuple(dict.fromkeys(part for own in named for part in (own.rpartition(".")[0], own)))
    found: dict[str, Any] = {}
    for name, value in values.items():
        of_it = [own for own in named if own == name or own.startswith(f"{name}.")]
        if not of_it:
            raise LessonError(f"{where} has {name!r}, which it has not.{nearest(name, known)}")
        found |= dict.fromkeys(of_it, value)
    return found
