"""The optimizers that an experiment may train with, with all their options."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any


def build_optimizer(library: ModuleType, chosen: Mapping[str, Any], parameters: Any) -> Any:
    """Make the optimizer of this name. Adam's betas are written one by one."""
    options = {name: value for name, value in chosen.items() if name != "name"}
    if chosen["name"] == "sgd":
        return library.optim.SGD(parameters, **options)
    betas = options.pop("beta1", 0.9), options.pop("beta2", 0.999)
    kind = library.optim.AdamW if chosen["name"] == "adamw" else library.optim.Adam
    return kind(parameters, betas=betas, **options)
