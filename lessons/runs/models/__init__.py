"""Models: what is trained. Each function builds one with the first weights of a seed.

Whatever has one hidden layer or more has `hidden(x)`: the numbers that its last linear layer reads.
"""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import numpy as np

from lessons.format import LessonError
from lessons.runs.functions import functions_of
from lessons.runs.models.chosen import best_of
from lessons.runs.models.float32 import reading_float32
from lessons.runs.models.weights import freeze
from lessons.runs.rows import Rows
from lessons.table import nearest
from lessons.vocabulary import MODELS as NAMES

MODELS: Mapping[str, Callable[..., Any]] = functions_of(__name__, NAMES)
DTYPES: Mapping[str, type] = {"float64": np.float64, "float32": np.float32}


def build_model(library: ModuleType, model: Mapping[str, Any], rows: Rows, seed: int) -> Any:
    """Build a model of the arm's own library, with the first weights of a seed.

    Raises LessonError, or minimodel's ValueError, where its sizes, names or numbers do not fit.
    """
    name, options = model["name"], {key: value for key, value in model.items() if key != "name"}
    if name not in MODELS:
        raise LessonError(f"model = {name!r} is none.{nearest(name, tuple(MODELS))}")
    if options.get("dtype") == "float32" and not rows.classes:
        raise LessonError("model: dtype = 'float32' is for classes; numbers to learn are float64.")
    frozen, dtype = options.pop("frozen", ()), DTYPES[options.pop("dtype", "float64")]
    tries, drawn = options.pop("best_of", 1), drawing(seed, options.pop("draw", 0))
    built = best_of(lambda: MODELS[name](library, rows, drawn, dtype=dtype, **options), tries, rows)
    freeze(built, frozen)
    return reading_float32(library, built) if dtype is np.float32 else built


def drawing(seed: int, draw: int) -> np.random.Generator:
    """What draws the first weights of a seed: those that it always has, or others of the same kind."""
    return np.random.default_rng([seed, 5, draw] if draw else seed)
