"""The losses and the optimizers that an experiment may train with."""

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from lessons.course.values import LessonError, nearest
from lessons.course.vocabulary import ANY_OPTIMIZER
from lessons.course.vocabulary import OPTIMIZERS as KNOWN
from lessons.runs.step_changes import change_steps, meant

Loss = Callable[[Any, Any], Any]


def cross_entropy(library: ModuleType) -> Loss:
    loss: Loss = library.nn.CrossEntropyLoss()
    return loss


def cross_entropy_spelled_out(library: ModuleType) -> Loss:
    """-log p(label), from log_softmax, gather and mean."""

    def loss(logits: Any, labels: Any) -> Any:
        picked = logits.log_softmax(-1).gather(-1, np.asarray(labels)[..., None])
        return -picked.mean(dim=(-1, -2))

    return loss


def mean_squares(library: ModuleType) -> Loss:
    """Return the mean squared distance, over the rows and the outputs. Class numbers stand for a 1 at their place."""

    def loss(outputs: Any, targets: Any) -> Any:
        if np.ndim(targets) < outputs.ndim:
            targets = np.eye(outputs.shape[-1], dtype=outputs.dtype)[np.asarray(targets)]
        distance = outputs - targets
        return (distance * distance).mean(dim=(-1, -2))

    return loss


LOSSES: Mapping[str, Callable[[ModuleType], Loss]] = {
    "cross_entropy": cross_entropy,
    "cross_entropy_spelled_out": cross_entropy_spelled_out,
    "mean_squares": mean_squares,
    "mse": lambda library: library.nn.MSELoss(),
}


def sgd(library: ModuleType, parameters: Any, **options: Any) -> Any:
    """Make SGD: plain, with momentum, or Nesterov's."""
    return library.optim.SGD(parameters, **options)


def adam(library: ModuleType, parameters: Any, beta1: float = 0.9, beta2: float = 0.999, **options: Any) -> Any:
    """Make Adam. A lesson writes its betas one by one."""
    return library.optim.Adam(parameters, betas=(beta1, beta2), **options)


def adamw(library: ModuleType, parameters: Any, beta1: float = 0.9, beta2: float = 0.999, **options: Any) -> Any:
    """Make Adam with decoupled weight decay."""
    return library.optim.AdamW(parameters, betas=(beta1, beta2), **options)


OPTIMIZERS: Mapping[str, Callable[..., Any]] = {"sgd": sgd, "adam": adam, "adamw": adamw}


def build_optimizer(
    library: ModuleType, chosen: Mapping[str, Any], parameters: Mapping[str, Any], seeds: Sequence[int] = (0,)
) -> Any:
    """Make the optimizer of this name, of parameters by their names, which are those of a model for each seed.

    Raises LessonError for a name or an option that there is not.
    """
    name, options = chosen.get("name", ""), {key: value for key, value in chosen.items() if key != "name"}
    if name not in OPTIMIZERS:
        raise LessonError(f"optimizer = {name!r} is none.{nearest(name, tuple(OPTIMIZERS))}")
    known = (*KNOWN[name].needs, *KNOWN[name].options)
    for option in options:
        if option not in known:
            raise LessonError(f"optimizer: {name} has no {option!r}.{nearest(option, known)}")
    changes = {option: options.pop(option) for option in ANY_OPTIMIZER if option in options}
    decays = meant(dict.fromkeys(options.pop("decays", parameters)), parameters, "optimizer: decays")
    free = [each for own, each in parameters.items() if own not in decays]
    groups: list[dict[str, Any]] = [{"params": [parameters[own] for own in decays]}] if decays else []
    groups += [{"params": free, "weight_decay": 0.0}] if free else []
    made = OPTIMIZERS[name](library, groups, **options)
    if changes:
        change_steps(made, parameters, seeds, changes)
    return made
