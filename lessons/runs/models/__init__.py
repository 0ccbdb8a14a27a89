"""Models: what is trained. Each function builds one with the first weights of a seed.

Whatever has one hidden layer or more has `hidden(x)`: the numbers that its last linear layer reads.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from lessons.course.lesson.values import LessonError
from lessons.course.lesson.vocabulary import MODELS as NAMES
from lessons.format.experiments import other_model
from lessons.runs.functions import functions_of
from lessons.runs.models.weights import Kit, adding, best_of, freeze, reading_float32, scale
from lessons.runs.trained_model import Library, Rows

MODELS: Mapping[str, Callable[..., Any]] = functions_of(__name__, NAMES)
DTYPES: Mapping[str, type] = {"float64": np.float64, "float32": np.float32}


def build_model(library: Library, model: Mapping[str, Any], rows: Rows, seed: int) -> Any:
    """Build a model of the arm's own library, with a seed's first weights. Raises LessonError or ValueError."""
    name, options = model["name"], {key: value for key, value in model.items() if key != "name"}
    if options.get("dtype") == "float32" and not rows.classes:
        raise LessonError("model: dtype = 'float32' is for classes; numbers to learn are float64.")
    factors, plus = options.pop("scale", {}), options.pop("plus", None)
    frozen, dtype = options.pop("frozen", ()), DTYPES[options.pop("dtype", "float64")]
    tries, draw = options.pop("best_of", 1), options.pop("draw", 0)
    drawn = np.random.default_rng([seed, 5, draw] if draw else seed)  # a seed's own weights, or others of that kind
    kit = Kit(library, rows, drawn, dtype)
    built = best_of(lambda: MODELS[name](kit, **options), tries, rows)
    scale(built, factors)
    freeze(built, frozen)
    if plus is not None:
        other, times = other_model(model)
        built = adding(built, build_model(library, other, rows, seed), times)
    return reading_float32(library, built) if dtype is np.float32 else built
