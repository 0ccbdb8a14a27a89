"""A watched array: writing into it at the wrong time is noticed.

A derivative needs the numbers that the forward pass saw. So an operation
keeps a stamp of each input, and backward() asks whether it still holds.
What optimisers and initialisers write is counted. What others may write is
found by comparing bytes, and only once `.data` has given them the array.
"""

from typing import Any, Self

import numpy as np

from .operations import Array
from .recording import recording

Stamp = tuple[int, bytes | None]


class WatchedArray:
    """The array of a tensor, and every way to read or write it."""

    _data: Array
    _version: int = 0  # how often `write` or an optimiser wrote
    _lent: bytes | None = None  # a copy, from when .data was first read
    _is_view: bool = False  # of the array of another tensor
    requires_grad: bool = False

    @property
    def data(self) -> Array:
        """The array itself, to read, or to write before the forward pass.

        From now on it is watched: writing to it while a graph still needs
        it makes backward() refuse. A result that shares the memory of its
        input (x[0], say) gets its own first, so that only it is written.
        """
        if self._is_view:
            self._data, self._is_view = self._data.copy(order="K"), False
        if self._lent is None:
            self._lent = self._data.tobytes()
        return self._read()

    @data.setter
    def data(self, value: Any) -> None:
        self._data = np.array(value, dtype=self._data.dtype)
        self._lent = None
        self._version += 1

    def write(self, values: Any) -> Self:
        """Replace the entries, keeping the array and its dtype."""
        self._data[...] = values
        self._version += 1
        return self

    def _read(self) -> Array:
        """The array, for those who will not write; noted for replay.py."""
        if recording.reads is not None and self.requires_grad:
            recording.reads.append(f"a tensor of shape {self.shape}")
        return self._data

    def stamp(self) -> Stamp:
        """What `written_since` compares with, later."""
        lent = self._lent is not None
        return self._version, self._data.tobytes() if lent else None

    def written_since(self, stamp: Stamp) -> bool:
        """Whether anyone has written to the array since then."""
        version, copy = stamp
        then = self._lent if copy is None else copy
        unlike = then is not None and then != self._data.tobytes()
        return unlike or version != self._version

    # ---- reading ---------------------------------------------------------

    shape = property(lambda self: self._data.shape)
    ndim = property(lambda self: self._data.ndim)
    size = property(lambda self: self._data.size)
    dtype = property(lambda self: self._data.dtype)

    def numpy(self) -> Array:
        """The array itself, as .data."""
        return self.data

    def item(self) -> Any:
        """The only entry, as a Python number."""
        if self.size != 1:
            raise ValueError(
                f"item() needs one entry, and got shape {self.shape}. "
                "Use tolist(), or reduce it first."
            )
        return self._read().item()

    def tolist(self) -> Any:
        """The entries as nested lists of Python numbers."""
        return self._read().tolist()

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        return np.array(self.data, dtype=dtype, copy=copy)

    def __float__(self) -> float:
        return float(self.item())

    def __bool__(self) -> bool:
        return bool(self.item())

    def __len__(self) -> int:
        return len(self._data)
