"""Further words of PyTorch's on a tensor, each over what there is."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from . import errors
from .axes import as_dims, lengths, whole
from .dtypes import as_mask
from .error_sentences import in_sentences
from .operations import Array, Result, sigmoid
from .rearranging import cast, masked_fill, roll
from .recording import recording
from .reductions import cumsum

Tensor: TypeAlias = Any  # of tensor.py, which imports this file
EQUALITY = (np.equal, np.not_equal)  # of what is no number: Python's own


def comparing(how: Any) -> Callable[[Any, Any], Any]:
    """Make a method that compares: without links, as results jump."""

    def operation(a: Array, b: Array) -> Result:
        return how(a, b), ()

    def method(self: Any, other: Any) -> Any:
        if how in EQUALITY and isinstance(other, str | None):
            return NotImplemented
        return self._apply(operation, other)

    operation.__name__ = method.__qualname__ = how.__name__
    return method


def in_place(how: Any) -> Callable[[Any, Any], Any]:
    """Make a method that writes its result into x, such as x += y."""
    return lambda self, other: self._in_place(how(self, other))


def matrices(axes: int) -> Callable[[Any, Any], Any]:
    """Make x @ y for tensors of so many axes alone: mm, or bmm."""

    def method(self: Any, other: Any) -> Any:
        if self.ndim != axes or np.ndim(other) != axes:
            raise errors.ValueError(
                f"It takes two tensors of {axes} axes, and got "
                f"{self.shape} and {np.shape(other)}. Write x @ y."
            )
        return self @ other

    return method


def rounded(a: Array) -> Result:
    """Return the nearest whole numbers, whose slope is 0."""
    return np.round(a), (np.zeros_like,)


def softplus(a: Array) -> Result:
    """log(1 + eᵃ), without overflow; its slope is the sigmoid of a."""
    p, _ = sigmoid(a)
    return np.logaddexp(a, 0), (lambda g: g * p,)


def clipped(a: Array, *, low: Any, high: Any) -> Result:
    """Return a from low to high. Outside of them its slope is 0."""
    inside = np.asarray(True)
    if low is not None:
        inside = inside & (a >= low)
    if high is not None:
        inside = inside & (a <= high)
    return np.clip(a, low, high), (lambda g: np.where(inside, g, 0),)


class TensorMethods:
    """Comparisons, in-place operators, and what a script may call."""

    _apply: Any

    __lt__, __le__ = comparing(np.less), comparing(np.less_equal)
    __gt__, __ge__ = comparing(np.greater), comparing(np.greater_equal)
    __eq__, __ne__ = map(comparing, EQUALITY)
    __hash__ = object.__hash__
    eq, ne = __eq__, __ne__

    # ---- x += y --------------------------------------------------------

    __iadd__, __isub__ = in_place(operator.add), in_place(operator.sub)
    __imul__ = in_place(operator.mul)
    __itruediv__ = in_place(operator.truediv)

    def _in_place(self: Any, changed: Tensor) -> Tensor:
        """Write the result into x itself: p -= lr * p.grad in no_grad().

        Where it has a gradient and operations are remembered, x names a
        new tensor from now on.
        """
        first, *_ = self._inputs or (None,)
        is_view = first is not None and first._version is self._version
        if recording.on and self._wants and (self.is_leaf or is_view):
            raise RuntimeError(
                "+=, -=, *= and /= write to a tensor, and this leaf or "
                "view wants a gradient. Write in no_grad(), or x = x + y "
                "for a new one."
            )
        if changed.shape != self.shape or not np.can_cast(
            changed.dtype, self.dtype, "same_kind"
        ):
            raise errors.ValueError(
                f"The result, {changed.dtype} of shape {changed.shape}, "
                f"does not go into {self.dtype} of shape {self.shape} in "
                "place. Write x = x + y for a new tensor."
            )
        if recording.on and changed._wants:
            return changed
        return self.write(changed._data)

    # ---- more to compute -----------------------------------------------

    @in_sentences
    def masked_fill(self: Any, mask: Any, value: float) -> Tensor:
        """Return the value where mask is True, else x."""
        return self._apply(masked_fill, mask=as_mask(mask), value=value)

    def _above(self: Any, diagonal: int) -> Array:
        """Return True above a diagonal of the last two axes."""
        if self.ndim < 2:
            raise errors.ValueError(f"{self.shape}: it needs two axes.")
        n, m = self.shape[-2:]
        return np.tri(n, m, whole(diagonal)) == 0

    def tril(self: Any, diagonal: int = 0) -> Tensor:
        """Return 0 above a diagonal, else x."""
        return self.masked_fill(self._above(diagonal), 0)

    def triu(self: Any, diagonal: int = 0) -> Tensor:
        """Return 0 below a diagonal, else x."""
        return self.masked_fill(~self._above(diagonal - 1), 0)

    def cumsum(self: Any, dim: int) -> Tensor:
        return self._apply(cumsum, dim=whole(dim))

    def roll(self: Any, shifts: Any, dims: Any = None) -> Tensor:
        """Move entries on by so many places; the last come round."""
        return self._apply(roll, shifts=shifts, dim=as_dims(dims))

    @in_sentences
    def clamp(self: Any, min: Any = None, max: Any = None) -> Tensor:
        """Each entry, but at least min and at most max."""
        if min is None and max is None:
            raise errors.ValueError("clamp needs a min, a max, or both.")
        low, high = (
            x if x is None else type(self)(x).item() for x in (min, max)
        )
        return self._apply(clipped, low=low, high=high)

    @in_sentences
    def allclose(
        self: Any, other: Any, rtol: float = 1e-5, atol: float = 1e-8
    ) -> bool:
        """Tell whether the two differ nowhere by more than a rounding."""
        other = getattr(other, "_data", other)
        return np.allclose(self._data, other, rtol, atol)

    @in_sentences
    def new_zeros(self: Any, *shape: Any, **options: Any) -> Tensor:
        """Return 0 everywhere, in numbers of this type."""
        zeros = np.zeros(lengths(shape), self.dtype)
        return type(self.detach())(zeros, **options)  # and no Parameter

    @in_sentences
    def split(self: Any, size: int, dim: int = 0) -> list[Tensor]:
        """Parts of `size` along an axis; the last may be smaller."""
        if whole(size) < 1:
            raise errors.ValueError(f"split: parts of {size} are none.")
        ends = range(0, self.shape[dim], size)
        first = self.swapaxes(0, dim)
        return [first[i : i + size].swapaxes(0, dim) for i in ends]

    def chunk(self: Any, count: int, dim: int = 0) -> list[Tensor]:
        """`count` parts along an axis; the last may be smaller."""
        if whole(count) < 1:
            raise errors.ValueError(f"chunk: {count} parts are none.")
        return self.split(-(-self.shape[dim] // count), dim)

    def unbind(self: Any, dim: int = 0) -> list[Tensor]:
        """Return the slices along an axis, without it."""
        return [part.squeeze(dim) for part in self.split(1, dim)]

    def round(self) -> Tensor:
        """To the nearest whole numbers; the gradient is 0."""
        return self._apply(rounded)

    def log10(self: Any) -> Tensor:
        return self.log() / math.log(10)

    @in_sentences
    def view_as(self: Any, other: Tensor) -> Tensor:
        """Return the same entries in the shape of another tensor."""
        return self.reshape(other.shape)

    def clone(self: Any) -> Tensor:
        """Return a copy that gradients flow through."""
        return self._apply(cast, dtype=self.dtype)

    def contiguous(self: Any) -> Tensor:
        """x, or a copy with its entries in order, for view()."""
        return self if self._data.flags.c_contiguous else self.clone()
