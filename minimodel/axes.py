"""Axes and shapes as they are given: by PyTorch's names or NumPy's."""

import math
import operator
from typing import Any, TypeAlias

import numpy as np

from . import errors

Axes: TypeAlias = int | tuple[int, ...] | None
MOST = 2**31  # entries of a tensor: 16 GiB


def over(
    axes: int, dim: Any, keepdim: bool, also: dict[str, Any]
) -> dict[str, Any]:
    """Read a reduction's options; `axis` and `keepdims` will do too.

    A single number, which has no axes, may be reduced along 0 or -1.
    """
    also = {name: x for name, x in also.items() if x is not None}
    dim, keepdim = also.pop("axis", dim), also.pop("keepdims", keepdim)
    if also or not isinstance(keepdim, bool | np.bool):
        got = ", ".join(also) or f"keepdim={keepdim!r:.60}"
        raise errors.TypeError(
            f"A reduction takes dim and keepdim, and got {got}. Several "
            "axes are dim=(0, 1), and keepdim is True or False."
        )
    dims = as_dims(dim)
    if not axes and dims in (0, -1, (0,), (-1,)):
        dims = None
    return {"dim": dims, "keepdim": bool(keepdim)}


def as_dims(dim: Any) -> Axes:
    """One axis, several, or None for all of them."""
    if isinstance(dim, list | tuple):
        return as_shape(dim) or None
    return None if dim is None else whole(dim)


def as_shape(shape: Any) -> tuple[int, ...]:
    """Lengths of axes: 6, (2, 3) or [2, 3]."""
    shape = shape if isinstance(shape, list | tuple) else [shape]
    return tuple(map(whole, shape))


def as_lengths(shape: Any) -> tuple[int, ...]:
    """Read the shape of something new; ValueError for an odd one."""
    lengths = as_shape(shape)
    if min((0, *lengths)) < 0 or math.prod(lengths) > MOST:
        raise errors.ValueError(f"No tensor has the shape {lengths}.")
    return lengths


def lengths(shape: tuple[Any, ...]) -> tuple[int, ...]:
    """Read a shape that is given as 2, 3 or as (2, 3)."""
    return as_lengths(shape[0] if len(shape) == 1 else shape)


def whole(number: Any) -> int:
    """Return a whole number such as 2 or numpy.int64(2), or a sentence."""
    given: Any = None if isinstance(number, bool | np.bool) else number
    try:
        found = operator.index(given)
    except (TypeError, ValueError):
        raise errors.TypeError(
            f"An axis or a length is a whole number, not {number!r:.60}."
        ) from None
    if abs(found) > MOST:
        raise errors.ValueError(f"{found} is too large for an axis.")
    return found
