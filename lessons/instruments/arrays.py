"""Arrays of either library: read, written, and drawn alike each time."""

import random
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def read_array(tensor: Any) -> Array:
    """Return the numbers of a tensor or an array; half precision as float32, which NumPy knows."""
    for method in ("detach", "cpu", "to_dense"):
        tensor = getattr(tensor, method)() if hasattr(type(tensor), method) else tensor
    if is_half(tensor):
        tensor = tensor.float()
    return np.asarray(tensor.data if hasattr(type(tensor), "detach") else tensor)


def is_half(tensor: Any) -> bool:
    return str(getattr(tensor, "dtype", "")).endswith("float16")


def is_tensor(value: Any) -> bool:
    return hasattr(value, "shape") and hasattr(value, "dtype")


def write_array(parameter: Any, values: Array) -> None:
    """Write numbers into a parameter, in its own type and on its own device."""
    if hasattr(type(parameter), "write"):
        parameter.write(values)
    else:
        parameter.data.copy_(like(parameter.data, values))


def like(tensor: Any, values: Any) -> Any:
    """Return numbers as a tensor of the same kind, type and device as another one."""
    if hasattr(type(tensor), "new_tensor"):
        return tensor.new_tensor(values)
    values = np.asarray(values, dtype=tensor.dtype)
    return values if isinstance(tensor, np.ndarray) else type(tensor)(values)


def take(value: Any, rows: Sequence[int]) -> Any:
    """Return some rows of a tensor, or of each tensor of a tuple or a dict."""
    if isinstance(value, dict):
        return {name: take(each, rows) for name, each in value.items()}
    if isinstance(value, tuple | list):
        return tuple(take(each, rows) for each in value)
    return None if value is None else value[list(rows)]


def seed_all(seed: int = 0) -> None:
    """Let Python, NumPy and each library that is loaded draw the same numbers again."""
    random.seed(seed)
    np.random.seed(seed)
    for manual_seed in seeders(len(sys.modules)):
        manual_seed(seed)


@lru_cache(1)
def seeders(_: int) -> list[Callable[[int], object]]:
    """Return `manual_seed` of each library among so many loaded modules."""
    packages = [vars(module) for name, module in tuple(sys.modules.items()) if module and "." not in name]
    return [names["manual_seed"] for names in packages if callable(names.get("manual_seed"))]
