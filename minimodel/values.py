"""A tensor's numbers, every way to read or write them, its gradient."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Self

import numpy as np

from . import errors
from .dtypes import as_index, as_numbers
from .operations import Array
from .recording import recording
from .watched import Version, watched


def as_python(kind: Any) -> Any:
    """Make the method that gives the only entry as a Python number."""
    return lambda self: kind(self.item())


class Values:
    """The array of a Tensor, the version of its memory, the gradient."""

    _data: Array
    _version: Version
    _function: Any
    _grad: Any = None
    _keeps_gradient: bool = False
    _wants: bool = False  # a gradient

    @property
    def data(self) -> Array:
        """The array itself, to read, or to write before the forward pass.

        Writing through it while a graph still needs the numbers makes
        backward() refuse; watched.py says what is noticed. Of a view, such
        as x[0], it is the same window into the memory of x.
        """
        return watched(self._read(), self._version)

    @data.setter
    def data(self, value: Any) -> None:
        own = self._data.__array_interface__  # its memory and layout
        if getattr(value, "__array_interface__", None) == own:
            return  # x.data += 1 has written already
        array = as_numbers(value, self._data.dtype)
        if array.shape != self.shape:
            self._version.write()  # no gradient fits any more
        self._data = array  # of the same version: the old is watched too

    def _hold(self, array: Array) -> None:
        """Take other memory: what is written to the old is its own."""
        self._data, self._version = array, Version()

    def _share_version(self, inputs: Sequence[Values]) -> None:
        """Share the version of the input whose memory it is a view of."""
        for x in inputs:
            if np.may_share_memory(self._data, x._data):
                self._version = x._version

    def write(self, values: Any) -> Self:
        """Replace the entries: the array and its dtype stay."""
        self._write(..., values)
        return self

    def _write(self, index: Any, values: Any) -> None:
        array = as_numbers(values)
        try:
            self._data[index] = array
        except (ValueError, IndexError):
            raise errors.ValueError(
                f"Values of shape {array.shape} do not fit this place of "
                f"a tensor of shape {self.shape}."
            ) from None
        self._version.write()

    def __setitem__(self, index: Any, values: Any) -> None:
        if self._wants and recording.on:
            raise RuntimeError(
                "x[...] = y has no derivative here. Write in no_grad(), "
                "or make a new tensor with where, stack or concatenate."
            )
        self._write(as_index(index), values)

    # ---- reading -------------------------------------------------------

    def _read(self) -> Array:
        """Return the array to read, never to write; note it for replay."""
        if recording.reads is not None and self._wants:
            recording.reads.append(self.shape)
        return self._data

    shape = property(attrgetter("_data.shape"))
    ndim = property(attrgetter("_data.ndim"))
    dtype = property(attrgetter("_data.dtype"))

    def dim(self) -> int:
        return self._data.ndim

    def numel(self) -> int:
        return self._data.size

    nelement = numel

    def numpy(self) -> Array:
        """Return the array, as .data; refuse where a gradient is lost."""
        self._check_leaves()
        return self.data

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        self._check_leaves()
        return np.array(self._read(), dtype=dtype)

    def _check_leaves(self) -> None:
        """Refuse to let values leave the graph without a word."""
        if self._wants and recording.on:
            raise RuntimeError(
                "NumPy would take the values of this tensor and lose its "
                "gradient. Use this library's own functions (where, cat, "
                "stack, ...), or say .detach() where that is meant."
            )

    def item(self) -> Any:
        if self._data.size != 1:
            raise errors.ValueError(
                f"item() needs one entry, and got shape {self.shape}. "
                "Use tolist(), or reduce it first."
            )
        return self._read().item()

    def tolist(self) -> Any:
        return self._read().tolist()

    __float__, __int__, __bool__ = map(as_python, (float, int, bool))

    def __index__(self) -> int:
        if self._data.dtype.kind not in "iu":
            raise errors.TypeError(f"{self.dtype} is not an index.")
        return int(self.item())

    def __format__(self, form: str) -> str:
        return format(self.item(), form) if form else str(self)

    def __len__(self) -> int:
        if not self.ndim:
            raise errors.TypeError("A tensor of one number has no length.")
        return len(self._data)

    # ---- a gradient, wanted and there ----------------------------------

    @property
    def grad(self) -> Any:
        """d loss / d self, an array of the same shape; None before it."""
        return self._grad

    @grad.setter
    def grad(self, gradient: Any) -> None:
        if gradient is not None:
            gradient = np.asarray(gradient)
            if gradient.shape != self._data.shape:
                raise errors.ValueError(
                    f"A tensor of shape {self._data.shape} cannot have a "
                    f"gradient of shape {gradient.shape}."
                )
        self._grad = gradient

    @property
    def requires_grad(self) -> bool:
        """Tell whether backward() brings it, or its inputs, a gradient."""
        return self._wants

    @requires_grad.setter
    def requires_grad(self, requires_grad: bool) -> None:
        self.requires_grad_(requires_grad if self.is_leaf else False)

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Ask for a gradient (in place, as PyTorch's name says)."""
        if not isinstance(requires_grad, bool | np.bool):
            raise errors.TypeError(
                "requires_grad is True or False. Is it a dtype? dtype=..."
            )
        if requires_grad and self.dtype.kind != "f":
            raise errors.TypeError(
                f"A tensor of {self.dtype} cannot have a gradient: only "
                "real numbers change a little. Use floats: Tensor([1.0])."
            )
        if not requires_grad and not self.is_leaf:
            raise RuntimeError(
                "requires_grad of a computed tensor is that of its "
                "inputs, and cannot be switched. Use tensor.detach()."
            )
        self._wants = bool(requires_grad)
        return self

    is_leaf = property(lambda self: self._function is None)

    def retain_grad(self) -> None:
        """Let backward() leave a computed tensor its gradient in .grad."""
        if not self._wants:
            raise RuntimeError(
                "retain_grad() needs a tensor with requires_grad=True."
            )
        self._keeps_gradient = not self.is_leaf
        self._read()
