"""Layers made as a lesson writes them, and outputs that become one number, of whichever library."""

import inspect
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np


def made_of(kind: Any, arguments: Sequence[Any], library: ModuleType, dtype: str = "", **options: Any) -> Any:
    """Make one of a kind. In its arguments, `Linear 3 5` is that layer of the library, a list one more of the kind."""
    if dtype and "dtype" in inspect.signature(kind).parameters:
        options["dtype"] = np.dtype(dtype)
    return kind(*[argument_of(kind, each, library, dtype) for each in arguments], **options)


def argument_of(kind: Any, argument: Any, library: ModuleType, dtype: str) -> Any:
    if isinstance(argument, list):
        return made_of(kind, argument, library, dtype)
    name, *sizes = argument.split() if isinstance(argument, str) else ("",)
    layer = getattr(library.nn, name, None)
    return made_of(layer, list(map(int, sizes)), library, dtype) if isinstance(layer, type) else argument


def apply_of(library: ModuleType) -> Callable[..., Any]:
    """Return the one way of a library that every operation takes."""
    found: Callable[..., Any] = library.Tensor.__add__.__globals__["apply"]
    return found


def weighing(weights: Any) -> Callable[[Any], Any]:
    """Return an operation: the sum of its inputs, each with a weight of its own."""

    def weigh(a: Any) -> Any:
        w = np.resize(weights, a.size).reshape(a.shape).astype(a.dtype)
        return np.asarray((a * w).sum()), (lambda g: g * w,)

    return weigh
