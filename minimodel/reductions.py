"""Reductions: many entries become fewer; and the methods for them.

The operations are written as those of operations.py are: the value, and a
link for each input.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from . import errors
from .axes import Axes, as_dims, over, whole
from .dtypes import one_dtype
from .operations import Array, Result

Tensor: TypeAlias = Any  # of tensor.py, which imports this file


def spread(g: Array, like: Array, dim: Axes, keepdim: bool) -> Array:
    """Copy a reduced gradient back over the axes that were reduced."""
    if dim is not None and not keepdim:
        g = np.expand_dims(g, dim)
    return np.broadcast_to(g, like.shape)


def entries(a: Array, dim: Axes) -> int:
    """Count the entries reduced to one. Raises ValueError for 0."""
    dims = (dim,) if isinstance(dim, int) else dim or range(a.ndim)
    count = math.prod([a.shape[i] for i in dims])
    if count == 0 and 0 not in np.delete(a.shape, list(dims)):
        raise errors.ValueError("it is empty there")
    return count


def sum(a: Array, *, dim: Axes = None, keepdim: bool = False) -> Result:
    """Σ a over dim. Every entry receives the gradient of its sum."""
    value = a.sum(axis=dim, keepdims=keepdim)
    return value, (lambda g: spread(g, a, dim, keepdim),)


def mean(a: Array, *, dim: Axes = None, keepdim: bool = False) -> Result:
    count = entries(a, dim)
    total, (to_a,) = sum(a, dim=dim, keepdim=keepdim)
    return total / count, (lambda g: to_a(g / count),)


def amax(a: Array, *, dim: Axes = None, keepdim: bool = False) -> Result:
    """Return the largest entry over dim. Equal ones share the gradient."""
    entries(a, dim)
    return at_winners(a, a.max(axis=dim, keepdims=True), dim, keepdim)


def first_largest(a: Array) -> Result:
    """Return the largest of the last axis. The first of equals is it."""
    place = a.argmax(axis=-1)[..., None]

    def to_a(g: Array) -> Array:
        gradient = np.zeros(a.shape, a.dtype)
        np.put_along_axis(gradient, place, g[..., None], -1)
        return gradient

    return np.take_along_axis(a, place, -1)[..., 0], (to_a,)


def largest(a: Array, *, keepdim: bool) -> Result:
    """Return the largest entry of all. Equal ones share the gradient."""
    return at_winners(a, a.max(keepdims=True), None, keepdim)


def smallest(a: Array, *, keepdim: bool) -> Result:
    """Return the smallest entry of all. Equal ones share the gradient."""
    return at_winners(a, a.min(keepdims=True), None, keepdim)


def at_winners(a: Array, value: Array, dim: Axes, keepdim: bool) -> Result:
    """Return the value; entries that equal it share its gradient."""
    winners = (a == value) | np.isnan(a)  # then the value is NaN, too
    count = winners.sum(axis=dim, keepdims=keepdim, dtype=a.dtype)

    def to_a(g: Array) -> Array:
        return np.where(winners, spread(g / count, a, dim, keepdim), 0)

    return value if keepdim else np.squeeze(value, axis=dim), (to_a,)


def logsumexp(
    a: Array, *, dim: Axes = -1, keepdim: bool = False
) -> Result:
    """log Σ eᵃ over dim, with the maximum taken out so nothing overflows.

    Its derivative is the softmax of a.
    """
    top = a.max(axis=dim, keepdims=True)
    top = np.where(np.isfinite(top), top, 0)  # ∞ - ∞ is not a number
    powers = np.exp(a - top)
    total = powers.sum(axis=dim, keepdims=True)
    with np.errstate(divide="ignore"):  # log 0 is -∞, and is meant
        value = np.log(total) + top
    value = value if keepdim else np.squeeze(value, axis=dim)
    return value, (lambda g: spread(g, a, dim, keepdim) * powers / total,)


@np.errstate(invalid="ignore")  # a row of -∞ alone is NaN
def softmax(a: Array, *, dim: Axes = -1) -> Result:
    """eᵃ / Σ eᵃ over dim: positive entries that add up to 1."""
    powers = np.exp(a - np.max(a, axis=dim, keepdims=True))
    p = powers / powers.sum(axis=dim, keepdims=True)

    def to_a(g: Array) -> Array:
        return p * (g - (g * p).sum(axis=dim, keepdims=True))

    return p, (to_a,)


def log_softmax(a: Array, *, dim: Axes = -1) -> Result:
    """Return log softmax(a) = a - logsumexp(a), without overflow."""
    value = a - a.max(axis=dim, keepdims=True)
    value = value - np.log(np.exp(value).sum(axis=dim, keepdims=True))

    def to_a(g: Array) -> Array:
        return g - np.exp(value) * g.sum(axis=dim, keepdims=True)

    return value, (to_a,)


def cumsum(a: Array, *, dim: int) -> Result:
    """Σ of the entries so far. Each has a part in all that follow."""

    def to_a(g: Array) -> Array:
        return np.flip(np.flip(g, dim).cumsum(dim), dim)

    return a.cumsum(dim), (to_a,)


def root(a: Array) -> Result:
    """Return √a, with slope 0 at 0."""
    value = np.sqrt(a)
    slope = np.where(value == 0, 0, 0.5 / np.where(value == 0, 1, value))
    return value, (lambda g: np.where(value == 0, 0, g * slope),)


def jumping(of: Any) -> Callable[..., Result]:
    """Make an operation of what jumps, and so has no derivative."""

    def operation(a: Array, *, dim: Axes, keepdim: bool) -> Result:
        return of(a, axis=dim, keepdims=keepdim), ()

    operation.__name__ = of.__name__
    operation.__doc__ = f"Return {of.__name__} over dim: see NumPy's."
    return operation


any, all = jumping(np.any), jumping(np.all)
argmax, argmin = jumping(np.argmax), jumping(np.argmin)  # the first one


# ---- as methods of Tensor ----------------------------------------------


class Largest(NamedTuple):
    """The largest entries along an axis, and where they stand."""

    values: Tensor
    indices: Tensor


def reducing(operation: Any, usual: Axes = None) -> Callable[..., Tensor]:
    """Make the method of an operation, over everything unless told."""

    def method(
        self: Any, dim: Axes = usual, keepdim: bool = False, **also: Any
    ) -> Tensor:
        options = over(self.ndim, dim, keepdim, also)
        return self._apply(operation, **options)

    method.__name__, method.__doc__ = operation.__name__, operation.__doc__
    return method


def extreme(all_of: Any, place: Any) -> Callable[..., Any]:
    """Make the method max or min."""

    def method(
        self: Any, dim: Any = None, keepdim: bool = False, **also: Any
    ) -> Any:
        """Return it, of all; over dim, (values, indices), as PyTorch.

        Over dim only the first of equal entries receives the gradient.
        `amax` gives the values alone.
        """
        options = over(1, dim, keepdim, also)
        dim, keepdim = options["dim"], options["keepdim"]
        if dim is None:
            return self._apply(all_of, keepdim=keepdim)
        if isinstance(dim, tuple):
            raise errors.TypeError("max takes one axis, amax several.")
        x = self if self.ndim else self.reshape(1)
        numbers = x.to(np.int64) if x.dtype.kind == "b" else x
        indices = numbers._apply(place, dim=dim, keepdim=True)
        found = Largest(x.gather(dim, indices), indices)
        if keepdim and self.ndim:
            return found
        return Largest(*(part.squeeze(dim) for part in found))

    method.__name__ = place.__name__.removeprefix("arg")
    return method


class Reductions:
    """The reductions under PyTorch's names; NumPy's `axis` will do too."""

    ndim: int
    _apply: Any

    max, min = extreme(largest, argmax), extreme(smallest, argmin)
    sum, mean, amax = reducing(sum), reducing(mean), reducing(amax)
    argmax, argmin = reducing(argmax), reducing(argmin)
    any, all = reducing(any), reducing(all)
    logsumexp = reducing(logsumexp, -1)

    def softmax(self, dim: Axes = -1) -> Tensor:
        """eˣ / Σ eˣ over dim."""
        return self._apply(softmax, dim=as_dims(dim))

    def log_softmax(self, dim: Axes = -1) -> Tensor:
        return self._apply(log_softmax, dim=as_dims(dim))

    def topk(
        self: Any,
        k: int,
        dim: int = -1,
        largest: bool = True,
        sorted: bool = True,
    ) -> Largest:
        """Return the k largest, or least, along an axis; always sorted."""
        if not self.ndim:
            one = self.reshape(1).topk(k, dim, largest)
            return Largest(*(x.reshape(()) for x in one))
        if not 0 <= whole(k) <= self.shape[whole(dim)]:
            raise errors.ValueError(
                f"topk got {self.shape}: axis {dim} has no {k} entries."
            )
        (entries,) = one_dtype("topk", [self._data])
        if largest:  # of equal ones the first, as argmax has it
            entries = np.flip(entries, dim)
        order = np.argsort(entries, axis=dim, kind="stable")
        if largest:
            order = self.shape[dim] - 1 - np.flip(order, dim)
        indices = order.take(range(k), dim)
        return Largest(self.gather(dim, indices), type(self)(indices))

    def var(
        self: Any, dim: Any = None, unbiased: Any = True, keepdim: Any = 0
    ) -> Tensor:
        """Σ(x - mean)² / (n - 1), or / n unless unbiased."""
        distance = self - self.mean(dim, True)
        total = (distance * distance).sum(as_dims(dim), bool(keepdim))
        count = self.numel() / max(total.numel(), 1)
        return total / (count - unbiased)

    def std(self: Any, *how: Any, **named: Any) -> Tensor:
        """√var. Where it is 0 its slope is taken to be 0."""
        return self.var(*how, **named)._apply(root)
