"""The library's own deep network: a layer, residual blocks, and a last layer."""

from types import ModuleType
from typing import Any

import numpy as np

from lessons.format import LessonError
from lessons.runs.models.weights import start
from lessons.runs.rows import Rows
from lessons.table import nearest


def deep_mlp(
    library: ModuleType,
    rows: Rows,
    generator: np.random.Generator,
    *,
    dtype: type,
    hidden: int = 16,
    depth: int = 2,
    activation: str = "gelu",
    **first: Any,
) -> Any:
    """Build a DeepMLP that takes the task's rows and gives its answers."""
    known = tuple(library.nn.ELEMENTWISE)
    if activation not in known:
        raise LessonError(f"model: activation = {activation!r} is none.{nearest(activation, known)}")
    if hidden < 1 or depth < 0:
        raise LessonError(f"model: hidden = {hidden} should be 1 or more, and depth = {depth} 0 or more.")
    model = library.lab.deep.DeepMLP(
        rows.inputs, hidden, rows.outputs, depth, activation, generator=generator, dtype=dtype
    )
    return start(library, model, generator, **first)
