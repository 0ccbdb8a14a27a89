"""The optimizers that an experiment may train with, with all their options."""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from lessons.format import LessonError
from lessons.table import nearest
from lessons.vocabulary import OPTIMIZERS as KNOWN


def sgd(library: ModuleType, parameters: Any, **options: Any) -> Any:
    """Make SGD: plain, with momentum, or Nesterov's."""
    return library.optim.SGD(parameters, **options)


def adam(
    library: ModuleType, parameters: Any, beta1: float = 0.9, beta2: float = 0.999, **options: Any
) -> Any:
    """Make Adam. A lesson writes its betas one by one."""
    return library.optim.Adam(parameters, betas=(beta1, beta2), **options)


def adamw(
    library: ModuleType, parameters: Any, beta1: float = 0.9, beta2: float = 0.999, **options: Any
) -> Any:
    """Make Adam with decoupled weight decay."""
    return library.optim.AdamW(parameters, betas=(beta1, beta2), **options)


OPTIMIZERS: Mapping[str, Callable[..., Any]] = {"sgd": sgd, "adam": adam, "adamw": adamw}


def build_optimizer(library: ModuleType, chosen: Mapping[str, Any], parameters: Any) -> Any:
    """Make the optimizer of this name. Raises LessonError for a name or an option that there is not."""
    name, options = chosen.get("name", ""), {key: value for key, value in chosen.items() if key != "name"}
    if name not in OPTIMIZERS:
        raise LessonError(f"optimizer = {name!r} is none.{nearest(name, tuple(OPTIMIZERS))}")
    known = (*KNOWN[name].needs, *KNOWN[name].options)
    for option in options:
        if option not in known:
            raise LessonError(f"optimizer: {name} has no {option!r}.{nearest(option, known)}")
    return OPTIMIZERS[name](library, parameters, **options)
