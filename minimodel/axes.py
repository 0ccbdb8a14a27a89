"""Axes and shapes as they are given: by PyTorch's names or by NumPy's."""

from typing import Any, TypeAlias

import numpy as np

Axes: TypeAlias = int | tuple[int, ...] | None


def over(dim: Any, keepdim: bool, also: dict[str, Any]) -> dict[str, Any]:
    """The options of a reduction; `axis` and `keepdims` are understood.

    Raises TypeError for other words, and for a dim that is not whole
    numbers.
    """
    also = {
        name: value for name, value in also.items() if value is not None
    }
    dim, keepdim = also.pop("axis", dim), also.pop("keepdims", keepdim)
    if also:
        raise TypeError(
            f"A reduction takes dim and keepdim, and got {', '.join(also)}."
        )
    return {"dim": as_dims(dim), "keepdim": bool(keepdim)}


def as_dims(dim: Any) -> Axes:
    """One axis, several, or None for all of them."""
    if dim is None or type(dim) is int:
        return dim
    if isinstance(dim, list | tuple):
        return tuple(map(whole, dim)) or None
    return whole(dim)


def as_shape(shape: Any) -> tuple[int, ...]:
    """Lengths of axes: 6, (2, 3) or [2, 3]."""
    if isinstance(shape, list | tuple):
        return tuple(map(whole, shape))
    return (whole(shape),)


def whole(number: Any) -> int:
    """A whole number, or a TypeError."""
    if isinstance(number, bool | np.bool) or not hasattr(
        number, "__index__"
    ):
        raise TypeError(
            f"An axis or a length is a whole number, not {number!r}."
        )
    return int(number)
