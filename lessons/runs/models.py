"""Models: what is trained. Each function builds one with the first weights of a seed."""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import numpy as np

from lessons.runs.rows import Rows


def build_model(library: ModuleType, model: Mapping[str, Any], rows: Rows, seed: int) -> Any:
    """Build a model of the arm's own library."""
    options = {name: value for name, value in model.items() if name != "name"}
    return MODELS[model["name"]](library, rows, np.random.default_rng(seed), **options)


def tense_mlp(library: ModuleType, rows: Rows, generator: np.random.Generator, **options: Any) -> Any:
    """23 → hidden → 5, an activation between."""
    return library.lab.tense.TenseMLP(**options, generator=generator)


MODELS: Mapping[str, Callable[..., Any]] = {"TenseMLP": tense_mlp}
