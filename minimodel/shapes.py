"""A tensor's methods that move entries about, under PyTorch's names."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Self, TypeAlias

import numpy as np

from . import errors, rearranging
from .axes import as_dims, as_shape, whole
from .device import NAMES, Device
from .dtypes import as_index, as_numbers
from .error_sentences import in_sentences

Tensor: TypeAlias = Any  # of tensor.py, which imports this file


class Shapes:
    """A tensor's methods for its shape and the type of its numbers."""

    shape: tuple[int, ...]
    ndim: int
    dtype: Any
    _apply: Any

    @in_sentences
    def size(self, dim: int | None = None) -> Any:
        return self.shape if dim is None else self.shape[dim]

    def reshape(self, *shape: Any) -> Tensor:
        """Give another shape to the entries: reshape(2, 3) or ((2, 3))."""
        return self._apply(rearranging.reshape, shape=given(shape))

    def view(self, *shape: Any) -> Tensor:
        """reshape, where that needs no copy: writes go both ways."""
        return self._apply(rearranging.view, shape=given(shape))

    def _axis(self, dim: Any, name: str) -> int:
        """Count an axis from the first; a single number has one, too."""
        axes, place = max(self.ndim, 1), whole(dim)
        if not -axes <= place < axes:
            raise errors.IndexError(
                f"{name} got {self.shape}: there is no axis {place}, only "
                f"{self.ndim} axes."
            )
        return place % axes

    def flatten(self, start_dim: int = 0, end_dim: int = -1) -> Tensor:
        """Return the axes from start_dim to end_dim as one."""
        start = self._axis(start_dim, "flatten")
        end = self._axis(end_dim, "flatten") + 1
        if start >= end:
            raise errors.ValueError("start_dim comes after end_dim.")
        if end - start == 1 and self.ndim:
            return self
        length = math.prod(self.shape[start:end])
        return self.reshape(*self.shape[:start], length, *self.shape[end:])

    @in_sentences
    def unsqueeze(self, dim: int) -> Tensor:
        """Return a new axis of length 1 before axis dim."""
        place = range(self.ndim + 1)[whole(dim)]
        return self.reshape(*self.shape[:place], 1, *self.shape[place:])

    def squeeze(self, dim: Any = None) -> Tensor:
        """Without the axes of length 1, or without those of dim."""
        dims = range(self.ndim) if dim is None else as_shape(dim)
        gone = {self._axis(i, "squeeze") for i in dims}
        lengths = enumerate(self.shape)
        shape = tuple(n for i, n in lengths if n != 1 or i not in gone)
        return self.reshape(shape)

    def transpose(self, *dims: Any) -> Tensor:
        """Reorder the axes.

        transpose() reverses them, transpose(0, 2) exchanges two, and
        transpose((2, 0, 1)) gives the whole new order.
        """
        if len(dims) == 2:
            dim, to = map(whole, dims)
            if not self.ndim:
                for place in dims:
                    self._axis(place, "transpose")
                return self.reshape(())
            return self._apply(rearranging.swapaxes, dim=dim, to=to)
        return self.permute(*dims or reversed(range(self.ndim)))

    def permute(self, *dims: Any) -> Tensor:
        """Reorder the axes: permute(2, 0, 1) or ((2, 0, 1))."""
        order = as_shape(dims[0] if len(dims) == 1 else dims)
        return self._apply(rearranging.transpose, order=order)

    swapaxes = transpose  # of two axes
    T = property(lambda self: self.transpose())
    mT = property(lambda self: self.transpose(-1, -2))

    def t(self) -> Tensor:
        return self.permute(1, 0)

    def expand(self, *shape: Any) -> Tensor:
        """Show it in a larger shape, without a copy: see rearranging."""
        return self._apply(rearranging.expand, shape=given(shape))

    @in_sentences
    def flip(self, *dims: Any) -> Tensor:
        """Return the entries, along these axes from the last on."""
        return self._apply(rearranging.flip, dims=given(dims))

    def __getitem__(self, index: Any) -> Tensor:
        first, rest = rearranging.numbers_first(as_index(index))
        x = self if first is ... else self[first]
        return x._apply(rearranging.getitem, index=rest)

    def __iter__(self) -> Iterator[Tensor]:
        return (self[i] for i in range(len(self)))  # type: ignore

    @in_sentences
    def gather(self, dim: int, index: Any) -> Tensor:
        """One entry along dim for each entry of index."""
        places = np.asarray(as_index(index))
        if not self.ndim:
            found = self.reshape(1).gather(dim, places.reshape(-1))
            return found.reshape(places.shape)
        return self._apply(
            rearranging.gather, dim=as_dims(dim), index=places
        )

    # ---- types of numbers ----------------------------------------------

    @in_sentences
    def to(
        self, *kinds: Any, dtype: Any = None, device: Any = "cpu"
    ) -> Tensor:
        """Return the same numbers as another type: x.to(numpy.float32).

        A device may be named, and changes nothing; see device.py.
        """
        for kind in (device, *kinds):
            if str(kind).startswith(NAMES):
                Device(kind)
            else:
                dtype = kind
        kind = self.dtype if dtype is None else as_numbers(0, dtype).dtype
        if kind == self.dtype:
            return self
        return self._apply(rearranging.cast, dtype=kind)

    device = Device()

    def cpu(self) -> Self:
        return self

    def double(self) -> Tensor:
        """As float64, this library's real numbers."""
        return self.to(np.float64)

    float = double  # a script that says .float() means real numbers

    def long(self) -> Tensor:
        return self.to(np.int64)


def given(shape: tuple[Any, ...]) -> tuple[int, ...]:
    """Return the lengths that were given one by one, or as one list."""
    if not shape:
        raise errors.TypeError("A shape is needed: reshape(2, 3).")
    return as_shape(shape[0] if len(shape) == 1 else shape)
