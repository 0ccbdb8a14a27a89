"""Operations that move entries about: to other shapes, places and types.

They are written as those of operations.py are: the value, and a link for
each input. What was moved there is moved back here.
"""

from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from . import errors
from .operations import Array, Link, Result


def cast(a: Array, *, dtype: Any) -> Result:
    """Copy as another type of number. Whole numbers have no slope."""
    value = a.astype(dtype, order="C")
    if value.dtype.kind != "f":
        return value, ()
    return value, (lambda g: g.astype(a.dtype),)


def reshape(a: Array, *, shape: tuple[int, ...]) -> Result:
    return a.reshape(shape), (lambda g: g.reshape(a.shape),)


def view(a: Array, *, shape: tuple[int, ...]) -> Result:
    """reshape, of the same memory."""
    value, links = reshape(a, shape=shape)
    if a.size and not np.may_share_memory(value, a):
        raise errors.ValueError(
            "its entries lie in another order: use reshape, which copies"
        )
    return value, links


def transpose(a: Array, *, order: tuple[int, ...]) -> Result:
    """Return the same entries with the axes in another order."""
    value = a.transpose(order)
    back = np.argsort(np.arange(a.ndim)[list(order)])
    return value, (lambda g: g.transpose(back),)


def expand(a: Array, *, shape: tuple[int, ...]) -> Result:
    """Show a along new axes and those of length 1; -1 keeps a length."""
    own = (1,) * (len(shape) - a.ndim) + a.shape
    lengths = [n if m == -1 else m for n, m in zip(own, shape)]
    return np.broadcast_to(a, lengths), (lambda g: g,)


def flip(a: Array, *, dims: tuple[int, ...]) -> Result:
    """Return the same entries, along these axes from the last on."""
    return np.flip(a, dims).copy(), (lambda g: np.flip(g, dims),)


def roll(a: Array, *, shifts: Any, dim: Any) -> Result:
    """Move the entries on by so many places; the last come round."""
    back = -np.asarray(shifts)
    return np.roll(a, shifts, dim), (lambda g: np.roll(g, back, dim),)


def swapaxes(a: Array, *, dim: int, to: int) -> Result:
    return a.swapaxes(dim, to), (lambda g: g.swapaxes(dim, to),)


def getitem(a: Array, *, index: Any) -> Result:
    """a[index]. An entry picked twice receives both gradients."""
    parts = index if isinstance(index, tuple) else (index,)

    def to_a(g: Array) -> Array:
        gradient = np.zeros(a.shape, a.dtype)
        if not any(isinstance(part, np.ndarray) for part in parts):
            gradient[index] = g
        else:  # on flat places, where add.at is quickest
            places = np.arange(a.size).reshape(a.shape)[index]
            np.add.at(gradient.reshape(-1), places.ravel(), g.ravel())
        return gradient

    value = a[index]
    if not isinstance(value, np.ndarray):  # a number: with ..., a view
        value = a[(*parts, ...)]
    return value, (to_a,)


def numbers_first(index: Any) -> tuple[Any, Any]:
    """Cut an index in two: its numbers, and then its lists, as PyTorch.

    NumPy takes a number beside a list to be a list, and puts the axis of
    the lists first when a slice stands between: x[1, :, [0, 2]].
    """
    parts = index if isinstance(index, tuple) else (index,)
    lists = [
        isinstance(part, np.ndarray) and part.ndim > 0 for part in parts
    ]
    numbers = [type(part) is int for part in parts]
    if not (any(lists) and any(numbers)):
        return ..., index
    first: list[Any] = []
    for part, is_list in zip(parts, lists):
        every = part.ndim if is_list and part.dtype == bool else 1
        first += [slice(None)] * every if is_list else [part]
    rest = [
        part if is_list or part is ... else slice(None)
        for part, is_list, number in zip(parts, lists, numbers)
        if not number
    ]
    return tuple(first), tuple(rest)


def gather(a: Array, *, dim: int, index: Array) -> Result:
    """One entry along dim for each entry of index, as PyTorch's gather."""
    if index.ndim != a.ndim:
        raise errors.ValueError(
            f"the index has shape {index.shape}, and needs {a.ndim} axes"
        )
    if index.min(initial=0) < 0:
        raise errors.IndexError(f"index {index.min()} is below 0")
    places: list[Array] = list(np.indices(index.shape, sparse=True))
    places[dim] = index
    return getitem(a, index=tuple(places))


def where(a: Array, b: Array, *, condition: Array) -> Result:
    return np.where(condition, a, b), (
        lambda g: np.where(condition, g, 0),
        lambda g: np.where(condition, 0, g),
    )


def masked_fill(a: Array, *, mask: Array, value: float) -> Result:
    """Return the value where the mask is True, else a."""
    return np.where(mask, np.asarray(value, a.dtype), a), (
        lambda g: np.where(mask, 0, g),
    )


def concatenate(*parts: Array, dim: int = 0) -> Result:
    """Return the parts one after the other along an axis they have."""
    ends = np.cumsum([part.shape[dim] for part in parts])

    def to_part(end: int, size: int) -> Link:
        place = slice(end - size, end)
        return lambda g: g.swapaxes(0, dim)[place].swapaxes(0, dim)

    sizes = [part.shape[dim] for part in parts]
    pairs = zip(ends, sizes, strict=True)
    value = np.concatenate(parts, axis=dim)
    return value, tuple(to_part(end, size) for end, size in pairs)


def stack(*parts: Array, dim: int = 0) -> Result:
    """Return the parts side by side along a new axis."""

    def to_part(i: int) -> Link:
        return lambda g: np.take(g, i, axis=dim)

    links = tuple(to_part(i) for i in range(len(parts)))
    return np.stack(parts, axis=dim), links


def pad(a: Array, *, widths: Any, value: float) -> Result:
    """Put a value around the last axes: (before, after) for each."""
    last = zip(widths, a.shape[-len(widths) :])
    inside = (..., *(slice(m, m + n) for (m, _), n in last))
    all_axes = [(0, 0)] * (a.ndim - len(widths)) + widths
    return np.pad(a, all_axes, constant_values=value), (
        lambda g: g[inside],
    )


def windows(a: Array, *, size: Any, stride: Any) -> Result:
    """Every window of the last axes: (C, H, W) -> (H', W', C, h, w).

    An entry lies in several windows, and receives the sum of what they
    send, added up for one place within the windows after the other.
    """
    axes, rest = len(size), a.ndim - len(size)
    steps = [slice(None)] * rest + [slice(None, None, n) for n in stride]
    seen = sliding_window_view(a, size, (*range(rest, a.ndim),))[*steps]
    counts = seen.shape[rest : a.ndim]

    def to_a(g: Array) -> Array:
        gradient: Any = np.zeros(a.shape, a.dtype)
        g = np.moveaxis(g, -1 - axes, rest - 1)
        for place in np.ndindex(*size):
            found = zip(place, stride, counts)
            to = [slice(i, i + step * n, step) for i, step, n in found]
            gradient[..., *to] += g[..., *place]
        return gradient

    return np.moveaxis(seen, rest - 1, -1 - axes), (to_a,)
