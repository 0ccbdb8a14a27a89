"""Further words of PyTorch's on a tensor, each over what there is."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from .operations import Array, Result
from .rearranging import masked_fill
from .recording import recording

Tensor: TypeAlias = Any  # of tensor.py, which imports this file


def compared(how: Any) -> Callable[[Array, Array], Result]:
    """An operation without links: its results jump, or do not change."""

    def operation(a: Array, b: Array) -> Result:
        return how(a, b), ()

    operation.__name__ = how.__name__
    return operation


def cos(a: Array) -> Result:
    """cos a."""
    return np.cos(a), (lambda g: -g * np.sin(a),)


def rounded(a: Array) -> Result:
    """The nearest whole numbers: flat nearly everywhere, so no link."""
    return np.round(a), ()


less, less_equal = compared(np.less), compared(np.less_equal)
greater, greater_equal = compared(np.greater), compared(np.greater_equal)
equal, not_equal = compared(np.equal), compared(np.not_equal)


class Words:
    """Comparisons, in-place operators, and what a script may call."""

    _apply: Any

    def __lt__(self, other: Any) -> Tensor:
        return self._apply(less, other)

    def __le__(self, other: Any) -> Tensor:
        return self._apply(less_equal, other)

    def __gt__(self, other: Any) -> Tensor:
        return self._apply(greater, other)

    def __ge__(self, other: Any) -> Tensor:
        return self._apply(greater_equal, other)

    def __eq__(self, other: Any) -> Any:
        if other is None or isinstance(other, str):
            return NotImplemented
        return self._apply(equal, other)

    def __ne__(self, other: Any) -> Any:
        if other is None or isinstance(other, str):
            return NotImplemented
        return self._apply(not_equal, other)

    __hash__ = object.__hash__
    eq, ne = __eq__, __ne__

    # ---- x += y --------------------------------------------------------

    def __iadd__(self, other: Any) -> Any:
        return self._in_place(self + other)

    def __isub__(self, other: Any) -> Any:
        return self._in_place(self - other)

    def __imul__(self, other: Any) -> Any:
        return self._in_place(self * other)

    def __itruediv__(self, other: Any) -> Any:
        return self._in_place(self / other)

    def _in_place(self: Any, changed: Tensor) -> Tensor:
        """In no_grad() a leaf itself is written to: p -= lr * p.grad.

        While operations are remembered, x names a new tensor from now on.
        """
        fits = (changed.shape, changed.dtype) == (self.shape, self.dtype)
        if recording.on or self._function is not None or not fits:
            return changed
        return self.write(changed._data)

    # ---- more to compute -----------------------------------------------

    def __abs__(self) -> Tensor:
        return self.abs()  # type: ignore

    def cos(self) -> Tensor:
        """cos of each entry."""
        return self._apply(cos)

    def masked_fill(self: Any, mask: Any, value: float) -> Tensor:
        """The value where mask is True, else x."""
        mask = np.array(mask, bool)
        return self._apply(masked_fill, mask=mask, value=value)

    def split(self: Any, size: int, dim: int = 0) -> list[Tensor]:
        """Parts of `size` along an axis; the last may be smaller."""
        ends = range(0, self.shape[dim], size)
        first = self.swapaxes(0, dim)
        return [first[i : i + size].swapaxes(0, dim) for i in ends]

    def chunk(self: Any, count: int, dim: int = 0) -> list[Tensor]:
        """`count` parts along an axis; the last may be smaller."""
        return self.split(-(-self.shape[dim] // count), dim)

    def unbind(self: Any, dim: int = 0) -> list[Tensor]:
        """The slices along an axis, without it."""
        return [part.squeeze(dim) for part in self.split(1, dim)]

    def round(self) -> Tensor:
        """To the nearest whole numbers; no gradient comes back."""
        return self._apply(rounded)

    def log10(self: Any) -> Tensor:
        """The logarithm to base 10."""
        return self.log() / math.log(10)

    def view_as(self: Any, other: Tensor) -> Tensor:
        """The same entries in the shape of another tensor."""
        return self.reshape(other.shape)

    def dim(self: Any) -> int:
        """How many axes there are."""
        return self.ndim

    def nelement(self: Any) -> int:
        """How many entries there are."""
        return self.numel()

    def clone(self: Any) -> Tensor:
        """A copy that gradients flow through."""
        return self + 0

    def contiguous(self: Any) -> Tensor:
        """x itself: here every layout will do."""
        return self
